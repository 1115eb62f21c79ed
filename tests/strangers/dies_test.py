#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub that nobody can start again, and that dies of a packet no debugger sends, is judged by all else first.

usage: dies_test.py STUBBORN
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    stubborn = sys.argv[1]
    listed = subprocess.run([stubborn, "list", "scenarios", "--filter", "tag:hostile"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    hostile = {line.split()[0] for line in listed.splitlines() if line}
    assert len(hostile) > 50, f"few scenarios have the tag: {len(hostile)}"
    stub = subprocess.Popen([sys.executable, HERE / "stranger.py", "--life", "300", "--bug", "negative-length-crash"],
                            stdout=subprocess.PIPE, text=True)
    try:
        address = "tcp:" + stub.stdout.readline().rpartition(" ")[2].strip()
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.json")
            done = subprocess.run([stubborn, "run", "--stub", address, "-o", f"json:{report}"], check=False, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            run = json.loads(report.read_text(encoding="utf-8"))
    finally:
        stub.kill()
        stub.wait()
    lost = [name for name in run.get("not_played", []) if name not in hostile]
    print(f"exit status {done.returncode}, {len(run['results'])} results, {len(run.get('not_played', []))} not played")
    if done.returncode != 1 or lost or not run["interrupted"]:
        print(done.stdout[-4000:])
        sys.exit(f"not played, though no stub dies of it: {lost}")


if __name__ == "__main__":
    main()
