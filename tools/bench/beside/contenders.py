# SPDX-License-Identifier: MIT
"""The contenders: how each is started against the practice stub, and how it is seen that it has found the bug.

AFL++, zzuf, doona and scapy are Debian's programs, each with the least that it needs for this protocol and without the pauses that an
option removes. AFLNet and boofuzz are not packaged: AFL++ is played in AFLNet's way, and of boofuzz's kind are doona, scapy, and a
generator of our own (blocks.py). That one is no program that anybody has: played without its log it leaves out what such programs do
beside sending, so that it is a yardstick above them.

Each function plays for at most `limit` seconds and returns what was found, or None. Without a bug it plays for all of it.
"""
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

from . import blocks, by_itself, measure, stub, wire

AFL_ENV = {"AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
           "AFL_NO_UI": "1", "AFL_NO_CRASH_README": "1", "AFL_HANG_TMOUT": "250"}
AFL_FLAGS = ["-fsanitize=undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-O2", "-g", "-std=c11",
             "-D_POSIX_C_SOURCE=200809L"]


class Programs:
    """What is built and installed. `build` is this project's build folder, `work` where AFL++'s builds go."""

    def __init__(self, root, build, work):
        self.root, self.work = pathlib.Path(root), pathlib.Path(work)
        self.stubborn, self.planted = f"{build}/tools/stubborn", f"{build}/tests/planted/planted"
        self.dictionary = f"{build}/harness/fuzzing/targets/rsp.dict"
        self.afl, self.classic = f"{work}/planted-afl", f"{work}/planted-afl-classic"
        self.checksum, self.over_tcp = f"{build}/tools/bench/libbench_checksum.so", f"{build}/tools/bench/bench_over_tcp"

    def bugs(self):
        rows = subprocess.run([self.planted, "--list"], text=True, capture_output=True, check=True).stdout.splitlines()
        return {row.split()[0]: row.split()[1] for row in rows}

    def build_for_afl(self):
        self.work.mkdir(parents=True, exist_ok=True)
        sources = sorted(str(path) for path in (self.root / "tests/planted").glob("*.c"))
        for out, env in ((self.afl, {}), (self.classic, {"AFL_LLVM_INSTRUMENT": "CLASSIC"})):
            subprocess.run(["afl-clang-fast", *AFL_FLAGS, *sources, "-o", out], check=True, capture_output=True,
                           env=dict(os.environ, AFL_USE_ASAN="1", AFL_QUIET="1", **env))


def ours(programs, run, bug, seed, limit):
    """The whole command: finding, confirming on a fresh stub and writing that, minimising, writing again; and when the finding was
    first seen, and when it was confirmed. What counts as a hang is the same for all."""
    which = f"--bug {bug} " if bug else ""
    more = ["--differences"] if bug and programs.bugs()[bug] == "DIFFERENCE" else []
    process = run.start([programs.stubborn, "fuzz", "--stub", f"exec:{programs.planted} {which}--port {{port}}",
                         "--seeds", str(wire.SEEDS), "--seed", str(seed), "--until-first", "--for", f"{limit:.0f}s",
                         "--timeout", f"{stub.SILENCE_S * 1000:.0f}ms", "--campaign", f"{run.folder}/campaign", *more])
    process.wait(limit + 120)
    findings = json.loads(pathlib.Path(run.folder, "campaign/results.json").read_text())["findings"]
    if not findings:
        return None
    run.result.update({name: findings[0][f"{name}_seconds"] for name in ("seen", "confirmed")})
    return findings[0]["folder"]


def _candidates(out, judged):
    """New files under crashes/ and hangs/ of an afl-fuzz."""
    for kind in ("crashes", "hangs"):
        folder = pathlib.Path(out, "default", kind)
        if folder.is_dir():
            for path in sorted(folder.glob("id:*")):
                if path not in judged:
                    judged.add(path)
                    yield path


def _afl(programs, run, bug, seed, limit, target, env=None, timeout=250):
    """afl-fuzz until one of the inputs that it kept shows the bug (an input that hung under load is not the bug)."""
    seeds, out = pathlib.Path(run.folder, "seeds"), f"{run.folder}/out"
    seeds.mkdir()
    for i, stream in enumerate(wire.seeds()):
        (seeds / str(i)).write_bytes(stream)
        if bug and stub.shown_over_stdio(programs.planted, bug, stream):
            return "in a seed"
    run.begin()
    fuzzer = run.start(["afl-fuzz", "-i", str(seeds), "-o", out, "-s", str(seed), "-t", str(timeout), "-x",
                        programs.dictionary, "--", *target], env=dict(AFL_ENV, **(env or {})))
    judged = set()
    try:
        while run.seconds() < limit and fuzzer.poll() is None:
            for path in _candidates(out, judged) if bug else ():
                if stub.shown_over_stdio(programs.planted, bug, path.read_bytes()):
                    return f"{path.parent.name}/ after {re.search('execs:([0-9]+)', path.name).group(1)} executions"
            time.sleep(0.03)
        if fuzzer.poll() is not None:
            raise RuntimeError(f"afl-fuzz ended by itself with status {fuzzer.returncode}")
        return None
    finally:
        measure.end(fuzzer)


def _stdio(program, bug):
    return [program, "--stdio", *(["--bug", bug] if bug else [])]


def afl_stdio(programs, run, bug, seed, limit):
    """No network at all: the stub reads the input from its standard input, forked by AFL++'s fork server."""
    return _afl(programs, run, bug, seed, limit, _stdio(programs.afl, bug))


def afl_checksum(programs, run, bug, seed, limit):
    """The same with a post-processor that mends checksums."""
    return _afl(programs, run, bug, seed, limit, _stdio(programs.afl, bug),
                env={"AFL_CUSTOM_MUTATOR_LIBRARY": programs.checksum})


def afl_tcp(programs, run, bug, seed, limit):
    """AFLNet's way: a stub for each input, spoken to over TCP; no fork server, for the stub listens."""
    target = [programs.over_tcp, programs.classic, "--port", "0", *(["--bug", bug] if bug else [])]
    return _afl(programs, run, bug, seed, limit, target,
                env={"AFL_NO_FORKSRV": "1", "AFL_SKIP_BIN_CHECK": "1", "AFL_MAP_SIZE": "65536"})


def _free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _wait_for_listener(port, process):
    """Until somebody listens there, without connecting: the proxy takes one connection only."""
    listening = re.compile(rf"^ *\d+: \S+:{port:04X} \S+ 0A ", re.MULTILINE)
    while not listening.search(pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()):
        if process.poll() is not None:
            raise RuntimeError(f"the program that should listen on port {port} is gone")
        time.sleep(0.01)


def afl_network(programs, run, bug, seed, limit):
    """AFL++'s network proxy: inputs and coverage maps go over TCP, the stub still reads its standard input."""
    port, size = str(_free_port()), {"AFL_MAP_SIZE": "65536"}
    server = run.start(["afl-network-server", "-i", port, "-t", "250", "--", *_stdio(programs.classic, bug)],
                       env=dict(AFL_ENV, **size))
    try:
        _wait_for_listener(int(port), server)
        return _afl(programs, run, bug, seed, limit, ["/usr/bin/afl-network-client", "127.0.0.1", port],
                    env={**size, "AFL_SKIP_BIN_CHECK": "1"}, timeout=1250)
    finally:
        measure.end(server)


@contextlib.contextmanager
def _two_stubs(programs, run, bug):
    """The stub with the bug, and the sound one; both are ended."""
    buggy, sound = stub.Server(run, programs.planted, bug), stub.Server(run, programs.planted, None)
    try:
        yield buggy, sound
    finally:
        buggy.down()
        sound.down()


def _judge(run, bug, limit, suspect, sound_fails, cases):
    """Plays case after case; the first that fails, and that the sound stub does not fail, is found."""
    for number, case in enumerate(cases, 1):
        if run.seconds() >= limit:
            return None
        how = suspect(case)
        if bug and how and not sound_fails(case):
            return f"{how} after {number} cases"
    return None


def zzuf(programs, run, bug, seed, limit):
    """A session through zzuf into nc, a connection a case; the stub must answer a good request behind it."""
    streams = wire.seeds()

    def mutated():
        for n in itertools.count(seed * 1000000):
            words = ["zzuf", "-s", str(n), "-r", "0.0002:0.02"]
            yield subprocess.run(words, input=streams[n % len(streams)], capture_output=True, check=True).stdout

    def suspect(case):
        buggy.up()
        try:
            words = ["nc", "-N", "127.0.0.1", str(buggy.port)]
            answer = subprocess.run(words, input=case + 2 * wire.PROBE, capture_output=True, check=False,
                                    timeout=stub.SILENCE_S).stdout
        except subprocess.TimeoutExpired:
            return _restart(buggy, "silence")
        if wire.PROBE_ANSWER in answer:
            return None
        return "death" if buggy.died() else "no answer to the probe"

    def sound_fails(case):
        link = stub.Link(sound.up())
        try:
            link.send(case)
            return not link.probe(again=True)
        finally:
            link.close()

    with _two_stubs(programs, run, bug) as (buggy, sound):
        return _judge(run, bug, limit, suspect, sound_fails, mutated())


def _restart(server, how):
    server.down()
    return how


def _by_itself(programs, run, bug, limit, program):
    with _two_stubs(programs, run, bug) as (buggy, sound):
        return by_itself.play(run, buggy, sound, bug, limit, program)


def doona(programs, run, bug, _seed, limit):
    """A program for line protocols, case after case in its own order, a connection a case, the stub asked behind each."""
    return _by_itself(programs, run, bug, limit, by_itself.Doona(run))


def scapy(programs, run, bug, seed, limit):
    """The packets as a model of scapy's, whose fuzz() draws the values; eight changed requests a connection."""
    return _by_itself(programs, run, bug, limit, by_itself.Scapy(seed))


def _generate(programs, run, bug, limit, cases, log=None):
    def fails(server, case):
        link = stub.Link(server.up())
        try:
            if blocks.play(link, case, log):
                return None
            if link.closed:
                return "death" if server.died() else "no answer to the probe"
            return _restart(server, "silence")
        finally:
            link.close()
            if log:
                log.end_of_case()

    with _two_stubs(programs, run, bug) as (buggy, sound):
        return _judge(run, bug, limit, lambda case: fails(buggy, case), lambda case: fails(sound, case), cases)


def generator(programs, run, bug, seed, limit):
    """The model of boofuzz's kind at its very best: no log, an order drawn by chance."""
    return _generate(programs, run, bug, limit, blocks.cases(seed))


def generator_order(programs, run, bug, _seed, limit):
    """The model as boofuzz works: request by request, each step in a database (in memory here)."""
    return _generate(programs, run, bug, limit, blocks.cases(None), blocks.Log(f"{run.folder}/log.db"))


# Silence is a hang for those that wait for an answer; AFL++ on standard input only sees a stub that never ends.
SILENT = {"half-checksum-deaf", "second-packet-lost", "interrupt-while-stopped", "over-long-off-by-two"}


class Contender:
    def __init__(self, play, title, needs=(), loops_only=False, command="", model=False):
        self.play, self.title, self.needs, self.command = play, title, needs, command
        self.loops_only, self.model = loops_only, model  # a model is our own, made after a program that is not packaged

    def missing(self):
        return [name for name in self.needs if not shutil.which(name)]

    def has_oracle(self, bug, kind):
        return self.play is ours or kind in ("CRASH", "HANG") and not (self.loops_only and bug in SILENT)


AFL_NEEDS = ("afl-fuzz", "afl-clang-fast")
CONTENDERS = {
    "ours": Contender(ours, "`stubborn fuzz`", command="stubborn fuzz --stub 'exec:planted --bug BUG --port {port}' "
                      "--seeds SEEDS --seed N --until-first --for LIMIT"),
    "afl-stdio": Contender(afl_stdio, "AFL++, standard input", AFL_NEEDS, True,
                           "afl-fuzz -i SEEDS -o OUT -s N -t 250 -x rsp.dict -- planted-afl --stdio --bug BUG"),
    "afl-checksum": Contender(afl_checksum, "the same, checksums mended", AFL_NEEDS, True,
                              "AFL_CUSTOM_MUTATOR_LIBRARY=checksum.so afl-fuzz ... (as before)"),
    "afl-network": Contender(afl_network, "AFL++, network proxy", (*AFL_NEEDS, "afl-network-server"), True,
                             "afl-network-server -i PORT -t 250 -- planted-afl-classic --stdio --bug BUG; AFL_MAP_SIZE=65536 "
                             "AFL_SKIP_BIN_CHECK=1 afl-fuzz ... -t 1250 -- afl-network-client 127.0.0.1 PORT"),
    "afl-tcp": Contender(afl_tcp, "AFL++, a stub an input over TCP", AFL_NEEDS, True,
                         "AFL_NO_FORKSRV=1 AFL_SKIP_BIN_CHECK=1 AFL_MAP_SIZE=65536 afl-fuzz ... -t 250 -- over_tcp "
                         "planted-afl-classic --bug BUG --port 0"),
    "zzuf": Contender(zzuf, "zzuf, netcat", ("zzuf", "nc"), False,
                      "zzuf -s N -r 0.0002:0.02 < SEED, probe twice behind it | nc -N 127.0.0.1 PORT"),
    "doona": Contender(doona, "doona", ("doona", "perl"), False,
                       "perl -I tools/bench/beside -Mbedmod::rsp /usr/share/doona/doona.pl -m rsp -o 0 -p PORT -u COMMANDS -v PROBE"),
    "scapy": Contender(scapy, "scapy", ("scapy",), False, "/usr/bin/python3 -m beside.through_scapy PORT N 1"),
    "generator-order": Contender(generator_order, "our model of boofuzz's kind", (), False, "tools/bench/beside/blocks.py", model=True),
    "generator": Contender(generator, "the model, no log, shuffled", (), False, "tools/bench/beside/blocks.py", model=True),
}
