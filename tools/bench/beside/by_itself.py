# SPDX-License-Identifier: MIT
"""Fuzzers that are programs of their own: each plays case after case until the stub fails one, and is started again behind that
one; what the sound stub fails, too, is not the bug. Cases are numbered from 1, and can be played again by their number."""
import pathlib
import re
import time

from . import blocks, measure, stub, wire

BENCH = pathlib.Path(__file__).resolve().parents[1]
POLL_S = 0.01


class Doona:
    """Debian's doona with a module for this protocol (bedmod/rsp.pm). It ends when a stub takes no connection or gives no answer,
    and waits for ever for one that stays silent, which shows in its dots: it writes one a case."""

    folder, waits_for_ever = BENCH / "beside", True
    # doona plays 45 long strings, 11 formats, 7 of odd bytes and 22 numbers, then 29 short ones, 19 times, which double each time and
    # end at 6 MiB. Those of up to 4 KiB, 8 times, are played again in place of the longer ones.
    STRINGS = 45 + 11 + 7 + 22 + 8 * 29

    def __init__(self, run):
        self.file = pathlib.Path(run.folder, "commands")
        commands = list(self.commands())
        self.file.write_text("".join(command.hex() + "\n" for command in commands))
        self.cases = len(commands) * self.STRINGS

    @staticmethod
    def commands():
        """Each request behind those that lead to it, with doona's mark in place of a field or behind all of them; #00 becomes the
        right checksum. Then a checksum, no packet at all, an interrupt."""
        for path in blocks.PATHS:
            before = b"".join(wire.frame(blocks.render(blocks.REQUESTS[name])) for name in path[:-1])
            fields = blocks.REQUESTS[path[-1]]
            for i in (i for i, (kind, _) in enumerate(fields) if kind != "S"):
                yield before + b"$" + blocks.render(fields, i, b"XAXAX") + b"#00"
            yield before + b"$" + blocks.render(fields) + b"XAXAX#00"
        yield from (b"$?#XAXAX", b"XAXAX", b"\x03XAXAX")

    def words(self, port, first, count):
        return ["perl", "-I", ".", "-Mbedmod::rsp", "/usr/share/doona/doona.pl", "-m", "rsp", "-o", "0", "-t", "127.0.0.1", "-p", str(port),
                "-u", str(self.file), "-v", wire.PROBE.decode(), "-w", wire.PROBE_ANSWER.decode(), "-r", str(first), "-M",
                str(count or self.cases - first + 1)]

    @staticmethod
    def stopped_at(said):
        """`(N)` is behind the dots of each command that is over."""
        if "Max requests" in said:
            return None
        rows = re.findall(r"\] (\.+)(?: \((\d+)\))?", said) or [("", "")]
        whole = [int(number) for _, number in rows if number] or [0]
        return whole[-1] + (0 if rows[-1][1] else len(rows[-1][0]))

    @staticmethod
    def suspects(case):
        """What killed a stub can show only when doona connects for the next case."""
        return max(1, case - 1), 2


class Scapy:
    """Debian's scapy: its fuzz() on a model of the packets (through_scapy.py)."""

    folder, waits_for_ever = BENCH, False

    def __init__(self, seed):
        self.seed = seed

    def words(self, port, first, count):
        return ["/usr/bin/python3", "-B", "-m", "beside.through_scapy", str(port), str(self.seed), str(first), str(count)]

    @staticmethod
    def stopped_at(said):
        if said.endswith("passed\n"):
            return None
        return int(re.search(r"^failed (\d+)$", said, re.MULTILINE).group(1))

    @staticmethod
    def suspects(case):
        return case, 1


PASSED, TIME_IS_UP = 0, -1


def _until_it_ends(run, program, server, limit, first, count=0):
    """Plays `count` cases, or all, from the first; the one that stopped the program, else one of the two above."""
    said, size, changed = pathlib.Path(run.folder, "said"), 0, None
    with said.open("wb") as out:
        process = run.start(program.words(server.up().port, first, count), cwd=program.folder, stdout=out, stderr=out)
    try:
        while process.poll() is None:
            if run.seconds() >= limit:
                return TIME_IS_UP
            if said.stat().st_size != size:
                size, changed = said.stat().st_size, time.monotonic()
            elif program.waits_for_ever and changed and time.monotonic() - changed >= stub.SILENCE_S:
                break
            time.sleep(POLL_S)
    finally:
        measure.end(process)
    text = said.read_text(errors="replace")
    try:
        return program.stopped_at(text) or PASSED
    except (AttributeError, ValueError) as error:
        raise RuntimeError(f"{process.args[0]} said: {text[-300:]}") from error


def play(run, buggy, sound, bug, limit, program):
    """Plays until the stub with the bug fails a case that the sound one passes; found when it failed, however long the other took."""
    first = 1
    while run.seconds() < limit:
        case = _until_it_ends(run, program, buggy, limit, first)
        if case == TIME_IS_UP:
            break
        first = case + 1
        if case == PASSED:
            continue
        seconds = run.seconds()
        how = "death" if buggy.died() else "silence"
        buggy.down()
        if bug and _until_it_ends(run, program, sound, float("inf"), *program.suspects(case)) == PASSED:
            run.result["seconds"] = round(seconds, 2)
            return f"{how} at case {case}"
        sound.down()
    return None
