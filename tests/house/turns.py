# The tests that take turns in .ci/run exist, each of them is played with one commit in six, and no other test needs what they leave.
# usage: turns.py ROOT BUILD
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys

TURNS = 6


def lines(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


def main():
    root, build = sys.argv[1:3]
    with open(f'{root}/tests/turns.txt', encoding='utf-8') as file:
        named = [line.split()[0] for line in file if line.strip() and not line.startswith('#')]
    assert len(named) == len(set(named)), 'a test is named twice'
    tests = json.loads('\n'.join(lines('ctest', '--test-dir', build, '--show-only=json-v1')))['tests']
    there = {test['name']: {p['name'] for p in test.get('properties', [])} for test in tests}
    # What needs a debugger or a stub is left out where that is not installed.
    strange = [name for name in named if name not in there and name.split('.')[0] not in ('interop', 'dap_suite', 'pages')]
    assert not strange, f'tests/turns.txt names tests that do not exist: {strange}'
    needed = [name for name in named if 'FIXTURES_SETUP' in there.get(name, ())]
    assert not needed, f'tests/turns.txt names tests whose results others need: {needed}'
    waiting = [lines(f'{root}/tools/dev/turns', str(num)) for num in range(TURNS)]
    for name in named:
        played = sum(name not in turn for turn in waiting)
        assert played == 1, f'{name} is played with {played} of {TURNS} commits'


main()
