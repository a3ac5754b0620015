"""What the other languages call a function of ctensor.h. A name is given only where the binding's sources declare it."""
import functools
import glob
import os
import re

LANGUAGES = ['C++', 'Rust', 'Go', 'Zig', 'Python', 'NumPy', 'PyTorch']
# where each binding declares what is public, and how a declaration looks
SOURCES = {
    'C++': ('bindings/cpp/ctensor/*.hpp', [r'^\s*(?:template .*>\s*)?(?:\[\[nodiscard\]\] )?(?:inline |static |friend )*'
                                           r'[\w:<>&\* ]+[ &\*](\w+)\(']),
    'Rust': ('bindings/rust/ctensor/src/*.rs', [r'\bpub (?:unsafe |const )*fn (\w+)',
                                                  r'^    fn (\w+)\(.*\) => \{', r'\bpub struct (\w+)']),
    'Go': ('bindings/go/*.go', [r'^func (?:\(\w+ [\w\*\[\]]+\) )?([A-Z]\w*)[\(\[]']),
    'Zig': ('bindings/zig/src/*.zig', [r'\bpub (?:inline )?fn (@?"?\w+"?)', r'\bpub const (\w+) = \w+\.\w+;']),
    'Python': ('bindings/python/ctensor/_*.py*', [r'^\s*def (\w+)\(', r'^class (\w+)']),
}
# names that follow another rule than a change of case: C's name, without ct_
OTHER = {
    'tensor_create': {'C++': 'empty', 'Rust': 'empty', 'Go': 'Empty', 'Zig': 'empty', 'Python': 'empty'},
    'tensor_sizes': {'Python': 'shape', 'Go': 'Sizes', 'Rust': 'sizes'},
    'tensor_release': {'C++': '~Tensor', 'Rust': 'drop', 'Go': 'Close', 'Zig': 'deinit'},
    'iter_release': {'Zig': 'deinit'},
    'to_dlpack': {'Python': '__dlpack__', 'Go': 'ToDLPack'},
    'to_dlpack_legacy': {'Go': 'ToDLPackLegacy'},
    'from_dlpack': {'Go': 'FromDLPack'},
    'from_dlpack_legacy': {'Go': 'FromDLPackLegacy'},
    'tensor_from_data': {'Go': 'FromSlice', 'Rust': 'from_owner', 'Python': 'from_buffer'},
    'copy': {'C++': 'copy_from', 'Rust': 'copy_from', 'Go': 'CopyFrom', 'Zig': 'copyFrom', 'Python': 'copy_'},
    'fill': {'Python': 'fill_'},
    'index_put': {'Python': 'index_put_'},
    'resize': {'Python': 'resize_'},
    'defer': {'Zig': 'deferred'},
    'rng_create': {'Go': 'NewRng', 'Rust': 'Rng', 'Python': 'Rng'},
    'iter_build': {'Go': 'NewIter', 'Python': 'Iter'},
    'program_create': {'Go': 'NewProgram', 'Rust': 'Program', 'Python': 'Program'},
    'get_num_threads': {'Go': 'NumThreads', 'Rust': 'num_threads'},
    'get_deterministic': {'Go': 'Deterministic', 'Rust': 'deterministic'},
    'get_cache_limit': {'Go': 'CacheLimit', 'Rust': 'cache_limit'},
    'isa': {'Go': 'ISA'},
    'dtype_finfo': {'Python': 'finfo'},
    'dtype_iinfo': {'Python': 'iinfo'},
    'tensor_to_string': {'Python': '__str__', 'Go': 'String'},
}
# parts of C's names that a class or a module stands for elsewhere
OF_CLASS = ('tensor_', 'rng_', 'program_', 'iter_cursor_', 'iter_', 'dtype_')
# where each binding has an extension, and what stands before its names
EXTENSIONS = {'C++': ('bindings/cpp/ctensor_{}.hpp', '{}::'), 'Rust': ('bindings/rust/ctensor/src/{}.rs', '{}::'),
              'Go': ('bindings/go/{0}/{0}.go', '{}.'), 'Zig': ('bindings/zig/src/{}.zig', '{}.'),
              'Python': ('bindings/python/ctensor/{}.py', '{}.')}


@functools.lru_cache
def declared(root, language):
    pattern, declarations = SOURCES[language]
    found = set()
    for path in glob.glob(os.path.join(root, pattern)):
        if path.endswith('_test.go'):
            continue
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for declaration in declarations:
            found.update(name.strip('@"') for name in re.findall(declaration, text, flags=re.M))
    return found


def pascal(name):
    return ''.join(word[:1].upper() + word[1:] for word in
                   name.replace('keepdim', 'keep_dim').replace('dtype', 'd_type').split('_'))


def camel(name):
    first, *rest = name.split('_')
    return first + ''.join(word.capitalize() for word in rest)


CASES = {'Go': [pascal], 'Zig': [camel], 'Rust': [str, lambda name: name + '_'], 'C++': [str, lambda name: name + '_'],
         'Python': [str]}


def names_of(root, function):
    """{language: its name} of C's function, without ct_; those that have it alone."""
    found = {}
    short = next((function[len(prefix):] for prefix in OF_CLASS if function.startswith(prefix)), function)
    for language, cases in CASES.items():
        known = declared(root, language)
        wanted = [OTHER.get(function, {}).get(language)] + [case(name) for name in dict.fromkeys([function, short])
                                                             for case in cases]
        name = next((one for one in wanted if one and (one in known or one in ('drop', '~Tensor'))), None)
        if name:
            found[language] = name
    module, _, name = function.partition('_')
    if module in ('linalg', 'fft'):
        found = of_extension(root, module, name)
    found.update(peers(root).get(function, {}))
    return found


def of_extension(root, module, function):
    """As names_of, of a function of the extension: its name without ct_ and the module."""
    found = {}
    for language, (path, before) in EXTENSIONS.items():
        path = os.path.join(root, path.format(module))
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                known = set(re.findall(r'\w+', file.read()))
            name = next((case(function) for case in CASES[language] if case(function) in known), None)
            if name:
                found[language] = before.format(module) + name
    return found


@functools.lru_cache
def peers(root):
    found = {}
    with open(os.path.join(root, 'tools', 'site', 'peers.txt'), encoding='utf-8') as file:
        for line in file:
            if line.startswith('#'):
                continue
            name, numpy, torch = line.rstrip('\n').split('\t')
            both = {'NumPy': numpy, 'PyTorch': torch}
            found[name] = {peer: name if theirs == '=' else theirs for peer, theirs in both.items() if theirs != '-'}
    return found
