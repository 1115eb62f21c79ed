# SPDX-License-Identifier: MIT
"""The protocol as the benchmark needs it: framing, the probe, and the seeds that all contenders are given."""
import pathlib

SEEDS = pathlib.Path(__file__).parent / "seeds"


def frame(payload):
    """A packet on the wire."""
    return b"$" + payload + b"#%02x" % (sum(payload) % 256)


# Two bytes at the end of the practice stub's memory, which no seed writes.
PROBE, PROBE_ANSWER = frame(b"m1ffe,2"), b"$feff#"


def seeds():
    """Each session as one stream of bytes, an acknowledgment in front of each packet, as GDB's half of a recording."""
    streams = []
    for path in sorted(SEEDS.glob("*.txt")):
        lines = path.read_bytes().splitlines()
        streams.append(b"".join(b"+" + frame(line[1:]) for line in lines))
    return streams
