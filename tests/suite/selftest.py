#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A third of the faults of the reference stub: each is noticed by the suite. The three parts take turns in CI (tests/turns.txt).

usage: selftest.py STUBBORN SCENARIOS PART      PART: 1, 2 or 3
"""
import subprocess
import sys

PARTS = 3


def main():
    stubborn, scenarios, part = sys.argv[1], sys.argv[2], int(sys.argv[3])
    listed = subprocess.run([stubborn, "selftest", "--list"], check=True, text=True, stdout=subprocess.PIPE).stdout
    faults = [line.split()[0] for line in listed.splitlines() if line[:1].strip()]
    chosen = faults[part - 1::PARTS]
    assert chosen, listed
    print(f"{len(chosen)} of {len(faults)} faults", flush=True)
    words = [word for fault in chosen for word in ("--fault", fault)]
    return subprocess.run([stubborn, "selftest", *words, scenarios], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
