#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`stubborn fuzz` against the practice stub, as a user has it: kinds of findings that need a real process, and playing them again.

usage: wire.py STUBBORN PLANTED CASE
"""
import atexit
import json
import os
import pathlib
import pty
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty

STUBBORN, PLANTED = sys.argv[1:3]
PRACTICE = pathlib.Path(__file__).resolve().parents[1] / "strangers" / "stranger.py"


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
    """A list without what makes it grow is not played for as long as something else grows: what a sanitizer keeps of freed memory."""
    requests = seeds("QStartNoAckMode", *(["qXfer:features:read:target.xml:0,f"] + ["qThreadExtraInfo,1"] * 5) * 8)
    found_and_gone("c", "documents-kept", "--memory", "24", *requests, kind="memory", scenario=False)
    totals = json.loads(pathlib.Path("c/results.json").read_text())["totals"]
    expect(totals["messages"] < 30000, "a thousand for a look, not all that there is time for", totals)


def difference():
    requests = seeds("QStartNoAckMode", "qC", "T1", "T2", "g")
    found_and_gone("c", "alive-by-chance", "--differences", "--session", "60", *requests, kind="difference", scenario=False)


def sound():
    """No growth and no difference where there is none."""
    done = run("fuzz", "--stub", exec_of("--port", "{port}"), "--differences", "--memory", "64", "--max-messages", "6000", "-c", "c",
               env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8"})
    expect(done.returncode == 0, done.stdout, done.stderr)
    totals = json.loads(pathlib.Path("c/results.json").read_text())["totals"]
    # With sanitizers it is slow to start, and so kept for longer; several were compared all the same.
    expect(totals["differences"] == 0 and totals["stubs"] > 5, totals)


# --- a stub that somebody else starts


class Stub:
    """planted on a port or a path of its own, started again there as often as it dies while `again`."""

    def __init__(self, *args, again=False):
        self.args, self.again, self.port = args, again, "0"
        self.process = None
        self.starts = 0
        self.lock = threading.Lock()  # between starting it again and ending it for good
        self.start()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        atexit.register(self.end)  # also when a check fails: ctest waits for every process of the test

    def start(self):
        where = [] if "--unix" in self.args else ["--port", self.port]
        # It must die at once: while it looks up the names in its stack, it only seems to hang to somebody who doesn't see the process.
        env = {**os.environ, "ASAN_OPTIONS": "symbolize=0", "UBSAN_OPTIONS": "symbolize=0"}
        self.process = subprocess.Popen([PLANTED, *self.args, *where], stderr=subprocess.PIPE, text=True, env=env)
        self.starts += 1
        self.port = self.process.stderr.readline().split()[-1]  # "listening on port N"

    def watch(self):
        while True:
            self.process.stderr.read()
            self.process.wait()
            with self.lock:
                if not self.again:
                    return
                self.start()

    def listens(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", int(self.port))) == 0

    def end(self):
        with self.lock:
            self.again = False
            self.process.kill()
        self.thread.join()


def tcp():
    """One that lives on, and dies for good: known, waited for, and status 3."""
    stub = Stub()
    address = f"tcp:127.0.0.1:{stub.port}"
    done = run("fuzz", "--stub", address, "-c", "c", "--max-messages", "4000")
    expect(done.returncode == 0 and stub.starts == 1, done.stdout, done.stderr)
    fuzz = subprocess.Popen([STUBBORN, "fuzz", "--stub", address, "-c", "gone", "--for", "200s", "--wait", "300ms"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: sequence_of("gone") > 20)
    stub.end()
    out, err = fuzz.communicate(timeout=200)
    expect(fuzz.returncode == 3 and "nobody started it again within" in err, fuzz.returncode, out, err)


def tcp_again():
    """One that crashes and is started again by somebody: the finding is confirmed over several of its lives."""
    stub = Stub("--bug", "xfer-short-null", again=True)
    one = find("c", f"tcp:127.0.0.1:{stub.port}", *seeds("QStartNoAckMode", "qC", "qXfer:features:read:", "g"))
    expect("closed:QXFER_FEATURES_READ" in (one / "summary.md").read_text() and stub.starts > 4, one, stub.starts)
    wait_for(stub.listens)  # a replay does not wait for a stub that others start
    replayed = run("fuzz", "replay", "c")
    expect(replayed.returncode == 1, "replay", replayed.stdout, replayed.stderr)
    stub.end()


def unix():
    stub = Stub("--unix", "stub.sock")
    done = run("fuzz", "--stub", "unix:stub.sock", "-c", "c", "--max-messages", "4000")
    expect(done.returncode == 0, done.stdout, done.stderr)
    stub.end()


def stdio():
    """On standard input and output: sound, and a planted bug."""
    done = run("fuzz", "--stub", exec_of("--stdio"), "-c", "sound", "--max-messages", "1500")
    expect(done.returncode == 0 and "0 findings" in done.stdout, done.stdout, done.stderr)
    one = find("c", "pipe:" + exec_of("--stdio", "--bug", "xfer-short-null")[5:], *seeds("qC", "qXfer:features:read:"))
    expect(one.name.startswith("crash-"), one)
    expect(run("fuzz", "replay", "c").returncode == 1, "replay")


def once():
    """One that serves one client and ends with status 0 has done nothing wrong."""
    done = run("fuzz", "--stub", exec_of("--once", "--port", "{port}"), "-c", "c", "--max-messages", "3000")
    expect(done.returncode == 0 and "seen once" not in done.stdout, done.stdout, done.stderr)


def serial():
    """A terminal between: the stub does not see that a client has gone, and stays in the mode it is in."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    threading.Thread(target=serve_line, args=(master,), daemon=True).start()
    done = run("fuzz", "--stub", f"pty:{os.ttyname(slave)}", "-c", "c", "--max-messages", "1500")
    expect(done.returncode == 0 and "0 findings" in done.stdout, done.stdout, done.stderr)


def serve_line(master):
    """A stub on the line, started again when it ends."""
    while True:
        stub = subprocess.Popen([PLANTED, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while True:
            ready, _, _ = select.select([master, stub.stdout], [], [])
            try:
                if stub.stdout in ready:
                    data = os.read(stub.stdout.fileno(), 65536)
                    if not data:
                        break
                    os.write(master, data)
                if master in ready:
                    os.write(stub.stdin.fileno(), os.read(master, 65536))
            except BrokenPipeError:
                break
        stub.wait()


def results_of(folder):
    return json.loads(pathlib.Path(folder, "results.json").read_text())


# One at a time, as stubs are started in advance, several at once; and whole, as one may be killed at any moment.
STARTS = """#!/bin/sh
exec 9< "$0"
flock 9
n=$(($(cat starts) + 1))
echo $n > starts.new
mv starts.new starts
exec 9<&-
{condition}
exec "$@"
"""


def counted(condition, *args):
    """planted, started by a script that counts and looks at `$n` first; from within this folder only."""
    pathlib.Path("starts").write_text("0\n")
    script = pathlib.Path("start").absolute()
    script.write_text(STARTS.replace("{condition}", condition))
    script.chmod(0o755)
    return "exec:" + " ".join([str(script), PLANTED, *args])


def about_the_only(folder):
    ones = findings(folder)
    expect(len(ones) == 1, ones)
    return json.loads((ones[0] / "finding.json").read_text())


def pending():
    """A finding that is confirmed and not yet minimised survives the end of the fuzzer, whatever it is, and is cut down by --resume.
    No stub starts between the finding's confirmation and `go`, so that it can not be cut down before; how many were started until
    then is the fuzzer's affair."""
    stub = counted('while ls "$(cat campaign)"/findings/* > /dev/null 2>&1 && [ ! -e go ]; do sleep 0.05; done', "--bug", "xfer-short-null", "--port", "{port}")
    start = seeds("QStartNoAckMode", "qC", "g", "qXfer:features:read:", "g")
    for how in (signal.SIGKILL, signal.SIGINT):
        folder = how.name
        pathlib.Path("campaign").write_text(folder)
        fuzz = subprocess.Popen([STUBBORN, "fuzz", "--stub", stub, "-c", folder, *start], stdout=subprocess.PIPE, text=True)
        line = fuzz.stdout.readline()
        expect(line.startswith("confirmed     crash: ") and "being minimised" in line, line)
        fuzz.send_signal(how)
        out, _ = fuzz.communicate(timeout=100)
        expect(fuzz.returncode == (1 if how == signal.SIGINT else -signal.SIGKILL), fuzz.returncode, out)
        first = about_the_only(folder)
        expect(first["pending"] and first["num_messages"] > 2 and first["reproduced"] == 1, first)
        expect("not yet minimised" in (findings(folder)[0] / "summary.md").read_text(), "summary.md")
        if how == signal.SIGINT:
            expect(results_of(folder)["findings"] == [first] and "1 finding in" in out, results_of(folder), out)
        pathlib.Path("go").touch()
        expect(run("fuzz", "replay", folder).returncode == 1, "replay")
        again = run("fuzz", "--resume", "-c", folder, "--max-messages", "1")
        pathlib.Path("go").unlink()
        last = about_the_only(folder)
        expect(again.returncode == 1 and "being minim" not in again.stdout and "withdrawn" not in again.stdout, again.stdout, again.stderr)
        expect(not last["pending"] and last["num_messages"] < first["num_messages"] and last["reproduced"] == 3, last)
        expect(last["signature"] == first["signature"] and last["seen_seconds"] == first["seen_seconds"], first, last)
        expect(results_of(folder)["findings"] == [last], results_of(folder))
        expect([p for p in pathlib.Path(folder, "findings").iterdir() if p.name.startswith(".")] == [], "left behind")


def said_of(done):
    """What was said of findings: word and folder."""
    return [(line.split()[0], line.split("   ")[-1].split(";")[0]) for line in done.stdout.splitlines() if "findings/" in line]


def renamed():
    """Cut down a finding may be called otherwise, and then takes the place of the one that was confirmed; or be one that is known, and
    then it is withdrawn, or, where the known one is in it, not even written. The stub dies of Z0, which is sent without waiting, and what
    comes next has the blame at first."""
    bad = exec_of("--bug", "breakpoint-short-abort", "--port", "{port}")

    def again(name):
        """The campaign in another folder's place, with nothing in its corpus but this seed."""
        for part in ("corpus", "journal"):
            for path in pathlib.Path("c", part).iterdir():
                path.unlink()
        return run("fuzz", "--stub", bad, "--seeds", name, "-c", "c", "--resume", "--max-messages", "60")

    for name, blamed in (("one", "g"), ("two", "?")):
        pathlib.Path(name).write_text(f"$QStartNoAckMode\n$qC\n&Z0\n${blamed}\n")
    done = run("fuzz", "--stub", bad, "--seeds", "one", "--seeds", "two", "-c", "c", "--max-messages", "200")
    first, last, other = (f"c/findings/crash-sigabrt-{name}/" for name in ("read-registers", "insert-breakpoint", "reason"))
    expect(said_of(done) == [("confirmed", first), ("crash", last)], done.stdout)
    one = about_the_only("c")
    expect(one["folder"] == "crash-sigabrt-insert-breakpoint" and "1 finding in c" in done.stdout, done.stdout)
    expect("known by another name" in done.stdout and results_of("c")["totals"]["known_again"] > 0, done.stdout)

    # What did not always show explains nothing: then the second is cut down to see what it is.
    pathlib.Path("c/findings", one["folder"], "finding.json").write_text(json.dumps(one | {"reproduced": 2}))
    done = again("two")
    expect(said_of(done) == [("confirmed", other), ("withdrawn", other)], done.stdout)
    expect("it is the known finding crash:SIGABRT:INSERT_BREAKPOINT" in done.stdout, done.stdout)
    expect(results_of("c")["totals"]["known_again"] > 0 and about_the_only("c")["reproduced"] == 2, done.stdout)

    # One that did explains it in the next run, too.
    pathlib.Path("c/findings", one["folder"], "finding.json").write_text(json.dumps(one))
    done = again("two")
    expect(said_of(done) == [] and results_of("c")["totals"]["known_again"] > 0, done.stdout)


def silent():
    """A stub that leaves unknown packets unanswered: a c that it knows and does not stop is a finding, "cxyz" is none."""
    stub = f"exec:{sys.executable} {PRACTICE} --bug unknown-silent --port {{port}}"
    start = seeds("QStartNoAckMode", "M1100,1:00", "c")
    others = ["--ignore", "crash,no-reply,deaf,closed,contradiction,rule,memory,difference"]
    one = find("c", stub + " --bug interrupt-lost-after-M", *start, *others)
    about = json.loads((one / "finding.json").read_text())
    expect(about["signature"] in ("hang:CONTINUE", "no-stop:CONTINUE") and about["reproduced"] == 3, about)
    done = run("fuzz", "--stub", stub, "--max-messages", "60", "-c", "d", *seeds("QStartNoAckMode", "cxyz", "c"), *others)
    expect(done.returncode == 0, done.stdout, done.stderr)


def uncut():
    """--cut 0s: what was confirmed is all there is."""
    one = find("c", exec_of("--bug", "xfer-short-null", "--port", "{port}"), "--cut", "0s",
               *seeds("QStartNoAckMode", "qC", "g", "qXfer:features:read:", "g"))
    about = json.loads((one / "finding.json").read_text())
    expect(not about["pending"] and about["num_messages"] > 2 and about["reproduced"] == 3, about)
    expect(about["seen_seconds"] <= about["confirmed_seconds"] <= about["written_seconds"], about)


def spare():
    """Stubs that are started in advance and die before they are used are replaced, until no more are. The first start is
    for the look, the second for the first session."""
    stub = counted("case $n in 3|5|7) exit 1;; esac", "--bug", "xfer-short-null", "--port", "{port}")
    one = find("c", stub, *seeds("QStartNoAckMode", "qC", "qXfer:features:read:", "g"))
    expect(one.name.startswith("crash-") and len(findings("c")) == 1, findings("c"))
    starts = int(pathlib.Path("starts").read_text())
    expect(starts > 7, f"{starts} starts")


def jobs():
    """Several stubs at a time: a finding is made once, every job keeps its journal, and an end at any moment loses nothing."""
    bad = exec_of("--bug", "xfer-short-null", "--port", "{port}")
    start = seeds("QStartNoAckMode", "qC", "qXfer:features:read:", "g")
    done = run("fuzz", "--stub", bad, "--jobs", "4", "-c", "c", "--max-messages", "1500", *start)
    results = results_of("c")
    expect(done.returncode == 1 and done.stdout.count("crash ") == 1, done.stdout, done.stderr)
    expect(results["jobs"] == 4 and len(results["findings"]) == len(findings("c")) == 1, results)
    expect(all(sequence_of("c", f"local-{i}") >= 0 for i in range(4)), "a job without a journal")
    find("first", bad, "--jobs", "2", *start)
    expect(len(findings("first")) == 1, findings("first"))
    good = exec_of("--port", "{port}")
    for how in (signal.SIGINT, signal.SIGKILL):
        folder = how.name
        fuzz = subprocess.Popen([STUBBORN, "fuzz", "--stub", good, "--jobs", "3", "-c", folder], stdout=subprocess.DEVNULL)
        wait_for(lambda: all(sequence_of(folder, f"local-{i}") > 5 for i in range(3)))
        fuzz.send_signal(how)
        status = fuzz.wait(60)
        expect(status == (0 if how == signal.SIGINT else -signal.SIGKILL), status)
        before = [sequence_of(folder, f"local-{i}") for i in range(3)]
        again = run("fuzz", "--resume", "--jobs", "3", "-c", folder, "--max-messages", "600")
        after = [sequence_of(folder, f"local-{i}") for i in range(3)]
        expect(again.returncode == 0 and sum(after) > sum(before), before, after, again.stdout, again.stderr)
        expect(results_of(folder)["totals"]["messages_before"] > 0, "totals")
    expect(results_of("SIGINT")["interrupted"] is False, "the resumed run was not interrupted")


def sequence_of(folder, node="local-0"):
    """The sequence under way, as the journal has it; -1 before the first."""
    path = pathlib.Path(folder, "journal", f"{node}.now")
    words = path.read_text(errors="replace").split() if path.exists() else []
    return int(words[1]) if len(words) > 1 else -1


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, "it did not come to pass")
        time.sleep(0.02)


def start_full(command, limit=True):
    """A run that can write nothing into files any more, with what it says."""
    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=no_room if limit else None)


def told_while_running(process, why):
    """It says so at once and once, and goes on."""
    line = process.stderr.readline()
    expect("can not be written: " + why in line and "goes on" in line, "not told", line)
    expect(process.poll() is None, "it ended by itself", process.returncode)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=100)


def full():
    """A file store without room: told when it happens, and a finding that can not be kept ends the run."""
    begun = run("fuzz", "-c", "c", "--max-messages", "100")
    expect(begun.returncode == 0, begun)
    command = [STUBBORN, "fuzz", "-c", "c", "--resume", "--for", "240s"]
    process = start_full(command)
    said, errors = told_while_running(process, "File too large")
    expect(process.returncode == 3, "status", process.returncode, errors)
    expect(errors.count("\n") == 1 and "c/results.json: can not be written" in errors, "told again", errors)
    expect(said.startswith("0 findings in c; "), said)

    process = start_full([*command, "--fault", "frame-empty-closes"])
    said, errors = process.communicate(timeout=200)
    expect(process.returncode == 3, "status", process.returncode, said, errors)
    expect(said.startswith("closed ") and "(it could not be kept)" in said, said)
    expect("c/findings/.closed-empty-packet" in errors and findings("c") == [], errors, findings("c"))
    no_room_at_all()


def no_room_at_all():
    """The same with a real file store, where we may make one."""
    pathlib.Path("small").mkdir()
    inside = "mount -t tmpfs -o size=64k none small"
    if subprocess.run(["unshare", "-rm", "sh", "-c", inside], capture_output=True, check=False).returncode:
        print("no tmpfs of our own is to be had here: not tried with one")
        return
    process = start_full(["unshare", "-rm", "sh", "-c", inside + ' && exec "$@"', "sh", STUBBORN, "fuzz", "-c", "small/c", "--for", "240s"],
                         limit=False)
    told_while_running(process, "No space left on device")
    expect(process.returncode == 3, "status", process.returncode)  # also where there was room for results.json


CASES = {case.__name__: case for case in (crash, memory, difference, sound, tcp, tcp_again, unix, stdio, once, serial,
                                           pending, renamed, silent, uncut, spare, jobs, full)}


def main():
    case = CASES[sys.argv[3]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        case()


if __name__ == "__main__":
    main()
