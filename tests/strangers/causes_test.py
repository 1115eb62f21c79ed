#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A headline says what the practice stub did, and the lines under it show the same once more.

usage: causes_test.py STUBBORN
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import stranger
from together import together

# switches, scenarios, the first cause that is a must, the most causes that are musts
CASES = [
    ({"breakpoint-never-hit"}, "breakpoints/any-*", "Z0 is confirmed and the program does not stop there", 1),
    ({"breakpoint-pc-after"}, "breakpoints/any-*", "the stop of Z0 is 4 bytes after its address", 1),
    ({"breakpoint-stays"}, "breakpoints/any-*", "z0 answers OK and removes nothing", 3),
    ({"detach-kills"}, "detach/any-program-lives", "D kills the program", 1),
    ({"dead-step"}, "resume/any-*", "a step does not move the program counter", 2),
    ({"pieces-lost"}, "framing/any-*", "a packet that comes in pieces is not answered", 1),
    ({"reads-on"}, "qsupported/*", "a request is answered only when more bytes come", 1),
    ({"plus-in-noack"}, "noack/*", "an acknowledgment in no-ack mode", 1),
    ({"vcont-crash"}, "vcont/any-bad*", "a malformed vCont makes the stub close the connection", 2),
    ({"vcont-unknown-continues"}, "vcont/any-list-with*", "vCont lets the program run for an action that there is not", 1),
    ({"step-signal-zero"}, "stop/any-*", "a step stops with signal 0, which is none", 1),
    ({"step-signal-zero"}, "vcont/any-*", "a step stops with signal 0, which is none", 1),
    ({"call-unread"}, "fileio/any-*", "m does not give the text of a File-I/O call", 1),
    ({"call-waits"}, "fileio/any-*", "the program does not go on after the reply to a File-I/O call", 1),
    ({"call-waits"}, "breakpoints/any-not-late", "the program does not go on after the reply to a File-I/O call", 1),
    ({"xfer-ignores-offset"}, "qxfer/", "qXfer answers from the start of the object at offset", 2),
    ({"m-cut"}, "memory/any-long*", "a reply comes without its end", 1),
    ({"unknown-silent", "M-silent"}, "memory/any-written-back", "M gets no reply", 1),
]
# the same for what is a should
SHOULDS = [
    ({"interrupt-beside-lost"}, "interrupt/any-*", "0x03 in one write with vCont;c is lost", 1, "should"),
    ({"small-pieces"}, "memory/any-at-once", "m of as many bytes as GDB asks for at once is refused, and m of fewer is not", 1, "should"),
]
# the same for stubs that die, each scenario with a fresh one
DEATHS = [
    ("malformed-crash", "memory/any-malformed*", "should", "a malformed m ends the stub"),
    ("damaged-crash", "acks/recovers*", "must", "a damaged packet ends the stub"),
    ("interrupt-crash", "interrupt/any-while-stopped", "must", "0x03 while the program is stopped ends the stub"),
    ("unknown-dies-late", "standard/*", "must", "an unknown packet ends the stub"),
    ("long-read-crash", "memory/any-long*", "must", "m of 0x110 bytes and more ends the stub"),
]
BY_HAND = [
    ({"unknown-silent"}, "standard/*", "unknown packets get no reply", ""),
    ({"unknown-error"}, "standard/*", "unknown packets are answered by an error", "E01"),
    ({"unknown-ok"}, "standard/*", "unknown packets are answered OK", "OK"),
    ({"detach-silent"}, "detach/any-*", "D gets no reply", ""),
    ({"P-silent"}, "registers/any-*", "P gets no reply", ""),
    ({"dead-continue"}, "resume/any-*", "vCont;c is answered by an error", "E01"),
    # registers and memory that open only in a connection that begins as a debugger begins it
    ({"target-xml-first", "P-silent"}, "registers/any-*", "P gets no reply", ""),
    ({"target-xml-first", "plus-first", "no-noack", "P-silent"}, "registers/any-*", "P gets no reply", ""),
]
# the same where memory may be written
WRITES = [({"X-written-anyway"}, "memory/binary-write-wrong-length.less", "X with fewer or more decoded bytes than announced", 1, "must",
           "--allow-writes"),
          ({"M-digits"}, "memory/wrong-length-*", "M with data that is no hex is taken", 1, "must", "--allow-writes"),
          ({"M-digits"}, "robustness/wrong-length-*", "M with data that is no hex is taken", 1, "must", "--allow-writes")]
# what is within a stub's rights: no must
NONE = [
    ({"unknown-silent", "M-silent"}, "memory/any-new-bytes*"),  # nothing can be written
    ({"vcont-unknown-continues"}, "vcont/any-stop-of-the-stopped"),
    ({"small-pieces", "no-packet-size"}, "escapes/all-bytes-both-ways"),
    ({"hollow"}, "memory/*write*"),  # what is written goes where memory is
    ({"overlong-closes"}, "robustness/packet-too-long*"),
]
MOST_ROUND_TRIPS = 20000  # of qxfer/ against a stub that looks at no offset


def run(stubborn, address, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        done = subprocess.run([stubborn, "run", "--stub", address, "-o", f"json:{path}", *options], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if not path.exists():
            sys.exit(f"no report: {done.stdout}")
        return json.loads(path.read_text(encoding="utf-8"))


def of_level(report, level):
    return [cause for cause in report["causes"] if cause["level"] == level]


def again_once(stubborn, switches, cause, *options):
    """Whether the line `again` shows the cause on a fresh stub: the same scenario fails by the same requirement."""
    words = shlex.split(cause["again"])
    server = stranger.Server(switches)
    try:
        report = run(stubborn, f"tcp:127.0.0.1:{server.port}", *options, *words[words.index("--filter"):])
    finally:
        server.end()
    same = [other for other in report["causes"]
            if other["scenario"] == cause["scenario"] and other["requirement"] == cause["requirement"]]
    return words[:2] == ["stubborn", "run"] and bool(same)


def again(stubborn, switches, cause, *options):
    """Pieces of a packet may meet in one read of the stub, so that it is tried more than once."""
    return any(again_once(stubborn, switches, cause, *options) for _ in range(4))


def judge(stubborn, switches, chosen, what, most, level="must", *options):
    server = stranger.Server(switches)
    try:
        address = f"tcp:127.0.0.1:{server.port}"
        report = run(stubborn, address, "--filter", chosen, *options)
        found = of_level(report, level)
        texts = [cause["what"] for cause in found]
        if not found or not texts[0].startswith(what) or len(found) > most:
            sys.exit(f"{switches}: {texts}, not '{what}' and {most - 1} more at the most")
        if "xfer-ignores-offset" in switches and report["metrics"]["round_trips"] > MOST_ROUND_TRIPS:
            sys.exit(f"{switches}: {report['metrics']['round_trips']} round trips")
        if not again(stubborn, switches, found[0], *options):
            sys.exit(f"{switches}: {found[0]['again']} does not show it again")
    finally:
        server.end()


def last_reply(stubborn, switches, cause):
    """What is answered to the last packet of the line `by hand`; "" for nothing, None where there is no such line."""
    words = shlex.split(cause.get("send", ""))
    if words[:2] != ["stubborn", "send"]:
        return None
    server = stranger.Server(switches)
    try:
        done = subprocess.run([stubborn, "send", "--stub", f"tcp:127.0.0.1:{server.port}", *words[4:]], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    finally:
        server.end()
    replies = done.stdout.rpartition("-> ")[2].splitlines()
    return next((line.split()[1] for line in replies if line.startswith("<- ")), "")


def judge_by_hand(stubborn, switches, chosen, what, reply):
    server = stranger.Server(switches)
    try:
        first = of_level(run(stubborn, f"tcp:127.0.0.1:{server.port}", "--filter", chosen), "must")[0]
    finally:
        server.end()
    answered = last_reply(stubborn, switches, first)
    if first["what"] != what or answered != reply:
        sys.exit(f"{switches}: {first['what']}; by hand {first.get('send')} gets '{answered}', not '{reply}'")


def judge_death(stubborn, bug, chosen, level, what):
    stub = f"exec:{sys.executable} {pathlib.Path(stranger.__file__)} --life 60 --bug {bug} --port {{port}}"
    causes = run(stubborn, stub, "--filter", chosen)["causes"]
    found = [(cause["level"], cause["what"]) for cause in causes]
    if found != [(level, what)]:
        sys.exit(f"{bug}: {found}, not only '{what}'")


def judge_apart(stubborn):
    """Memory that scenarios write is looked for above the code, where that lies below the stack."""
    server = stranger.Server({"low-stack", "X-written-anyway"})
    try:
        report = run(stubborn, f"tcp:127.0.0.1:{server.port}", "--allow-writes", "--filter", "memory/binary-write-wrong-length.less")
    finally:
        server.end()
    said = report["results"][0]["transcript"]
    if "  ->  X3000,4:" not in said or "  ->  M1000,1:" in said:
        sys.exit(f"the program's own code is written, or memory is somewhere else: {said}")


def judge_none(stubborn, switches, chosen):
    server = stranger.Server(switches)
    try:
        found = of_level(run(stubborn, f"tcp:127.0.0.1:{server.port}", "--allow-writes", "--filter", chosen), "must")
    finally:
        server.end()
    if found:
        sys.exit(f"{switches}: {[cause['what'] for cause in found]}, where nothing is due")


def main():
    kinds = ((judge_death, DEATHS), (judge, CASES), (judge, SHOULDS), (judge_by_hand, BY_HAND), (judge, WRITES), (judge_none, NONE), (judge_apart, [()]))
    together((judging, sys.argv[1], *case) for judging, cases in kinds for case in cases)
    print(f"{sum(len(cases) for _, cases in kinds)} bugs are named first, and shown again")


if __name__ == "__main__":
    main()
