#!/usr/bin/env python3
"""Links of the pages lead to files and headings that exist, and every guide can be reached from the index.

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
    root, texts, linked = pathlib.Path(root).resolve(), {}, set()
    for path in pages.every_page(root):
        for number, target in links(path.read_text(encoding='utf-8')):
            problem = wrong(root, path, target, texts)
            if problem:
                yield f'{path.relative_to(root)}:{number}: {target} {problem}'
            if path == root / INDEX:
                linked.add((path.parent / target.partition('#')[0]).resolve())
    for path in pages.guides(root):
        if path not in linked and path != root / INDEX:
            yield f'{INDEX}: no link to {path.relative_to(root)}'


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / 'docs').mkdir()
        (root / 'README.md').write_text('# A `b` c\n[x](docs/README.md) [y](gone.md) [z](#a-b-c)\n```sh\n[w](gone.md)\n```\n')
        (root / 'docs/README.md').write_text('[up](../README.md#nothing) `[code](gone.md)`\n')
        (root / 'docs/lost.md').write_text('[out](../../etc) [web](http://example.org) ![picture](gone.png)\n')
        problems = list(check(root))
        assert len(problems) == 6, problems


def main():
    self_test()
    problems = list(check(sys.argv[1]))
    print('\n'.join(problems) or 'every link leads somewhere')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
