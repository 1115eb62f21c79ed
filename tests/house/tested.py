#!/usr/bin/env python3
# No layer is without tests of its own: lines of its C tests for each line of its code. Commands are tested by what they print.
# usage: tested.py ROOT LAYERS_TXT [--table]
# Counted are lines of .c and .h files: of a layer below its folder, of its tests below tests/LAYER or tests/HOUSE/LAYER. Commands
# are tools/ (without bench/ and dev/) and harness/debugger/commands; their tests are tests/tools and tests/cli (.c, .py, .t).
# A line is no proof that something is tested: this only shows where nobody has begun.
# SPDX-License-Identifier: MIT
import os
import sys

LEAST = 0.25
LEAST_OF_COMMANDS = 0.3
COMMANDS = ('tools/cli', 'tools/cmd', 'tools/debuggers', 'tools/shell', 'tools/stubs', 'harness/debugger/commands')
# layer: what tests it instead. One that is no longer needed must go.
EXCEPTIONS = {
    'embed_fuzz': 'tests/embed runs it in docs/examples/embed, with planted bugs: its functions end the process',
    'condition_bench': 'tests/cli/bench.t measures by it; it needs a stub, a program and the clock',
    'programs': 'debuggees',
}


def lines_below(root, folder, endings):
    num = 0
    for base, _, files in os.walk(os.path.join(root, folder)):
        for name in files:
            if name.endswith(endings):
                with open(os.path.join(base, name), encoding='utf-8', errors='replace') as f:
                    num += sum(1 for _ in f)
    return num


def folders(record):
    """Layer -> its folder, from the record that CMake writes."""
    with open(record, encoding='utf-8') as f:
        return dict(line.split('|')[:2] for line in f if line.strip())


def figures(root, layers):
    """(name, lines, lines of tests, least) of each layer and of the commands."""
    for name, folder in layers.items():
        house, layer = folder.split('/')[-2:] if folder.startswith('harness/') else ('', folder)
        yield (name, lines_below(root, folder, ('.c', '.h')),
               lines_below(root, f'tests/{layer}', ('.c', '.h')) + lines_below(root, f'tests/{house}/{layer}', ('.c', '.h')), LEAST)
    yield ('commands', sum(lines_below(root, f, ('.c', '.h')) for f in COMMANDS),
           lines_below(root, 'tests/tools', ('.c', '.h')) + lines_below(root, 'tests/cli', ('.c', '.py', '.t')), LEAST_OF_COMMANDS)


def main():
    root, record = sys.argv[1], sys.argv[2]
    problems = []
    for name, code, tests, least in sorted(figures(root, folders(record)), key=lambda row: row[2] / max(row[1], 1)):
        share = tests / max(code, 1)
        if '--table' in sys.argv:
            print(f'{name:18} {code:6} {tests:6} {share:.2f}')
        if share < least and name not in EXCEPTIONS:
            problems.append(f'{name}: {tests} lines of tests for {code} lines, {share:.2f}; at least {least}')
        if share >= least and name in EXCEPTIONS:
            problems.append(f'{name} has tests now: it is no exception any more')
    print('\n'.join(problems) or 'each layer has tests of its own')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
