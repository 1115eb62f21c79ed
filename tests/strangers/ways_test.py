#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Right stubs that do many things in other ways (ways.py) have no must: what is right is not blamed.

usage: ways_test.py STUBBORN

All ways, several at a time. tools/dev/ways plays each alone, and others together by chance.
"""
import sys

import bugs
import ways
from together import together

# What takes time is played where it may show: a stub for each client, waits.
FEW = ("handshake/", "acks/", "framing/any-*", "registers/any-*", "resume/", "stop/", "detach/", "interrupt/", "memory/any-*")
# architecture, harts, ways, and areas; none: all
CASES = [
    ("rv32", 1, "upper-hex,run-lengths,greets,error-numbers,stop-more,zeros,features-turned,features-unknown,xfer-short,xml-quotes,xml-types,"
                "kind-strict,z-strict,no-k", ()),
    ("rv32", 1, "byte-by-byte,slow,plus-early,interrupt-late", FEW),
    ("armm", 1, "stop-s,error-texts,no-size,console,xml-include,xml-hex,D-stays,bus-zeros,no-T,two-breakpoints,attached-0,no-monitor,offsets", ()),
    ("avr", 2, "ids-gap,vCont-more,x-registers,P-some,zero-length,lengths-strict,plus-joined,D-runs,signals-passed,thread-names,symbols,list-parts,"
               "no-p,no-restart", ()),
    ("ppc", 2, "processes,swbreak,escapes-more,xml-more,monitor-direct,host-refuses,interrupt-trap,xfer-end,no-qC,no-qAttached,no-Z1", ()),
    ("i386", 1, "no-vCont,no-X,small,connect-resets,size-1024,stop-bare,no-noack,ids-large,no-H,no-D", ()),
    ("mips", 1, "no-qSupported,no-threads,no-Z,no-P,no-s,stop-all", ()),
    ("m68k", 2, "no-Z0,no-signals,no-description,vCont-less,size-32k,noack-drops", ()),
    ("rv64", 1, "straight,one-client,ends,xml-numbers", FEW),
]


def judge(stubborn, arch, harts, names, areas):
    musts = bugs.judge(stubborn, bugs.right_by(names, harts, areas), arch)
    return [f"{names} on {arch}: {musts}"] if musts else []


def main():
    played = {name for _, _, names, _ in CASES for name in names.split(",")}
    assert played == set(ways.ALL), f"not played, or not known: {sorted(played ^ set(ways.ALL))}"
    wrong = sum(together((judge, sys.argv[1], *case) for case in CASES), [])
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(ways.ALL)} right ways are not blamed")


if __name__ == "__main__":
    main()
