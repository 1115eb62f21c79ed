#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges a real stub by the whole suite and its baseline; writes JUnit; nothing may be left running.

usage: judge.py STUBBORN PROFILE FOLDER [--jobs N]

What is unexpected must be so twice: threads of a real program race, and a run on a busy machine may meet an order of
stops that no entry of the baseline describes. The first run is printed in any case.
"""
import os
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


def main():
    stubborn, profile, folder = sys.argv[1:4]
    jobs = sys.argv[5] if sys.argv[4:5] == ["--jobs"] else "2"
    mark = f"STUBBORN_JUDGED_BY={os.getpid()}"
    name, _, value = mark.partition("=")
    command = [stubborn, "run", "--stub", f"profile:{profile}", "--jobs", jobs, "-o", f"junit:{folder}/{profile}.xml",
               "-o", f"json:{folder}/{profile}.json", "-o", "term:-"]
    for _ in range(2):
        code = subprocess.run(command, env=dict(os.environ, **{name: value}), check=False).returncode
        if code == 0:
            break
    left = [pid for pid, environment in processes().items() if mark.encode() in environment.split(b"\0")]
    for pid in left:
        command = open(f"/proc/{pid}/cmdline").read().replace("\0", " ")
        print(f"left running: {pid} {command}")
    return code if code else 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
