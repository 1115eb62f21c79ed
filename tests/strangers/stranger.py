#!/usr/bin/env python3
"""A practice stub: small, right, and with a switch for each manner and each bug.

A manner is a legal way to be different: no report may blame it. A bug breaks a requirement: a report must name it.
Listens on loopback, serves one client after the other, ends after --life seconds.
"""
# SPDX-License-Identifier: MIT

import argparse
import os
import signal
import socket
import sys

from program import Program
from session import Session
from switches import BUGS, MANNERS, PROFILED_BUGS, SEQUENCE_BUGS, STARTED_BUGS, WRITING_BUGS

ALL_BUGS = BUGS | SEQUENCE_BUGS | STARTED_BUGS | PROFILED_BUGS | WRITING_BUGS


def listen(port):
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(4)
    return listener


def serve_forever(listener, on):
    program = Program(on)
    port = listener.getsockname()[1]
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        alone = "client-after-client" in on or "one-client" in on or "spins-when-left" in on
        if alone:
            listener.close()
        with sock:
            Session(sock, on, program).serve()
            while "spins-when-left" in on:
                pass
        if "one-client" in on or "one-client-in-queue" in on:
            return
        if alone:
            listener = listen(port)


class Server:
    """The stub in a child process, for tests."""

    def __init__(self, on):
        listener = listen(0)
        self.port = listener.getsockname()[1]
        self.pid = os.fork()
        if self.pid == 0:
            serve_forever(listener, on)
            os._exit(0)
        listener.close()

    def end(self):
        """Ends it. Returns whether it had crashed before."""
        os.kill(self.pid, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGSEGV


def start(on):
    return Server(frozenset(on))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="TCP port on loopback; 0 picks one and prints it")
    parser.add_argument("--manner", action="append", default=[], choices=sorted(MANNERS), metavar="NAME")
    parser.add_argument("--bug", action="append", default=[], choices=sorted(ALL_BUGS), metavar="NAME")
    parser.add_argument("--life", type=float, default=120.0, help="seconds after which it ends in any case")
    parser.add_argument("--list", action="store_true", help="print manners and bugs")
    return parser.parse_args()


def print_list():
    for name, (text, legal) in MANNERS.items():
        print("manner  %-28s %s: %s" % (name, text, legal))
    for name, (text, requirements) in ALL_BUGS.items():
        print("bug     %-28s %-28s %s" % (name, ",".join(requirements), text))


def main():
    args = parse()
    if args.list:
        print_list()
        return 0
    signal.signal(signal.SIGALRM, lambda number, frame: os._exit(0))
    signal.setitimer(signal.ITIMER_REAL, args.life)
    listener = listen(args.port)
    print("listening on %s:%d" % listener.getsockname(), flush=True)
    try:
        serve_forever(listener, frozenset(args.manner + args.bug))
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
