#!/usr/bin/env python3
# The shell at a terminal: completion, a stop that comes while nobody types, Ctrl-C, history.
# usage: shell_keys.py STUBBORN      Waits for texts on the screen, each until a deadline, never for a time.
# SPDX-License-Identifier: MIT
import os
import pty
import re
import select
import signal
import sys
import tempfile
import time

DEADLINE_S = 60


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, command, history):
        self.seen = ""
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.environ["COLUMNS"] = "100"
            os.execv(command[0], command + ["--history", history])
        self.pid = pid

    def read(self, until, what="its end"):
        """Adds to what is seen; False when the terminal is closed."""
        ready, _, _ = select.select([self.fd], [], [], max(0, until - time.monotonic()))
        if not ready:
            os.kill(self.pid, signal.SIGKILL)
            sys.exit(f"expected {what} on the screen, which has {self.seen!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.seen += re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", data.decode(errors="replace"))
        return bool(data)

    def expect(self, text):
        """Reads until `text` is on the screen behind what was expected before."""
        until = time.monotonic() + DEADLINE_S
        while text not in self.seen:
            if not self.read(until, repr(text)) and text not in self.seen:
                sys.exit(f"expected {text!r} on the screen, which was closed with {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def end(self):
        """The program closes the terminal by itself."""
        until = time.monotonic() + DEADLINE_S
        while self.read(until):
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        assert status == 0, f"exit status {status}"


def completion(stubborn, history):
    t = Terminal([stubborn, "shell", "--program", "hello"], history)
    t.expect("rsp> ")
    t.type("qfTh\t\r")
    t.expect("list threads")
    t.expect("rsp> ")
    t.type("Hg\t")
    t.expect("2a1")          # an id that the list has named
    t.expect("a thread-id")  # and what is expected
    t.type("2a1\r")
    t.expect("OK")
    t.type("m1")
    t.type("\x03")  # clears the line
    t.type("!qu\t\r")
    t.end()


def stop_while_nobody_types(stubborn, history):
    stub = f"exec:{stubborn} stub --quiet --once --listen tcp:127.0.0.1:{{port}} spin"
    t = Terminal([stubborn, "shell", "--stub", stub], history)
    t.expect("rsp> ")
    t.type("c\r")
    t.expect("(running) ")
    t.type("m0,4\r")
    t.expect("the program runs")
    t.expect("(running) ")
    t.type("\x03")
    t.expect("stopped by SIGINT")
    t.expect("rsp> ")
    t.type("k\r")
    t.expect("(closed) ")
    t.type("qC\r")
    t.expect("the connection has ended")
    t.type("\x04")
    t.end()


def history_of_the_session_before(stubborn, history):
    t = Terminal([stubborn, "shell", "--program", "hello"], history)
    t.expect("rsp> ")
    t.type("\x1b[A")  # up: the last line of the session before
    t.expect("qC")
    t.type("\r")
    t.expect("current thread p2a1.2a1")
    t.type("\x04")
    t.end()


def main():
    stubborn = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        history = os.path.join(folder, "state", "history")
        completion(stubborn, history)
        stop_while_nobody_types(stubborn, history)
        history_of_the_session_before(stubborn, history)
    print("the shell at a terminal: as expected")


main()
