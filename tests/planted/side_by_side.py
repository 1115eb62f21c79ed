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
    return table.selfcheck()


if __name__ == "__main__":
    sys.exit(main())
