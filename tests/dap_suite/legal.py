#!/usr/bin/env python3
# What the protocol leaves to adapters is no failure: scenarios pass before an adapter with a habit of the field, and fail where they must.
# usage: legal.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASES = {
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
