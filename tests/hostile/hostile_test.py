#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn run` against stubs that mean harm: it ends, writes its report, says what stopped it, stays small.

Usage: hostile_test.py STUBBORN SCENARIOS CASE. The only clock here is one that ends a test which hangs.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
STUBBORN, SCENARIOS, CASE = sys.argv[1:4]
GIVE_UP_S = 240
MOST_KIB = 256 * 1024
# AddressSanitizer keeps what is freed and pads what is not: its memory says nothing about ours.
SANITIZED = b"__asan_init" in open(STUBBORN, "rb").read()


class Stub:
    """A stub of stub.py on a port of its own."""

    def __init__(self, how):
        self.process = subprocess.Popen([sys.executable, os.path.join(HERE, "stub.py"), how, "0"],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def check(holds, what, seen=""):
    if not holds:
        sys.exit(f"{CASE}: {what}\n{seen}")


def formats(folder):
    return {name: os.path.join(folder, "report." + name) for name in ("json", "junit", "tap", "html", "term")}


def run(stub, folder, *arguments, during=None):
    """Exit status, report as JSON, standard error, KiB. All formats are written, and are well-formed."""
    paths = formats(folder)
    outputs = [word for name, path in paths.items() for word in ("-o", f"{name}:{path}")]
    process = subprocess.Popen([STUBBORN, "run", "--stub", f"tcp:127.0.0.1:{stub.port}", "--no-baseline", *outputs,
                                *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if during:
        during(process)
    try:
        _, errors = process.communicate(timeout=GIVE_UP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit(f"{CASE}: no end within {GIVE_UP_S} s")
    check(process.returncode in (0, 1, 3), f"exit status {process.returncode}", errors)
    for name, path in paths.items():
        check(os.path.exists(path) and os.path.getsize(path) > 0, f"no {name} report", errors)
    xml.etree.ElementTree.parse(paths["junit"])
    with open(paths["json"], encoding="utf-8") as file:
        report = json.load(file)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    check(SANITIZED or largest < MOST_KIB, f"took {largest} KiB")
    return process.returncode, report, errors


def scenario(folder, text):
    path = os.path.join(folder, "one.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("scenario: a/b\ntitle: t\ncovers: [STD-001]\nneeds: { multiprocess: no }\n" + text)
    return path


def area(*names):
    return [os.path.join(SCENARIOS, name) for name in names]


# --- cases ---


def stray(folder):
    """A byte each 100 ms, where the timeout is 500 ms: the look ends, and so does the run. Not one packet came, so that
    nothing is judged: the message has the bytes."""
    with Stub("stray") as stub:
        code, report, errors = run(stub, folder, "-t", "500ms", *area("queries"))
    check(code == 3 and not report["results"], "it was judged", f"{code} {errors}")
    check("came \\x07" in errors, "the bytes are not shown", errors)


def stray_later(folder):
    """The same once the probe is over: each answer has one deadline."""
    with Stub("stray_later") as stub:
        code, report, errors = run(stub, folder, "-t", "500ms", scenario(folder, "steps: [{send: qOne, expect: any}]\n"))
    result = report["results"][0]
    check(code == 1 and result["verdict"] == "hang" and "within 500 ms, but it did not come" in result["message"],
          "not a hang", f"{result} {errors}")


def noise(how, codes=(1,)):
    def case(folder):
        with Stub(how) as stub:
            code, report, errors = run(stub, folder, "-t", "500ms", "--max-time", "8s", *area("queries", "standard"))
        check(code in codes and report["results"], "nothing was judged", f"{code} {report['summary']} {errors}")
        told_of_end(report, folder, "--max-time")
    return case


def told_of_end(report, folder, why):
    """Where the run was cut short, every format says so, and names what was not played."""
    if not report["interrupted"]:
        check("not_played" not in report, "a whole run names scenarios that were not played")
        return
    check(why in report["stopped"], "the report does not say why it ends", report.get("stopped"))
    played = {result["scenario"] for result in report["results"]}
    check(report["not_played"] and not played & set(report["not_played"]), "what was not played")
    for name, path in formats(folder).items():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        check(why in text, f"{name} does not say why it ends")
        check(report["not_played"][0] in text, f"{name} does not name what was not played")


def max_time(folder):
    """Nothing is ever answered after the probe: --max-time ends it."""
    with Stub("mute_later") as stub:
        code, report, errors = run(stub, folder, "-t", "60s", "--max-time", "2s", *area("queries"))
    check(code == 1 and report["interrupted"] and report["planned"] > len(report["results"]), "not cut short", errors)
    told_of_end(report, folder, "--max-time")


def max_time_in_probe(folder):
    with Stub("silent") as stub:
        code, report, errors = run(stub, folder, "-t", "60s", "--max-time", "1s", *area("queries"))
    check(report["interrupted"] and not report["results"] and code in (1, 3), "not cut short", errors)
    told_of_end(report, folder, "--max-time")


def stop_soon(folder, how, *arguments):
    """SIGINT amid harm that has begun, and that would go on for most of a minute or longer. The report is there."""
    with Stub(how) as stub:
        def interrupt(process):
            check(stub.process.stdout.readline() == "begun\n", "the stub did no harm")
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            began = time.monotonic()
            process.wait(timeout=GIVE_UP_S)
            check(time.monotonic() - began < (20 if SANITIZED else 5), "Ctrl-C was not looked at")
        code, report, errors = run(stub, folder, *arguments, during=interrupt)
    check(code in (1, 3) and report["interrupted"] and report["stopped"] == "interrupted", "not interrupted", errors)
    told_of_end(report, folder, "interrupted")


def interrupt_waiting(folder):
    stop_soon(folder, "mute_later", "-t", "200s", *area("queries"))


def interrupt_probe(folder):
    stop_soon(folder, "silent", "-t", "200s", *area("queries"))


def interrupt_flood(folder):
    """Each wait ends by itself after so many bytes, and an area by that before it is interrupted: all scenarios are played."""
    stop_soon(folder, "plus", "-t", "200s", SCENARIOS)


def interrupt_xfer(folder):
    stop_soon(folder, "xfer", "-t", "200s",
              scenario(folder, "steps: [{repeat: 100000, steps: [{xfer: {object: auxv, window: 0xfff, into: a}}]}]\n"))


def interrupt_regex(folder):
    """A search that takes libc minutes, and gigabytes."""
    stop_soon(folder, "bomb", "-t", "200s", scenario(
        folder, "steps: [{repeat: 100000, steps: [{send: qMuch, expect: {not-regex: '(a+a+)+(b|a)*a(a|b){300}c'}}]}]\n"))


def xfer(folder):
    """An object without an end is bounded, by its size or by the scenario's deadline."""
    with Stub("xfer") as stub:
        code, report, errors = run(stub, folder, "-t", "500ms", "--deadline", "3s", scenario(
            folder, "steps: [{repeat: 100000, steps: [{xfer: {object: auxv}}]}]\n"))
    result = report["results"][0]
    told = result.get("message") or result["reason"]
    check((code, result["verdict"]) in ((1, "fail"), (3, "skip")), "not bounded", f"{result} {errors}")
    check("deadline" in told or "no end" in told, "not told", told)


def deadline(folder):
    """A stub that answers everything and lets nothing end: the scenario says for how long. That is no fault of the stub."""
    text = "deadline: 1s\nsteps: [{repeat: 100000000, steps: [{send: qOne, expect: any}]}]\n"
    with Stub("usual") as stub:
        code, report, errors = run(stub, folder, scenario(folder, text))
    result = report["results"][0]
    check(code == 3 and result["verdict"] == "skip", "not bounded", f"{result} {errors}")
    check("too slow here" in result["reason"] and "the scenario's 1 s are over" in result["reason"], "not told", result["reason"])


def bomb(folder):
    """Run-length codes that stand for 25 MB meet patterns, once the cause of a SIGSEGV."""
    for request in ("qTooMuch", "qMuch"):
        for matcher in ("{regex: '^a*$'}", "{not-regex: b}", "{not: {regex: '^b'}}", "{contains: b}", "{json: yes}",
                        "{hex: '00'}", "hex", "{threads: {count: 1}}", "{stop: {kind: T}}", "{xml: yes}"):
            with Stub("bomb") as stub:
                code, report, errors = run(stub, folder, "-t", "2s", scenario(
                    folder, f"rules-off: all\nsteps: [{{send: {request}, expect: {matcher}}}]\n"))
            result = report["results"][0]
            holds = request == "qMuch" and ("regex" in matcher or matcher == "hex")
            check((result["verdict"] == "pass") == holds, f"{request} {matcher}", f"{result['verdict']} {errors}")
            check(code == (0 if holds else 1), f"exit status {code}")
            check(os.path.getsize(formats(folder)["json"]) < 4 << 20, "the report is as large as the reply")


def flood(how, *arguments):
    """Much of everything in every scenario: what is kept is cut, and said to be."""
    def case(folder):
        with Stub(how) as stub:
            code, report, errors = run(stub, folder, "-t", "1s", "-v", "--max-time", "40s", *arguments,
                                       *area("queries", "standard", "threads", "qxfer", "stop"))
        check(code in (1, 3), f"exit status {code}", errors)
        check(report["results"], "nothing was judged", errors)
    return case


def kept_whole(folder):
    """A transcript that is too long is cut in its middle, and says so."""
    text = "steps: [{repeat: 20000, steps: [{send: qOne, expect: any}]}, {send: qLast, expect: OK}]\n"
    with Stub("usual") as stub:
        _, report, _ = run(stub, folder, "--deadline", "200s", scenario(folder, text))
    transcript = report["results"][0]["transcript"]
    check("left out here" in transcript and len(transcript) < 300000, "not cut", len(transcript))
    check(transcript.rstrip().splitlines()[-2].endswith("qLast"), "the end is missing", transcript[-300:])


CASES = {
    "stray": stray, "stray-later": stray_later, "plus": noise("plus"), "interrupts": noise("interrupts"),
    "naks": noise("naks"), "junk": noise("junk", (0, 1)), "console": noise("console"), "errors": noise("errors"),
    "max-time": max_time, "max-time-in-probe": max_time_in_probe, "interrupt-waiting": interrupt_waiting,
    "interrupt-probe": interrupt_probe, "interrupt-flood": interrupt_flood, "interrupt-xfer": interrupt_xfer,
    "interrupt-regex": interrupt_regex, "xfer": xfer, "deadline": deadline, "bomb": bomb,
    "memory-notifications": flood("notifications"), "memory-notifications-j4": flood("notifications", "-j", "4"),
    "memory-threads": flood("threads"), "memory-errors": flood("errors"), "memory-console": flood("console"),
    "memory-large": flood("large", "-j", "4"), "cut": kept_whole,
}

with tempfile.TemporaryDirectory() as place:
    CASES[CASE](place)
