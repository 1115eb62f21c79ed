#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Starts of a stub that fail: one is tried again, and a stub that starts no more cuts the run short, which says so. A scenario that is
skipped for what the stub has not starts none.

usage: starts_test.py STUBBORN
The stub counts its starts in a file.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from checking import check
import stranger


def stub_main(folder, port, fails, manners):
    """The practice stub, but for the starts that end at once."""
    counter = pathlib.Path(folder, "starts")
    number = counter.stat().st_size if counter.exists() else 0
    with counter.open("ab") as file:
        file.write(b".")
    first, last = fails
    if first <= number + 1 <= last:
        sys.exit("no board found")
    stranger.serve_forever(stranger.listen(port), frozenset(manners))


SOME = ("registers", "detach/any-*")
LACKING = ("qsupported/every-feature-counts*", "breakpoints/any-reads-not-watched-as-writes*", "detach/any-no-hardware-breakpoint-left",
           "memory/any-long-over-code*", "framing/no-nul-in-words-about-a-thread", "extended/single-argument-not-offered")


def run_against(stubborn, fails, *options, names=SOME, manners=("one-client",)):
    """The exit status, the report, and the text of a run."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {folder} {{port}} {fails[0]} {fails[1]} {' '.join(manners)}"
        filters = [word for name in names for word in ("--filter", name)]
        command = [stubborn, "run", *filters, "--stub", stub, "-o", f"json:{report}", *options]
        done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, json.loads(report.read_text(encoding="utf-8")), done.stdout


def main():
    stubborn = sys.argv[1]
    for once in (1, 4):
        status, report, text = run_against(stubborn, (once, once))
        check(status == 0 and not report["interrupted"], f"exit status {status} when start {once} fails", text)
        check(report["summary"]["pass"] > 10, "too little was judged", text)

    status, report, text = run_against(stubborn, (6, 10000), "--min-judged", "90%")
    bad = [r["verdict"] for r in report["results"] if r["verdict"] not in ("pass", "skip", "error")]
    check(status == 1 and report["interrupted"], f"exit status {status}, and the run is not cut short", text)
    check("no board found" in report["stopped"] and not bad, f"the reason is not told, or the stub is blamed: {bad}", text)
    check(report["judged"]["of"] + report["judged"]["others"] == report["planned"] > len(report["results"]), "not counted as planned", text)
    check(len(report["not_played"]) > 0 and report["unmet"], "the gate looks at what was played only", text)

    status, report, text = run_against(stubborn, (1, 10000))
    check(status == 3 and "no board found" in text, f"exit status {status} of a stub that never starts", text)

    status, report, text = run_against(stubborn, (0, 0), names=("registers", *LACKING), manners=())
    skipped = [r for r in report["results"] if r["verdict"] == "skip" and not r["scenario"].startswith("registers/")]
    starts = [f"{r['scenario']}: {r['starts']}, {r['reason']}" for r in skipped if r.get("starts") and r.get("fresh")]
    check(status == 0 and len(skipped) > 8 and not starts, f"a process is started for what is skipped: {starts}", text)
    # What a stub that ends with its client can not show is known after one try of each way to leave.
    status, report, text = run_against(stubborn, (0, 0), names=("detach/any-*", "robustness/client-gone", "robustness/half-a-packet"))
    alone = [r for r in report["results"] if r.get("reason") == "the stub serves one connection only"]
    started = [r["scenario"] for r in alone if r.get("starts")]
    check(status == 0 and len(alone) > 5 and 0 < len(started) <= 2, f"{len(alone)} have no next client, and started: {started}", text)
    print("a start that fails once is tried again, a run that loses its stub says so, and what is skipped starts nothing")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        stub_main(sys.argv[1], int(sys.argv[2]), (int(sys.argv[3]), int(sys.argv[4])), sys.argv[5:])
    else:
        main()
