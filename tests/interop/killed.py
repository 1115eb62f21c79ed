"""Kills a debugger with conditions in the inferior at random moments, detaches, and lets the program check its results.

usage: killed.py CLIENT VICTIM gdbserver|lldb-server|qemu-riscv64|qemu-aarch64 [--non-stop] [--attach] [--rounds N] [--seed N]
A round: the stub starts the program or attaches, the client plants conditions until its timer kills it, another connection detaches.
The program must run to its end, to the right result. What the stub does to it counts only with proof, see `play` and below.
"""
# SPDX-License-Identifier: MIT
import argparse
import collections
import ctypes
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile

import gdb_server
import lldb_server

# Proof: lldb-server ends what it started. gdbserver died of SIGSEGV, told of half a packet or of an assertion of its own, and the program
# died of SIGKILL. Non-stop: its log says that it gave the program a trap for which no client was there; or nobody traces the program, and
# it stands since a SIGSTOP, which nobody but gdbserver sends: with SIGCONT it must come to the right result. qemu-user takes one connection,
# nobody detaches, and code there does not ask who traces: the program has no trap of its own, so SIGTRAP is that of a true condition, or of a
# breakpoint that qemu keeps. SIGPIPE without a handler's word is qemu's: the program writes to a pipe that is open.
ROUNDS_OF_WORK = '200000'
ROUNDS_IN_QEMU = '600000'  # alone: qemu-user does not stop other threads
ATTACHED_ROUNDS = '60000000'  # it runs while the stub comes
LONGEST_US = 250_000
DEADLINE_S = 30
PR_SET_CHILD_SUBREAPER = 36
LISTENS = 0x10000  # of the flags in /proc/net/unix
# What gdbserver says when a packet ends within its checksum: it takes the end of the connection for a digit.
HALF_PACKET = re.compile(r'invalid hex digit', re.IGNORECASE)
BROKEN_STUB = 'A problem internal to GDBserver has been detected.'
# What it says in its log when it passes the signal of a trap on, since it has no client.
FORWARDED = 'GDB not connected; forwarding event'
# Its signal handler writes this line wherever the rest of the log has come to, within that sentence, too.
HANDLER_LINE = 'sigchld_handler\n'
CONDITIONS = {'qemu-riscv64': '$a1 % 1000 == 999 && $a0 != 0', 'qemu-aarch64': '$x1 % 1000 == 999 && $x0 != 0'}
GOOD = ('whole', 'ended with the stub', 'ended by the stub', 'whole, but left stopped by the stub', 'ended by a trap that was left')


def site_of(victim):
    """Address and bytes of `work`; the program is linked at fixed addresses."""
    for line in subprocess.run(['nm', '-S', victim], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines():
        words = line.split()
        if len(words) == 4 and words[3] == 'work':
            return int(words[0], 16), int(words[1], 16)
    raise SystemExit(f'{victim} has no symbol work')


def threads_of(program):
    """The state of each thread and where it stands, to be shown."""
    found = []
    for task in pathlib.Path(f'/proc/{program}/task').glob('*') if program else []:
        status = (task / 'status').read_text(encoding='ascii')
        state = ' '.join(re.findall(r'(?:State|TracerPid):\s+(\S+)', status))
        found.append(f'{task.name} {state} {(task / "syscall").read_text(encoding="ascii").strip()}')
    return found


class Qemu:
    """The emulator with the program in it, at a socket in a folder of its own."""

    def __init__(self, name, victim):
        self.folder = tempfile.TemporaryDirectory()
        path = f'{self.folder.name}/stub'
        self.address = f'unix:{path}'
        self.process = subprocess.Popen([name, '-g', path, victim, ROUNDS_IN_QEMU, 'alone'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not self.listens(path):
            if self.process.poll() is not None:
                raise SystemExit(f'{name}: {self.process.stderr.read()}')

    @staticmethod
    def listens(path):
        rows = [row.split() for row in pathlib.Path('/proc/net/unix').read_text(encoding='utf-8').splitlines()]
        return any(row[-1] == path and int(row[3], 16) & LISTENS for row in rows[1:])

    def end(self):
        """What was printed, and the status; None if there is no end."""
        try:
            printed, _ = self.process.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return None, None
        finally:
            self.folder.cleanup()
        return printed.split(), self.process.returncode


def play_in_qemu(options, site, rng):
    """The same as `play`."""
    stub = Qemu(options.stub, options.victim)
    moment = rng.randrange(1, LONGEST_US)
    client = subprocess.run([options.client, stub.address, hex(site[0]), str(site[1]), str(moment), 'all-stop', CONDITIONS[options.stub]],
                            stderr=subprocess.PIPE, text=True, check=False)
    words, status = stub.end()
    if client.returncode > 0:
        return f'the client failed: {client.stderr.strip()}', moment
    if words is None:
        return 'no end', moment
    if 'whole' in words:
        return 'whole', moment
    if words[:2] == ['signal', '5'] or (not words and status == -signal.SIGTRAP):
        return 'ended by a trap that was left', moment
    if not words and status == -signal.SIGPIPE:
        return 'ended with the stub', moment
    return f'{" ".join(words)}, status {status}', moment


class Stub:
    """A stub with the program under it; its output and the program's are one stream."""

    def __init__(self, name, victim, non_stop, attach):
        program = [victim, ROUNDS_OF_WORK]
        self.program = None
        self.attached = None
        self.left_stopped = False
        self.log = tempfile.NamedTemporaryFile('r', encoding='ascii', errors='replace') if non_stop else None
        logging = ['--debug', f'--debug-file={self.log.name}'] if non_stop else []
        how = program
        if attach:
            self.attached = subprocess.Popen([*program[:1], ATTACHED_ROUNDS], stdout=subprocess.PIPE, text=True)
            how = [str(self.attached.pid)]
        if name == 'gdbserver':
            how = ['--attach', '127.0.0.1:0', *how] if attach else ['127.0.0.1:0', *how]
            self.process, self.port = gdb_server.start([*logging, *how], stdout=subprocess.PIPE)
            born = re.search(r'pid = (\d+)', ''.join(self.process.lines))
            self.program = int(born[1]) if born else None
            return
        self.process, self.port = lldb_server.start(['--attach' if attach else '--', *how],
                                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def forwarded(self):
        return bool(self.log) and FORWARDED in self.log.read().replace(HANDLER_LINE, '')

    def end(self, timeout=None):
        """What was printed to the end, and in last_words what the stub said."""
        printed, words = self.process.communicate(timeout=timeout)
        self.last_words = gdb_server.said(self.process) if words is None else words
        return printed

    def output(self):
        """What was printed; None if that has no end, and the threads tell why."""
        if self.attached:
            return self.output_of_attached()
        try:
            return self.end(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            self.threads = threads_of(self.program)
        if self.threads and all(thread.split()[1:3] == ['T', '0'] for thread in self.threads):
            self.left_stopped = True
            os.kill(self.program, signal.SIGCONT)
            try:
                return self.end(timeout=DEADLINE_S)
            except subprocess.TimeoutExpired:
                self.threads = threads_of(self.program)
        self.process.kill()
        if self.program:
            os.kill(self.program, signal.SIGKILL)
        self.process.communicate()
        return None

    def output_of_attached(self):
        """The program is ours; the stub goes with its last client, or is sent away when the program has ended."""
        printed = None
        try:
            printed, _ = self.attached.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            self.threads = threads_of(self.attached.pid)
            self.attached.kill()
            self.attached.communicate()
        self.process.kill()
        self.end()
        return printed

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


def detach(stub, non_stop):
    """False: nobody is there any more. gdbserver stays in non-stop, and then it must be told which process is meant."""
    try:
        with socket.create_connection(('127.0.0.1', stub.port), timeout=DEADLINE_S) as connection:
            if not non_stop:
                ask(connection, b'?')
                return ask(connection, b'D') == b'OK'
            ask(connection, b'qSupported:multiprocess+')
            ask(connection, b'?')
            return ask(connection, b'D;%x' % stub.program) == b'OK'
    except (ConnectionError, TimeoutError):
        return False


def play(options, site, rng):
    """What came of a round: whole, or how it was not."""
    stub = Stub(options.stub, options.victim, options.non_stop, options.attach)
    moment = rng.randrange(1, LONGEST_US)
    mode = ['non-stop'] if options.non_stop else []
    client = subprocess.run([options.client, f'tcp:127.0.0.1:{stub.port}', hex(site[0]), str(site[1]), str(moment), *mode],
                            stderr=subprocess.PIPE, text=True, check=False)
    if client.returncode > 0:
        detach(stub, options.non_stop)
        stub.output()
        if 'closed the connection' in client.stderr and (BROKEN_STUB in stub.last_words or stub.process.returncode == -signal.SIGSEGV):
            return 'ended with the stub', moment
        return f'the client failed: {client.stderr.strip()}', moment
    detached = detach(stub, options.non_stop)
    printed = stub.output()
    if printed is None:
        return f'no end: {stub.threads}', moment
    words = printed.split()
    if 'broken' in words:
        return 'broken: a wrong result', moment
    if 'whole' in words:
        return 'whole, but left stopped by the stub' if stub.left_stopped else 'whole', moment
    if words[:2] == ['signal', '5'] and stub.forwarded():
        return 'ended by the stub', moment
    if 'signal' in words:
        return f'the program died of {" ".join(words)}', moment
    words_of_stub = stub.last_words.strip().splitlines()[-3:]
    end = stub.program_end()
    died = 'Child terminated' in stub.last_words or 'Child exited' in stub.last_words
    crashed = stub.process.returncode == -signal.SIGSEGV or HALF_PACKET.search(stub.last_words) or BROKEN_STUB in stub.last_words
    proven = (options.stub == 'lldb-server' and not options.attach) or crashed
    if not detached and not died and proven and end in (None, -signal.SIGKILL):
        return 'ended with the stub', moment
    how = 'unknown' if end is None else signal.Signals(-end).name if end < 0 else f'status {end}'
    return f'the program did not come to its end ({how}), the stub {stub.process.returncode}: {words_of_stub}', moment


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('client')
    parser.add_argument('victim')
    parser.add_argument('stub', choices=['gdbserver', 'lldb-server', *CONDITIONS])
    parser.add_argument('--non-stop', action='store_true')
    parser.add_argument('--attach', action='store_true')
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    site = site_of(options.victim)
    outcomes = collections.Counter()
    for number in range(options.rounds):
        outcome, moment = (play_in_qemu if options.stub in CONDITIONS else play)(options, site, rng)
        outcomes[outcome] += 1
        if outcome not in GOOD:
            print(f'round {number}, killed after {moment} us: {outcome}')
    print(f'{options.stub}: ' + ', '.join(f'{count} {outcome}' for outcome, count in outcomes.most_common()))
    good = sum(outcomes[each] for each in GOOD)
    ends_with_stub = options.stub in CONDITIONS or (options.stub == 'lldb-server' and not options.attach)
    enough = ends_with_stub or outcomes['whole'] > options.rounds // 3
    return 0 if good == options.rounds and enough else 1


if __name__ == '__main__':
    sys.exit(main())
