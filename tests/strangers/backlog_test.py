#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub has died, and its listening socket lives in another process: the run says so, and blames no silence.
One client that a stub leaves without an answer is no death.

usage: backlog_test.py STUBBORN
"""
import itertools
import json
import os
import pathlib
import resource
import signal
import socket
import subprocess
import sys
import tempfile

from checking import check
import stranger
from program import Program
from session import Session
from together import together


def run_against(stubborn, switches):
    """The exit status, the report and the text of a run. The stub ends early, and this process still listens."""
    listener = stranger.listen(0)
    address = f"tcp:127.0.0.1:{listener.getsockname()[1]}"
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        stranger.serve_forever(listener, switches)
        os._exit(0)
    try:
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.json")
            command = [stubborn, "run", "--filter", "memory", "--stub", address, "-o", f"json:{report}"]
            done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, json.loads(report.read_text(encoding="utf-8")), done.stdout
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        listener.close()


def serve_but(listener, left_alone):
    """Serves one client after the other, but for those numbers: they get no answer, and leave."""
    program = Program(frozenset())
    for client in itertools.count(1):
        sock, _ = listener.accept()
        with sock:
            if client in left_alone:
                while sock.recv(65536):
                    pass
            else:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                Session(sock, frozenset(), program).serve()


def run_against_lazy(stubborn, left_alone):
    """The exit status, the report and the text of a run against a stub that leaves some clients alone."""
    listener = stranger.listen(0)
    child = os.fork()
    if child == 0:
        serve_but(listener, left_alone)
    try:
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.json")
            command = [stubborn, "run", "--filter", "memory", "-t", "500ms", "--min-judged", "25%", "-o", f"json:{report}",
                       "--stub", f"tcp:127.0.0.1:{listener.getsockname()[1]}"]
            done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, json.loads(report.read_text(encoding="utf-8")), done.stdout
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        listener.close()


def main():
    stubborn = sys.argv[1]
    dead, served_one, late, lazy = together([(run_against, stubborn, {"negative-length-crash"}), (run_against, stubborn, {"one-client"}),
                                             (run_against_lazy, stubborn, {25}), (run_against_lazy, stubborn, range(25, 100))])
    status, report, text = dead
    hangs = [r["scenario"] for r in report["results"] if r["verdict"] == "hang"]
    check(status == 1 and report["interrupted"], f"exit status {status}, and the run is not cut short", text)
    check(not hangs, f"silence is blamed: {hangs}", text)
    check("the stub died in memory/any-huge-length" in text, "the run does not say where the stub died", text)

    status, report, text = served_one
    check(status == 3 and not report["results"], f"exit status {status}, {len(report['results'])} results", text)
    check("it served the look at its manners, and serves no client after it" in text, "the run does not say what is wrong", text)

    status, report, text = late
    check(status == 0 and not report["interrupted"], f"exit status {status} for one client without an answer", text)
    check("left 1 client without an answer" in report["waited_for"], "the run does not say that it waited", text)

    status, report, text = lazy
    judged = report["judged"]
    check(status == 1 and report["interrupted"], f"exit status {status}, and the run is not cut short", text)
    check("accepts clients and does not answer: 3" in report["stopped"], "the run does not say what was seen", text)
    check(judged["of"] == report["planned"] > 3 * judged["scenarios"], f"not what was planned: {judged}", text)
    check(report["unmet"], "--min-judged looks at what was played only", text)
    print("the runs say that the stub has gone, or was late")


if __name__ == "__main__":
    main()
