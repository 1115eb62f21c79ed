#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A headline says what the practice stub did, and the lines under it show the same once more.

usage: causes_test.py STUBBORN
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import stranger

# switches, scenarios, the first must cause, the most causes that are musts
CASES = [
    ({"breakpoint-never-hit"}, "breakpoints/any-*", "Z0 is confirmed and the program does not stop there", 1),
    ({"breakpoint-pc-after"}, "breakpoints/any-*", "the stop of Z0 is 4 bytes after its address", 1),
    ({"breakpoint-stays"}, "breakpoints/any-*", "z0 answers OK and removes nothing", 3),
    ({"dead-step"}, "resume/any-*", "a step does not move the program counter", 2),
    ({"vcont-crash"}, "vcont/", "a malformed vCont makes the stub close the connection", 2),
    ({"xfer-ignores-offset"}, "qxfer/", "qXfer answers from the start of the object at offset", 2),
]
MOST_ROUND_TRIPS = 20000  # of qxfer/ against a stub that looks at no offset


def run(stubborn, address, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        done = subprocess.run([stubborn, "run", "--stub", address, "-o", f"json:{path}", *options], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not path.exists():
            sys.exit(f"no report: {done.stdout}")
        return json.loads(path.read_text(encoding="utf-8"))


def musts(report):
    return [cause for cause in report["causes"] if cause["level"] == "must"]


def again(stubborn, switches, cause):
    """Whether the line `again` shows the cause on a fresh stub: the same scenario fails by the same requirement."""
    words = shlex.split(cause["again"])
    server = stranger.Server(switches)
    try:
        report = run(stubborn, f"tcp:127.0.0.1:{server.port}", *words[words.index("--filter"):])
    finally:
        server.end()
    same = [other for other in report["causes"]
            if other["scenario"] == cause["scenario"] and other["requirement"] == cause["requirement"]]
    return words[:2] == ["stubborn", "run"] and bool(same)


def judge(stubborn, switches, chosen, what, most):
    server = stranger.Server(switches)
    try:
        address = f"tcp:127.0.0.1:{server.port}"
        report = run(stubborn, address, "--filter", chosen)
        found = musts(report)
        texts = [cause["what"] for cause in found]
        if not found or not texts[0].startswith(what) or len(found) > most:
            sys.exit(f"{switches}: {texts}, not '{what}' and {most - 1} more at the most")
        if "xfer-ignores-offset" in switches and report["metrics"]["round_trips"] > MOST_ROUND_TRIPS:
            sys.exit(f"{switches}: {report['metrics']['round_trips']} round trips")
        if not again(stubborn, switches, found[0]):
            sys.exit(f"{switches}: {found[0]['again']} does not show it again")
    finally:
        server.end()


def main():
    for case in CASES:
        judge(sys.argv[1], *case)
    print(f"{len(CASES)} bugs are named first, and shown again")


if __name__ == "__main__":
    main()
