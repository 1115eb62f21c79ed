"""The host's way on gdbserver, which has no P: two round trips for each false hit, also where the condition reads memory beside a register.

usage: host_round_trips.py STUBBORN PROGRAM     PROGRAM is made of log_points/
"""
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys

HITS = 500
BESIDE = 120  # setting the breakpoint, the hits before there is a copy of the instruction, the stop


def main():
    stubborn, program = sys.argv[1:]
    for condition in (f'i == {HITS - 1}', f'distant == {HITS + 39}'):
        done = subprocess.run([stubborn, 'condition', '-s', 'profile:gdbserver', '-p', program, '-a', str(HITS), '--at', 'work', '--if', condition,
                               '--way', 'host', '-o', 'json:-'], stdout=subprocess.PIPE, text=True, check=True)
        trips = json.loads(done.stdout)['cost']['round_trips']
        print(f'{condition}: {trips} round trips')
        assert 2 * HITS <= trips <= 2 * HITS + BESIDE, trips


if __name__ == '__main__':
    main()
