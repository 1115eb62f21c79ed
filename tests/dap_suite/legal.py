#!/usr/bin/env python3
# What the protocol leaves to adapters is no failure: scenarios pass before an adapter with a habit of the field, and fail where they must.
# What our own adapter does not have passes before one that has it, and fails before one that has it wrong.
# usage: legal.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NEWER = {'frame-begins-anew': 'fail', 'unknown-frame-does-not-begin-anew': 'fail', 'thread-is-terminated': 'fail', 'breakpoint-of-a-mode': 'warn',
         'exception-options': 'warn', 'checksum-algorithms-follow-the-schema': 'fail', 'breakpoint-modes-follow-the-schema': 'fail',
         'module-columns-follow-the-schema': 'fail', 'trigger-characters-follow-the-schema': 'fail'}
CASES = {
    'newer': {f'capabilities/{name}': 'pass' for name in NEWER},
    'newer-wrong': {f'capabilities/{name}': verdict for name, verdict in NEWER.items()},
    'arguments-first': {'variables/assignment-is-seen': 'pass', 'variables/assignment-of-an-unknown-name': 'pass',
                        'variables/assignment-of-no-value': 'pass'},
    'no-lines': {'breakpoints/entries-in-their-order': 'pass', 'breakpoints/two-entries-on-one-line': 'pass'},
    'says-errors': {'base/errors-follow-the-schema': 'pass', 'base/error-of-a-bad-expression-has-a-message': 'pass',
                    'variables/unknown-expression': 'fail'},
}


def main():
    for habit, verdicts in CASES.items():
        adapter = f'exec:{sys.executable} {HERE}/odd_adapter.py {habit}'
        filters = [word for name in verdicts for word in ('--filter', name)]
        ran = subprocess.run([sys.argv[1], 'adapter', 'run', '--adapter', adapter, *filters, '-o', 'json:-'], check=False, capture_output=True, text=True)
        got = {row['scenario']: row['verdict'] for row in json.loads(ran.stdout)['results']}
        if got != verdicts:
            sys.exit(f'{habit}: expected {verdicts}, got {got}\n{ran.stdout}')
    print('legal habits are no failures')


if __name__ == '__main__':
    main()
