# SPDX-License-Identifier: MIT
"""The practice stub as a server: started, spoken to over TCP, and the judgement whether a case shows the planted bug.

A case shows it when the stub with the bug fails it (dies, or does not answer the probe) and the sound one does not.
"""
import os
import signal
import socket
import struct
import subprocess

from . import wire

NO_LINGER = struct.pack("ii", 1, 0)  # a closed connection's port is free at once: of tens of thousands soon none is left
SILENCE_S = 0.25  # without an answer for so long a stub is taken to hang


class Server:
    """A stub that is started again when it died or was ended."""

    def __init__(self, run, program, bug):
        self.run, self.words, self.process, self.port = run, [program, "--port", "0"], None, None
        if bug:
            self.words += ["--bug", bug]

    def up(self):
        if self.process and self.process.poll() is None:
            return self
        self.down()
        self.process = self.run.start(self.words, stderr=subprocess.PIPE)
        self.port = int(self.process.stderr.readline().split()[-1])
        return self

    def died(self):
        """Whether it is gone, where its connection has ended: a dying stub takes a moment to report."""
        try:
            self.process.wait(SILENCE_S)
        except subprocess.TimeoutExpired:
            return False
        return True

    def down(self):
        if self.process:
            if self.process.poll() is None:
                os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process.stderr.close()
            self.process = None


class Link:
    """A client's connection; `closed` once the stub has ended it."""

    def __init__(self, server):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=SILENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.got, self.closed = b"", False

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = True

    def receive(self):
        """More bytes into `got`; false when none came in time or ever will."""
        try:
            more = self.socket.recv(65536)
        except TimeoutError:
            return False
        except OSError:
            more = b""
        self.closed = self.closed or not more
        self.got += more
        return bool(more)

    def reply(self):
        """Waits for all of one reply."""
        self.got = b""
        while not (b"$" in self.got and b"#" in self.got[self.got.index(b"$"):-2]):
            if not self.receive():
                return False
        return True

    def probe(self, again):
        """Whether the known-good request is answered. `again`: it is repeated for each `-`, as a client does."""
        self.got = b""
        self.send(wire.PROBE)
        refused = 0
        while wire.PROBE_ANSWER not in self.got:
            if not self.receive():
                return False
            if again and self.got.count(b"-") > refused:
                refused = self.got.count(b"-")
                self.send(wire.PROBE)
        return True

    def close(self):
        self.socket.close()


def shown_over_stdio(program, bug, data, seconds=1.0):
    """Whether this input makes the stub with the bug die or loop on standard input, and not the sound one."""
    def fails(words):
        try:
            done = subprocess.run([program, "--stdio", *words], input=data, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=seconds, check=False,
                                  env={"ASAN_OPTIONS": "detect_leaks=0"})
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0
    return fails(["--bug", bug]) and not fails([])
