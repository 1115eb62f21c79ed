#!/usr/bin/env python3
# Golden tests of the command line: "  $ command" lines with the output that they must give, in *.t files.
# usage: cram.py STUBBORN [--update] FILE...
# Standard error is part of the output. "[N]" stands for exit status N; a line that ends in " (re)" is a pattern.
# In commands $TESTS is this folder, $ROOT the source tree; each file runs in a folder of its own.
# SPDX-License-Identifier: MIT
import difflib
import os
import re
import subprocess
import sys
import tempfile

TIMEOUT_S = 120


def parse(text):
    """Splits into ('text', line) and ('command', [command lines], [expected lines])."""
    items = []
    for line in text.splitlines():
        if line.startswith('  $ '):
            items.append(('command', [line[4:]], []))
        elif line.startswith('  > ') and items and items[-1][0] == 'command' and not items[-1][2]:
            items[-1][1].append(line[4:])
        elif line.startswith('  ') and items and items[-1][0] == 'command':
            items[-1][2].append(line[2:])
        else:
            items.append(('text', line))
    return items


def execute(commands, folder, env):
    done = subprocess.run(['bash', '-c', '\n'.join(commands)], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S)
    text = done.stdout.decode('utf-8', errors='backslashreplace')
    lines = text.split('\n')
    if lines[-1] == '':
        lines.pop()
    else:
        lines[-1] += ' (no newline)'
    if done.returncode:
        lines.append(f'[{done.returncode}]')
    return lines


def same(expected, got):
    if len(expected) != len(got):
        return False
    return all(e == g or (e.endswith(' (re)') and re.fullmatch(e[:-5], g)) for e, g in zip(expected, got))


def keep_patterns(expected, got):
    """Lines for an update: where a pattern still fits at the same place, it stays."""
    return [expected[i] if i < len(expected) and expected[i].endswith(' (re)') and re.fullmatch(expected[i][:-5], g)
            else g for i, g in enumerate(got)]


def run_file(path, stubborn, update):
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(here))
    foreign = ('NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'TERM')
    env = {k: v for k, v in os.environ.items() if not k.startswith('STUBBORN') and k not in foreign}
    env.update(PATH=f'{os.path.dirname(os.path.abspath(stubborn))}:{env["PATH"]}', TESTS=here, ROOT=root, LC_ALL='C',
               TERM='dumb', COLUMNS='100')
    items = parse(open(path, encoding='utf-8').read())
    out, failures = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for item in items:
            if item[0] == 'text':
                out.append(item[1])
                continue
            _, commands, expected = item
            got = execute(commands, folder, env)
            out += [('  $ ' if i == 0 else '  > ') + c for i, c in enumerate(commands)]
            out += [f'  {line}' for line in keep_patterns(expected, got)]
            if not same(expected, got):
                failures += 1
                if not update:
                    print(f'{path}: $ {commands[0]}')
                    print('\n'.join(difflib.unified_diff(expected, got, 'expected', 'got', lineterm='', n=4)))
    if update:
        open(path, 'w', encoding='utf-8').write('\n'.join(out) + '\n')
    return failures


def main():
    arguments = [a for a in sys.argv[1:] if a != '--update']
    update = len(arguments) != len(sys.argv) - 1
    failures = sum(run_file(path, arguments[0], update) for path in arguments[1:])
    if failures and not update:
        print(f'{failures} commands gave something else; cram.py --update rewrites the files')
    return 1 if failures and not update else 0


sys.exit(main())
