#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests go out in GDB's form: masked addresses, threads in vCont. What is legal besides is one cause, and the rest is judged.

usage: forms_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import stranger

HERE = pathlib.Path(__file__).resolve().parent
AREAS = [HERE.parents[1] / "scenarios" / area for area in ("breakpoints", "interrupt", "memory", "registers", "resume", "vcont")]
BAD = ("fail", "crash", "hang", "error")


def run_against(stubborn, address, *areas, more=()):
    """The exit status and the report."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        done = subprocess.run([stubborn, "run", *(areas or AREAS), "--stub", address, "-o", f"json:{path}", *more], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, json.loads(path.read_text(encoding="utf-8"))


def verdicts(report):
    return {r["scenario"]: r["verdict"] for r in report["results"]}


def judge_perl(stubborn, kind, *areas, more=()):
    stub = subprocess.Popen(["perl", HERE / "mips.pl", "0", "300", kind], stdout=subprocess.PIPE, text=True)
    try:
        return run_against(stubborn, stub.stdout.readline().split()[-1], *areas, more=more)
    finally:
        stub.kill()
        stub.wait()
        stub.stdout.close()


# What gdb-multiarch 13.1, lldb 19.1 and lldb 21.1 did with mips.pl: (debugger, action) -> outlook, and a part of the reason.
DEBUGGED = {"narrow": {("gdb", "attach"): ("works", ""), ("gdb", "step"): ("works", ""), ("gdb", "breakpoints"): ("works", ""),
                       ("gdb", "threads"): ("works", ""), ("lldb", "step"): ("works", ""),
                       ("lldb", "memory"): ("breaks", "memory read failed for 0xffffffff8000")},
            "twin": {("gdb", "breakpoints"): ("works", ""), ("lldb", "memory"): ("works", ""), ("lldb", "write-memory"): ("works", "")},
            "mute": {("gdb", "attach"): ("works", ""), ("gdb", "threads"): ("breaks", "qThreadExtraInfo,1 -> no reply"),
                     ("gdb", "breakpoints"): ("works", "")},
            "once": {("lldb", "attach"): ("works; 21 to 23: breaks", ""), ("lldb", "memory"): ("breaks", "")},
            "marked": {("lldb", "attach"): ("works", ""), ("lldb", "memory"): ("works; 21 to 23: breaks", "")}}


def outlook_of(cell):
    return cell["outlook"] + (f"; {cell['newer_versions']}: {cell['newer']}" if "newer" in cell else "")


def forecast_wrongly(stubborn, kind):
    """What the forecast says otherwise than the debuggers did, in words."""
    _, report = judge_perl(stubborn, kind, HERE.parents[1] / "scenarios" / "stop", more=("--forecast", "--allow-writes"))
    told = {(f["debugger"], f["action"]): (outlook_of(f), f.get("why", "")) for f in report["forecast"]}
    return [f"{kind}: {' '.join(key)}: {told[key]}" for key, (outlook, why) in DEBUGGED[kind].items()
            if told[key][0] != outlook or why not in told[key][1]]


SP = """
scenario: registers/sp-of-mips
title: sp of a MIPS that describes no registers is r29
covers: [REG-004]
needs: { facts: [sp] }
steps:
  - get-register: { name: sp, equals: 0x80002000 }
"""
MIPS = """
title: a MIPS that describes no registers
address: exec:perl %s {port} 60
architecture: mips
"""


def finds_sp(stubborn):
    """The verdict where the profile alone says that it is a MIPS: r1 is not its sp."""
    with tempfile.TemporaryDirectory() as folder:
        scenario, profile = pathlib.Path(folder, "sp.yaml"), pathlib.Path(folder, "mips.yaml")
        scenario.write_text(SP, encoding="utf-8")
        profile.write_text(MIPS % (HERE / "mips.pl"), encoding="utf-8")
        return run_against(stubborn, f"profile:{profile}", scenario)


def judge_stranger(stubborn, *switches):
    server = stranger.start(switches)
    try:
        return run_against(stubborn, f"tcp:127.0.0.1:{server.port}")
    finally:
        server.end()


def check(ok, what, report):
    if not ok:
        sys.exit(f"{what}: {[cause['what'] for cause in report['causes']]} "
                 f"{[name for name, verdict in verdicts(report).items() if verdict in BAD]}")


def main():
    stubborn = sys.argv[1]
    status, narrow = judge_perl(stubborn, "narrow")
    check(status == 0, "64-bit registers of 32-bit addresses", narrow)
    status, twin = judge_perl(stubborn, "twin")
    check(status == 0 and verdicts(narrow) == verdicts(twin), "its twin is judged otherwise", twin)

    wrong = [text for kind in DEBUGGED for text in forecast_wrongly(stubborn, kind)]
    check(not wrong, f"debuggers did otherwise: {wrong}", twin)

    _, multi = judge_perl(stubborn, "multi", more=("--allow-writes",))
    forms = ("resume/any-bare", "vcont/any-")  # all that send a vCont in another form than GDB's
    after = tuple(f"the stub died in {form}" for form in forms)  # it ends for good, and what is played next finds nobody
    lost = [r["scenario"] for r in multi["results"] if r["verdict"] in BAD and not r["message"].startswith(after)]
    check(lost and all(name.startswith(forms) for name in lost) and multi["causes"][0]["requirement"].startswith("VCONT-"),
          "vCont without threads", multi)
    passed = sum(verdict == "pass" for verdict in verdicts(multi).values())
    check(passed > 100, f"only {passed} pass where bare vCont kills", multi)

    status, described = finds_sp(stubborn)
    check(status == 0 and set(verdicts(described).values()) == {"pass"}, "sp of a MIPS by its profile", described)

    # 0x03 does nothing, and the program stops by itself: no stop shows anything of an interrupt.
    _, own = judge_stranger(stubborn, "interrupt-ignored", "stops-by-itself")
    false = [name for name, verdict in verdicts(own).items() if name.startswith("interrupt/any") and verdict == "pass"]
    check(false == ["interrupt/any-while-stopped"], f"passes by stops of the program's own: {false}", own)
    stub = f"exec:{sys.executable} {HERE / 'stranger.py'} --port {{port}} --life 60 --manner kill-resets"
    _, killed = run_against(stubborn, stub, HERE.parents[1] / "scenarios" / "kill")
    played = {verdicts(killed)[name] for name in ("kill/any-kill", "kill/any-kill-at-a-breakpoint")}
    check(played == {"pass"}, f"a target that k resets: {played}", killed)
    print("GDB's form, one cause for others, and no stop that 0x03 did not make")


if __name__ == "__main__":
    main()
