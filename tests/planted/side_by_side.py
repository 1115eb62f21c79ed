#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The benchmark beside other fuzzers, as far as it needs none of them: helpers, generator, judgement, tables.

usage: side_by_side.py ROOT PLANTED OVER_TCP CHECKSUM
"""
import ctypes
import itertools
import os
import subprocess
import sys

sys.dont_write_bytecode = True


def check(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r}, not {want!r}")


def over_tcp(program, planted):
    """Ends well with a stub that lives, by a signal with one that dies."""
    for bug, data, dies in (([], b"$Z0#8a", False), (["--bug", "breakpoint-short-abort"], b"$Z0#8a", True),
                            (["--bug", "breakpoint-short-abort"], b"$Z0,10,4#4d", False), ([], b"", False),
                            ([], b"$k#6b" + b"+" * 100000, False)):
        done = subprocess.run([program, planted, "--port", "0", *bug], input=data, capture_output=True, check=False, timeout=60)
        check(f"over_tcp, {bug}, {data[:20]}", done.returncode < 0, dies)


def checksums(path):
    """Each complete checksum is made right, nothing else is touched."""
    library = ctypes.CDLL(path)
    library.afl_custom_init.restype = ctypes.c_void_p
    library.afl_custom_post_process.restype = ctypes.c_size_t
    library.afl_custom_post_process.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t,
                                                ctypes.POINTER(ctypes.POINTER(ctypes.c_ubyte))]
    library.afl_custom_deinit.argtypes = [ctypes.c_void_p]
    state = library.afl_custom_init(None, 0)
    for data, want in ((b"$?#00", b"$?#3f"), (b"+$qC#zz$?#..x", b"+$qC#b4$?#3fx"), (b"$?#", b"$?#"), (b"$?#3", b"$?#3"), (b"", b""),
                       (b"$x$?#00", b"$?#3f".join((b"$x", b"")))):
        out = ctypes.POINTER(ctypes.c_ubyte)()
        size = library.afl_custom_post_process(state, data, len(data), ctypes.byref(out))
        check(f"checksums of {data}", bytes(out[:size]), want)
    library.afl_custom_deinit(state)


def generator(planted):
    """The model of a generator finds a crash and a lost packet, and nothing in the sound stub."""
    from beside import contenders, measure
    programs = contenders.Programs(".", ".", ".")
    programs.planted = planted
    for bug, limit in (("half-checksum-deaf", 60), ("xfer-short-null", 60), ("second-packet-lost", 60)):
        run = measure.Run()
        with run:
            found = contenders.generator(programs, run, bug, 1, limit)
        check(f"generator, {bug}, {run.result}", bool(found), True)
        check(f"packets counted, {bug}", run.result["packets"] > 0, True)


class Lister:
    """A program of its own that plays a list of cases, and waits for answers for ever."""

    folder = "."
    script = ("import socket, sys\n"
              "port, first, count = map(int, sys.argv[1:4])\n"
              "for n in range(first, min(first + (count or 99), len(sys.argv) - 3)):\n"
              "    link = socket.create_connection(('127.0.0.1', port))\n"
              "    link.sendall(bytes.fromhex(sys.argv[n + 3]))\n"
              "    print('.', n, flush=True)\n"
              "    if not link.recv(1):\n"
              "        sys.exit('failed')\n"
              "print('passed')\n")

    def __init__(self, waits_for_ever, *packets):
        self.waits_for_ever = waits_for_ever
        self.packets = [packet.hex() for packet in packets]

    def words(self, port, first, count):
        return [sys.executable, "-c", self.script, str(port), str(first), str(count), *self.packets]

    @staticmethod
    def stopped_at(said):
        return None if said.endswith("passed\n") else int(said.split()[1::2][-1])

    @staticmethod
    def suspects(case):
        return case, 1


def programs_of_their_own(planted):
    """Started again behind a case that the sound stub fails, too; one that is silent fails; an end is no failure."""
    from beside import by_itself, measure, stub
    fails_always = b"$k#6b"
    for bug, last, waits, want in (("breakpoint-short-abort", b"$Z0#8a", False, "case 2"), ("vstopped-dead-queue", b"$vStopped#55", True, "case 2"),
                                   ("xfer-short-null", b"$?#3f", False, None)):
        with measure.Run() as run:
            buggy, sound = stub.Server(run, planted, bug), stub.Server(run, planted, None)
            found = by_itself.play(run, buggy, sound, bug, 60 if want else 0.5, Lister(waits, fails_always, last))
            buggy.down()
            sound.down()
        check(f"a program of its own, {bug}", found and found[-6:], want)


def doona_and_scapy(planted):
    """What doona is given and what is read from it; both find a bug where they are installed."""
    from beside import by_itself, contenders, measure, wire
    commands = list(by_itself.Doona.commands())
    check("commands of doona", len(set(commands)), len(commands))
    check("marks", {command.count(b"XAXAX") for command in commands}, {1})
    check("doona's end", by_itself.Doona.stopped_at("    1/2   [a] .. (2)\n    2/2   [b] .\nMax requests (3) completed, index: 3\n"), None)
    check("doona's place", by_itself.Doona.stopped_at("    1/2   [a] .. (2)\n    2/2   [b] ...Problem (2)"), 5)
    check("doona's place behind a row", by_itself.Doona.stopped_at("    1/2   [a] .. (2)\n"), 2)
    mended = subprocess.run(["perl", "-I", f"{by_itself.BENCH}/beside", "-Mbedmod::rsp", "-MSocket", "-e", """
        socketpair my $a, my $b, AF_UNIX, SOCK_STREAM, PF_UNSPEC or die;
        send $a, '$m1,2#00$?#zz', 0; sysread $b, my $data, 99; print $data"""], capture_output=True, check=True)
    check("what doona sends", (mended.stdout, mended.stderr), (wire.frame(b"m1,2") + b"$?#zz", b""))
    programs = contenders.Programs(".", ".", ".")
    programs.planted = planted
    for name in ("doona", "scapy"):
        if contenders.CONTENDERS[name].missing():
            print(f"{name} is not installed, and not tried")
            continue
        with measure.Run() as run:
            found = contenders.CONTENDERS[name].play(programs, run, "long-packet-overflow", 1, 60)
        check(f"{name}, {run.result}", bool(found), True)


def seeds(planted):
    """The sound stub lives through them and answers the probe."""
    from beside import wire
    for stream in wire.seeds():
        done = subprocess.run([planted, "--stdio"], input=stream + wire.PROBE, capture_output=True, check=True, timeout=60)
        check(f"{stream[:40]}: probe", wire.PROBE_ANSWER in done.stdout, True)


def cases():
    """A generator's cases are all different at first, and the same for the same seed."""
    from beside import blocks
    some = [tuple(case) for case in itertools.islice(blocks.cases(7), 2000)]
    check("cases of one seed", some, [tuple(case) for case in itertools.islice(blocks.cases(7), 2000)])
    check("different cases", len(set(some)) > 1900, True)


def main():
    root, planted, tcp, library = map(os.path.abspath, sys.argv[1:])
    sys.path.insert(0, f"{root}/tools/bench")
    from beside import table
    over_tcp(tcp, planted)
    checksums(library)
    seeds(planted)
    cases()
    generator(planted)
    programs_of_their_own(planted)
    doona_and_scapy(planted)
    return table.selfcheck()


if __name__ == "__main__":
    sys.exit(main())
