#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub of somebody else whose program runs on when its client leaves is brought to rest before the next scenario.

usage: goes_on_test.py STUBBORN
While the program runs the stub hears nothing but 0x03, as many stubs do.
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

import stranger
from line import Gone
from program import Program
from session import Session

# Each leaves its program running, and the next one finds it so.
SCENARIOS = "---\n".join(f"""scenario: left/{name}
title: A client leaves while the program runs
covers: [RUN-001]
needs: {{ runs: endlessly }}
steps:
  - send: '?'
    expect: stop
  - run-on:
  - disconnect:
""" for name in ("one", "three", "two"))


class RunsOn(Program):
    """A program that no client's leaving stops."""

    running = False

    def run(self, interrupted):
        self.running = True
        super().run(interrupted)
        self.running = False


def serve(listener):
    program = RunsOn(frozenset())
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        session = Session(sock, frozenset(), program)
        with sock:
            try:
                if program.running:
                    session.line.begin_run()
                    program.run(session.line.interrupted)
                    session.line.send(session.stop_reply())
            except (Gone, ConnectionError):
                continue
            session.serve()


def start():
    """The stub's port and process."""
    listener = stranger.listen(0)
    port = listener.getsockname()[1]
    pid = os.fork()
    if pid == 0:
        serve(listener)
    listener.close()
    return port, pid


def main():
    port, pid = start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            report, scenarios = pathlib.Path(folder, "report.json"), pathlib.Path(folder, "left.yaml")
            scenarios.write_text(SCENARIOS, encoding="utf-8")
            command = [sys.argv[1], "run", str(scenarios), "--stub", f"tcp:127.0.0.1:{port}", "-o", f"json:{report}"]
            done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            results = json.loads(report.read_text(encoding="utf-8"))["results"] if report.exists() else []
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    verdicts = [r["verdict"] for r in results]
    if done.returncode != 0 or verdicts != ["pass"] * 3:
        print(done.stdout[-4000:])
        sys.exit(f"exit status {done.returncode}: {verdicts}")
    print("a program that runs on is stopped before the next scenario")


if __name__ == "__main__":
    main()
