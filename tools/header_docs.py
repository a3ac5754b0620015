"""Reads the comments of a header: what it says of each function, and of each group of them.

A comment `/** … */` is about the declarations that follow it up to an empty line. It says what they do, and then has lines
`Tag: text` about their shapes, dtypes, errors and so on. What it leaves out, the head of its group says, which is
`/* ---- title ---- … */`; what that leaves out, the comment at the top of the header says.

  - A line `Tag (word): text` is about some functions alone, beside the line without a word: (new) those that make a tensor by
    `ct_tensor **`, (_out) those whose names end so, (status) and (value) those that return a ct_status or something else, and
    with any other word those that have this name, or a parameter of this name.
  - A function's own line stands in place of its group's with the same tag and word, and that in place of the one at the
    top. Lines of errors come together instead, but "none" leaves out whatever comes later, and a line that begins with "only"
    the later ones with its word.
  - A tag may also follow a sentence, in the same line, as in `/** The cube root of t. Dtypes: all. Since: 0.3 */`.
  - In the lines of groups and of the top, ct_x is the function without _out, and out whatever its outputs are called.
"""
import dataclasses
import functools
import re

import check_header

TAGS = ['Shapes', 'Dtypes', 'Options', 'Ownership', 'Errors', 'Cost', 'Threads', 'Since']
ONLY = 'only '  # before errors that leave out those of the group and the top
WHAT = 'What'  # the summary of a form that a comment does not have
NAMES = '|'.join([WHAT, *TAGS])
LINE = re.compile(rf'({NAMES})(?: \((\w+)\))?: (.*)')
INLINE = re.compile(rf'(?<=[.…)]) (?=(?:{NAMES})(?: \(\w+\))?: )')
GROUP = re.compile(r'^/\* ---- (.*?) ----(.*?)\*/', flags=re.S | re.M)
COMMENT = re.compile(r'/\*\*(?!<)((?:(?!\*/).)*)\*/[ \t]*\n', flags=re.S)
STATUS = re.compile(r'CT_ERROR_\w+')


@dataclasses.dataclass
class Block:
    """A comment: its lines of prose, and {(tag, word or ''): text}."""
    prose: list
    tags: dict

    @property
    def summary(self):
        """The first paragraph, on one line."""
        lines = [line.strip() for line in self.prose]
        return ' '.join(lines[:lines.index('')] if '' in lines else lines).strip()


@dataclasses.dataclass
class Group:
    title: str
    head: Block
    start: int  # in the header, behind its head
    end: int


@dataclasses.dataclass
class Doc:
    name: str
    group: str
    block: Block  # the comment that it shares with `family`
    family: list  # functions, in order
    tags: dict  # {tag: text}, with what the group and the top say
    summary: str


def lines_of(comment):
    """A comment's lines without its stars, one space of indentation removed."""
    return [re.sub(r'^\s*\*? ?', '', line, count=1) if i else line.strip() for i, line in enumerate(comment.split('\n'))]


def block_of(comment):
    lines = [part for line in '\n'.join(lines_of(comment)).lstrip('\n').rstrip().split('\n')
             for part in ([line] if line.startswith('    ') else INLINE.split(line))]
    prose, tags, key = [], {}, None
    for line in lines:
        match = LINE.match(line.strip())
        if match:
            key = match.group(1), match.group(2) or ''
            tags[key] = match.group(3).strip()
        elif key and line.strip():
            tags[key] += ' ' + line.strip()
        else:
            key = None
            prose.append(line)
    while prose and not prose[-1].strip():
        prose.pop()
    return Block(prose, tags)


@functools.lru_cache(maxsize=8)
def top_of(text):
    """The comment at the top of the header."""
    match = re.match(r'/\*\*(.*?)\*/', text, flags=re.S)
    return block_of(match.group(1)) if match else Block([], {})


@functools.lru_cache(maxsize=8)
def groups_of(text):
    """The groups, of which the first is what comes before all heads."""
    heads = list(GROUP.finditer(text))
    ends = [head.start() for head in heads] + [len(text)]
    first = [Group('', Block([], {}), 0, ends[0])]
    return first + [Group(head.group(1), block_of(head.group(2)), head.end(), end) for head, end in zip(heads, ends[1:])]


def run_after(text, position):
    """What is declared from here to the next empty line."""
    end = text.find('\n\n', position)
    return text[position:end if end >= 0 else len(text)]


def declared_in(run):
    """[(name, declaration)] of the functions in it. Nothing where it declares something else."""
    code = re.sub(r'/\*.*?\*/', ' ', run, flags=re.S)
    found = []
    for one in code.split(';'):
        match = re.match(r'\s*(?!typedef\b|struct \w+ \{|enum\b|#)[\w \*]*?[ \*](\w+)\(', one)
        if not match:
            break
        found.append((match.group(1), ' '.join(one.split())))
    return found


def applies(word, name, function):
    if word in ('', name):
        return True
    if word == 'new':
        return any(kind == 'ct_tensor **' for kind, _ in function['parameters'])
    if word == '_out':
        return name.endswith('_out')
    if word in ('status', 'value'):
        return (function['returns'] == 'ct_status') == (word == 'status')
    return any(parameter == word for _, parameter in function['parameters'])


def outputs_of(name, function):
    wanted = 'ct_tensor *' if name.endswith('_out') else 'ct_tensor **'
    return [parameter for kind, parameter in function['parameters'] if kind == wanted]


def listed(names):
    return names[0] if len(names) == 1 else f'{", ".join(names[:-1])} and {names[-1]}'


def named(text, name, function=None):
    """A line with the names of this function and, where that is given, of its outputs."""
    text = re.sub(r'\bct_x\b', name[:-4] if name.endswith('_out') else name, text)
    outputs = outputs_of(name, function) if function else []
    if len(outputs) > 1:
        results = listed(['*' + one for one in outputs])
        text = re.sub(r'\*out (is|has)\b', lambda verb: f'{results} {"are" if verb.group(1) == "is" else "have"}', text)
        text = re.sub(r'\*out\b', results, text)
        return re.sub(r'(?<!\*)\bout\b(?! of| ==)', 'an output', text)
    if outputs and outputs != ['out']:
        return re.sub(r'\bout\b(?! of)', outputs[0], text)
    return text


def joined(texts):
    return '; '.join(text.rstrip('.') for text in texts) + '.' if texts else ''


def statuses(text):
    """({status: [its reasons]}, what else is said) of a line of errors."""
    found, rest, position = {}, '', 0
    for match in STATUS.finditer(text):
        if match.start() < position:
            continue
        rest += text[position:match.start()]
        position = match.end()
        reasons = ''
        if text.startswith(' (', position):
            depth = 0
            for end in range(position + 1, len(text)):
                depth += {'(': 1, ')': -1}.get(text[end], 0)
                if depth == 0:
                    break
            reasons = text[position + 2:end]
            position = end + 1
        found.setdefault(match.group(), []).extend(reason for reason in reasons.split('; ') if reason)
    rest += text[position:]
    return found, rest.strip(' ,.')


def errors_of(levels, order):
    """One line of all the errors that these levels' lines, {word: text}, name, by status in the given order."""
    found, others, ended = {}, [], set()
    for lines in levels:
        lines = {word: line for word, line in lines.items() if word not in ended}
        none = next((line for line in lines.values() if re.match(r'none\b', line)), None)
        if none:
            if not found and not others:
                return none
            break
        for word, line in lines.items():
            if line.startswith(ONLY):
                ended.add(word)
            more, rest = statuses(line.removeprefix(ONLY))
            for status, reasons in more.items():
                found.setdefault(status, [])
                found[status] += [reason for reason in reasons if reason not in found[status]]
            others += [rest] if rest else []
    if not found and not others:
        return ''
    ordered = sorted(found, key=lambda status: (status == 'CT_ERROR_OUT_OF_MEMORY', order.get(status, 0)))
    return ', '.join([f'{status} ({"; ".join(found[status])})' if found[status] else status for status in ordered] + others) + '.'


def resolved(own, head, top, name, function, order):
    own_tags = {key: named(text, name) for key, text in own.tags.items()}
    levels = [own_tags, *({key: named(text, name, function) for key, text in one.tags.items()} for one in (head, top))]
    tags = {}
    for tag in [WHAT, *TAGS]:
        if tag == 'Errors':
            lines = [{word: text for (key, word), text in level.items() if key == tag and applies(word, name, function)}
                     for level in levels]
            tags[tag] = errors_of(lines, order)
            continue
        chosen = {}
        for level in levels:
            for (key, word), text in level.items():
                if key == tag and applies(word, name, function):
                    chosen.setdefault(word, text)
        if tag == 'Since':
            tags[tag] = next(iter(chosen.values()), '')
        elif tag == WHAT:  # the word that says most
            tags[tag] = next((chosen[word] for word in sorted(chosen, key='_out'.__eq__)), '')
        else:
            tags[tag] = joined([chosen[word] for word in sorted(chosen, key=bool)])
    return {tag: text for tag, text in tags.items() if text}


def sentence(text):
    """The text with a capital, unless it begins with a name."""
    word = re.match(r'[a-z]{2,}(?=[ ,])', text)
    return text[0].upper() + text[1:] if word else text


def docs_of(text, api):
    """{name: Doc} of the functions that have a comment. `api` is what check_header.parse gives of the header."""
    groups, top, found = groups_of(text), top_of(text), {}
    order = {name: -value for name, value in api['constants'].items()}
    for match in COMMENT.finditer(text):
        family = [name for name, _ in declared_in(run_after(text, match.end())) if name in api['functions']]
        if not family:
            continue
        group = next(one for one in reversed(groups) if one.start <= match.start())
        own = block_of(match.group(1))
        for name in family:
            tags = resolved(own, group.head, top, name, api['functions'][name], order)
            what = sentence(tags.pop(WHAT, ''))
            found[name] = Doc(name, group.title, own, family, tags, own.summary if name == family[0] else what)
    return found


def read(path):
    with open(path, encoding='utf-8') as file:
        return docs_of(file.read(), check_header.parse(path))
