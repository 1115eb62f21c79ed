"""Conditions in the inferior whose memory is mapped by a thread that waits in a system call; the program checks how its calls end.

usage: sleepers.py CLIENT PROGRAM gdbserver|lldb-server
For each kind of waiting the program is attached to while its first thread stands in the call, the client maps memory, runs to a
stop, gives the memory back and detaches. Then the program is let go: each call must end as if nobody had been there.
"""
# SPDX-License-Identifier: MIT
import subprocess
import sys

import gdb_server
import lldb_server
from killed import site_of

KINDS = {'nanosleep': (35, 230), 'read': (0,), 'futex': (202,), 'epoll_wait': (232, 281), 'select': (23, 270)}
DEADLINE_S = 60


def waits_in(pid):
    """The number of the system call that the first thread is in, or None."""
    with open(f'/proc/{pid}/syscall', encoding='ascii') as told:
        first = told.read().split()[0]
    return int(first) if first.isdigit() else None


def attach(stub, pid):
    """The stub's process and port."""
    if stub == 'gdbserver':
        return gdb_server.start(['--once', '--attach', '127.0.0.1:0', str(pid)])
    return lldb_server.start(['--attach', str(pid)], stderr=subprocess.DEVNULL)


def end_of(victim, server, sent=None):
    """What the program printed to its end, of which the debugger has let go; it is killed where it does not come."""
    try:
        printed, _ = victim.communicate(sent, timeout=DEADLINE_S)
    except subprocess.TimeoutExpired:
        victim.kill()
        printed = 'no end'
    server.kill()
    server.wait()
    return printed


def play(client, program, stub, kind, site):
    victim = subprocess.Popen([program, kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while waits_in(victim.pid) not in KINDS[kind]:
        if victim.poll() is not None:
            raise SystemExit(f'{kind}: the program ended by itself')
    server, port = attach(stub, victim.pid)
    done = subprocess.run([client, f'tcp:127.0.0.1:{port}', hex(site[0]), str(site[1]), '0', 'once'],
                          stderr=subprocess.PIPE, text=True, check=False, timeout=DEADLINE_S)
    printed = end_of(victim, server, 'x')
    print(f'{stub}, {kind}: {printed.strip() or victim.returncode} {done.stderr.strip()}')
    return done.returncode == 0 and printed == 'whole\n' and victim.returncode == 0


def main():
    client, program, stub = sys.argv[1:]
    site = site_of(program)
    return 0 if all([play(client, program, stub, kind, site) for kind in KINDS]) else 1


if __name__ == '__main__':
    sys.exit(main())
