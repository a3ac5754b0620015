#!/usr/bin/env python3
"""Reads ctensor.h once for every other check: its functions, constants, structs and types.

  check_header.py list HEADER                    the lists, as JSON
  check_header.py rules HEADER                   none of what other languages' tools cannot read (varargs, unions, …)
  check_header.py program HEADER > golden.c      a C program that prints every constant, size and offset
  check_header.py standards HEADER CC=…          it compiles alone and twice, in every C and C++ standard, by each compiler
  check_header.py sources INCLUDE [-I…] CC=… FILE…  the files are C99, by each compiler's check of the syntax
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

WARNINGS = ['-Wall', '-Wextra', '-pedantic', '-Werror']
C_STANDARDS = ['c99', 'c11', 'c17']
CXX_STANDARDS = ['c++11', 'c++20']
SKIP = 77


def missing(what):
    """Reports a missing tool: the test is skipped for a developer, and fails where everything must run."""
    print(f'{what} was not found')
    sys.exit(1 if os.environ.get('CT_REQUIRE_ALL') == '1' else SKIP)


def without_comments(text):
    return re.sub(r'//[^\n]*', ' ', re.sub(r'/\*.*?\*/', ' ', text, flags=re.S))


def declarations(text):
    """Top-level declarations, each on one line without its semicolon."""
    text = without_comments(text)
    # what only C++ sees is not part of the API
    text = re.sub(r'^#\s*ifdef __cplusplus.*?^#\s*endif', ' ', text, flags=re.S | re.M)
    text = re.sub(r'^\s*#.*$', ' ', text, flags=re.M)
    depth, start, found = 0, 0, []
    for position, char in enumerate(text):
        depth += {'{': 1, '}': -1}.get(char, 0)
        if char == ';' and depth == 0:
            found.append(' '.join(text[start:position].split()))
            start = position + 1
    rest = text[start:].strip()
    if rest:
        raise SystemExit(f'cannot read the end of the header: {rest[:80]!r}')
    return [one for one in found if one]


def split_outside_parentheses(text):
    parts, depth, start = [], 0, 0
    for position, char in enumerate(text):
        depth += {'(': 1, ')': -1}.get(char, 0)
        if char == ',' and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    return parts + [text[start:].strip()]


def field_names(body):
    names = []
    for field in body.split(';'):
        field = field.strip()
        if not field:
            continue
        pointer = re.search(r'\(\s*\*\s*(\w+)\s*\)\s*\(', field)
        if pointer:
            names.append(pointer.group(1))
            continue
        for declarator in field.split(','):
            names.append(re.search(r'(\w+)\s*(\[[^\]]*\])?$', declarator.strip()).group(1))
    return names


def parameters(text):
    """[(type, name)] of a parameter list. A function pointer's type is 'function'."""
    if text.strip() in ('', 'void'):
        return []
    result = []
    for one in split_outside_parentheses(text):
        pointer = re.search(r'\(\s*\*\s*(\w+)\s*\)\s*\(', one)
        if pointer:
            result.append(('function', pointer.group(1)))
        else:
            match = re.match(r'(.*?)(\w+)$', one)
            result.append((match.group(1).strip(), match.group(2)))
    return result


def parse(path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    api = {'functions': {}, 'constants': {}, 'macros': {}, 'structs': {}, 'handles': [], 'tags': [], 'types': {},
           'groups': []}
    for name, value in re.findall(r'^#\s*define\s+(CT_\w+)[ \t]+(\d+)\s*$', without_comments(text), flags=re.M):
        api['macros'][name] = int(value)
    for line in declarations(text):
        enum = re.fullmatch(r'enum \{(.*)\}', line)
        struct = re.fullmatch(r'typedef struct (\w+) \{(.*)\} (\w+)', line)
        handle = re.fullmatch(r'typedef struct (\w+) (\w+)', line)
        tag = re.fullmatch(r'struct (\w+)', line)  # another library's struct, which callers bring
        function_type = re.fullmatch(r'typedef (.*?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)', line)
        alias = re.fullmatch(r'typedef (\w+) (\w+)', line)
        function = re.fullmatch(r'([\w\s]+?[\s\*]+)(\w+)\s*\((.*)\)', line)
        if enum:
            group = {}
            for item in enum.group(1).split(','):
                if item.strip():
                    name, _, value = (part.strip() for part in item.partition('='))
                    if not re.fullmatch(r'-?\d+|1 ?<< ?\d+', value):
                        raise SystemExit(f'{name}: an enumerator needs an explicit value, got {value!r}')
                    group[name] = eval(value)  # it has only digits, minus and <<, as matched above
            api['groups'].append(list(group))
            api['constants'].update(group)
        elif struct:
            api['structs'][struct.group(3)] = field_names(struct.group(2))
        elif handle:
            api['handles'].append(handle.group(2))
        elif tag:
            api['tags'].append(tag.group(1))
        elif function_type:
            api['types'][function_type.group(2)] = 'function'
        elif alias:
            api['types'][alias.group(2)] = alias.group(1)
        elif function:
            api['functions'][function.group(2)] = {'returns': function.group(1).strip(),
                                                   'parameters': parameters(function.group(3)), 'declaration': line}
        else:
            raise SystemExit(f'cannot read this declaration: {line}')
    return api


def check_rules(path):
    with open(path, encoding='utf-8') as file:
        text = without_comments(file.read())
    api = parse(path)
    wrong = []
    for pattern, what in [(r'\.\.\.', 'varargs'), (r'\bunion\b', 'a union'), (r'\binline\b', 'an inline function'),
                          (r'\b_Complex\b|\b_Float16\b|\blong double\b', 'a type that generators refuse'),
                          (r'\w+\s*:\s*\d+\s*;', 'a bitfield'), (r'\[\s*\]', 'a flexible array'),
                          (r'#\s*define\s+\w+\(', 'a function-like macro'), (r'\benum\s+\w+', 'a named enum'),
                          (r'\b(unsigned|long|short|int)\b', 'an integer without a fixed width')]:
        for match in re.finditer(pattern, text):
            wrong.append(f'line {text.count(chr(10), 0, match.start()) + 1}: {what}')
    for name in re.findall(r'^#\s*define\s+(\w+)', text, flags=re.M):
        # CT_TO_END has 64 bits, which an enumerator of C99 has not.
        if not re.fullmatch(r'CTENSOR_H|CT_TO_END|CT_VERSION_(MAJOR|MINOR|PATCH)', name):
            wrong.append(f'#define {name}: macros are no part of the API, but the version and CT_TO_END')
    for name in [*api['functions'], *api['structs'], *api['handles'], *api['types']]:
        if not name.startswith('ct_'):
            wrong.append(f'{name}: a name without ct_')
    for name in api['tags']:
        if not name.startswith('DL'):
            wrong.append(f'{name}: a struct of another library, and not one of DLPack')
    for group in api['groups']:
        seen = {}
        for name in group:
            value = api['constants'][name]
            if not name.startswith('CT_'):
                wrong.append(f'{name}: a constant without CT_')
            if value in seen:
                wrong.append(f'{name} and {seen[value]} are both {value}')
            seen[value] = name
    for name, function in api['functions'].items():
        last = function['parameters'][-1] if function['parameters'] else None
        takes_error = last is not None and last[0] == 'ct_error *'
        # this call can fail in one way only, so its status says everything
        if function['returns'] == 'ct_status' and not takes_error and name != 'ct_dtype_from_name':
            wrong.append(f'{name} returns a status but its last parameter is not ct_error *error')
    return wrong


def program(api):
    lines = ['/* Made by tools/check_header.py from ctensor.h: prints what must not change under a caller. */',
             '#include <ctensor.h>', '#include <stdio.h>', 'int main(void) {']
    for name in api['constants']:
        lines.append(f'  printf("constant {name} %lld\\n", (long long)({name}));')
    for name in api['types']:
        if api['types'][name] != 'function':
            lines.append(f'  printf("type {name} %zu %s\\n", sizeof({name}), ({name})-1 < ({name})1 ? "signed" : "unsigned");')
    for name, fields in api['structs'].items():
        lines.append(f'  printf("struct {name} %zu\\n", sizeof({name}));')
        for field in fields:
            lines.append(f'  printf("offset {name}.{field} %zu %zu\\n", offsetof({name}, {field}), '
                         f'sizeof((({name} *)0)->{field}));')
    return '\n'.join(lines + ['  return 0;', '}', ''])


def compilers(arguments):
    """The compilers that the CC=… and CXX=… arguments name; `missing` reports one that is not installed."""
    names = [argument.split('=', 1)[1] for argument in arguments if re.match(r'(CC|CXX)=', argument)]
    for name in names:
        if shutil.which(name) is None:
            missing(name)
    return names


def compile_text(compiler, standard, text, include, suffix):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'header' + suffix)
        with open(source, 'w', encoding='utf-8') as file:
            file.write(text)
        return subprocess.run([compiler, '-std=' + standard, *WARNINGS, '-I', include, '-c', source, '-o',
                               os.path.join(folder, 'header.o')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)


def check_standards(header, arguments):
    failures = count = 0
    once = '#include <ctensor.h>\n'
    compilers(arguments)
    for argument in arguments:
        kind, _, compiler = argument.partition('=')
        for standard in C_STANDARDS if kind == 'CC' else CXX_STANDARDS:
            for what, text in [('alone', once), ('twice', once * 2)]:
                # strict C wants a declaration in each unit, and the header must work beside main
                text += 'int main(void) { return CT_OK; }\n' if kind == 'CC' else 'int main() { return CT_OK; }\n'
                result = compile_text(compiler, standard, text, os.path.dirname(header), '.c' if kind == 'CC' else '.cpp')
                count += 1
                if result.returncode != 0:
                    failures += 1
                    print(f'{compiler} -std={standard}, {what}:\n{result.stdout}')
    print(f'{count} ways to include the header, {failures} failed')
    return failures == 0 and count > 0


def check_sources(include, arguments):
    files = [argument for argument in arguments if not re.match(r'(CC|CXX)=|-I', argument)]
    includes = ['-I' + include, *(argument for argument in arguments if argument.startswith('-I'))]
    failures = 0
    for compiler in compilers(arguments):
        for file in files:
            result = subprocess.run([compiler, '-std=c99', *WARNINGS, '-fsyntax-only', *includes, file],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if result.returncode != 0:
                failures += 1
                print(f'{compiler} {file}:\n{result.stdout}')
    print(f'{len(files)} files, {failures} failed')
    return failures == 0 and bool(files)


def main(arguments):
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    command, path, rest = arguments[0], arguments[1], arguments[2:]
    if command == 'list':
        print(json.dumps(parse(path), indent=1))
    elif command == 'program':
        sys.stdout.write(program(parse(path)))
    elif command == 'rules':
        wrong = check_rules(path)
        print('\n'.join(wrong) or 'the header keeps the rules')
        return 1 if wrong else 0
    elif command == 'standards':
        return 0 if check_standards(path, rest) else 1
    elif command == 'sources':
        return 0 if check_sources(path, rest) else 1
    else:
        raise SystemExit(__doc__)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
