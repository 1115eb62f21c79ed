#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What one scenario spoils in a stub that lives on does not spoil the next ones, or the run says so.

usage: mended_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import stranger
from together import together


def memory_of(stubborn, stub):
    """Memory where no program is, by the answers to m."""
    command = [stubborn, "send", "--stub", stub, *(f"m{at:x},80" for at in range(0x2000, 0x8000, 0x80))]
    done = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE)
    return [line.split()[1] for line in done.stdout.splitlines() if line.startswith("<- ")]


def run_against(stubborn, switches, *options):
    """The report of a whole run, and whether memory is as before."""
    server = stranger.Server(switches)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "report.json")
            stub = f"tcp:127.0.0.1:{server.port}"
            command = [stubborn, "run", "--stub", stub, "-o", f"json:{path}", *options]
            before = memory_of(stubborn, stub)
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
            report = json.loads(path.read_text(encoding="utf-8"))
            report["same_memory"] = len(before) == 192 and before == memory_of(stubborn, stub)
            return report
    finally:
        server.end()


def causes(report):
    return [cause["what"] for cause in report["causes"]]


def check(ok, what, report):
    if not ok:
        sys.exit(f"{what}: {causes(report)}")


RUNS = [({"P-spoils"},), ({"P-spoils", "G-ignored"},), ({"checksum-silent"},), ({"no-stack"}, "--allow-writes")]


def main():
    spoilt, changed, silent, small = together((run_against, sys.argv[1], *run) for run in RUNS)
    stuck = [r["scenario"] for r in spoilt["results"] if "a step does not move" in r.get("reason", "")]
    # after a detach nothing can be written back: the few that are played last; without it all that follow a place are stuck
    check(len(stuck) < 10, f"later scenarios suffer: {stuck}", spoilt)
    check("left_changed" not in spoilt, "what was written back is said to be changed", spoilt)

    said = changed.get("left_changed", "")
    if "registers were left changed by " not in said:
        sys.exit(f"the run does not say that registers are spoilt: '{said}'")
    check("a packet with a wrong checksum is not refused with '-'" in causes(silent), "no such cause", silent)
    judged = sum(r["verdict"] == "pass" and r["scenario"].startswith("memory/wr") for r in small["results"])
    check(judged > 8, f"of the scenarios that write memory {judged} pass", small)
    check(small["same_memory"] and "left_changed" not in small, "memory is not as before", small)
    print("registers are written back, and the run says where they are not")


if __name__ == "__main__":
    main()
