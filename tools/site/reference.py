"""Makes the pages of the reference from ctensor.h and the headers of the extensions: a page for each group of a header."""
import os
import re

import check_header
import header_docs
import languages
from header_docs import lines_of

HEADERS = ['include/ctensor.h', 'extensions/fft/include/ctensor_fft.h', 'extensions/linalg/include/ctensor_linalg.h',
           'extensions/mpi/include/ctensor_mpi.h']
TITLES = {'ctensor': 'ctensor.h', 'ctensor_fft': 'ctensor_fft.h', 'ctensor_linalg': 'ctensor_linalg.h',
          'ctensor_mpi': 'ctensor_mpi.h'}
FIRST = {'ctensor': 'errors, handles and constants', 'ctensor_fft': 'Fourier transforms',
         'ctensor_linalg': 'types', 'ctensor_mpi': 'tensors between processes'}


class Text:
    """Turns words of a comment into reStructuredText with links."""

    def __init__(self, api):
        self.functions = set(api['functions'])
        self.known = self.functions | set(api['constants']) | set(api['macros']) | set(api['structs']) | set(
            api['handles']) | set(api['types']) | {'CT_TO_END'}

    def words(self, text):
        parts = re.split(r'(`[^`\n]+`|\b(?:ct|CT)_\w+|https?://\S+)', text)
        made = []
        for part in parts:
            if part in self.functions:
                made.append(f'\\ :c:func:`{part}`\\ ')
            elif part in self.known:
                made.append(f'\\ :c:expr:`{part}`\\ ' if part.startswith('ct_') else f'\\ :c:macro:`{part}`\\ ')
            elif part.startswith('`') and len(part) > 2:
                made.append(f'\\ ``{part[1:-1]}``\\ ')
            elif part.startswith('http'):
                made.append(part)
            else:
                made.append(re.sub(r'([\\*`_|])', r'\\\1', part))
        return ''.join(made).strip()

    def paragraphs(self, lines, indent):
        """Paragraphs, lists and, indented by four, code."""
        out, paragraph, code = [], [], []

        def end():
            if paragraph:
                out.append(indent + self.words(' '.join(paragraph)) + '\n')
                paragraph.clear()
            if code:
                out.append(f'{indent}.. code-block:: c\n\n' + '\n'.join(f'{indent}   {line[4:]}' for line in code) + '\n')
                code.clear()

        for line in lines:
            if line.startswith('    ') and not paragraph:
                code.append(line)
            elif not line.strip():
                end()
            elif re.match(r'\s*- ', line):
                end()
                paragraph.append('- ' + line.strip()[2:])
            else:
                if code:
                    end()
                paragraph.append(line.strip())
        end()
        # an item keeps its bullet, which words() does not escape
        return '\n'.join(out)


def beyond(tag, first, other):
    """What the line of another function says that the first one's does not."""
    if tag != 'Errors':
        known = set(first.rstrip('.').split('; '))
        return '; '.join(part for part in other.rstrip('.').split('; ') if part not in known)
    (known, rest), (more, other_rest) = header_docs.statuses(first), header_docs.statuses(other)
    left = {status: [reason for reason in reasons if reason not in known.get(status, [])] for status, reasons in more.items()}
    found = [f'{status} ({"; ".join(reasons)})' if reasons else status for status, reasons in left.items()
             if reasons or status not in known]
    return ', '.join(found + ([other_rest] if other_rest not in ('', rest) else []))


def fields(docs):
    """[(name, text)] of functions with one comment: of each tag the text of the first one, and what others say beyond it."""
    found = []
    for tag in header_docs.TAGS:
        first, others = docs[0].tags.get(tag, ''), {}
        found += [(tag, first)] if first else []
        for doc in docs[1:]:
            more = beyond(tag, first, doc.tags.get(tag, first))
            alike = re.sub(rf'\b{doc.name.removesuffix("_out")}\b', 'ct_x', more)
            if more:
                others.setdefault(alike, ([], more))[0].append(doc.name)
        found += [(f'{tag} of {header_docs.listed(names)}, too' if tag == 'Errors' else f'{tag} of {header_docs.listed(names)}',
                   more + '.') for names, more in others.values()]
    return found


def names_table(root, function, indent):
    names = languages.names_of(root, function)
    if not names:
        return ''
    columns = [language for language in languages.LANGUAGES if language in names]
    rows = ''.join(f'{indent}     - ``{names[language]}``\n' if i else f'{indent}   * - ``{names[language]}``\n'
                   for i, language in enumerate(columns))
    head = ''.join(f'{indent}     - {language}\n' if i else f'{indent}   * - {language}\n'
                   for i, language in enumerate(columns))
    return f'{indent}.. list-table::\n{indent}   :header-rows: 1\n{indent}   :class: names\n\n{head}{rows}'


def one_line(declaration):
    return ' '.join(check_header.without_comments(declaration).split())


class Page:
    def __init__(self, root, text, title, comment):
        self.root, self.text, self.title = root, text, title
        self.parts = [text.paragraphs(comment, '')] if any(line.strip() for line in comment) else []
        self.functions = {}

    def family(self, docs, declarations):
        """Functions with one comment."""
        body = self.text.paragraphs(docs[0].block.prose, '   ') + '\n'
        body += ''.join(f'   {self.text.words(f"{doc.name}: {doc.summary}")}\n\n' for doc in docs[1:])
        body += ''.join(f'   :{key}: {self.text.words(value)}\n' for key, value in fields(docs)) + '\n'
        body += ''.join(names_table(self.root, doc.name[3:], '   ') for doc in docs if not doc.name.endswith('_out'))
        signatures = ('\n' + ' ' * len('.. c:function:: ')).join(declarations)
        self.parts.append(f'.. c:function:: {signatures}\n\n{body}\n')
        self.functions.update((doc.name, doc.summary) for doc in docs)

    def other(self, comment, declaration):
        """A type, a struct with its fields, or an enum's constants."""
        lines = self.text.paragraphs(lines_of(comment), '   ')
        struct = re.match(r'(?:typedef )?struct (\w+)(?: \{(.*)\} \w+)?', declaration, flags=re.S)
        alias = re.match(r'typedef (.*)', declaration, flags=re.S)
        macro = re.match(r'#define (\w+)', declaration)
        if struct:
            self.parts.append(f'.. c:struct:: {struct.group(1)}\n\n{lines}\n')
            for field, said in re.findall(r'^\s*([^;/]+);\s*/\*\*<(.*?)\*/', struct.group(2) or '', flags=re.S | re.M):
                first, *others = one_line(field).split(', ') if '(' not in field else [one_line(field)]
                kind = first.rsplit(' ', 1)[0]
                each = [first] + [f'{kind} {other}' for other in others]
                self.parts[-1] += ''.join(f'   .. c:member:: {one}\n\n      {self.said(said)}\n\n' for one in each)
        elif macro:
            self.parts.append(f'.. c:macro:: {macro.group(1)}\n\n{lines}\n')
        elif alias:
            self.parts.append(f'.. c:type:: {one_line(alias.group(1))}\n\n{lines}\n')

    def said(self, comment):
        return self.text.words(' '.join(lines.strip() for lines in lines_of(comment)))

    def constants(self, body, comment=None):
        if comment:
            self.parts.append(self.text.paragraphs(lines_of(comment), ''))
        for name, value, said in re.findall(r'(CT_\w+)\s*=\s*([^,/]+?),?\s*/\*\*<(.*?)\*/', body, flags=re.S):
            self.parts.append(f'.. c:macro:: {name}\n\n   {value.strip()}: {self.said(said)}\n')


def declaration_at(text, position):
    """What is declared at this position: up to the semicolon outside braces, or a line of the preprocessor."""
    if text.startswith('#', position):
        return text[position:text.index('\n', position)]
    depth = 0
    for i in range(position, len(text)):
        depth += {'{': 1, '}': -1}.get(text[i], 0)
        if text[i] == ';' and depth == 0 and not inside_comment(text, position, i):
            return text[position:i]
    return text[position:]


def inside_comment(text, start, position):
    return text.rfind('/*', start, position) > text.rfind('*/', start, position)


def fill(page, text, docs):
    position = 0
    pattern = re.compile(r'/\*\*(?!<)((?:(?!\*/).)*)\*/\s*|^enum \{', flags=re.S | re.M)
    while match := pattern.search(text, position):
        if match.group(0).startswith('enum'):
            declaration, comment = declaration_at(text, match.start()), None
            position = match.start() + len(declaration)
        else:
            declaration, comment = declaration_at(text, match.end()), match.group(1)
            position = match.end() + len(declaration)
        if declaration.startswith('enum'):
            page.constants(declaration, comment)
        elif re.match(r'(typedef|struct \w+$|#)', declaration):
            page.other(comment, declaration)
        elif '(' in declaration:
            run = header_docs.run_after(text, match.end())
            position = match.end() + len(run)
            declared = [(name, one) for name, one in header_docs.declared_in(run) if name in docs]
            page.family([docs[name] for name, _ in declared], [one for _, one in declared])


def slug(title):
    return re.sub(r'[^a-z0-9]+', '-', title.lower()).strip('-')


def titled(title):
    return title[0].upper() + title[1:]


def top_of(text, text_of):
    """The comment at the top of a header, and the lines that functions take from there."""
    top = header_docs.top_of(text)
    lines = ''.join(f'- {tag}{f" ({word})" if word else ""}: {said}\n' for (tag, word), said in top.tags.items())
    return text_of.paragraphs([*top.prose, '', *lines.split('\n')], '')


def parsed(root):
    return {path: check_header.parse(os.path.join(root, path)) for path in HEADERS
            if os.path.exists(os.path.join(root, path))}


def functions(root):
    return {name for api in parsed(root).values() for name in api['functions']}


def make(root, folder):
    """Writes the pages into folder/reference. Returns how many functions they describe, of how many."""
    apis = parsed(root)
    whole = {key: {name: value for api in apis.values() for name, value in
                   (api[key].items() if isinstance(api[key], dict) else dict.fromkeys(api[key]).items())}
             for key in ('functions', 'constants', 'macros', 'structs', 'handles', 'types')}
    text_of = Text(whole)
    os.makedirs(os.path.join(folder, 'reference'), exist_ok=True)
    described, toctrees = 0, []
    for path in apis:
        with open(os.path.join(root, path), encoding='utf-8') as file:
            text = file.read()
        stem = os.path.basename(path)[:-2]
        docs, top = header_docs.docs_of(text, apis[path]), top_of(text, text_of)
        text = re.sub(r'^#\s*ifdef __cplusplus.*?^#\s*endif', '', text[text.index('*/') + 2:], flags=re.S | re.M)
        pages = [(Page(root, text_of, group.title or FIRST[stem], group.head.prose), text[group.start:group.end])
                 for group in header_docs.groups_of(text)]
        names = []
        for page, part in pages:
            fill(page, part, docs)
            if not page.parts:
                continue
            described += len(page.functions)
            title, name = titled(page.title), f'{stem}-{slug(page.title.split(":")[0])}'
            summary = contents(page, text_of)
            write(os.path.join(folder, 'reference', name + '.rst'),
                  f'{title}\n{"=" * len(title)}\n\nOf ``{os.path.basename(path)}``.\n\n{summary}' + '\n'.join(page.parts))
            names.append(name)
        toctrees.append((TITLES[stem], names))
        title = f'{TITLES[stem]}\n{"=" * len(TITLES[stem])}'
        write(os.path.join(folder, 'reference', stem + '.rst'),
              f'{title}\n\n{top}\n\n.. toctree::\n   :maxdepth: 1\n\n'
              + ''.join(f'   {name}\n' for name in names))
    declared = sum(len(api['functions']) for api in apis.values())
    return described, declared, [f'reference/{name[:-2]}' for name, _ in toctrees]


def contents(page, text_of):
    """A table of what the page has, where that is much: each function and its first sentence."""
    names = [name for name in page.functions if not name.endswith('_out')]
    if len(names) < 4:
        return ''
    rows = ''.join(f'   * - :c:func:`{name}`\n     - {text_of.words(first_sentence(page.functions[name]))}\n'
                   for name in names)
    return f'.. list-table::\n   :class: overview\n   :widths: 30 70\n\n{rows}\n'


def first_sentence(text):
    match = re.match(r'(.*?[.!?:])(\s|$)', text)
    sentence = match.group(1) if match else text
    return sentence[:-1] + '.' if sentence.endswith(':') else sentence or text


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
