#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub that serves one client only is blamed for what it does afterwards only where it computes for nobody.

usage: left_test.py STUBBORN
One that ends, that waits for ever, or that lets its program run on, is within its rights.
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

from checking import check
import stranger
from program import Program
from session import Session
from together import together

WAYS = {"spins": "computes on without a look at its connection", "ends": "ends", "waits": "waits for ever, with its connection open",
        "runs-on": "closes its connection and computes on"}


def stub_main(way, port):
    """The practice stub for one client."""
    listener = stranger.listen(port)
    sock, _ = listener.accept()
    listener.close()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    Session(sock, frozenset(), Program(frozenset())).serve()
    if way == "runs-on":
        sock.close()
    if way == "waits":
        signal.pause()
    while way != "ends":
        pass


def run_against(stubborn, stub):
    """The exit status, the verdict on the scenario, requirements of causes, and the text of a run."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        command = [stubborn, "run", "--filter", "robustness/client-gone", "--filter", "registers/any-*", "--stub", stub, "-o", f"json:{report}"]
        done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        run = json.loads(report.read_text(encoding="utf-8"))
    verdict = next(r["verdict"] for r in run["results"] if r["scenario"] == "robustness/client-gone")
    return done.returncode, verdict, [cause["requirement"] for cause in run["causes"]], done.stdout


def judge(stubborn, way):
    stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {way} {{port}}"
    status, verdict, named, text = run_against(stubborn, stub)
    due = (1, "fail", ["ROBUST-006"]) if way == "spins" else (0, "skip", [])
    check((status, verdict, named) == due, f"a stub that {WAYS[way]}: exit status {status}, {verdict}, {named}", text)
    probe = subprocess.run([stubborn, "probe", "--stub", stub], check=True, text=True, stdout=subprocess.PIPE).stdout
    check(("computes for nobody" in probe) == (way == "spins"), f"probe of a stub that {WAYS[way]}", probe)


def judge_switch(stubborn):
    place = pathlib.Path(__file__).resolve().parent / "stranger.py"
    status, _, named, text = run_against(stubborn, f"exec:{sys.executable} {place} --port {{port}} --bug spins-when-left")
    check(status == 1 and named == ["ROBUST-006"], f"the switch spins-when-left: exit status {status}, {named}", text)


def main():
    together([*((judge, sys.argv[1], way) for way in WAYS), (judge_switch, sys.argv[1])])
    print(f"of {len(WAYS)} ways to go on without a client, one is a fault")


if __name__ == "__main__":
    if sys.argv[1] in WAYS:
        stub_main(sys.argv[1], int(sys.argv[2]))
    else:
        main()
