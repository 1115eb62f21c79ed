# SPDX-License-Identifier: MIT
"""A fuzzer written with scapy, as its manual shows: the packets as a model, fuzz() for values, a StreamSocket to the stub.

usage: /usr/bin/python3 -m beside.through_scapy PORT SEED FIRST [COUNT]

Plays cases FIRST, FIRST + 1, ... (COUNT of them; for ever where that is 0), each from a seed of its own, so that it can be
played again. Ends with `failed N` when the stub ends the connection or says nothing for as long as counts as a hang.
"""
import itertools
import random
import socket
import sys

from scapy.compat import bytes_encode
from scapy.fields import Field, StrField
from scapy.packet import Packet, fuzz
from scapy.supersocket import StreamSocket
from scapy.volatile import RandBin, RandChoice, RandNum, RandSingLong, RandSingString

from . import blocks, stub, wire

CHANGED = 8  # requests of a connection that are not as they should be


class Constant(StrField):
    """The name of a request, which fuzz() leaves as it is."""

    def randval(self):
        return None


class Text(StrField):
    """One of scapy's own strings."""

    def randval(self):
        return RandSingString()


class Separator(StrField):
    def randval(self):
        return RandChoice(b"", b",", b":", b";", b"=", b".", b"-", self.default * 2)


class HexNumber(Field):
    """A number as hexadecimal digits; zero, the ends, the middle, powers of two and what is beside them."""

    def addfield(self, pkt, s, val):
        return s + b"%x" % val

    def randval(self):
        return RandSingLong()


FIELDS = {"S": Constant, "T": Text, "D": Separator, "H": lambda name, default: HexNumber(name, int(default, 16), "Q")}


class Frame(Packet):
    """A request between `$` and its checksum, which is computed where none is given."""

    fields_desc = [StrField("checksum", None)]

    def self_build(self):
        return b"$"

    def post_build(self, pkt, pay):
        given = self.checksum
        return pkt + pay + b"#" + (b"%02x" % (sum(pay) % 256) if given is None else bytes_encode(given))


class Reply(Packet):
    """One answer with what stands before it; what comes behind is the next one's."""

    fields_desc = [StrField("text", b"")]

    def do_dissect(self, s):
        end = s.find(b"#") + 3
        self.fields["text"] = s[:end] if end >= 3 else s
        return s[len(self.fields["text"]):]

    def extract_padding(self, s):
        return b"", s


def request_class(name):
    """A request of the vocabulary that all contenders share, as a packet of scapy's."""
    described = [FIELDS[kind](f"field{i}", default) for i, (kind, default) in enumerate(blocks.REQUESTS[name])]
    return type(name, (Packet,), {"name": name, "fields_desc": described})


class Tail(Packet):
    """Bytes that belong to nothing."""

    fields_desc = [StrField("bytes", b"")]


def changed(name, checksums):
    """The request with one of its fields left to fuzz(), with two of them, with all, with bytes behind it, and where this is wanted
    with a checksum of chance. Each time one of these is sent its values are drawn anew."""
    request = request_class(name)
    fields = {field.name: field.default for field in request.fields_desc}
    free = [field.name for field in request.fields_desc if not isinstance(field, Constant)]
    for names in [*itertools.combinations(free, 1), *itertools.combinations(free, 2), free]:
        yield Frame() / fuzz(request(**{key: value for key, value in fields.items() if key not in names}))
    yield Frame() / request() / Tail(bytes=RandBin(RandNum(1, 16)))
    if checksums:
        yield Frame(checksum=RandBin(RandNum(0, 3))) / request()


def plans():
    """What leads to a request, and that request changed. In no-ack mode nobody says that a checksum was cut off, and the next
    packet's `$` would be taken for its end, so checksums stay right there."""
    for path in blocks.PATHS:
        yield [wire.frame(blocks.render(blocks.REQUESTS[name])) for name in path[:-1]], list(changed(path[-1], "no-ack" not in path))
    yield [], [Tail(bytes=RandBin(1))]


def answered(stream, wanted):
    """Whether a reply with this in it comes; the request is repeated for each `-`, as a client does."""
    while True:
        try:
            reply = stream.recv()
        except OSError:
            return False
        if reply is None:
            return False
        if wanted in reply.text:
            return True
        if reply.text.startswith(b"-"):
            stream.send(wire.PROBE)


def passes(port, plan):
    """Plays one case, a connection: what leads to a request, then that request changed a few times, each with the probe behind it."""
    before, requests = plan
    link = socket.create_connection(("127.0.0.1", port), timeout=stub.SILENCE_S)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, stub.NO_LINGER)
    stream = StreamSocket(link, Reply)
    try:
        for packet in before:
            stream.send(packet)
            if not answered(stream, b"#"):
                return False
        for request in random.choices(requests, k=CHANGED):
            stream.send(request)
            stream.send(wire.PROBE)
            if not answered(stream, wire.PROBE_ANSWER):
                return False
    except OSError:
        return False
    finally:
        stream.close()
    return True


def main():
    port, seed, first, count = map(int, sys.argv[1:])
    every = list(plans())
    for number in itertools.count(first) if count == 0 else range(first, first + count):
        random.seed(f"{seed} {number}")
        try:
            well = passes(port, random.choice(every))
        except OSError:
            well = False
        if not well:
            print(f"failed {number}")
            return 1
    print("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
