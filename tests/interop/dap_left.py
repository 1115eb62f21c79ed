"""`stubborn dap` is told to end, or killed, while it debugs a process by its id, with breakpoints set: the process goes on and ends by itself.

A breakpoint that stays in the program ends it by SIGTRAP: it comes to each line again, or at its end.

usage: dap_left.py STUBBORN PROGRAM SOURCE      PROGRAM is made of SOURCE, left/program.c
"""
# SPDX-License-Identifier: MIT
import concurrent.futures
import contextlib
import fcntl
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import termios

import gdb_server
import lldb_server
from dap_gdbserver import Session, labels

ROUNDS = 2000  # more than what it can have printed before
STATUS = 7
AT_ONCE = 4


class InTerminal(Session):
    """An adapter that leads the session of a terminal, whose other end is `terminal`."""

    def __init__(self, stubborn):
        self.terminal, self.inside = pty.openpty()
        super().__init__(stubborn, pass_fds=[self.inside], preexec_fn=self.lead)
        os.close(self.inside)

    def lead(self):
        os.setsid()
        fcntl.ioctl(self.inside, termios.TIOCSCTTY, 0)


def end(s, how):
    """Lets the adapter end this way."""
    if how == 'editor':
        s.adapter.stdin.close()
    elif how == 'terminal':
        os.close(s.terminal)
    elif how == 'disconnect':
        s.send('disconnect')
        s.adapter.send_signal(signal.SIGTERM)
    else:
        s.adapter.send_signal(getattr(signal, how))


def left(stubborn, program, source, line, how, stands, *, stub=None, pause=False):
    """The program stands at a breakpoint (or by `pause`), or runs and has one before it. `stub` starts one that attaches to it; else the adapter does."""
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=pause) as victim, contextlib.ExitStack() as servers:
        try:
            victim.stdout.readline()  # the loader has done its work
            s = (InTerminal if how == 'terminal' else Session)(stubborn)
            start = {'pid': victim.pid} if stub is None else {'stub': stub(victim.pid, servers), 'program': program}
            s.begin('attach', pathlib.Path(source).name, [line['round' if stands else 'last']], **start)
            if stands:
                s.event('stopped')
            else:
                s.ask('threads')  # it runs by now, with its breakpoint in it
            if pause:
                s.ask('pause', threadId=1)
                s.event('stopped')
            end(s, how)
            expected = -signal.SIGKILL if how == 'SIGKILL' else 0
            assert s.adapter.wait() == expected, (how, stands, s.adapter.returncode)
            numbers = [int(victim.stdout.readline() or -1) for _ in range(ROUNDS)]
            victim.stdin.close()
            assert victim.wait() == STATUS, (how, stands, victim.returncode)
        finally:
            victim.kill()
            s.adapter.kill()
    assert numbers == list(range(2, ROUNDS + 2)), (how, stands, numbers[-3:])


def started_lldb_server(pid, servers):
    """Started by the adapter."""
    del servers
    return f'exec:{lldb_server.PROGRAM} gdbserver 127.0.0.1:{{port}} --attach {pid}'


def reached_lldb_server(pid, servers):
    """Started by somebody else, who ends it after the session."""
    server, port = lldb_server.start(['--attach', str(pid)], stdout=subprocess.DEVNULL)
    servers.enter_context(server)
    servers.callback(server.kill)
    return f'tcp:127.0.0.1:{port}'


def reached_gdbserver(pid, servers):
    """It interrupts by a SIGINT to the process group of that number, if there is one."""
    server, port = gdb_server.start(['--once', '--attach', '127.0.0.1:0', str(pid)])
    servers.enter_context(server)
    return f'tcp:127.0.0.1:{port}'


def cases():
    """(how, stands, more arguments)"""
    for how in ('SIGHUP', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'terminal', 'editor', 'disconnect', 'SIGKILL'):
        yield from ((how, stands, {}) for stands in (True, False))
    yield from (('SIGKILL', stands, {'stub': reached_gdbserver}) for stands in (True, False))
    yield from ((how, False, {'stub': reached_gdbserver, 'pause': True}) for how in ('SIGKILL', 'disconnect'))
    if not shutil.which(lldb_server.PROGRAM):
        print('left out:', lldb_server.PROGRAM)
        return
    for stub in (started_lldb_server, reached_lldb_server):
        yield from (('SIGKILL', stands, {'stub': stub}) for stands in (True, False))


def main():
    stubborn, program, source = sys.argv[1:4]
    line = labels(source)
    # each in a process of its own: a session of a terminal is made between fork and exec
    with concurrent.futures.ProcessPoolExecutor(AT_ONCE) as pool:
        ways = [(case, pool.submit(left, stubborn, program, source, line, *case[:2], **case[2])) for case in cases()]
        for (how, stands, more), way in ways:
            way.result()
            print(how, 'at a breakpoint' if stands else 'running', *more, 'ok', flush=True)


if __name__ == '__main__':
    main()
