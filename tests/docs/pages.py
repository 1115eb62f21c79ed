"""Pages of the documentation: their fenced blocks, headings and links.

Used by the checks of this folder and by tools/dev/site.
"""
# SPDX-License-Identifier: MIT
import pathlib
import re

FENCE = re.compile(r'^( *)(`{3,})\s*([\w+-]*)[^`]*$')
# Guides are what people read to use the program; decisions and measurements are records.
RECORDS = ('decisions', 'measurements')


def guides(root):
    """README and the pages of docs, without records."""
    docs = pathlib.Path(root, 'docs')
    return [pathlib.Path(root, 'README.md')] + sorted(p for p in docs.glob('*.md'))


def every_page(root):
    """All Markdown files that people are led to."""
    root = pathlib.Path(root)
    top = sorted(root.glob('*.md'))
    rest = sorted(p for folder in ('docs', 'corpora', 'reports', 'tests', 'oss-fuzz', 'scenarios', 'tools')
                  for p in (root / folder).rglob('*.md'))
    return top + rest


def blocks(text):
    """(line of the fence, language, lines) of each fenced block."""
    found, fence = [], None
    for number, line in enumerate(text.splitlines(), 1):
        opening = FENCE.match(line)
        if fence is None and opening:
            fence = (number, opening[2], opening[3], [])
        elif fence is not None and line.strip() == fence[1]:
            found.append((fence[0], fence[2], fence[3]))
            fence = None
        elif fence is not None:
            fence[3].append(line)
    return found


def without_blocks(text):
    """The same lines, with those of fenced blocks empty."""
    lines = text.splitlines()
    for number, _, inside in blocks(text):
        for i in range(number - 1, number + len(inside) + 1):
            lines[i] = ''
    return lines
