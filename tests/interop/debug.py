#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a debugger's script against `stubborn stub` and compares what the debugger prints.

usage: debug.py STUBBORN DEBUGGEES SCRIPT [--show]

SCRIPT is NAME.gdb or NAME.lldb: the debugger's own commands, and comments for this runner:

  #stub: [OPTIONS] [PROGRAM [ARGUMENT...]]   how the stub is started
  #file: PROGRAM                             symbols, when not those of the stub's program; none for none
  #connect: remote | extended | none         how the debugger connects before the script (default: remote)
  #feed: yes                                 commands go to its standard input, each when what is expected before
                                             it has been printed; for what happens while nobody waits for it
  #> REGEX                                   printed after what the line before matched, a line of its own or in one
  #! REGEX                                   never printed
  #once: REGEX                               printed exactly once
  #stub> REGEX                               printed by the stub itself or by its program, in order

{socket} and {debuggees} are replaced in commands.
"""
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

LIMIT_S = 40

GDB = ["set pagination off", "set confirm off", "set width 0", "set height 0", "set debuginfod enabled off",
       "set auto-load no", "set remotetimeout 20", "set tcp connect-timeout 10", "set sysroot"]
LLDB = ["settings set symbols.enable-external-lookup false", "settings set use-color false",
        "settings set auto-confirm true", "settings set plugin.process.gdb-remote.packet-timeout 20",
        "settings set stop-line-count-before 0", "settings set stop-line-count-after 0",
        "settings set stop-disassembly-display never"]


class Script:
    def __init__(self, path, names):
        self.stub, self.file, self.connect, self.feed = [], None, "remote", False
        self.lines = []  # of #feed: (number, "#>" or "", text)
        self.commands, self.expected, self.never, self.once, self.said = [], [], [], [], []
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            line = line.rstrip("\n")
            for name, value in names.items():
                line = line.replace("{" + name + "}", value)
            self.read(number, line)

    def read(self, number, line):
        key, _, rest = line.partition(" ")
        lists = {"#>": self.expected, "#!": self.never, "#once:": self.once, "#stub>": self.said}
        if key in lists:
            lists[key].append((number, rest.strip()))
            self.lines.append((number, key, rest.strip()))
        elif key == "#stub:":
            self.stub = shlex.split(rest)
        elif key == "#file:":
            self.file = rest.strip()
        elif key == "#connect:":
            self.connect = rest.strip()
        elif key == "#feed:":
            self.feed = rest.strip() == "yes"
        elif not line.lstrip().startswith("#") and line.strip():
            self.commands.append(line)
            self.lines.append((number, "", line))

    def program(self):
        words = [w for w in self.stub if not w.startswith("-")]
        return self.file or (words[0] if words else "none")


def wait_for(path, child):
    deadline = time.monotonic() + 20
    while not os.path.exists(path):
        if child.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"the stub does not listen: {child.communicate()[0]}")
        time.sleep(0.01)


def gdb_command(script, debuggees, folder):
    lines = list(GDB)
    if script.program() != "none":
        lines.append(f"file {debuggees}/{script.program()}")
    if script.connect != "none":
        lines.append(f"target {'extended-remote' if script.connect == 'extended' else 'remote'} {folder}/stub")
    path = os.path.join(folder, "script")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines + ([] if script.feed else script.commands)) + "\n")
    return ["gdb-multiarch", "-nx", "-q", *([] if script.feed else ["-batch"]), "-x", path]


def lldb_command(script, debuggees, folder):
    lines = list(LLDB)
    if script.program() != "none":
        lines.append(f"target create {debuggees}/{script.program()}")
    if script.connect != "none":
        lines.append(f"process connect unix-connect://{folder}/stub")
    path = os.path.join(folder, "script")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines + script.commands) + "\n")
    return ["lldb-19", "--no-lldbinit", "--no-use-colors", "--batch", "--source", path]


def in_order(what, text, expected, problems):
    at = 0
    for number, regex in expected:
        found = re.compile(regex, re.MULTILINE).search(text, at)
        if not found:
            where = "" if at == 0 else " after what the line before matched"
            problems.append(f"line {number}: {what} did not print{where}: {regex}")
            return
        at = found.end()


def compare(script, printed, said):
    problems = []
    in_order("the debugger", printed, script.expected, problems)
    in_order("the stub", said, script.said, problems)
    for number, regex in script.never:
        if re.search(regex, printed, re.MULTILINE):
            problems.append(f"line {number}: the debugger printed: {regex}")
    for number, regex in script.once:
        times = len(re.findall(regex, printed, re.MULTILINE))
        if times != 1:
            problems.append(f"line {number}: the debugger printed {times} times: {regex}")
    return problems


def run(command, environment):
    """The debugger in a session of its own, so that all it started can be ended with it."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env=environment, start_new_session=True)
    try:
        printed = child.communicate(timeout=LIMIT_S)[0]
        return printed.decode(errors="replace"), child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        return child.communicate()[0].decode(errors="replace"), "timeout"


def feed(command, environment, lines):
    """As `run`, and a command is only sent when what must come before it has been printed."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env=environment, start_new_session=True)
    printed, at, deadline = "", 0, time.monotonic() + LIMIT_S
    os.set_blocking(child.stdout.fileno(), False)
    for _, key, text in lines:
        if key == "":
            child.stdin.write(text.encode() + b"\n")
            child.stdin.flush()
        found = re.search("", "")
        while key == "#>":
            found = re.compile(text, re.MULTILINE).search(printed, at)
            if found or child.poll() is not None or time.monotonic() > deadline:
                break
            if select.select([child.stdout], [], [], 1)[0]:
                printed += (child.stdout.read() or b"").decode(errors="replace")
        if not found:
            break
        at = found.end() if key == "#>" else at
    child.stdin.close()
    os.set_blocking(child.stdout.fileno(), True)
    end = threading.Timer(10, os.killpg, (child.pid, signal.SIGKILL))
    end.start()
    printed += child.stdout.read().decode(errors="replace")
    child.wait()
    end.cancel()
    return printed, child.returncode


def main():
    stubborn, debuggees, path = sys.argv[1:4]
    show = "--show" in sys.argv[4:]
    with tempfile.TemporaryDirectory(prefix="stubborn-") as folder:
        script = Script(path, {"socket": f"{folder}/stub", "debuggees": debuggees, "folder": folder})
        stub = subprocess.Popen([stubborn, "stub", "--listen", f"unix:{folder}/stub", *script.stub],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        wait_for(f"{folder}/stub", stub)
        make = gdb_command if path.endswith(".gdb") else lldb_command
        environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", TERM="dumb")
        command = make(script, debuggees, folder)
        if script.feed:
            printed, code = feed(command, environment, script.lines)
        else:
            printed, code = run(command, environment)
        running = stub.poll() is None
        stub.terminate()
        try:
            said = stub.communicate(timeout=10)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            stub.kill()
            said = stub.communicate()[0].decode(errors="replace")
    problems = compare(script, printed, said)
    if code == "timeout":
        problems.append(f"the debugger did not end within {LIMIT_S} s")
    if not running and "--once" not in script.stub:
        problems.append(f"the stub ended by itself with {stub.returncode}")
    if problems or show:
        print(printed)
        print("--- the stub said:\n" + said)
    for problem in problems:
        print(f"{path}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
