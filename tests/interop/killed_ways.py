"""What becomes of a program when the client of a condition that is false ends, as docs/conditions.md has it for each way.

usage: killed_ways.py STUBBORN PROGRAM
The program waits for a line first, so that all of its calls come to the breakpoint; the client ends when it has printed some. Half way
it waits for the end of its input, which comes when the client has ended: a fast program does not come to its own end before.
"""
# SPDX-License-Identifier: MIT
import contextlib
import re
import shutil
import signal
import subprocess
import sys

import gdb_server
import lldb_server

CALLS = 30000
SUM = str(CALLS * (CALLS - 1) // 2)
WHOLE = 0, [SUM]
ENDED = None, []
WAYS = 'inferior', 'stub', 'host'
# A guard stands by where the program was attached to; what was launched ends with its stub, or when that notices.
LAUNCHED = {'inferior': WHOLE, 'stub': WHOLE, 'host': ENDED}


def gdbserver(words, servers):
    """A stub that somebody else has started, and its address."""
    stub, port = gdb_server.start(['--once', *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    servers.enter_context(stub)
    return stub, f'tcp:127.0.0.1:{port}'


def reached_gdbserver(pid, servers):
    return gdbserver(['--attach', '127.0.0.1:0', pid], servers)[1]


def started_gdbserver(pid, servers):
    """The client starts it."""
    del servers
    return f'exec:gdbserver --once --attach 127.0.0.1:{{port}} {pid}'


def reached_lldb_server(pid, servers):
    server, port = lldb_server.start(['--attach', pid], stdout=subprocess.DEVNULL)
    servers.enter_context(server)
    servers.callback(server.kill)
    return f'tcp:127.0.0.1:{port}'


def condition(stubborn, address, program, way):
    return subprocess.Popen([stubborn, 'condition', '--stub', address, '--program', program, '--at', 'work', '--if', 'i < 0', '--way', way,
                             '--timeout', '500s'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_until(client, how, writer, lines, lines_before):
    """The program runs from here; the client ends after so many lines."""
    writer.stdin.write('\n')
    writer.stdin.flush()
    for _ in range(lines_before):
        lines.readline()
    client.send_signal(how)
    assert client.wait() == (-how if how == signal.SIGKILL else 1), (how, client.returncode)
    with contextlib.suppress(BrokenPipeError):  # where the program ends with its client
        writer.stdin.close()
    return [line for line in lines.read().splitlines()[-1:] if line != 'on']


def is_traced(pid):
    with open(f'/proc/{pid}/status', encoding='ascii') as status:
        return not re.search(r'^TracerPid:\t0$', status.read(), re.M)


def attached(stubborn, program, stub, way, how, lines):
    """How the program ended, and its last line."""
    with contextlib.ExitStack() as servers:
        victim = servers.enter_context(subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        servers.callback(victim.kill)
        client = condition(stubborn, stub(str(victim.pid), servers), program, way)
        while not is_traced(victim.pid):
            assert client.poll() is None, client.returncode
        last = run_until(client, how, victim, victim.stdout, lines)
        return victim.wait(), last


def launched(stubborn, program, way, how, lines):
    with contextlib.ExitStack() as servers:
        stub, address = gdbserver(['127.0.0.1:0', program], servers)
        last = run_until(condition(stubborn, address, program, way), how, stub, stub.stdout, lines)
        words = gdb_server.said(stub)
    exited = re.search(r'Child exited with status (\d+)', words)
    assert exited or 'Killing process' in words, words
    return int(exited[1]) if exited else None, last


def main():
    stubborn, program = sys.argv[1:]
    stubs = [reached_gdbserver, started_gdbserver]
    if shutil.which(lldb_server.PROGRAM):
        stubs.append(reached_lldb_server)
    for stub in stubs:
        for way in WAYS:
            if way == 'stub' and stub is reached_lldb_server:
                continue  # it evaluates no conditions
            for how in (signal.SIGKILL, signal.SIGTERM):
                got = attached(stubborn, program, stub, way, how, 1)
                assert got == WHOLE, (stub.__name__, way, how, got)
        print(f'attached, {stub.__name__}: whole', flush=True)
    for way, end in LAUNCHED.items():
        got = launched(stubborn, program, way, signal.SIGKILL, 1)
        assert got == end, (way, got)
        print(f'launched, {way}: {end}', flush=True)


if __name__ == '__main__':
    main()
