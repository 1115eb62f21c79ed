#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges a real stub by the whole suite and its baseline; writes JUnit; nothing may be left running.

usage: judge.py STUBBORN PROFILE FOLDER [--jobs N]

What is unexpected must be so three times, in the same scenario: threads of a real program race, and a run on a busy
machine may meet an order of stops that no entry of the baseline describes. The second and the third run play the
suspects only. Each run is printed.
"""
import json
import os
import re
import subprocess
import sys

NOTHING_JUDGED = 3  # exit status: unreachable, or no scenario was judged


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


def all_skipped(report):
    with open(report, encoding="utf-8") as file:
        return {r["verdict"] for r in json.load(file)["results"]} == {"skip"}


def only(suspects):
    """Options that play them alone; none where an entry stands for a group, of which only the whole suite tells."""
    if not suspects or any(set(name) & set("*?[") for name in suspects):
        return []
    return [word for name in sorted(suspects) for word in ("--filter", name)]


def main():
    stubborn, profile, folder = sys.argv[1:4]
    jobs = sys.argv[5] if sys.argv[4:5] == ["--jobs"] else "2"
    mark = f"JUDGED_BY_STUBBORN={os.getpid()}"
    name, _, value = mark.partition("=")
    command = [stubborn, "run", "--stub", f"profile:{profile}", "--jobs", jobs, "-o", f"junit:{folder}/{profile}.xml",
               "-o", f"json:{folder}/{profile}.json", "-o", "term:-"]
    suspects = None
    for _ in range(3):
        done = subprocess.run([*command, *only(suspects)], env=dict(os.environ, **{name: value}), check=False, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout, flush=True)
        found = unexpected(f"{folder}/{profile}.json", done.stdout) if done.returncode <= 1 else set()
        if suspects and done.returncode == NOTHING_JUDGED and all_skipped(f"{folder}/{profile}.json"):
            return 0
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
