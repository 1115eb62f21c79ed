#!/usr/bin/env python3
"""An unmodified gdb debugs the practice stub: attach, step, break, watch, registers, memory, detach, kill.

usage: gdb_test.py GDB. Each line of SESSION is a command and a pattern that its output must have.
"""
# SPDX-License-Identifier: MIT

import re
import subprocess
import sys

import stranger

GIVE_UP_S = 60
SESSIONS = (
    ([], [
        ("info registers pc sp a0", r"pc +0x1000\b.*sp +0x7f00\b.*a0 +0x0\b"),
        ("x/5i $pc", r"li\s+a0,0.*a0,a0,1.*sw\s+a0,0\(sp\).*lw\s+a1,0\(sp\).*j\s+0x1004"),
        ("stepi", r"0x0*1004"),
        ("stepi", r"0x0*1008"),
        ("break *0x1008", r"Breakpoint 1"),
        ("continue", r"Breakpoint 1, 0x0*1008"),
        ("info registers a0", r"a0 +0x2\b"),
        ("x/i 0x1008", r"sw\s+a0,0\(sp\)"),
        ("continue", r"Breakpoint 1, 0x0*1008"),
        ("info registers a0", r"a0 +0x3\b"),
        ("delete", r""),
        ("set $a0 = 0x1234", r""),
        ("stepi", r"0x0*100c"),
        ("x/2xw $sp", r"0x0*1234\s+0x0+\b"),
        ("set *(int*)($sp+64) = 0x7d242a23", r""),
        ("x/xw $sp+64", r"0x7d242a23"),
        ("info threads", r"Thread 1"),
        ("print *(int*)0xffff0000", r"Cannot access memory"),
        ("detach", r"detached"),
    ]),
    (["watchpoints", "hardware-breakpoints", "multiprocess", "swbreak", "run-length", "binary-read", "only-vcont"], [
        ("hbreak *0x1010", r"Hardware assisted breakpoint 1"),
        ("continue", r"Breakpoint 1, 0x0*1010"),
        ("delete", r""),
        ("watch *(int*)0x7f00", r"Hardware watchpoint 2"),
        ("continue", r"Old value = 1\s+New value = 2"),
        ("continue", r"Old value = 2\s+New value = 3"),
        ("delete", r""),
        ("rwatch *(int*)0x7f00", r"read watchpoint 3"),
        ("continue", r"Value = \d+\s"),
        ("delete", r""),
        ("awatch *(int*)0x7f00", r"Hardware access"),
        ("continue", r"New value = \d+\s"),
        ("kill", r"killed"),
    ]),
    (["stops-S", "no-vcont", "no-p", "no-H", "no-T", "no-thread-list", "no-qC", "no-qsupported", "stuck-breakpoints"], [
        ("set architecture riscv:rv32", r""),
        ("break *0x1008", r"Breakpoint 1"),
        ("continue", r"Breakpoint 1, 0x0*1008"),
        ("continue", r"Breakpoint 1, 0x0*1008"),
        ("info registers a0", r"a0 +0x2\b"),
        ("kill", r"killed"),
    ]),
    (["greets-plus", "newline-after", "plus-first", "target-xml-first", "question-first", "expedites", "unavailable-registers", "large-thread-ids", "ends"], [
        ("stepi", r"0x0*1004"),
        ("info registers gp", r"unavailable"),
        ("info threads", r"Thread"),
        ("continue", r"exited with code 07"),
    ]),
)


def converse(gdb, on, session):
    server = stranger.start(on)
    commands = ["set pagination off", "set confirm off", "set architecture riscv:rv32", f"target remote 127.0.0.1:{server.port}"]
    for i, (command, _) in enumerate(session):
        commands += [f"echo \\n<{i}>\\n", command]
    commands.append("echo \\n<end>\\n")
    words = [word for command in commands for word in ("-ex", command)]
    try:
        done = subprocess.run([gdb, "-nx", "-batch", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=GIVE_UP_S, check=False, stdin=subprocess.DEVNULL)
    finally:
        server.end()
    outputs = re.split(r"<(?:\d+|end)>\n", done.stdout)[1:]
    wrong = [f"{on}: {command}: {output!r}, not {pattern}" for (command, pattern), output in zip(session, outputs)
             if not re.search(pattern, output, re.S)]
    return wrong + [done.stdout] * (bool(wrong) or len(outputs) <= len(session))


def main():
    wrong = [line for on, session in SESSIONS for line in converse(sys.argv[1], on, session)]
    print("\n".join(wrong) or "fine")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
