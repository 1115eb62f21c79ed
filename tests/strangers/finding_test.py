#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn finding`: its script fails on a stub with the bug and passes on the one without; where a script would say
something else than the scenario there is none, and the page says why.

usage: finding_test.py STUBBORN
"""
import json
import pathlib
import shlex
import socket
import subprocess
import sys
import tempfile

from together import together

STRANGER = [sys.executable, str(pathlib.Path(__file__).with_name("stranger.py")), "--port", "{port}", "--life", "120"]
# Bugs of the practice stub, and a scenario that each fails.
SHOWN = {
    "unknown-error": "standard/unknown-packets-are-empty.json",
    "dead-step": "resume/any-step-moves",
    "breakpoint-shows": "breakpoints/any-original-bytes",
    "breakpoint-stays": "breakpoints/any-runs-on-without",
    "p-shifted": "registers/any-p-is-its-slice",
    "m-ignores-length": "memory/any-long.over-1024",
    "xml-malformed": "qxfer/target-description",
    "vcont-bare-crash": "resume/any-bare-continue",
    "malformed-crash": "memory/prefixes-of-a-read",
    "question-once": "stop/any-question",
    "m-outside-zero": "memory/any-far-away",
    "detach-silent": "detach/any-ok",
}
NOT_SHOWN = {
    "no-acks": "handshake/one-plus-before-the-reply",
    "spins-when-left": "robustness/client-gone",
    "second-packet-lost": "framing/any-two-at-once",
}


def finding(stubborn, folder, what, *switches):
    stub = "exec:" + " ".join(shlex.quote(word) if word != "{port}" else word for word in [*STRANGER, *switches])
    command = [stubborn, "finding", "--no-config", "--stub", stub, "--standalone", folder, what]
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def script(folder, *switches):
    """Its exit status and words against a stub of its own; a port may be taken by somebody else before the stub has it."""
    for _ in range(5):
        status, said = script_once(folder, *switches)
        if status != 2:
            break
    return status, said


def script_once(folder, *switches):
    """It is tried again while nobody listens yet."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = str(held.getsockname()[1])
    command = [word.replace("{port}", port) for word in [*STRANGER, *switches]]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as stub:
        status = 2
        while status == 2 and stub.poll() is None:
            done = subprocess.run([sys.executable, f"{folder}/reproduce.py", "127.0.0.1", port], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            status = done.returncode
        stub.kill()
    return done.returncode, done.stdout


def shown(stubborn, bug, scenario):
    with tempfile.TemporaryDirectory() as folder:
        made = finding(stubborn, folder, scenario, "--bug", bug)
        if made.returncode:
            return [f"{bug}: {made.returncode}: {made.stdout}"]
        page = pathlib.Path(folder, "README.md").read_text(encoding="utf-8")
        if not pathlib.Path(folder, "reproduce.py").exists():
            return [f"{bug}: no script: {made.stdout}"]
        code = pathlib.Path(folder, "reproduce.py").read_text(encoding="utf-8")
        wrong = [f"{bug}: the page lacks {word}:\n{page}" for word in ("reproduce.py", "| source |", "## The exchange") if word not in page]
        if pathlib.Path(folder, "conversation.pcapng").read_bytes()[:4] != bytes.fromhex("0a0d0d0a"):
            wrong.append(f"{bug}: the capture is none")
        needs = [line for line in code.splitlines() if line.startswith(("import ", "from "))]
        if needs != ["import re", "import socket", "import sys"]:
            wrong.append(f"{bug}: the script needs more than sockets: {needs}")
        usage = subprocess.run([sys.executable, f"{folder}/reproduce.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if usage.returncode != 2:
            wrong.append(f"{bug}: without a stub: {usage}")
        there, right = script(folder, "--bug", bug), script(folder)
        if (there[0], right[0]) != (1, 0):
            wrong.append(f"{bug}: with it {there}, without it {right}")
        return wrong


def not_shown(stubborn, bug, scenario):
    with tempfile.TemporaryDirectory() as folder:
        made = finding(stubborn, folder, scenario, "--bug", bug)
        page = pathlib.Path(folder, "README.md").read_text(encoding="utf-8") if made.returncode == 0 else ""
        if "There is no script: it " in page and not pathlib.Path(folder, "reproduce.py").exists():
            return []
        return [f"{bug}: {made.returncode}: {made.stdout}\n{page}"]


def of_a_report(stubborn):
    """A cause of a report by its number, and what is said where there is nothing to write."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        stub = "exec:" + " ".join([*STRANGER, "--bug", "breakpoint-counts"])
        report = f"{folder}/report.json"
        subprocess.run([stubborn, "run", "--no-config", "--stub", stub, "--filter", "breakpoints/any-set-twice", "-o", f"json:{report}"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        made = subprocess.run([stubborn, "finding", "--no-config", report, "--standalone", f"{folder}/out"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if made.returncode or not pathlib.Path(folder, "out/reproduce.py").exists():
            wrong.append(f"a cause of a report: {made.returncode}: {made.stdout}")
        many = subprocess.run([stubborn, "finding", "--no-config", report, "--cause", "9"], text=True, stderr=subprocess.PIPE, check=False)
        if many.returncode != 2 or "--cause 9" not in many.stderr or " has 1" not in many.stderr:
            wrong.append(f"a cause that is not there: {many.returncode}: {many.stderr}")
        passes = finding(stubborn, f"{folder}/none", "breakpoints/any-set-twice")
        if passes.returncode != 1 or "pass; there is nothing to write" not in passes.stdout or pathlib.Path(folder, "none").exists():
            wrong.append(f"a stub that passes: {passes.returncode}: {passes.stdout}")
        if json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["causes"][0]["scenario"] != "breakpoints/any-set-twice":
            wrong.append("the report has another cause")
    return wrong


def main():
    stubborn = sys.argv[1]
    calls = [(of_a_report, stubborn), *((shown, stubborn, *row) for row in SHOWN.items()), *((not_shown, stubborn, *row) for row in NOT_SHOWN.items())]
    wrong = [line for lines in together(calls) for line in lines]
    print("\n".join(wrong) or f"{len(SHOWN)} bugs are shown by scripts, {len(NOT_SHOWN)} can not be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
