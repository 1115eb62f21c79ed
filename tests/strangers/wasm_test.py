#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A WebAssembly runtime that nobody has seen: no must while it is right, and each bug by its requirement.

usage: wasm_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from together import together
import wasmstub

HERE = pathlib.Path(__file__).resolve().parent
AREAS = ("scenarios/wasm",)
FEATURES = ("scenarios/qsupported",)
RIGHT_AREAS = ("scenarios/wasm", "scenarios/memory/any-program.yaml")


def causes_of(stubborn, switches, areas):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        with subprocess.Popen([sys.executable, HERE / "wasmstub.py", *switches], stdout=subprocess.PIPE, text=True) as stub:
            try:
                address = f"tcp:127.0.0.1:{stub.stdout.readline().strip()}"
                done = subprocess.run([stubborn, "run", "--no-config", *areas, "--stub", address, "-o", f"json:{path}"], check=False,
                                      cwd=HERE.parents[1], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            finally:
                stub.kill()
        if not path.exists():
            sys.exit(f"{switches}: no report: {done.stdout[-2000:]}")
        return json.loads(path.read_text(encoding="utf-8"))


def judge(stubborn, switch, requirement):
    causes = causes_of(stubborn, [switch], FEATURES if requirement.startswith("QSUP") else AREAS)["causes"]
    found = [cause["requirement"] for cause in causes]
    if not found or found[0].split()[0] != requirement:
        sys.exit(f"{switch}: {[(c['requirement'], c['what']) for c in causes]}, not {requirement} first")


def judge_right(stubborn):
    report = causes_of(stubborn, [], RIGHT_AREAS)
    played = [r for r in report["results"] if r["scenario"].startswith("wasm/")]
    if report["causes"] or any(r["verdict"] != "pass" for r in played):
        sys.exit(f"a right stub: {[(c['requirement'], c['what']) for c in report['causes']]} {[r for r in played if r['verdict'] != 'pass']}")


def main():
    stubborn = sys.argv[1]
    calls = [(judge_right, stubborn)] + [(judge, stubborn, switch, of) for switch, (_, of) in wasmstub.BUGS.items()]
    together(calls, at_once=len(calls))  # they wait far more than they compute
    print(f"{len(wasmstub.BUGS)} bugs are named first, and the right stub has none")


if __name__ == "__main__":
    main()
