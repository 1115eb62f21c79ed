"""`run --debuggers` with real debuggers: what they did stands beside the forecast, and agrees with it.

usage: reality.py STUBBORN ROOT
The practice stub is right, then it ignores 0x03: both debuggers show that, with what they printed, and nothing else differs.
"""
# SPDX-License-Identifier: MIT
import concurrent.futures
import json
import subprocess
import sys

DONE = {"attach", "registers", "write-registers", "memory", "write-memory", "threads", "step", "breakpoints", "detach", "reconnect", "kill"}
PROGRAMS = {"gdb": ("gdb-multiarch", "GNU gdb"), "lldb": ("lldb-19", "lldb version 19")}


def run(stubborn, root, *bug):
    stub = " ".join([f"exec:{sys.executable} {root}/tests/strangers/stranger.py --port {{port}} --life 300", *bug])
    debuggers = ",".join(f"{name}={program}" for name, (program, _) in PROGRAMS.items())
    done = subprocess.run([stubborn, "run", "--no-config", "--debuggers", debuggers, "--stub", stub, "-o", "json:-", f"{root}/scenarios/handshake"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1), done.stderr
    return {(row["debugger"], row["action"]): row for row in json.loads(done.stdout)["forecast"]}


def check(rows, broken):
    for debugger, (_, version) in PROGRAMS.items():
        for action in DONE | {"interrupt"}:
            row = rows[debugger, action]
            assert row["program"].startswith(version), row
            assert row.get("observed") == ("breaks" if action == broken else "works"), row
            assert row["outlook"] == row["observed"], row
    assert rows["gdb", "load"]["observed"] == "works", rows["gdb", "load"]


def main():
    stubborn, root = sys.argv[1:]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        right, rows = pool.map(lambda bug: run(stubborn, root, *bug), ([], ["--bug interrupt-ignored"]))
    check(right, None)
    check(rows, "interrupt")
    assert rows["gdb", "interrupt"]["printed"].startswith("interrupt: "), rows["gdb", "interrupt"]
    assert rows["lldb", "interrupt"]["printed"].startswith("process interrupt: "), rows["lldb", "interrupt"]


if __name__ == "__main__":
    main()
