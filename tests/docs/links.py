#!/usr/bin/env python3
"""Links of the pages lead to files and headings that exist, and indexes list every guide and every decision.

usage: links.py ROOT

Only links within the repository are checked; a link to the web must be https.
"""
# SPDX-License-Identifier: MIT
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import pages  # noqa: E402

LINK = re.compile(r'(?<!\\)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)')
HEADING = re.compile(r'^#{1,6} +(.*?) *#*$')
INDEX = 'docs/README.md'
DECISIONS = 'docs/decisions/README.md'


def anchors(text):
    """Headings as GitHub and the site name them."""
    found = set()
    for line in pages.without_blocks(text):
        heading = HEADING.match(line)
        if heading:
            plain = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading[1]).replace('`', '').lower()
            slug = re.sub(r'[^\w\- ]', '', plain).strip().replace(' ', '-')
            while slug in found:
                slug += '-1'
            found.add(slug)
    return found


def links(text):
    for number, line in enumerate(pages.without_blocks(text), 1):
        for target in LINK.findall(re.sub(r'`[^`]*`', lambda code: code[0].replace('](', '] ('), line)):
            yield number, target


def wrong(root, path, target, texts):
    """What is wrong with a link, or None."""
    if '://' in target or target.startswith('mailto:'):
        return None if target.startswith(('https:', 'mailto:')) else 'is not https'
    name, _, anchor = target.partition('#')
    goal = (path.parent / name).resolve() if name else path
    if not goal.exists():
        return 'leads to no file'
    if not goal.is_relative_to(root):
        return 'leaves the repository'
    if anchor and goal.suffix == '.md':
        if goal not in texts:
            texts[goal] = anchors(goal.read_text(encoding='utf-8'))
        if anchor not in texts[goal]:
            return f'leads to no heading of {goal.relative_to(root)}'
    return None


def check(root):
    root, texts, linked = pathlib.Path(root).resolve(), {}, {INDEX: set(), DECISIONS: set()}
    for path in pages.every_page(root):
        for number, target in links(path.read_text(encoding='utf-8')):
            problem = wrong(root, path, target, texts)
            if problem:
                yield f'{path.relative_to(root)}:{number}: {target} {problem}'
            for index, found in linked.items():
                if path == root / index:
                    found.add((path.parent / target.partition('#')[0]).resolve())
    for index, listed in ((INDEX, pages.guides(root)), (DECISIONS, sorted((root / DECISIONS).parent.glob('*.md')))):
        for path in listed:
            if path not in linked[index] and path != root / index:
                yield f'{index}: no link to {path.relative_to(root)}'


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / 'docs').mkdir()
        (root / 'README.md').write_text('# A `b` c\n[x](docs/README.md) [y](gone.md) [z](#a-b-c)\n```sh\n[w](gone.md)\n```\n')
        (root / 'docs/README.md').write_text('[up](../README.md#nothing) `[code](gone.md)`\n')
        (root / 'docs/lost.md').write_text('[out](../../etc) [web](http://example.org) ![picture](gone.png)\n')
        (root / 'docs/decisions').mkdir()
        (root / 'docs/decisions/0001-lost.md').write_text('# 1. Lost\n')
        problems = list(check(root))
        assert len(problems) == 7, problems


def main():
    self_test()
    problems = list(check(sys.argv[1]))
    print('\n'.join(problems) or 'every link leads somewhere')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
