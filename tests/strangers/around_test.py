#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is silent or deadly is told once, and hides nothing: a second bug of the practice stub is told beside it.

usage: around_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import stranger
from together import together

CHOSEN = ["breakpoints/any-*", "framing/*", "qxfer/*", "resume/any-*", "standard/*", "stop/any-*", "threads/any-*"]
# switches, whether each scenario has a fresh stub, (the bug that is gone around, the most results that stumble over it), the other bug
CASES = [
    ({"question-once", "dead-step"}, False, ("? is not answered a second time in a connection", 1),
     "a step does not move the program counter"),
    ({"qC-silent", "breakpoint-stays"}, False, ("qC gets no reply", 4), "z0 answers OK and removes nothing"),
    ({"thread-list-crash", "breakpoint-stays"}, True, ("qfThreadInfo ends the stub", 8), "z0 answers OK and removes nothing"),
]


def report_of(stubborn, address):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        done = subprocess.run([stubborn, "run", "-j", "1", "--no-config", "--stub", address, "-o", f"json:{path}",
                               *(word for name in CHOSEN for word in ("--filter", name))],
                              check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not path.exists():
            sys.exit(f"no report: {done.stdout}")
        return json.loads(path.read_text(encoding="utf-8"))


def judged(stubborn, switches, fresh):
    if fresh:
        bugs = " ".join(f"--bug {name}" for name in sorted(switches))
        return report_of(stubborn, f"exec:{sys.executable} {pathlib.Path(stranger.__file__)} --life 60 {bugs} --port {{port}}")
    server = stranger.Server(switches)
    try:
        return report_of(stubborn, f"tcp:127.0.0.1:{server.port}")
    finally:
        server.end()


def main():
    reports = together((judged, sys.argv[1], switches, fresh) for switches, fresh, _, _ in CASES)
    for (switches, _, (around, most), other), report in zip(CASES, reports):
        causes = {cause["what"]: cause["results"] for cause in report["causes"] if cause["level"] == "must"}
        if set(causes) != {around, other}:
            sys.exit(f"{switches}: {sorted(causes)}, not '{around}' and '{other}'")
        if causes[around] > most:
            sys.exit(f"{switches}: {causes[around]} results stumble over '{around}', at most {most} are about it")
    print(f"{len(CASES)} stubs are gone around, and their second bug is told")


if __name__ == "__main__":
    main()
