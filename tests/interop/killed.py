"""Kills a debugger with conditions in the inferior at random moments, detaches, and lets the program check its results.

usage: killed.py CLIENT VICTIM gdbserver|lldb-server [--non-stop] [--rounds N] [--seed N]
A round: the stub starts the program, the client plants conditions until its timer kills it, and another connection detaches. The
program must run to its end, to the right result. A stub that ends with the connection takes its program along. That counts only with
proof: it is lldb-server, or gdbserver died of SIGSEGV or told of half a packet, and the program died of SIGKILL.
"""
# SPDX-License-Identifier: MIT
import argparse
import collections
import ctypes
import os
import random
import re
import signal
import socket
import subprocess
import sys

ROUNDS_OF_WORK = '200000'
LONGEST_US = 250_000
DEADLINE_S = 60
PR_SET_CHILD_SUBREAPER = 36
# What gdbserver says when a packet ends within its checksum: it takes the end of the connection for a digit.
HALF_PACKET = re.compile(r'invalid hex digit', re.IGNORECASE)


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
        self.program = None
        if name == 'gdbserver':
            self.process = subprocess.Popen(['gdbserver', '127.0.0.1:0', *program],
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for line in self.process.stderr:
                born = re.search(r'pid = (\d+)', line)
                self.program = int(born[1]) if born else self.program
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

    def program_end(self):
        """How the program ended, if it outlived its stub; else the stub has seen it."""
        if not self.program:
            return None
        try:
            return os.waitstatus_to_exitcode(os.waitpid(self.program, 0)[1])
        except ChildProcessError:
            return None


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
    mode = ['non-stop'] if options.non_stop else []
    client = subprocess.run([options.client, f'tcp:127.0.0.1:{stub.port}', hex(site[0]), str(site[1]), str(moment), *mode],
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
    if 'signal' in words:
        return f'the program died of {" ".join(words)}', moment
    words_of_stub = stub.last_words.strip().splitlines()[-3:]
    end = stub.program_end()
    died = 'Child terminated' in stub.last_words or 'Child exited' in stub.last_words
    crashed = stub.process.returncode == -signal.SIGSEGV or HALF_PACKET.search(stub.last_words)
    proven = options.stub == 'lldb-server' or crashed
    if not detached and not died and proven and end in (None, -signal.SIGKILL):
        return 'ended with the stub', moment
    how = 'unknown' if end is None else signal.Signals(-end).name if end < 0 else f'status {end}'
    return f'the program did not come to its end ({how}), the stub {stub.process.returncode}: {words_of_stub}', moment


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('client')
    parser.add_argument('victim')
    parser.add_argument('stub', choices=['gdbserver', 'lldb-server'])
    parser.add_argument('--non-stop', action='store_true')
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
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
