#!/usr/bin/env python3
# The list of waits is complete: docs/measurements/waits.md has as many of each kind as the scenarios, and the areas of those that only pass time.
# usage: waits.py ROOT
# SPDX-License-Identifier: MIT
import collections
import glob
import os
import re
import sys

import yaml

KINDS = ('quiet', 'discard', 'wait')
OTHERS = {'adapters', 'baselines', 'profiles', 'workloads'}


def walk(of):
    """All maps in a document."""
    if isinstance(of, dict):
        yield of
    for value in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from walk(value)


def counts_of(root):
    """How many of each kind there are, and in which areas."""
    counts, areas = collections.Counter(), collections.defaultdict(set)
    for path in glob.glob(os.path.join(root, 'scenarios', '*', '*.yaml')):
        area = os.path.basename(os.path.dirname(path))
        if area in OTHERS:
            continue
        with open(path, encoding='utf-8') as f:
            for document in yaml.safe_load_all(f):
                for found in walk(document):
                    for kind in set(KINDS) & set(found):
                        counts[kind] += 1
                        areas[kind].add(area)
    return counts, areas


def main():
    root = sys.argv[1]
    counts, areas = counts_of(root)
    with open(os.path.join(root, 'docs', 'measurements', 'waits.md'), encoding='utf-8') as f:
        rows = [line.split('|') for line in f if line.startswith('| `')]
    wrong = []
    for kind in KINDS:
        row = next((cells for cells in rows if cells[1].strip().startswith(f'`{kind}:') and '(' in cells[1]), None)
        told = re.search(r'\((\d+)\)', row[1]) if row else None
        if not told or int(told[1]) != counts[kind]:
            wrong.append(f'{kind}: the scenarios have {counts[kind]}, waits.md says {told[1] if told else "nothing"}')
        if kind == 'wait' and row and set(row[2].strip().split(', ')) != areas[kind]:
            wrong.append(f'{kind}: it is in {", ".join(sorted(areas[kind]))}')
    for text in wrong:
        print(text)
    print(f'{sum(counts.values())} waits, {len(wrong)} of {len(KINDS)} kinds told wrongly')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
