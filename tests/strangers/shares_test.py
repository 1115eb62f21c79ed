#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scenarios share the processes of a stub that stubborn starts, and what a used process shows wrong is shown by a fresh one, too.

usage: shares_test.py STUBBORN
The stub counts its starts in a file, and notes the mode of each connection in another. From its second client on it may have a bug that its first one does not meet.
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from checking import check
import stranger
from program import Program
from session import Session


def stub_main(folder, port, on, later):
    """The practice stub, with further switches after its first client."""
    with pathlib.Path(folder, "starts").open("ab") as file:
        file.write(b".")
    listener = stranger.listen(port)
    program = Program(on)
    while True:
        if "busy-with-the-last" in on:
            listener.accept()[0].close()
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with sock, pathlib.Path(folder, "modes").open("ab", buffering=0) as modes:
            session = Session(sock, on, program)
            session.serve()
            modes.write(b"n" if session.line.no_ack else b"a")
        if "one-client" in on:
            return
        on = on | later


def run_against(stubborn, on, later, *more):
    """The exit status, the report, the number of starts, and the text of a run."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {folder} {{port}} ,{on} ,{later}"
        command = [stubborn, "run", "--filter", "registers", "--filter", "memory", *more, "--stub", stub, "-o",
                   f"json:{report}"]
        done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        starts = pathlib.Path(folder, "starts").stat().st_size
        modes = pathlib.Path(folder, "modes").read_text(encoding="utf-8")
        return done.returncode, json.loads(report.read_text(encoding="utf-8")), starts, modes, done.stdout


def judged(report):
    return {r["scenario"]: r["verdict"] for r in report["results"] if r["verdict"] not in ("skip", "error")}


def main():
    stubborn = sys.argv[1]
    status, report, starts, modes, text = run_against(stubborn, "", "")
    right = judged(report)
    check(status == 0 and len(right) > 30, f"exit status {status}, {len(right)} judged", text)
    check(2 * starts < len(right), f"{starts} starts for {len(right)} judged scenarios", text)

    status, report, starts, modes, text = run_against(stubborn, "one-client", "")
    check(status == 0 and len(judged(report)) > 60, "one client: too little was judged", text)
    check(2 * starts < len(right), f"one client: {starts} starts for {len(right)} judged scenarios", text)

    status, report, starts, modes, text = run_against(stubborn, "one-client,multiprocess", "", "--filter", "robustness/first-request.*")
    bad = [name for name, verdict in judged(report).items() if verdict != "pass"]
    check(status == 0 and not bad, f"a scenario about the first request of a connection comes after others: {bad}", text)

    status, report, starts, modes, text = run_against(stubborn, "", "busy-with-the-last")
    check(status == 0 and judged(report) == right, f"exit status {status} of a stub that closes each second connection", text)
    check(2 * starts < len(right), f"closes each second connection: {starts} starts for {len(right)} judged scenarios", text)

    status, report, starts, modes, text = run_against(stubborn, "", "p-shifted")
    check(status == 0 and len(judged(report)) > 60, "what only later clients meet is blamed on the stub", text)

    status, report, starts, modes, text = run_against(stubborn, "p-shifted", "")
    named = [cause["requirement"] for cause in report["causes"]]
    check(status == 1 and "REG-004" in named, f"exit status {status}, and the bug is not named: {named}", text)

    # A second packet of one read is lost: so is what comes together with the acknowledgment before it, but not in no-ack mode.
    status, report, starts, modes, text = run_against(stubborn, "second-packet-lost,one-client", "")
    check(status == 0 and len(judged(report)) > 60, "a stub that loses the second packet: too little was judged", text)
    check(modes.count("n") > len(modes) / 2, f"a stub that loses the second packet is judged with acknowledgments: {modes}", text)
    print("scenarios share processes, and a fresh one confirms what is wrong")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        stub_main(sys.argv[1], int(sys.argv[2]), *(frozenset(filter(None, names.split(","))) for names in sys.argv[3:]))
    else:
        main()
