# SPDX-License-Identifier: MIT
"""Runs the files of a debugger's testsuite against servers: the options, a limit for each file, results kept as they come.

The results of a file are in results.json of its folder, OUT/SERVER/FILE: a run that was ended goes on where it was.
"""
import argparse
import concurrent.futures
import ctypes
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from testsuites import table

ROOT = pathlib.Path(__file__).resolve().parents[3]
KEPT = "results.json"


def options(usage, who, servers, default, limit):
    """The options that the tools share, with absolute paths. `servers`: all that --server takes; `default`: without it."""
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--server", action="append", choices=servers)
    parser.add_argument("--stubborn", type=pathlib.Path, default=ROOT / "build/release/tools/stubborn")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / who)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, default=limit)
    parser.add_argument("--source", type=pathlib.Path)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    args.server = list(dict.fromkeys(args.server or default))
    args.out, args.stubborn = args.out.resolve(), args.stubborn.resolve()
    args.source = args.source.resolve() if args.source else None
    return args


def need(who, stubborn, programs):
    """Ends the program where something that it needs is not there."""
    for program in programs:
        if not shutil.which(program):
            sys.exit(f"{who}: {program} is not there: tools/setup testsuites")
    if not os.access(stubborn, os.X_OK):
        sys.exit(f"{who}: {stubborn} is no program: tools/build release, or --stubborn PATH")


def end_with_parent():
    """In a child, before its program begins: nothing goes on when this program is killed."""
    death_signal = 1
    ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)


def run_limited(command, limit, **more):
    """Runs a command and ends all of its process group; whether the limit ended it. `more` goes to subprocess.Popen."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=end_with_parent, **more)
    late = False
    try:
        child.wait(limit)
    except subprocess.TimeoutExpired:
        late = True
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
    return late


def place_of(args, server, name):
    return args.out / server / pathlib.Path(name).with_suffix("")


def kept_results(args, server, name):
    """What an earlier run found, or None."""
    kept = place_of(args, server, name) / KEPT
    return json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else None


def run_one(args, server, name, run):
    """Runs a file in a fresh folder; its results appear there at once, as a whole."""
    place = place_of(args, server, name)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    found = run(server, name, place)
    unfinished = place / (KEPT + ".new")
    unfinished.write_text(json.dumps(found, indent=0), encoding="utf-8")
    unfinished.rename(place / KEPT)
    return found


def run_all(args, names, run):
    """Runs what has no results yet, several at a time: {server: {file: results}}. `run(server, name, place)` runs a file."""
    results = {server: {} for server in args.server}
    todo = []
    for server, name in ((server, name) for name in names for server in args.server):
        kept = None if args.again else kept_results(args, server, name)
        if kept is None and args.kept:
            continue
        if kept is None:
            todo.append((server, name))
        else:
            results[server][name] = kept
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = {pool.submit(run_one, args, server, name, run): (server, name) for server, name in todo}
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            server, name = waiting[done]
            results[server][name] = done.result()
            print(f"{number}/{len(todo)} {server:14} {name:44} {table.in_short(done.result())}", flush=True)
    return results


def finish(args, short, title, results, names):
    """Prints the page, writes it with --write; the exit status: 1 where a failure of the stub has no reason."""
    reasons = table.read_reasons(ROOT / f"tools/dev/testsuites/{short}-reasons.txt")
    text = table.page(title, f"tools/dev/{short}-testsuite", results, names, args.server, reasons)
    sys.stdout.write(text)
    if args.write:
        where = ROOT / f"reports/testsuites/{short}.md"
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(text, encoding="utf-8")
    return 1 if table.unexplained(results, names, args.server, reasons) else 0
