#!/usr/bin/env python3
# The glossary: entries in order, each with a source, each file and identifier that it names exists.
# usage: glossary.py ROOT
# Also: sentences are short, italics name an entry, the manual's sections are spelled one way, README and
# architecture.md link the page.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

PAGE = 'docs/glossary.md'
LINKED_FROM = {'README.md': 'docs/glossary.md', 'docs/architecture.md': 'glossary.md'}
MOST_SENTENCES, MOST_WORDS = 3, 25
# Nodes of the GDB manual that entries may cite, and the other documents.
SECTIONS = {
    'Agent Expressions', 'All-Stop Mode', 'General Query Packets', 'Inferiors Connections and Programs', 'Interrupts',
    'Notification Packets', 'Overview', 'Packet Acknowledgment', 'Packets', 'Remote Non-Stop', 'Remote Stub',
    'Standard Replies', 'Stop Reply Packets', 'Target Descriptions', 'Targets',
}
DOCUMENT = re.compile(r'LLDB gdb-remote extensions, \w+|AFL\+\+ documentation')
CODE = re.compile(r'`([^`]+)`')
ITALICS = re.compile(r'(?<![*\w])\*([^*`]+)\*(?![*\w])')
SOURCES = ('harness', 'include', 'reports', 'tools')
IDENTIFIER = re.compile(r'\w*[A-Za-z]\w*_\w+')
PATH = re.compile(r'[\w.-]+(/[\w.-]+)+|[A-Z]\w+\.md')


def rows(text):
    """(line, cells) of the page's table."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('| ') and not line.startswith('| word |'):
            yield number, [cell.strip() for cell in line.strip().strip('|').split(' | ')]


def known_names(root):
    """Identifiers of the product, and the options of its commands."""
    names = set()
    for folder in SOURCES:
        for base, _, files in os.walk(os.path.join(root, folder)):
            for name in files:
                if name.endswith(('.c', '.h')):
                    with open(os.path.join(base, name), encoding='utf-8') as f:
                        names.update(re.findall(r'\w*_\w+|"[a-z][a-z-]+"', f.read()))
    return names


def check_code(root, token, names):
    """What is wrong with a name in code quotes. Wire bytes and words of scenarios are no names."""
    if PATH.fullmatch(token) and not os.path.exists(os.path.join(root, token)):
        # A scenario's name looks like a path.
        area = os.path.join(root, 'scenarios', token.split('/')[0])
        return None if token.count('/') == 1 and os.path.isdir(area) else f'no file "{token}"'
    if IDENTIFIER.fullmatch(token) and token not in names:
        return f'no identifier "{token}" in {", ".join(SOURCES)}'
    for word in re.findall(r'(?:^stubborn |(?:^| )--)([a-z][a-z-]+)', token):
        if f'"{word}"' not in names:
            return f'no command or option "{word}"'
    return None


def check_source(source):
    if not source:
        return 'no source'
    for part in source.split('; '):
        if part.startswith('GDB manual, ') and part[len('GDB manual, '):] in SECTIONS:
            continue
        if not DOCUMENT.fullmatch(part) and not CODE.fullmatch(part):
            return f'"{part}" is neither a section of a manual nor a name in the repository'
    return None


def check_meaning(meaning, words):
    sentences = re.split(r'(?<=[.;:]) ', meaning)
    if not meaning.endswith('.'):
        return 'the meaning is no sentence'
    if len(re.split(r'(?<=\.) ', meaning)) > MOST_SENTENCES:
        return f'more than {MOST_SENTENCES} sentences'
    if max(len(sentence.split()) for sentence in sentences) > MOST_WORDS:
        return f'a sentence of more than {MOST_WORDS} words'
    for word in ITALICS.findall(meaning):
        if not {word, re.sub(r's$', '', word)} & words:
            return f'*{word}* is no entry'
    return None


def check_row(root, cells, words, names):
    if len(cells) != 3:
        return ['a row has a word, a meaning and a source']
    found = [check_source(cells[2]), check_meaning(cells[1], words)]
    found += [check_code(root, token, names) for cell in cells[1:] for token in CODE.findall(cell)]
    return [problem for problem in found if problem]


def check(root):
    with open(os.path.join(root, PAGE), encoding='utf-8') as f:
        table = list(rows(f.read()))
    names = known_names(root)
    words = {cells[0] for _, cells in table}
    problems = [] if table else [f'{PAGE}: no entries']
    before = ''
    for number, cells in table:
        key = cells[0].lower()
        if key <= before:
            problems.append(f'{PAGE}:{number}: "{cells[0]}" stands after "{before}"')
        before = key
        problems += [f'{PAGE}:{number}: {cells[0]}: {problem}' for problem in check_row(root, cells, words, names)]
    for path, link in LINKED_FROM.items():
        with open(os.path.join(root, path), encoding='utf-8') as f:
            if f']({link})' not in f.read():
                problems.append(f'{path}: no link to {PAGE}')
    return problems


def self_test():
    """Each mistake is found, and a good page has none."""
    good = '| link | Bytes, see *rule*. | `include/rsp/link.h` |\n| rule | A check by `rsp_rule`. | GDB manual, Overview |\n'
    cases = [
        ('', good, 0),
        ('the order', ''.join(reversed(good.splitlines(True))), 1),
        ('a word twice', good + good.splitlines(True)[1], 1),
        ('a source', '| link | Bytes. |  |\n', 1),
        ('a section', '| link | Bytes. | GDB manual, Overveiw |\n', 1),
        ('a file', '| link | Bytes. | `include/rsp/lnik.h` |\n', 1),
        ('an identifier', '| link | Bytes, `rsp_lnik`. | GDB manual, Overview |\n', 1),
        ('a command', '| link | Bytes of `stubborn fly --stub`. | GDB manual, Overview |\n', 1),
        ('an option', '| link | Bytes of `stubborn run --sutb`. | GDB manual, Overview |\n', 1),
        ('italics', '| link | Bytes, see *packet*. | GDB manual, Overview |\n', 1),
        ('a long sentence', f'| link | Bytes{" and bytes" * 20}. | GDB manual, Overview |\n', 1),
        ('many sentences', '| link | One. Two. Three. Four. | GDB manual, Overview |\n', 1),
        ('a cell', '| link | Bytes. |\n', 1),
        ('everything', '', 1),
    ]
    for what, page, wanted in cases:
        with tempfile.TemporaryDirectory() as root:
            for path, text in {PAGE: '| word | meaning | source |\n|---|---|---|\n' + page, 'README.md': '[g](docs/glossary.md)',
                               'docs/architecture.md': '[g](glossary.md)', 'include/rsp/link.h': 'int rsp_rule;\n',
                               'tools/run.c': '"run" "stub"'}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                    f.write(text)
            problems = check(root)
            assert len(problems) == wanted, f'{what}: {wanted} wanted, found: {problems}'


if __name__ == '__main__':
    self_test()
    found = check(sys.argv[1])
    print('\n'.join(found) or 'the glossary names what there is')
    sys.exit(1 if found else 0)
