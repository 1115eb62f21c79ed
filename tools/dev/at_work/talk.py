# SPDX-License-Identifier: MIT
"""A debugger as a child in a process group of its own: a command goes in, what it prints comes out, all within deadlines."""
import os
import re
import select
import signal
import subprocess
import time


class Late(Exception):
    """The debugger did not print what was waited for."""


class Gone(Exception):
    """The debugger has ended."""


class Talk:
    """`marker` makes a command that prints a line, and the pattern of that line, from a number."""

    def __init__(self, command, folder, marker):
        environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", TERM="dumb")
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      env=environment, cwd=folder, start_new_session=True)
        os.set_blocking(self.child.stdout.fileno(), False)
        self.marker, self.marks, self.printed, self.read_to = marker, 0, "", 0

    def wait(self, pattern, seconds):
        """What was printed up to the end of the pattern, since the last wait."""
        end = time.monotonic() + seconds
        while True:
            found = re.compile(pattern, re.MULTILINE).search(self.printed, self.read_to)
            if found:
                text = self.printed[self.read_to:found.end()]
                self.read_to = found.end()
                return text
            left = end - time.monotonic()
            if left <= 0:
                raise Late(self.printed[self.read_to:])
            if select.select([self.child.stdout], [], [], left)[0]:
                data = self.child.stdout.read()
                if data == b"":
                    raise Gone(self.printed[self.read_to:])
                self.printed += (data or b"").decode(errors="replace")

    def send(self, command):
        self.printed += f"\n>>> {command}\n"
        try:
            self.child.stdin.write(command.encode() + b"\n")
            self.child.stdin.flush()
        except OSError as error:
            raise Gone(self.printed[self.read_to:]) from error

    def ask(self, command, until=None, seconds=10):
        """Everything that the command printed: up to `until`, or up to the prompt after it."""
        self.read_to = len(self.printed)
        self.send(command)
        if until:
            return self.wait(until, seconds)
        self.marks += 1
        line, pattern = self.marker(self.marks)
        self.send(line)
        return self.wait(pattern, seconds)

    def end(self):
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child.wait()
        self.child.stdin.close()
        self.child.stdout.close()
