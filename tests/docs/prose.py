#!/usr/bin/env python3
"""Guides are in plain sentences, without laboratory notes.

usage: prose.py ROOT [--all]        --all also lists sentences near the limit
"""
# SPDX-License-Identifier: MIT
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import pages  # noqa: E402

MOST_WORDS = 25
# Generated pages, and those whose sentences other tests judge.
LEFT_OUT = ('packet-reference.md', 'glossary.md')
# What nobody says aloud, and what is said instead.
PHRASES = {
    r'to be had': 'can, available', r'is none\b': 'not supported, there is no', r'last words': "the last of the stub's output",
    r'\bcut down\b': 'minimised', r'\bis told\b|\bare told\b|\bwas told\b': 'say who tells', r'\bgone through\b': 'read',
    r'\bbut for\b': 'except', r'\bis to be\b': 'must be', r'\bonce more\b': 'again',
    r'\bof its own accord\b': 'by itself', r'\bthe one or the other\b': 'either',
}
NOTES = {r'\b20\d\d-\d\d-\d\d\b': 'a date', r'\bcommit [0-9a-f]{7,}\b': 'a commit', r'\bload (of|is|was) \w*\d': 'a load of the machine'}


def paragraphs(text):
    """(line, text) of each paragraph, list item and table cell, without code."""
    start, found = 0, []
    for number, line in enumerate(pages.without_blocks(text) + [''], 1):
        stripped = line.strip()
        if not stripped or stripped.startswith(('#', '|', '-', '*', '<!--')) or re.match(r'\d+\. ', stripped) or line.startswith('    '):
            if found:
                yield start, ' '.join(found)
            found = []
            if stripped.startswith('|'):
                yield from ((number, cell.strip()) for cell in re.split(r'(?<!\\)\|', stripped))
                continue
            if stripped.startswith(('#', '<!--')) or line.startswith('    ') and not re.match(r'[-*] ', stripped):
                continue
        if stripped:
            start = start if found else number
            found.append(re.sub(r'^(?:[-*]|\d+\.) ', '', stripped))


def plain(text):
    """A code span and a link are a word each."""
    text = re.sub(r'`[^`]*`', 'X', text)
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', text)
    return text.replace('e.g.', 'eg').replace('...', ' ')


def sentences(text):
    return [s for s in re.split(r'(?<=[.!?:;])[)*]* +', plain(text)) if s]


def check(name, text, most=MOST_WORDS):
    for line, paragraph in paragraphs(text):
        words = plain(paragraph)
        for sentence in sentences(paragraph):
            if len(sentence.split()) > most:
                yield f'{name}:{line}: {len(sentence.split())} words: {sentence}'
        for pattern, better in PHRASES.items():
            if re.search(pattern, words):
                yield f'{name}:{line}: "{re.search(pattern, words)[0]}": {better}'
        for pattern, what in NOTES.items():
            if re.search(pattern, words):
                yield f'{name}:{line}: {what} belongs to docs/measurements'


def self_test():
    good = '# A\n\nOne sentence. Another\nof two lines.\n\n- item `to be had`\n\n| a | b |\n|---|---|\n| c | d |\n'
    assert not list(check('a', good))
    assert len(list(check('a', 'Can it to be had.\n\n| x | on 2026-11-22 |\n'))) == 2
    assert len(list(check('a', 'word ' * 31 + '.\n'))) == 1


def main():
    self_test()
    root, most = sys.argv[1], 24 if '--all' in sys.argv else MOST_WORDS
    problems = [problem for path in pages.guides(root) if path.name not in LEFT_OUT
                for problem in check(path.relative_to(pathlib.Path(root)), path.read_text(encoding='utf-8'), most)]
    print('\n'.join(problems) or 'guides are in plain sentences')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
