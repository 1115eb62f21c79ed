#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn fuzz` ends when it is told to, whatever the stub sends or leaves unsaid.

The guard is far from the time that is given: it tells an end from none. test_player.c has the exact times, in virtual time.

usage: hostile.py STUBBORN WAY
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STUBBORN, WAY = sys.argv[1:3]
STUB = f"exec:{sys.executable} {pathlib.Path(__file__).with_name('hostile_stub.py')} {WAY} {{port}}"
GUARD_SECONDS = 30


def fuzz(*args):
    command = [STUBBORN, "fuzz", *args]
    print("+", *command, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GUARD_SECONDS)
    print(done.stdout, done.stderr, done.returncode, flush=True)
    if done.returncode not in (0, 1, 3):
        sys.exit("status 0, 1 or 3 was expected")
    return done


def ends_by_time():
    fuzz("--stub", STUB, "--for", "1s", "-c", "timed")


def cut_ends_by_time():
    """A finding is written soon after the time for cutting it down, and is played again in a bounded time."""
    fuzz("--stub", STUB, "--for", "4s", "--cut", "1s", "-c", "cut")
    if pathlib.Path("cut/findings").is_dir() and any(pathlib.Path("cut/findings").iterdir()):
        fuzz("replay", "cut", "--for", "2s")
        fuzz("merge", "cut", "--campaign", "sum")


def ends_by_interrupt():
    running = subprocess.Popen([STUBBORN, "fuzz", "--stub", STUB, "-c", "stopped"])
    deadline = time.monotonic() + GUARD_SECONDS
    while running.poll() is None and not pathlib.Path("stopped/journal").is_dir() and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    try:
        running.wait(GUARD_SECONDS)
    finally:
        running.kill()


folder = tempfile.mkdtemp()
try:
    os.chdir(folder)
    ends_by_time()
    cut_ends_by_time()
    ends_by_interrupt()
finally:
    shutil.rmtree(folder, ignore_errors=True)
