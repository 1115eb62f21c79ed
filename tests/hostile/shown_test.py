#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a command prints is harmless, whatever its arguments, files, their names, stubs and adapters say.

Usage: shown_test.py STUBBORN SCENARIOS. Each command gets texts that act on a terminal (ESC, a newline, CSI as one
character, a mark that turns the direction of writing) and on the log of a build service (`::error::`, `##[error]`).
Its output may hold no control character but newlines, tabs and the line end of reports, and no such command.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import talking_adapter

HERE = os.path.dirname(os.path.abspath(__file__))
STUBBORN, SCENARIOS = sys.argv[1:3]
GIVE_UP_S = 240
EVIL = "\x1b[31mX\n::error::boo\r\u009b2J\u202e##[error]boo"
AT_BEGIN = "::error::boo"
COMMAND = re.compile(r"^[ \t]*::(error|warning|notice|set-output)|##(vso)?\[", re.M)


def harm_of(output):
    """Why the bytes are not harmless, or None."""
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError as why:
        return f"no UTF-8: {why}"
    for c in text:
        if (ord(c) < 0x20 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0 or c in "\u202e\u2028":
            return f"the character {c!r}"
    command = COMMAND.search(text)
    return f"a command of a build service: {command.group()!r}" if command else None


def self_test():
    for bad in (EVIL.encode(), b"\x1b[0m", b"\xff", "\u009b".encode(), b"a\n  ::error::x", b"x ##vso[y", b"a\rb"):
        assert harm_of(bad), bad
    assert harm_of("grün ns::error::x \\x1b\n\t%0A".encode()) is None


class Tries:
    def __init__(self, folder):
        self.folder = folder
        self.number = 0
        self.problems = []
        self.suite = os.path.join(folder, "suite")
        self.make_suite()

    def make_suite(self):
        """A little of the suite, so that commands without operands do not read all of it."""
        for there in ("requirements.yaml", "profiles", "baselines", "workloads", "memory/read.yaml", "adapters/requirements.yaml",
                      "adapters/profiles", "adapters/base/initialize.yaml"):
            os.makedirs(os.path.dirname(os.path.join(self.suite, there)), exist_ok=True)
            os.symlink(os.path.join(SCENARIOS, there), os.path.join(self.suite, there))

    def path(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        return path

    def __call__(self, *arguments, says="", statuses=(0, 1, 2, 3), stdin=b"", cwd=None):
        self.number += 1
        done = subprocess.run([STUBBORN, *arguments], input=stdin, capture_output=True, timeout=GIVE_UP_S,
                              cwd=cwd or self.folder, check=False,
                              env={**os.environ, "STUBBORN_SCENARIOS": self.suite})
        said = done.stdout + done.stderr
        harm = harm_of(done.stdout) or harm_of(done.stderr)
        if not harm and done.returncode not in statuses:
            harm = f"exit status {done.returncode}"
        if not harm and says.encode() not in said:
            harm = f"does not say {says!r}"
        if harm:
            self.problems.append(f"stubborn {' '.join(map(ascii, arguments))}: {harm}\n{ascii(said.decode('latin-1'))[:2000]}")


def arguments(t):
    """What stands on the command line, and names of files that do not exist."""
    shown = "\\x1b[31mX\\x0a"
    for evil in (EVIL, AT_BEGIN):
        for words in ((), ("run",), ("lint",), ("list", "scenarios"), ("capture", "analyze"), ("capture", "show"),
                      ("capture", "check"), ("capture", "whatif"), ("capture", "diff", "a.pcap"), ("capture", "scenario"),
                      ("capture", "replay"), ("merge",), ("matrix",), ("bench",), ("bench", "--compare"), ("condition",),
                      ("help",), ("packet-reference", "--field"), ("run", "-f"), ("run", "--stub"), ("run", "-o"),
                      ("run", "--baseline"), ("run", "--config"), ("selftest", "--fault"), ("init", "--stub"),
                      ("fuzz", "replay"), ("fuzz", "merge"), ("fuzz", "--out"), ("dap", "--listen"), ("stub", "--listen"),
                      ("stub",), ("proxy", "--listen"), ("proxy", "--stub"), ("decode",), ("decode", "--request"),
                      ("list",), ("list", "packets"), ("adapter",), ("adapter", "run", "--adapter"),
                      ("adapter", "run", "--profile"), ("adapter", "lint"), ("adapter", "init", "--adapter"),
                      ("adapter", "fuzz", "--adapter"), ("adapter", "bench", "--adapter"), ("adapter", "bench", "--profile"),
                      ("condition", "--program"), ("condition", "--program", "loop", "--at"),
                      ("condition", "--program", "loop", "--at", "work", "--if")):
            t(*words, evil)
        for words in (("probe",), ("shell",), ("send", "?"), ("fuzz", "--for", "1s"), ("bench", "memory-dump"), ("run",)):
            t(*words, "--stub", f"exec:/nowhere/{shlex.quote(evil)}")
        t("lint", evil + ".yaml")
        t("run", "-o", f"html:/nowhere/{evil}", "scenarios/none")
        t("run", f"--{evil}")
        t("send", "-p", evil, "?")
    t("lint", EVIL + ".yaml", says=shown)
    t("run", "-f", EVIL, says=shown)
    t(EVIL, says=shown)
    t("capture", "analyze", EVIL, says=shown)


def yaml_text(text):
    return json.dumps(text)


def files(t):
    """Files and folders with hostile names, and hostile names in files."""
    folder = os.path.join(t.folder, EVIL + "d")
    os.makedirs(os.path.join(folder, "profiles"))
    bad = "scenario: a/b\ntitle: t\ncovers: [X-001]\nsteps:\n  - {send: x, exepct: OK}\n"
    for name in (EVIL + ".yaml", AT_BEGIN + ".yaml"):
        for path in (os.path.join(folder, name), os.path.join(folder, "profiles", name)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(bad)
    for words in (("lint",), ("run",), ("list", "scenarios"), ("adapter", "lint")):
        t(*words, folder)
    t("lint", AT_BEGIN + ".yaml", cwd=folder, statuses=(2,))
    t("lint", "profiles/" + EVIL + ".yaml", cwd=folder, statuses=(2,))
    t("lint", t.path("names.yaml", f"scenario: {yaml_text('a/' + EVIL)}\ntitle: {yaml_text(EVIL)}\n"
                                   f"covers: [{yaml_text(EVIL)}]\n{yaml_text(EVIL)}: 1\nsteps:\n  - {{{yaml_text(EVIL)}: 1}}\n"),
      statuses=(2,))
    good = (f"scenario: a/b\ntitle: {yaml_text(EVIL)}\ncovers: [MEM-001]\nsteps:\n"
            f"  - {{send: 'm0,4', expect: {yaml_text(EVIL.encode('ascii', 'ignore').decode())}}}\n")
    t.path("title.yaml", good)
    t("list", "scenarios", "title.yaml", says="a/b")
    for form in ("term", "tap", "markdown", "junit", "json", "html", "sarif", "gitlab"):
        t("run", "--stub", "reference", "--no-baseline", "title.yaml", "-v", "-o", form, says="a/b", statuses=(0, 1, 2))
    settings = os.path.join(t.folder, "settings")
    os.makedirs(settings)
    with open(os.path.join(settings, "stubborn.yaml"), "w", encoding="utf-8") as file:
        file.write(f"stub: {yaml_text('exec:/nowhere/' + shlex.quote(EVIL))}\n")
    for words in (("run",), ("probe",), ("send", "?"), ("shell",), ("fuzz", "--for", "1s"), ("bench",),
                  ("condition", "--program", "loop", "--at", "work", "--if", "1"), ("capture", "replay", "none.pcap")):
        t(*words, cwd=settings, says="\\x1b[31mX")


def poisoned(value):
    """The same JSON with a hostile end of each string, but for those that choose something."""
    if isinstance(value, dict):
        return {key: item if key in ("format", "verdict", "level", "rule") else poisoned(item)
                for key, item in value.items()}
    if isinstance(value, list):
        return [poisoned(item) for item in value]
    return AT_BEGIN + value + EVIL if isinstance(value, str) else value


def reports(t):
    """`merge` and `matrix` read what another machine wrote."""
    subprocess.run([STUBBORN, "run", "--stub", "reference", "--fault", "mem-aligned", "--no-baseline",
                    os.path.join(SCENARIOS, "memory"), "-o", "json:" + t.path("run.json")], capture_output=True, check=False,
                   timeout=GIVE_UP_S, cwd=t.folder)
    with open(t.path("run.json"), encoding="utf-8") as file:
        report = json.load(file)
    t.path("evil.json", json.dumps(poisoned(report)))
    t.path("version.json", json.dumps({**report, "tool_version": EVIL}))
    other = {key: EVIL if isinstance(value, str) and key != "format" else value for key, value in report.items()}
    t.path("heads.json", json.dumps(other))
    t.path("raw.json", '{"format": \x1b[31m}')
    for name in ("evil.json", "version.json", "heads.json", "raw.json"):
        for words in (("merge",), ("merge", "run.json"), ("matrix",), ("matrix", "run.json")):
            t(*words, name)
        t("matrix", f"{EVIL}={name}", "-o", "markdown")
        for form in ("term", "tap", "markdown", "junit", "json", "html", "sarif", "gitlab"):
            t("merge", name, "-o", form)
    t("bench", "--compare", "raw.json", "memory-dump")


def ends(t):
    """What stubs and adapters say on standard error, and that they die."""
    dies = t.path("dies", "#!/bin/sh\nprintf '%b' '\\033[31m\\n::error::boo\\n  ::error::boo\\n##[error]x\\n\\302\\2332J' >&2\n"
                          "exit 3\n")
    os.chmod(dies, 0o755)
    stub = f"exec:{dies}"
    for words in (("run", os.path.join(SCENARIOS, "memory", "read.yaml")), ("probe",), ("send", "?"), ("shell",),
                  ("fuzz", "--for", "1s"), ("bench", "memory-dump"), ("init",)):
        t(*words, "--stub", stub)
    t("run", "--stub", stub, "--no-baseline", "-v", "-o", "junit", os.path.join(SCENARIOS, "memory", "read.yaml"))
    t("run", "--stub", stub, "--no-baseline", "-v", "-o", "markdown", os.path.join(SCENARIOS, "memory", "read.yaml"))
    named = f"exec:{dies} {shlex.quote(EVIL)}"
    for words in (("adapter", "run", "-v"), ("adapter", "init"), ("adapter", "fuzz", "--for", "1s"), ("adapter", "bench")):
        t(*words, "--adapter", named, "--debuggees", t.folder, "-t", "1s")
        t(*words, "--adapter", named)
    profile = t.path("evil-adapter.yaml", f"profile: x\ntitle: {yaml_text(EVIL)}\naddress: {yaml_text(named)}\n")
    for words in (("run", "-v"), ("fuzz", "--for", "1s"), ("bench",)):
        t("adapter", *words, "--profile", profile, "-t", "1s")


def findings(t):
    """Standard error in a finding of `adapter fuzz`: escaped to be read, and every byte of it beside."""
    debuggees = os.path.join(t.folder, "debuggees")
    os.makedirs(debuggees)
    with open(os.path.join(debuggees, "sample"), "w", encoding="utf-8"):
        pass
    adapter = os.path.join(HERE, "talking_adapter.py")
    t("adapter", "fuzz", "--adapter", f"exec:{shlex.quote(sys.executable)} {shlex.quote(adapter)}", "--debuggees", debuggees,
      "--runs", "1", "--out", "hunt", "-t", "20s", statuses=(1,))
    found = os.path.join(t.folder, "hunt", "findings")
    names = sorted(os.listdir(found)) if os.path.isdir(found) else []
    if not names:
        t.problems.append("adapter fuzz: no finding")
    for name in names:
        folder = os.path.join(found, name)
        with open(os.path.join(folder, "stderr.raw"), "rb") as file:
            raw = file.read()
        if raw != talking_adapter.LAST_WORDS:
            t.problems.append(f"{name}/stderr.raw: {raw!r}")
        for other in sorted(os.listdir(folder)):
            with open(os.path.join(folder, other), "rb") as file:
                content = file.read()
            harm = None if other == "stderr.raw" else harm_of(content)
            if harm:
                t.problems.append(f"{name}/{other}: {harm}\n{content!r}")
        with open(os.path.join(folder, "stderr.txt"), "rb") as file:
            if not file.read().startswith(b"first\\x00\\x1b[31m\n"):
                t.problems.append(f"{name}/stderr.txt does not begin with the first line")


def main():
    self_test()
    with tempfile.TemporaryDirectory() as folder:
        t = Tries(folder)
        for part in (arguments, files, reports, ends, findings):
            part(t)
    print("\n\n".join(t.problems) or f"{t.number} commands print nothing that acts")
    return 1 if t.problems else 0


sys.exit(main())
