#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contradictions between forecast and causes are found, and agreement is none."""
import agree

CAUSE = {"requirement": "INT-001", "level": "must", "what": "0x03 does nothing"}
WORKS = {"debugger": "gdb", "action": "interrupt", "outlook": "works"}
BREAKS = {"debugger": "lldb", "action": "interrupt", "outlook": "breaks", "why": "0x03 does not stop the program"}


def found(causes, row):
    return list(agree.contradictions({"causes": causes, "forecast": [row]}))


def main():
    assert len(found([CAUSE], WORKS)) == 1
    assert len(found([], BREAKS)) == 1
    assert not found([CAUSE], {**BREAKS, "cause": 1})
    assert not found([{**CAUSE, "level": "should"}], WORKS)
    assert not found([CAUSE], {**WORKS, "action": "memory"})
    assert not list(agree.contradictions({"results": []}))
    print("contradictions are found")


if __name__ == "__main__":
    main()
