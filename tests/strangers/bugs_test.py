#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bugs of ministub.py are named by their cause first, on other architectures than those of the other tests.

usage: bugs_test.py STUBBORN

A sample: tools/dev/ministub plays each on all of its architectures.
"""
import dataclasses
import sys

import bugs
from together import together

# bug, OPT, architecture, and scenarios in place of all areas in which it shows
CASES = [
    ("fifo", "", "ppc", ("registers/any-*", "qsupported/packet*", "framing/any-packet-size*")),  # a g that nothing describes
    ("one-read", "", "mips", ()),
    ("no-thread", "", "avr", ()),
    ("short-g", "", "m68k", ()),
    ("short-g", "", "rv64", ()),
    ("mask-words", "", "armm", ()),
    ("cond-dropped", "cond", "m68k", ()),
    ("xfer-offset", "", "ppc", ()),
    ("vcont-signal", "", "avr", ("vcont/any-*",)),
    ("keeps-breaks", "", "mips", ("detach/",)),
    ("fileio-deaf", "fileio", "armm", ()),
    ("xml-name", "", "rv64", ()),
    ("right", "", "i386", ("escapes/", "registers/any-*", "breakpoints/any-*")),
    ("right", "banked", "armm", ("registers/any-*",)),
    ("right", "upper", "rv32", ("noack/",)),
    ("z-alone", "", "armm", ("breakpoints/any-*", "resume/any-*", "kill/any-*")),
    ("orig-eax", "", "i386", ()),
    ("erase-slow", "flash", "mips", ("memory/flash-half-a-block.ends",)),
]


def judge(stubborn, name, option, arch, chosen):
    bug = next(b for b in bugs.BUGS if b.name == name and b.options == option and arch in b.architectures)
    musts = bugs.judge(stubborn, dataclasses.replace(bug, areas=chosen or bug.areas), arch)
    return [] if bugs.is_right(bug, musts) else [f"{name} on {arch}: {musts}, not '{bug.first}'"]


def main():
    wrong = sum(together((judge, sys.argv[1], *case) for case in CASES), [])
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(CASES)} bugs of ministub are named by their cause")


if __name__ == "__main__":
    main()
