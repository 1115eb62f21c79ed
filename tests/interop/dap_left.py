"""`stubborn dap` is told to end while it debugs a process by its id, with breakpoints set: the process goes on and ends by itself.

A breakpoint that stays in the program ends it by SIGTRAP: it comes to each line again, or at its end.

usage: dap_left.py STUBBORN PROGRAM SOURCE      PROGRAM is made of SOURCE, left/program.c
"""
# SPDX-License-Identifier: MIT
import fcntl
import os
import pathlib
import pty
import signal
import subprocess
import sys
import termios

from dap_gdbserver import Session, labels

ROUNDS = 2000  # more than what it can have printed before
STATUS = 7


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


def left(stubborn, program, source, line, how, stands):
    """The program stands at a breakpoint, or runs and has one before it."""
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as victim:
        try:
            victim.stdout.readline()  # the loader has done its work
            s = (InTerminal if how == 'terminal' else Session)(stubborn)
            s.begin('attach', pathlib.Path(source).name, [line['round' if stands else 'last']], pid=victim.pid)
            if stands:
                s.event('stopped')
            end(s, how)
            assert s.adapter.wait() == 0, (how, stands, s.adapter.returncode)
            numbers = [int(victim.stdout.readline() or -1) for _ in range(ROUNDS)]
            victim.stdin.close()
            assert victim.wait() == STATUS, (how, stands, victim.returncode)
        finally:
            victim.kill()
            s.adapter.kill()
    assert numbers == list(range(2, ROUNDS + 2)), (how, stands, numbers[-3:])


def main():
    stubborn, program, source = sys.argv[1:4]
    line = labels(source)
    for how in ('SIGHUP', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'terminal', 'editor', 'disconnect'):
        for stands in (True, False):
            left(stubborn, program, source, line, how, stands)
        print(how, 'ok', flush=True)


if __name__ == '__main__':
    main()
