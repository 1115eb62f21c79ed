#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Twelve runs with two workers give the same report but for times: nothing depends on who asked the stub first.

Usage: same_report.py STUBBORN SCENARIOS.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

STUBBORN, SCENARIOS = sys.argv[1:3]
RUNS = 12


def without_times(part):
    if isinstance(part, dict):
        return {key: without_times(value) for key, value in part.items()
                if not key.endswith("_ns") and key not in ("ns", "started_at")}
    if isinstance(part, list):
        return [without_times(item) for item in part]
    return re.sub(r" *\d+\.\d{3} ms", "", part) if isinstance(part, str) else part


def first_difference(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            if a.get(key) != b.get(key):
                return first_difference(a.get(key), b.get(key), f"{path}/{a.get('scenario', '')}{key}")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return first_difference(x, y, f"{path}/{i}")
    return f"{path}: {str(a)[:2000]}\nand: {str(b)[:2000]}"


def report(folder, jobs):
    path = os.path.join(folder, "run.json")
    subprocess.run([STUBBORN, "run", "--no-baseline", "-v", "-j", str(jobs), "-o", f"json:{path}", SCENARIOS],
                   stdout=subprocess.DEVNULL, check=True, timeout=300)
    with open(path, encoding="utf-8") as file:
        return without_times(json.load(file))


with tempfile.TemporaryDirectory() as place:
    first = report(place, 1)
    for i in range(RUNS):
        other = report(place, 2)
        if other != first:
            sys.exit(f"run {i} with -j 2 differs from one with -j 1 at {first_difference(first, other)}")
