#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stubs whose registers nothing describes, or whose pc and sp lead nowhere: each is judged as the plain one is.

usage: guess_test.py STUBBORN
"""
import sys

from together import together
import toy

# What asks for pc, for places of the program and for its registers.
AREAS = ["acks", "breakpoints", "interrupt", "memory", "registers", "resume", "stop"]

# kind of toy.pl -> what its report has to name; nothing for what is legal
KINDS = {"plain": None, "ahead": None, "behind": None, "counter": None, "dark-map": None, "dark-regions": None, "dark-registers": None,
         "p-other": "REG-004", "stale": "REG-004"}
LEAST = 0.9  # of what is judged on the plain stub, where code can't be read
# These are about the bytes of code under a breakpoint.
ABOUT_CODE = ("memory/any-new-bytes-under-a-breakpoint", "memory/any-over-a-breakpoint", "memory/any-written-over-a-breakpoint")
ABOUT_P = {"REG-003", "REG-004", "REG-005", "REG-011"}  # what a p that differs from g breaks
NEED_P = {"registers/any-pc-by-single"}
BAD = {"fail", "crash", "hang", "error"}


def run(stubborn, kind):
    return toy.report_of(stubborn, kind, AREAS)["results"]


def wrong(kind, results, plain):
    """What this kind's report should not have, in words."""
    if not results:
        return ["no report"]
    named = {requirement for r in results if r["verdict"] in BAD for requirement in r["requirements"]}
    if KINDS[kind]:
        missing = [] if KINDS[kind] in named else [f"{KINDS[kind]} is not named"]
        return missing + [f"{r['scenario']}: {r['message']}" for r in results
                          if r["verdict"] in BAD and not ABOUT_P & set(r["requirements"])] + lost(kind, results, plain)
    return [f"{r['scenario']}: {r['message']}" for r in results if r["verdict"] in BAD] + lost(kind, results, plain)


def lost(kind, results, plain):
    """Scenarios that are judged on the plain stub alone."""
    if kind.startswith("dark"):
        numbers = [sum(r["verdict"] != "skip" and not r["scenario"].startswith(ABOUT_CODE) for r in some) for some in (results, plain)]
        return [f"{numbers[0]} of {numbers[1]} are judged"] if numbers[0] < LEAST * numbers[1] else []
    judged = {r["scenario"] for r in results if r["verdict"] != "skip"}
    return [f"{r['scenario']} is not judged" for r in plain if r["verdict"] != "skip" and r["scenario"] not in judged | NEED_P]


def main():
    results = dict(zip(KINDS, together((run, sys.argv[1], kind) for kind in KINDS)))
    good = True
    for kind in KINDS:
        found = wrong(kind, results[kind], results["plain"])
        print(f"{kind}: {'right' if not found else f'{len(found)} wrong'}")
        print("".join(f"  {text}\n" for text in found[:8]), end="")
        good = good and not found
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
