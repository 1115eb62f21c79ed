"""Kills a debugger with conditions in the inferior at random moments, detaches, and lets the program check its results.

usage: killed.py CLIENT VICTIM gdbserver|lldb-server [--rounds N] [--seed N]
A round: the stub starts the program, the client plants conditions until its timer kills it, and another connection detaches.
The program then runs to its end without a debugger. It must come to the right result, and end by itself. A stub that dies of
the lost connection takes its program along: lldb-server always, gdbserver when it reads half a packet as a whole one.
"""
# SPDX-License-Identifier: MIT
import argparse
import collections
import os
import random
import re
import socket
import subprocess
import sys

ROUNDS_OF_WORK = '200000'
LONGEST_US = 250_000
DEADLINE_S = 60


def site_of(victim):
    """Address and bytes of `work`; the program is linked at fixed addresses."""
    for line in subprocess.run(['nm', '-S', victim], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines():
        words = line.split()
        if len(words) == 4 and words[3] == 'work':
            return int(words[0], 16), int(words[1], 16)
    raise SystemExit(f'{victim} has no symbol work')


class Stub:
    """A stub with the program under it; its output and the program's are one stream."""

    def __init__(self, name, victim):
        program = [victim, ROUNDS_OF_WORK]
        if name == 'gdbserver':
            self.process = subprocess.Popen(['gdbserver', '127.0.0.1:0', *program],
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for line in self.process.stderr:
                found = re.match(r'Listening on port (\d+)', line)
                if found:
                    self.port = int(found[1])
                    return
            raise SystemExit('gdbserver does not listen')
        read_end, write_end = os.pipe()
        self.process = subprocess.Popen(
            ['lldb-server-19', 'gdbserver', '--pipe', str(write_end), '127.0.0.1:0', '--', *program],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pass_fds=[write_end])
        os.close(write_end)
        with os.fdopen(read_end) as told:
            self.port = int(told.readline().strip('\0\n'))

    def output(self):
        try:
            printed, self.last_words = self.process.communicate(timeout=DEADLINE_S)
            return printed
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def ask(connection, payload):
    """One packet and its reply."""
    connection.sendall(b'$%s#%02x' % (payload, sum(payload) % 256))
    received = b''
    while True:
        more = connection.recv(4096)
        if not more:
            raise ConnectionError('closed')
        received += more
        found = re.search(rb'\$([^#]*)#..', received)
        if found:
            connection.sendall(b'+')
            return found[1]


def detach(port):
    """False: nobody is there any more."""
    try:
        with socket.create_connection(('127.0.0.1', port), timeout=DEADLINE_S) as connection:
            ask(connection, b'?')
            return ask(connection, b'D') == b'OK'
    except (ConnectionError, TimeoutError):
        return False


def play(options, site, rng):
    """What came of a round: whole, or how it was not."""
    stub = Stub(options.stub, options.victim)
    moment = rng.randrange(1, LONGEST_US)
    client = subprocess.run([options.client, f'tcp:127.0.0.1:{stub.port}', hex(site[0]), str(site[1]), str(moment)],
                            stderr=subprocess.PIPE, text=True, check=False)
    if client.returncode > 0:
        detach(stub.port)
        stub.output()
        return f'the client failed: {client.stderr.strip()}', moment
    detached = detach(stub.port)
    words = stub.output().split()
    if 'broken' in words:
        return 'broken: a wrong result', moment
    if 'whole' in words:
        return 'whole', moment
    died = 'Child terminated' in stub.last_words or 'Child exited' in stub.last_words
    if not detached and not died:
        return 'ended with the stub', moment
    return f'the program did not come to its end: {stub.last_words.strip().splitlines()[-3:]}', moment


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('client')
    parser.add_argument('victim')
    parser.add_argument('stub', choices=['gdbserver', 'lldb-server'])
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    site = site_of(options.victim)
    outcomes = collections.Counter()
    for number in range(options.rounds):
        outcome, moment = play(options, site, rng)
        outcomes[outcome] += 1
        if outcome not in ('whole', 'ended with the stub'):
            print(f'round {number}, killed after {moment} us: {outcome}')
    print(f'{options.stub}: ' + ', '.join(f'{count} {outcome}' for outcome, count in outcomes.most_common()))
    good = outcomes['whole'] + outcomes['ended with the stub']
    enough = options.stub == 'lldb-server' or outcomes['whole'] > options.rounds // 3
    return 0 if good == options.rounds and enough else 1


if __name__ == '__main__':
    sys.exit(main())
