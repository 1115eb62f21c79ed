#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn adapter run` against adapters that mean harm: it ends, stays small, and its report says what was wrong.

Usage: adapter_test.py STUBBORN SCENARIOS CASE. The only clock here is one that ends a test which hangs.
"""
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
STUBBORN, SCENARIOS, CASE = sys.argv[1:4]
GIVE_UP_S = 240
MOST_KIB = 1024 * 1024  # a log of a session may hold 256 MiB, as texts and as JSON
# AddressSanitizer keeps what is freed and pads what is not: its memory says nothing about ours.
SANITIZED = b"__asan_init" in open(STUBBORN, "rb").read()

# Verdicts that are right, and what a message, the scenario's or a rule's, has to say.
EXPECTED = {
    "stray": ({"FAIL", "HANG", "WARN", "ERROR"}, "no part of a frame"),
    "no-line-end": ({"FAIL", "HANG", "WARN", "ERROR"}, "longer than headers may be"),
    "endless-header": ({"FAIL", "HANG", "WARN", "ERROR"}, "longer than headers may be"),
    "empty-headers": ({"FAIL", "HANG", "WARN", "ERROR"}, "no part of a frame"),
    "huge-length": ({"FAIL", "HANG", "WARN", "ERROR"}, "larger than a message may be"),
    "large-length": ({"FAIL", "HANG", "WARN", "ERROR"}, "no response|nests|limit"),
    "zero-lengths": ({"FAIL", "HANG", "WARN", "ERROR"}, "at offset|object|JSON|end of file"),
    "deep": ({"FAIL", "HANG", "WARN", "ERROR"}, "nested|deep"),
    "utf8": ({"FAIL", "HANG", "WARN", "ERROR"}, "unable to decode byte"),
    "cut": ({"FAIL", "HANG", "WARN"}, "closed the connection"),
    "events": ({"FAIL", "HANG", "WARN", "ERROR"}, "limit|no event|within"),
    "large-events": ({"FAIL", "HANG", "WARN", "ERROR"}, "limit|no event|within"),
    "responses": ({"FAIL", "HANG", "WARN", "ERROR"}, "which was not sent"),
    "reverse": ({"FAIL", "HANG", "WARN", "ERROR"}, "runInTerminal"),
    "silence": ({"FAIL", "HANG", "WARN"}, "no event 'initialized' within|no response"),
}
# Adapters of which nothing is known: no verdict, status 3, and why.
NOTHING_JUDGED = {
    "dumb": "no response to 'initialize' within",
    "ends": "closed the connection",
}


def check(holds, what, seen=""):
    if not holds:
        sys.exit(f"{CASE}: {what}\n{seen}")


def run(folder):
    adapter = f"exec:{shlex.quote(sys.executable)} {shlex.quote(os.path.join(HERE, 'adapter.py'))} {CASE}"
    program = os.path.join(folder, "sample")
    with open(program, "w", encoding="utf-8"):
        pass
    scenario = os.path.join(folder, "one.yaml")
    with open(scenario, "w", encoding="utf-8") as file:
        file.write("scenario: a/b\ntitle: t\ncovers: [DAP-BASE-002]\nprotocol: dap\n"
                   "steps:\n  - {request: threads, body: {threads: []}}\n")
    paths = {name: os.path.join(folder, "report." + name) for name in ("json", "junit", "html", "term")}
    outputs = [word for name, path in paths.items() for word in ("-o", f"{name}:{path}")]
    process = subprocess.Popen([STUBBORN, "adapter", "run", "--adapter", adapter, "--debuggees", folder, "-t", "2s", "--start", "3s",
                                *outputs, scenario], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = process.communicate(timeout=GIVE_UP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit(f"{CASE}: no end within {GIVE_UP_S} s")
    check(process.returncode in (1, 3), f"exit status {process.returncode}", errors)
    for name, path in paths.items():
        check(os.path.exists(path) and os.path.getsize(path) > 0, f"no {name} report", errors)
    xml.etree.ElementTree.parse(paths["junit"])
    with open(paths["json"], encoding="utf-8") as file:
        return json.load(file), errors


def main():
    with tempfile.TemporaryDirectory() as folder:
        report, errors = run(folder)
    if CASE in NOTHING_JUDGED:
        check(not report["results"], "there are verdicts", report["results"])
        check(re.search(NOTHING_JUDGED[CASE], report["trouble"]), "the reason", report["trouble"])
        return
    verdicts, text = EXPECTED[CASE]
    results = {result["scenario"]: result for result in report["results"]}
    check("a/b" in results, "the scenario has no result", errors)
    verdict = results["a/b"]["verdict"].upper()
    check(verdict in verdicts, f"the scenario's verdict is {verdict}", results["a/b"])
    said = json.dumps([result.get("message", "") for result in results.values()])
    check(re.search(text, said), f"nobody says '{text}'", said)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    check(SANITIZED or largest < MOST_KIB, f"took {largest} KiB")


if __name__ == "__main__":
    main()
