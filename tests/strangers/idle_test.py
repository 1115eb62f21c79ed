#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing right is blamed where a program idles: loops of one and two instructions at the start of memory, registers without a value,
code in flash.

usage: idle_test.py STUBBORN
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from together import together

HERE = pathlib.Path(__file__).resolve().parent
WRONG = ("fail", "crash", "hang", "error")
BREAKPOINTS = ("memory/any-*over*", "memory/any-new-bytes*", "resume/any-answered*")
CODE = ("memory/any-written-over*",)
IN_FLASH = "the memory map says that the code is in flash"  # why none of these is judged
# architecture, OPT, instructions in the loop, scenarios, how many of them have to be judged, and may be
CASES = [
    ("rv32", "", 1, BREAKPOINTS, 0, 99),
    ("rv32", "", 2, BREAKPOINTS, 8, 99),
    ("rv32", "", 12, BREAKPOINTS, 8, 99),
    ("rv32", "fileio", 12, ("fileio/any-*",), 1, 99),
    ("mips", "x-registers", 12, ("registers/any-pc*",), 1, 99),
    ("avr", "", 12, CODE, 0, 0),  # in flash, as its memory map says
    ("rv32", "flash", 12, CODE, 0, 0),
]


def source(loop):
    """ministub.py with a shorter loop, which ends in a jump of RISC-V to its start."""
    text = (HERE / "ministub.py").read_text(encoding="utf-8")
    back = -4 * (loop - 1)
    jump = 0x6F | (back >> 20 & 1) << 31 | (back >> 1 & 0x3FF) << 21 | (back >> 11 & 1) << 20 | (back >> 12 & 0xFF) << 12
    flash = '        m.flash = m.a["code"]'
    assert "LOOP = 12 " in text and flash in text
    at = 4 * (loop - 1)
    written = f'        if arch == "rv32": code[{at}:{at + 4}] = bytes.fromhex("{jump.to_bytes(4, "little").hex()}")\n'
    return text.replace("LOOP = 12 ", f"LOOP = {loop} ").replace(flash, written + flash)


def judge(stubborn, arch, option, loop, chosen, least, most):
    with tempfile.TemporaryDirectory() as folder, \
         subprocess.Popen([sys.executable, "-c", source(loop), "--arch", arch, "--life", "120"], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "OPT": option}) as stub:
        try:
            path = pathlib.Path(folder, "report.json")
            filters = [word for name in chosen for word in ("--filter", name)]
            subprocess.run([stubborn, "run", "--stub", "tcp:127.0.0.1:" + stub.stdout.readline().split()[1], "--allow-writes", *filters,
                            "-o", f"json:{path}"], check=False, capture_output=True)
            results = json.loads(path.read_text(encoding="utf-8"))["results"]
        finally:
            stub.kill()
    wrong = [(r["scenario"], r.get("message")) for r in results if r["verdict"] in WRONG]
    judged = sum(r["verdict"] == "pass" for r in results)
    if most == 0:
        wrong += [(r["scenario"], r["reason"]) for r in results if r.get("reason") != IN_FLASH]
    if wrong or not least <= judged <= most:
        sys.exit(f"{arch} {option} with a loop of {loop}: {judged} judged, wrong are {wrong}")


def main():
    together((judge, sys.argv[1], *case) for case in CASES)
    print(f"{len(CASES)} idle programs are judged, and nothing of them is blamed")


if __name__ == "__main__":
    main()
