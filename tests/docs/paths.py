#!/usr/bin/env python3
"""Paths that pages name, as code or in commands, are there; the index names each page once; generated pages fit the suite.

usage: paths.py ROOT
"""
# SPDX-License-Identifier: MIT
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import pages  # noqa: E402

# From the top of the repository, and nothing in it that stands for something else: PRESET, *, {a,b}, <name>.
PATH = re.compile(r'(?<![\w./$~{*-])(?:\./)?((?:docs|harness|include|reports|scenarios|corpora|tools|tests|oss-fuzz|\.ci)/[\w.+/-]*)(?![\w*{<$])')
STANDS_FOR = re.compile(r'[A-Z]{3,}')
CODE = re.compile(r'`[^`]+`')
# Folders of the reader, in examples.
READERS = ('tests/rsp',)
# Areas that apply to no stub.
OTHER_AREAS = {'debuggers', 'adapters'}
INDEX = 'docs/README.md'
KINDS = 'docs/kinds.md'


def named(text):
    """(line, path) of all paths in code: in a line, and in blocks."""
    fenced = {number + i for number, _, lines in pages.blocks(text) for i in range(1, len(lines) + 1)}
    for number, line in enumerate(text.splitlines(), 1):
        for piece in [line] if number in fenced else CODE.findall(line):
            for found in PATH.finditer(piece):
                yield number, found[1].rstrip('.')


def missing(root):
    for page in pages.guides(root):
        for number, path in named(page.read_text(encoding='utf-8')):
            stands = STANDS_FOR.search(path) and not path.endswith('.md')
            if not stands and not path.startswith(READERS) and not (root / path).exists() and not list(root.glob(f'{path}.*')):
                yield f'{page.relative_to(root)}:{number}: there is no {path}'


def index_rows(root):
    """Each page has one row of the index."""
    text = (root / INDEX).read_text(encoding='utf-8')
    rows = [target for line in text.splitlines() if line.startswith('|') for target in re.findall(r'\]\(([^)#]+)\)', line)]
    for target in sorted({target for target in rows if rows.count(target) > 1}):
        yield f'{INDEX}: {target} is listed {rows.count(target)} times'


def kinds_rows(root):
    """The rows of the page that tools/dev/kinds writes are the areas of the suite."""
    text = (root / KINDS).read_text(encoding='utf-8')
    rows = set(re.findall(r'^\| ([a-z]+) \|(?: *[\d/]* *\|)+$', text, re.M))
    areas = {path.parent.name for path in (root / 'scenarios').glob('*/*.yaml')
             if re.search(rf'^scenario: *{path.parent.name}/', path.read_text(encoding='utf-8'), re.M)}
    for area in sorted(areas - rows - OTHER_AREAS):
        yield f'{KINDS}: no row of {area}: run tools/dev/kinds'
    for area in sorted(rows - areas):
        yield f'{KINDS}: there is no area {area}: run tools/dev/kinds'


def check(root):
    root = pathlib.Path(root).resolve()
    for part in (missing, index_rows, kinds_rows):
        yield from part(root)


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name in ('docs', 'tools', 'scenarios/memory'):
            (root / name).mkdir(parents=True)
        (root / 'tools/here').write_text('')
        (root / 'scenarios/memory/a.yaml').write_text('scenario: memory/a\n')
        (root / 'README.md').write_text('`tools/here` `tools/gone` tools/prose `tools/NAME` `build/tools/x`\n```sh\ntools/lost --a\n```\n')
        (root / INDEX).write_text('| [a](a.md) | |\n| [b](a.md) | |\n')
        (root / KINDS).write_text('| old | 1/2 |  |\n')
        problems = list(check(root))
        assert len(problems) == 5, problems


def main():
    self_test()
    problems = list(check(sys.argv[1]))
    print('\n'.join(problems) or 'every path is there')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
