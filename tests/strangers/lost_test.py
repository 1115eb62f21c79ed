#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breakpoints of a scenario that lost its connection are removed before the next one, of a server that keeps them.

usage: lost_test.py STUBBORN
The server is not started by the run, shows its traps in memory, and forgets no breakpoint when a client goes.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import stranger
from program import Program

SUITE = """scenario: lost/sets
title: sets breakpoints, and its connection ends
covers: [BRK-001]
steps:
  - send: Z0,1008,4
    expect: OK
  - send: Z1,1004,4
    expect: { one-of: [OK, empty] }
  - disconnect:
---
scenario: lost/then-reads
title: finds the code as it was
covers: [MEM-012]
steps:
  - send: m1008,4
    expect: '2320a100'
---
scenario: lost/then-reads-again
title: finds the code as it was
covers: [MEM-012]
steps:
  - send: m1008,4
    expect: '2320a100'
"""


class Kept(dict):
    def clear(self):
        """They outlive their client."""


class Server(Program):
    def __init__(self, on):
        super().__init__(on)
        self.points = Kept()


def main():
    stubborn = sys.argv[1]
    stranger.Program = Server
    listener = stranger.listen(0)
    pid = os.fork()
    if pid == 0:
        stranger.serve_forever(listener, frozenset(["breakpoint-shows"]))
    try:
        with tempfile.TemporaryDirectory() as folder:
            suite, report = pathlib.Path(folder, "lost.yaml"), pathlib.Path(folder, "report.json")
            suite.write_text(SUITE, encoding="utf-8")
            address = f"tcp:127.0.0.1:{listener.getsockname()[1]}"
            done = subprocess.run([stubborn, "run", "--stub", address, "-o", f"json:{report}", str(suite)], check=False, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            run = json.loads(report.read_text(encoding="utf-8")) if report.exists() else sys.exit(done.stdout)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    verdicts = {r["scenario"]: r["verdict"] for r in run["results"]}
    if verdicts != dict.fromkeys(("lost/sets", "lost/then-reads", "lost/then-reads-again"), "pass") or done.returncode != 0:
        print(done.stdout[-4000:])
        sys.exit(f"exit status {done.returncode}: {verdicts}")
    print("breakpoints of a lost client are removed before the next scenario")


if __name__ == "__main__":
    main()
