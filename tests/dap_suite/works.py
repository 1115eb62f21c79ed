#!/usr/bin/env python3
# What depends on a request that is in work: facts that `adapter init` finds, and verdicts of scenarios. A cancel that meets its request in the
# queue shows nothing about one in work, and where nothing shows when the adapter works, nothing is claimed.
# usage: works.py STUBBORN
# SPDX-License-Identifier: MIT
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
SEEN = 'shell touch ${mark}; sleep 3'
FACTS = {
    'renumbers': {'calls': True, 'slow': 'shell sleep 3', 'slow-context': 'repl'},
    'cancels-waiting': {'slow': 'shell sleep 3', 'slow-context': 'repl'},
    'cancels-waiting-seen': {'slow': SEEN, 'slow-context': 'repl'},
    'interrupts-seen': {'slow': SEEN, 'slow-context': 'repl', 'interruptible': SEEN + '0'},
}
INTERRUPTED, LEFT_ALONE = 'cancel/active-request-is-interrupted-soon', 'cancel/pending-cancel-leaves-the-active-request-alone'
VERDICTS = {  # of a profile that says that all of them can be interrupted
    'cancels-waiting': {INTERRUPTED: 'skip', LEFT_ALONE: 'skip'},
    'cancels-waiting-seen': {INTERRUPTED: 'warn', LEFT_ALONE: 'pass'},
    'interrupts-seen': {INTERRUPTED: 'pass', LEFT_ALONE: 'pass'},
}


def adapter_of(habit):
    return f'exec:{sys.executable} {HERE}/odd_adapter.py {habit}'


def expect(what, wanted, got):
    if wanted != got:
        sys.exit(f'{what}: expected {wanted!r}, got {got!r}')


def verdicts_of(stubborn, folder, habit):
    """By a profile that says that both kinds of work can be interrupted."""
    touch = 'touch ${mark}; ' if habit.endswith('seen') else ''
    profile = {'adapter': adapter_of(habit), 'timeout': '4s',
               'facts': {'slow': f'shell {touch}sleep 2', 'slow-context': 'repl', 'interruptible': f'shell {touch}sleep 20'}}
    path = f'{folder}/run-{habit}.yaml'
    pathlib.Path(path).write_text(yaml.safe_dump(profile), encoding='utf-8')
    ran = subprocess.run([stubborn, 'adapter', 'run', '--profile', path, '--filter', INTERRUPTED, '--filter', LEFT_ALONE, '-o', 'json:-'],
                         check=False, capture_output=True, text=True)
    return {row['scenario']: row['verdict'] for row in json.loads(ran.stdout)['results']}


def main():
    stubborn = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        # pylint: disable=consider-using-with
        inits = {habit: subprocess.Popen([stubborn, 'adapter', 'init', '--timeout', '5s', '--adapter', adapter_of(habit), f'{folder}/{habit}.yaml'],
                                         stderr=subprocess.DEVNULL) for habit in FACTS}
        for habit, init in inits.items():
            expect(f'{habit}: status', 0, init.wait())
            text = pathlib.Path(f'{folder}/{habit}.yaml').read_text(encoding='utf-8')
            expect(f'{habit}: facts', FACTS[habit], yaml.safe_load(text)['facts'])
            if habit == 'cancels-waiting':
                expect('it says why', True, '#   interruptible: nothing shows when the adapter works on a request' in text)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            found = dict(zip(VERDICTS, pool.map(lambda habit: verdicts_of(stubborn, folder, habit), VERDICTS)))
        expect('verdicts', VERDICTS, found)
    print('work is known where it is seen')


if __name__ == '__main__':
    main()
