#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges a real stub by the whole suite and its baseline; writes JUnit; nothing may be left running.

usage: judge.py STUBBORN PROFILE FOLDER [--jobs N]

What is unexpected must be so three times, in the same scenario: threads of a real program race, and a run on a busy
machine may meet an order of stops that no entry of the baseline describes. Each run is printed.
"""
import json
import os
import re
import subprocess
import sys


def processes():
    """Process id and command line of everything that runs, zombies left out."""
    found = {}
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and open(f"/proc/{name}/stat").read().rpartition(")")[2].split()[0] != "Z":
                found[name] = open(f"/proc/{name}/environ", "rb").read()
        except OSError:
            continue
    return found


def unexpected(report, said):
    """Names of the scenarios that failed though the baseline does not say so, and of its entries that are stale."""
    with open(report, encoding="utf-8") as file:
        results = json.load(file)["results"]
    bad = {r["scenario"] for r in results if r["verdict"] in ("fail", "crash", "hang", "error", "xpass")}
    return bad | set(re.findall(r"fails as this entry for '([^']+)' says", said))


def main():
    stubborn, profile, folder = sys.argv[1:4]
    jobs = sys.argv[5] if sys.argv[4:5] == ["--jobs"] else "2"
    mark = f"JUDGED_BY_STUBBORN={os.getpid()}"
    name, _, value = mark.partition("=")
    command = [stubborn, "run", "--stub", f"profile:{profile}", "--jobs", jobs, "-o", f"junit:{folder}/{profile}.xml",
               "-o", f"json:{folder}/{profile}.json", "-o", "term:-"]
    suspects = None
    for _ in range(3):
        done = subprocess.run(command, env=dict(os.environ, **{name: value}), check=False, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout, flush=True)
        found = unexpected(f"{folder}/{profile}.json", done.stdout) if done.returncode <= 1 else set()
        if done.returncode and not found:
            return done.returncode
        suspects = found if suspects is None else suspects & found
        if not suspects:
            break
    for suspect in sorted(suspects):
        print(f"unexpected each time: {suspect}")
    left = [pid for pid, environment in processes().items() if mark.encode() in environment.split(b"\0")]
    for pid in left:
        command = open(f"/proc/{pid}/cmdline").read().replace("\0", " ")
        print(f"left running: {pid} {command}")
    return 1 if suspects or left else 0


if __name__ == "__main__":
    sys.exit(main())
