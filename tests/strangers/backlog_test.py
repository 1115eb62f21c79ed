#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub has died, and its listening socket lives in another process: the run says so, and blames no silence.

usage: backlog_test.py STUBBORN
"""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

import stranger


def run_against(stubborn, switches):
    """The exit status, the report and the text of a run. The stub ends early, and this process still listens."""
    listener = stranger.listen(0)
    address = f"tcp:127.0.0.1:{listener.getsockname()[1]}"
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        stranger.serve_forever(listener, switches)
        os._exit(0)
    try:
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.json")
            command = [stubborn, "run", "--filter", "memory", "--stub", address, "-o", f"json:{report}"]
            done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, json.loads(report.read_text(encoding="utf-8")), done.stdout
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        listener.close()


def check(ok, what, text):
    if not ok:
        print(text[-4000:])
        sys.exit(what)


def main():
    stubborn = sys.argv[1]
    status, report, text = run_against(stubborn, {"negative-length-crash"})
    hangs = [r["scenario"] for r in report["results"] if r["verdict"] == "hang"]
    check(status == 1 and report["interrupted"], f"exit status {status}, and the run is not cut short", text)
    check(not hangs, f"silence is blamed: {hangs}", text)
    check("the stub died in memory/any-huge-length" in text, "the run does not say where the stub died", text)

    status, report, text = run_against(stubborn, {"one-client"})
    check(status == 3 and not report["results"], f"exit status {status}, {len(report['results'])} results", text)
    check("the stub served the look and no client after it" in text, "the run does not say what is wrong", text)
    print("both runs say that the stub has gone")


if __name__ == "__main__":
    main()
