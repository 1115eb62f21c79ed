#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The suite and a real GDB agree on a stub of another language and byte order, which describes nothing.

usage: m68k_test.py STUBBORN [GDB]
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# At least so many scenarios need no program of ours, no description and no feature.
LEAST_JUDGED = 200
WORK = {"attach", "registers", "write-registers", "memory", "write-memory", "threads", "step", "breakpoints", "interrupt",
        "detach", "load", "reconnect"}  # the program is somebody else's: it is not killed
GDB_SAYS = {
    "x/4xb 0x9010": "0x9010:\t0x70\t0x77\t0x7e\t0x85",
    "stepi": "0x00008012",
    "break *0x8018": "Breakpoint 1 at 0x8018",
    "continue": "Breakpoint 1, 0x00008018",
    "print $d1 = 7": "$1 = 7",
    "print $d1": "$2 = 7",
    "set var *(unsigned char *)0x9020 = 9": "",
    "x/1xb 0x9020": "0x9020:\t0x09",
    "detach": "detached",
}


class Stub:
    def __enter__(self):
        self.process = subprocess.Popen(["perl", HERE / "m68k.pl", "0", "300"], stdout=subprocess.PIPE, text=True)
        return self.process.stdout.readline().split()[-1]

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def judged_rightly(stubborn):
    with Stub() as address, tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        done = subprocess.run([stubborn, "run", "--stub", address, "--allow-writes", "-o", f"json:{report}"], check=False,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        run = json.loads(report.read_text(encoding="utf-8"))
    judged = sum(r["verdict"] != "skip" for r in run["results"])
    works = {f["action"] for f in run["forecast"] if f["debugger"] == "gdb" and f["outlook"] == "works"}
    print(f"exit status {done.returncode}, {judged} scenarios judged, GDB: {' '.join(sorted(works))}")
    if done.returncode or judged < LEAST_JUDGED or works != WORK:
        print(done.stdout[-6000:])
        return False
    return True


def debugged_by(gdb):
    with Stub() as address:
        commands = ["set architecture m68k", "set endian big", f"target remote {address.removeprefix('tcp:')}", *GDB_SAYS]
        words = [word for command in commands for word in ("-ex", command)]
        said = subprocess.run([gdb, "-nx", "-batch", *words], check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120).stdout
    missing = [text for text in GDB_SAYS.values() if text not in said]
    print(said if missing else "GDB debugs it")
    return not missing


def main():
    good = judged_rightly(sys.argv[1])
    if len(sys.argv) > 2:
        good = debugged_by(sys.argv[2]) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
