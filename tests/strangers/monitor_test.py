#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Monitor commands that a profile names are judged: a reset that keeps breakpoints or drops them, a long command that is whole or cut.

usage: monitor_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import stranger
from together import together

PROFILE = "title: a stub with a monitor\naddress: tcp:127.0.0.1:%d\nfacts: { reset: reset halt, monitor: echo }\n"
# switches, and what is printed as musts
CASES = [
    ({"monitor"}, []),
    ({"monitor", "small-packets"}, []),
    ({"monitor", "reset-drops-breakpoints"}, ["breakpoints are gone after a reset by the monitor"]),
    ({"monitor", "monitor-cut"}, ["the end of a long monitor command is lost"]),
]


def judge(stubborn, switches, musts):
    server = stranger.start(switches)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path, profile = pathlib.Path(folder, "report.json"), pathlib.Path(folder, "stub.yaml")
            profile.write_text(PROFILE % server.port, encoding="utf-8")
            done = subprocess.run([stubborn, "run", "--stub", f"profile:{profile}", "--filter", "queries/any-*", "-o", f"json:{path}"], check=False,
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if not path.exists():
                return [done.stdout]
            report = json.loads(path.read_text(encoding="utf-8"))
    finally:
        server.end()
    named = [cause["what"] for cause in report["causes"] if cause["level"] == "must"]
    verdicts = [r["verdict"] for r in report["results"]]
    return [] if named == musts and "skip" not in verdicts else [f"{switches}: {named}, {verdicts}"]


def main():
    wrong = sum(together((judge, sys.argv[1], *case) for case in CASES), [])
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(CASES)} monitors are judged")


if __name__ == "__main__":
    main()
