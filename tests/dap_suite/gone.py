#!/usr/bin/env python3
# Adapters that are dead, silent or slow to start: one reason instead of a verdict for each scenario, and status 3 where
# nothing was judged or tried.
# usage: gone.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

class Case:
    def __init__(self, stubborn, folder, habit):
        self.stubborn, self.habit = stubborn, habit
        self.starts = f'{folder}/starts-{habit}'
        pathlib.Path(self.starts).write_bytes(b'')

    def run(self, verb, *more):
        adapter = f'exec:{sys.executable} {HERE}/odd_adapter.py {self.habit} {self.starts}'
        return subprocess.run([self.stubborn, 'adapter', verb, '--adapter', adapter, *more], check=False, capture_output=True, text=True)

    def expect(self, what, wanted, got):
        if wanted != got:
            sys.exit(f'{self.habit}: {what}: expected {wanted!r}, got {got!r}')

    def num_starts(self):
        return os.path.getsize(self.starts)


def nothing_judged(case, starts, why, *more):
    ran = case.run('run', *more, '-o', 'json:-')
    case.expect('status', 3, ran.returncode)
    report = json.loads(ran.stdout)
    case.expect('results', [], report['results'])
    case.expect(f'"{why}" in the trouble', True, why in report['trouble'])
    case.expect('adapters started', starts, case.num_starts())
    fuzzed = case.run('fuzz', '--runs', '5', *more)
    case.expect('status of fuzz', 3, fuzzed.returncode)
    case.expect('why nothing was tried', True, why in fuzzed.stderr)
    case.expect('adapters started by fuzz, too', 2 * starts, case.num_starts())


def talk_is_no_answer(stubborn):
    """Who can do nothing with such an adapter ends at once; `run` plays one scenario, see test_runner.c."""
    talker = "exec:sh -c 'echo server is ready; exec cat >/dev/null'"
    ran = subprocess.run([stubborn, 'adapter', 'init', '--start', '2s', '--adapter', talker], check=False, capture_output=True, text=True)
    if ran.returncode != 3 or r'it sent 16 bytes instead: server is ready\x0a' not in ran.stderr:
        sys.exit(f'init of an adapter that talks: status {ran.returncode}: {ran.stderr}')


def main():
    stubborn = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        nothing_judged(Case(stubborn, folder, 'dead'), 3, 'the adapter closed the connection (exit 1)')
        nothing_judged(Case(stubborn, folder, 'crashes'), 3, 'the adapter ended by SIGSEGV')
        nothing_judged(Case(stubborn, folder, 'silent'), 1, "no response to 'initialize' within 1000 ms; --start TIME", '--start', '1s')

        talk_is_no_answer(stubborn)
        later = Case(stubborn, folder, 'dies-later')
        ran = later.run('run', '--filter', 'base/', '-o', 'json:-')
        later.expect('status', 3, ran.returncode)
        later.expect('scenarios played', 5, len(json.loads(ran.stdout)['results']))
        later.expect('adapters started', 9, later.num_starts())  # looked at, two judged, three dead, looked at three times

        timed = Case(stubborn, folder, 'silent').run('fuzz', '--for', '1s')
        later.expect('status of fuzz whose time is over', 3, timed.returncode)
        later.expect('its reason', True, 'the time of --for is over:\n  interrupted before the response to initialize' in timed.stderr)

        slow = Case(stubborn, folder, 'slow-start')
        ran = slow.run('run', '--timeout', '1s', '--filter', 'base/unknown-command-is-an-error', '-o', 'json:-')
        slow.expect('verdicts', ['pass'], [row['verdict'] for row in json.loads(ran.stdout)['results']])
        slow.expect('status with less time', 3, slow.run('run', '--start', '500ms').returncode)
    print('adapters that are none are told once')


if __name__ == '__main__':
    main()
