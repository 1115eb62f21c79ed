# SPDX-License-Identifier: MIT
"""A generator in the manner of boofuzz, which Debian does not package: a model of what it does, none of its code.

As there: requests made of blocks (constants, delimiters, strings, numbers, a checksum), a graph of requests, and test
cases that change one block of one request to the next value of a library, on a connection of their own, with the
requests before it sent as they are; request by request, and every step a row in a database.

In its favour: no pause between tests, one commit a case and not one a row, waits that end with the answer, strings of
4 KiB at most, and each path once unchanged. It is a yardstick that nobody has, not boofuzz: without log and in an order
drawn by chance, so that no request waits for those before it, it is faster than any program of its kind that is known
to us (by half than doona, which is there and writes nothing down, either).
"""
import datetime
import random
import sqlite3

from . import wire

LENGTHS = (16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 4096)


def _strings(default):
    yield from (b"", default * 2, default * 10, default * 100, default + b"\xfe", default[:-1], default[::-1])
    yield from (b"-1", b"0", b"-0", b"00", b"%n" * 20, b"%s" * 20, b"%x%x%x", b"\0", b"\xff", b"\x7f", b"'", b'"', b"\\",
                b"..", b"../" * 16, b"/", b"\r\n", b"\n", b"*", b"}", b"}\x03", b"{", b":", b";", b",", b"=", b"&", b"|",
                b"(", b"[", b"<>", b"\xde\xad\xbe\xef", b"True", b"NULL", b"p-1.-1", b"p0.0", b"ffffffffffffffff")
    for character in (b"A", b"0", b"1", b"f", b"%", b"\0", b"\xff", b"*", b"}", b",", b":", b";", b"-", b"+", b" "):
        yield from (character * length for length in LENGTHS)


def _delimiters(default):
    yield b""
    yield from (default * n for n in (2, 5, 10, 25, 100, 500, 1000, 2000))
    yield from (bytes([c]) for c in b" \t!@#$%^&*()-_+=:;.,<>/?|\\'\"{}[]\0\x03\x7f\xff" if bytes([c]) != default)


def _numbers(_):
    """Around the ends and simple fractions of each width, in hexadecimal digits."""
    seen = set()
    for width in (8, 16, 32, 64):
        top = 1 << width
        for near in (0, top // 2, top // 3, top // 4, top // 8, top // 16, top // 32, top):
            seen.update(n for n in range(near - 10, near + 10) if 0 <= n < top)
    return (b"%x" % n for n in sorted(seen))


def _bytes(_):
    return (bytes([n]) for n in range(256))


def _checksums(right):
    yield from (b"", right[:1], right * 2, b"00", b"ff", b"zz", b"0z", b"z0", b"\0\0", b"  ", b"-1", b"0x", b"#", b"$")


LIBRARY = {"S": lambda _: (), "T": _strings, "D": _delimiters, "H": _numbers, "B": _bytes}


def _blocks(text):
    """`S:m H:1000 D:, H:4`: kind and default value."""
    return [(part[0], part[2:].encode()) for part in text.split(" ")]


REQUESTS = {name: _blocks(text) for name, text in {
    "supported": "S:qSupported D:: T:multiprocess+ D:; T:swbreak+", "no-ack": "S:QStartNoAckMode",
    "non-stop": "S:QNonStop D:: T:1", "why": "S:?", "registers": "S:g", "set-registers": "S:G T:" + "00" * 72,
    "register": "S:p H:0", "set-register": "S:P H:0 D:= T:0000000000000000",
    "read": "S:m H:1000 D:, H:40", "read-binary": "S:x H:1000 D:, H:10",
    "write": "S:M H:1000 D:, H:2 D:: T:abcd", "write-binary": "S:X H:1000 D:, H:2 D:: T:ab",
    "insert": "S:Z T:0 D:, H:1110 D:, H:4", "remove": "S:z T:0 D:, H:1110 D:, H:4",
    "select": "S:H T:g T:0", "alive": "S:T T:1", "extra": "S:qThreadExtraInfo D:, T:1",
    "threads": "S:qfThreadInfo", "more-threads": "S:qsThreadInfo", "current": "S:qC", "attached": "S:qAttached",
    "features": "S:qXfer D:: T:features D:: T:read D:: T:target.xml D:: H:0 D:, H:ffb",
    "vcont?": "S:vCont?", "vcont": "S:vCont D:; T:c D:: T:1", "vcont-two": "S:vCont D:; T:s D:: T:1 D:; T:c",
    "vcont-range": "S:vCont D:; S:r H:1000 D:, H:1010 D:: T:1", "stopped": "S:vStopped",
    "step": "S:s", "continue": "S:c", "detach": "S:D", "must-be-empty": "S:vMustReplyEmpty"}.items()}

# Where each request is reached: behind qSupported, as in GDB's sessions, and what a debugger asks behind another.
PATHS = [("supported",), *(("supported", name) for name in REQUESTS),
         ("supported", "non-stop", "why"), ("supported", "non-stop", "stopped"), ("supported", "non-stop", "vcont"),
         ("supported", "no-ack", "registers"), ("supported", "insert", "continue"), ("supported", "detach", "registers")]


def render(blocks, which=None, value=b""):
    return b"".join(value if i == which else default for i, (_, default) in enumerate(blocks))


def _changed(blocks):
    """Every packet with one thing changed: a block, the frame, the checksum."""
    for i, (kind, default) in enumerate(blocks):
        for value in LIBRARY[kind](default):
            yield wire.frame(render(blocks, i, value))
    right = wire.frame(render(blocks))
    for value in _delimiters(b"$"):
        yield value + right[1:]
    for value in _delimiters(b"#"):
        yield right[:-3] + value + right[-2:]
    for value in _checksums(right[-2:]):
        yield right[:-2] + value


def cases(seed):
    """Lists of what is sent, one list a connection; the last of each is the one that is changed. From the front again
    when all were played. `seed` None: request by request, else in an order drawn by chance."""
    everything = [[*(wire.frame(render(REQUESTS[name])) for name in path[:-1]), last] for path in PATHS
                  for last in (wire.frame(render(REQUESTS[path[-1]])), *_changed(REQUESTS[path[-1]]))]
    everything += [[wire.frame(render(REQUESTS["supported"])), byte] for byte in _bytes(None)]
    order = random.Random(seed)
    while True:
        if seed is not None:
            order.shuffle(everything)
        yield from everything


class Log:
    """What was done, step by step, in a database."""

    def __init__(self, path):
        self.base, self.case = sqlite3.connect(path), 0
        self.base.execute("create table steps(number integer, kind text, text text, data blob, time text)")

    def step(self, kind, text="", data=b""):
        now = datetime.datetime.utcnow().isoformat()
        self.base.execute("insert into steps values(?, ?, ?, ?, ?)", (self.case, kind, text, data, now))

    def end_of_case(self):
        self.base.commit()
        self.case += 1


def play(link, case, log=None):
    """Plays a case; whether everything before the change and the probe behind it were answered."""
    note = log.step if log else lambda *_: None
    for packet in case[:-1]:
        note("step", "before")
        note("send", "", packet)
        link.send(packet)
        answered = link.reply()
        note("receive", "", link.got)
        if not answered:
            return False
        link.send(b"+")
    note("step", "under test")
    note("send", "", case[-1])
    link.send(case[-1])
    note("check", "alive")
    answered = link.probe(again=True)
    note("receive", "", link.got)
    note("pass" if answered else "fail")
    return answered
