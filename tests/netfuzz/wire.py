#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn fuzz` against the practice stub, as a user has it: kinds of findings that need a real process, and playing them again.

usage: wire.py STUBBORN PLANTED CASE
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

STUBBORN, PLANTED = sys.argv[1:3]


def run(*args, **kwargs):
    """The command's result; whatever it does must end by itself."""
    return subprocess.run([STUBBORN, *args], capture_output=True, text=True, check=False, timeout=300, **kwargs)


def exec_of(*args):
    return "exec:" + " ".join([PLANTED, *args])


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(w) for w in what))


def findings(folder):
    return sorted(pathlib.Path(folder, "findings").iterdir())


def find(folder, stub, *args):
    """One finding's folder."""
    done = run("fuzz", "--stub", stub, "--until-first", "--for", "240s", "-c", folder, *args)
    expect(done.returncode == 1, "nothing found", done.stdout, done.stderr)
    return findings(folder)[0]


def found_and_gone(folder, bug, *args, kind, scenario):
    """A planted bug is found; `fuzz replay` fails on the stub that has it and passes on the one without."""
    one = find(folder, exec_of("--bug", bug, "--port", "{port}"), *args)
    about = json.loads((one / "finding.json").read_text())
    expect(about["kind"] == kind, one, about)
    expect((one / "scenario.yaml").exists() == scenario, "scenario.yaml")
    expect("stubborn fuzz replay --stub" in (one / "summary.md").read_text(), (one / "summary.md").read_text())
    again = run("fuzz", "replay", str(one))
    expect(again.returncode == 1 and again.stdout.startswith("there"), again.stdout, again.stderr)
    mended = run("fuzz", "replay", "--stub", exec_of("--port", "{port}"), folder)
    expect(mended.returncode == 0 and mended.stdout.startswith("gone"), mended.stdout, mended.stderr)
    if scenario:
        stub = ["--stub", exec_of("--bug", bug, "--port", "{port}"), str(one)]
        expect(run("run", *stub).returncode == 1, "the scenario passes")
        expect(run("run", "--stub", exec_of("--port", "{port}"), str(one)).returncode == 0, "the scenario fails on a mended stub")


def crash():
    found_and_gone("c", "xfer-short-null", kind="crash", scenario=True)


def seeds(*requests):
    """Options for a campaign that begins with these, so that a test does not wait for chance."""
    pathlib.Path("seeds.txt").write_text("".join(f"${r}\n" for r in requests))
    return ["--seeds", "seeds.txt"]


def memory():
    requests = seeds("QStartNoAckMode", *["qXfer:features:read:target.xml:0,f"] * 40)
    found_and_gone("c", "documents-kept", "--memory", "24", *requests, kind="memory", scenario=False)


def difference():
    requests = seeds("QStartNoAckMode", "qC", "T1", "T2", "g")
    found_and_gone("c", "alive-by-chance", "--differences", "--session", "60", *requests, kind="difference", scenario=False)


def sound():
    """No growth and no difference where there is none."""
    done = run("fuzz", "--stub", exec_of("--port", "{port}"), "--differences", "--memory", "64", "--max-messages", "6000", "-c", "c",
               env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8"})
    expect(done.returncode == 0, done.stdout, done.stderr)
    totals = json.loads(pathlib.Path("c/results.json").read_text())["totals"]
    expect(totals["differences"] == 0 and totals["stubs"] > 20, totals)


CASES = {case.__name__: case for case in (crash, memory, difference, sound)}


def main():
    case = CASES[sys.argv[3]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        case()


if __name__ == "__main__":
    main()
