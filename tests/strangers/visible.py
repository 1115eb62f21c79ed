#!/usr/bin/env python3
"""Each switch of the practice stub shows on the wire: a short conversation with it, and the same without.

usage: visible.py [NAME...]
A conversation is a few requests that are answered one after the other, then one write; the outcome is all that comes
until the connection ends. The client ends its side behind that write, so nothing waits for time to pass.
"""
# SPDX-License-Identifier: MIT

import re
import signal
import socket
import sys
import types

import line
import program
import queries
import session
import stranger
import switches
from line import checksum, encode_runs

GIVE_UP_S = 100
DIED, REFUSED = b"(died)", b"(refused)"


def packet(payload):
    data = payload.encode("latin-1") if isinstance(payload, str) else payload
    return b"$%s#%02x" % (data, checksum(data))


def ok(payload=""):
    """'+' and a reply."""
    return b"+" + packet(payload)


BEHIND, SECOND = "behind", "second"  # asked by a next client; and while the first is still there
DESCRIPTION = "qXfer:features:read:target.xml:"
OFFER = "qSupported:multiprocess+;swbreak+;error-message+"
STOP = "T05thread:1;"
ZERO, EBREAK, ADDI, SW = "00000000", "73001000", "13051500", "2320a100"
MEMORY = "m1000,14"
CODE = "13050000" + ADDI + SW + "83250100" + "6ff05fff"
G = "g"
REGISTERS = "".join((0x7F00 if i == 2 else 0x1000 if i == 32 else 0).to_bytes(4, "little").hex() for i in range(33))


def changed(registers, number, value):
    return registers[:8 * number] + value + registers[8 * number + 8:]


def raw(what):
    return what if isinstance(what, bytes) else packet(what)


class Talk:
    """`asks` are answered one by one; `last` is one write. A text is the payload of a packet."""

    def __init__(self, asks, last, plain, switched, way=None):
        self.asks = [raw(ask) for ask in asks]
        self.last = raw(last)
        self.plain, self.switched = plain, switched
        self.way = way


def simple(last, plain, switched, *asks):
    """One reply without and one with the switch; None for no reply."""
    return Talk(asks, last, *(b"+" if p is None else ok(p) for p in (plain, switched)))


def command(text):
    return "qRcmd," + text.encode("latin-1").hex()


XML = queries.target_xml(types.SimpleNamespace(on=()))
END = DESCRIPTION + "%x,8" % (len(XML) - 4)
LONG = "X7000,0:" + "0" * 2000
HALF = "M7000,1c0:" + "00" * 0x1C0
RUN = b"$c#63\x03"

TALKS = {
    "greets-plus": Talk([], b"", b"", b"+"),
    "greets-byte": Talk([], b"+", b"", packet(STOP)),
    "newline-after": Talk([], "qC", ok("QC1"), ok("QC1") + b"\r\n"),
    "small-pieces": simple("m1000,41", CODE + "00" * 0x2D, "E0e"),
    "no-noack": simple("QStartNoAckMode", "OK", ""),
    "one-client": Talk(["qC"], "qC", ok("QC1"), REFUSED, BEHIND),
    "spins-when-left": Talk(["qC"], "qC", ok("QC1"), REFUSED, BEHIND),
    "one-client-in-queue": Talk(["qC"], "qC", ok("QC1"), REFUSED, BEHIND),
    "client-after-client": Talk(["qC"], b"", b"", REFUSED, SECOND),
    "plus-first": Talk([], b"$qC#b4", ok("QC1"), b""),
    "target-xml-first": simple(G, REGISTERS, "E01"),
    "question-first": simple("m1004,4", ADDI, "E01"),
    "no-H": simple("Hg1", "OK", ""),
    "no-T": simple("T1", "OK", ""),
    "no-p": simple("p20", "00100000", ""),
    "no-P": simple("P1=00000000", "OK", ""),
    "no-vcont": simple("vCont?", "vCont;c;C;s;S", ""),
    "only-vcont": simple("s", STOP, ""),
    "no-qsupported": simple("qSupported", "PacketSize=400;QStartNoAckMode+;qXfer:features:read+;vContSupported+", ""),
    "no-target-xml": simple(DESCRIPTION + "0,5", "m<?xml", ""),
    "binary-read": simple("x1004,4", "", b"b" + bytes.fromhex(ADDI)),
    "no-X": simple("X7000,1:a", "OK", ""),
    "upper-hex": simple("m1010,4", "6ff05fff", "6FF05FFF"),
    "text-errors": simple("mffff0000,4", "E0e", "E.number 14", OFFER),
    "small-packets": simple("m1000,40", CODE + "00" * 0x2C, CODE + "00" * 0xC),
    "no-packet-size": simple("qSupported", "PacketSize=400;QStartNoAckMode+;qXfer:features:read+;vContSupported+",
                             "QStartNoAckMode+;qXfer:features:read+;vContSupported+"),
    "run-length": simple("m2000,10", "00" * 16, encode_runs(b"0" * 32)),
    "ends": simple("c", None, "W07"),
    "stops-S": simple("?", STOP, "S05"),
    "no-Z0": simple("Z0,1008,4", "OK", ""),
    "stuck-breakpoints": simple("g", changed(changed(changed(REGISTERS, 10, "02000000"), 11, "01000000"), 32, "08100000"),
                                changed(changed(REGISTERS, 10, "01000000"), 32, "08100000"), "Z0,1008,4", "c", "c"),
    "monitor": simple(command("echo ab"), "", b"ab\n".hex()),
    "monitor-cut": simple(command("echo " + "a" * 100), "", (b"a" * 59 + b"\n").hex()),
    "reset-drops-breakpoints": Talk(["Z0,1008,4", command("reset")], RUN, ok("T05thread:1;"), ok("T02thread:1;")),
    "few-breakpoints": simple("Z0,100c,4", "OK", "E1c", "Z0,1004,4", "Z0,1008,4"),
    "hardware-breakpoints": simple("Z1,1008,4", "", "OK"),
    "watchpoints": Talk(["Z2,7f02,1"], RUN, ok("T02thread:1;"), ok("T05watch:7f02;thread:1;")),
    "rom": simple("M1004,1:00", "OK", "E0e"),
    "partial-reads": simple("m7ffe,4", "E0e", "0000"),
    "low-stack": simple("p2", "007f0000", "00600000"),
    "no-stack": simple("p2", "007f0000", ZERO),
    "unavailable-registers": simple("p3", ZERO, "xxxxxxxx"),
    "expedites": simple("?", STOP, "T0502:007f0000;20:00100000;thread:1;"),
    "no-thread-list": simple("qfThreadInfo", "m1", ""),
    "no-qC": simple("qC", "QC1", ""),
    "large-thread-ids": simple("qC", "QC1", "QC7fff1234"),
    "attached": simple("qAttached", "0", "1"),
    "extended": simple("!", "", "OK"),
    "kill-silent": Talk([], "k", b"+", b""),
    "kill-resets": Talk(["!"], packet("k") + packet("?"), b"+", b"+" + ok(STOP)),
    "multiprocess": simple("qC", "QC1", "QCp1.1", OFFER),
    "swbreak": simple("c", STOP, "T05swbreak:;thread:1;", OFFER, "Z0,1008,4"),

    "unknown-silent": simple("vMustReplyEmpty", "", None),
    "unknown-dies-late": Talk([], "vMustReplyEmpty", ok(""), b"+" + DIED),
    "unknown-error": simple("vMustReplyEmpty", "", "E01"),
    "unknown-ok": simple("vMustReplyEmpty", "", "OK"),
    "greets-stop": Talk([], b"", b"", packet(STOP)),
    "double-ack": Talk([], "qC", ok("QC1"), b"+" + ok("QC1")),
    "no-acks": Talk([], "qC", ok("QC1"), packet("QC1")),
    "ack-late": Talk([], "qC", ok("QC1"), packet("QC1") + b"+"),
    "checksum-unchecked": Talk([], b"$qC#00", b"-", ok("QC1")),
    "checksum-silent": Talk([], b"$qC#00", b"-", b""),
    "checksum-wrong": Talk(["qC"] * 7, "qC", ok("QC1"), b"+$QC1#c4"),
    "nak-ignored": Talk([], packet("qC") + b"-", ok("QC1") + packet("QC1"), ok("QC1")),
    "error-one-digit": simple("mffff0000,4", "E0e", "Ee"),
    "second-packet-lost": Talk([], packet("qC") + packet("T1"), ok("QC1") + ok("OK"), ok("QC1")),
    "pieces-lost": Talk([b"$qC#b4$q"], b"C#b4", ok("QC1"), b""),
    "empty-packet-silent": simple("", "", None),
    "reads-on": Talk([], "q" + "C" * 80, ok(""), b""),
    "overlong-closes": Talk([], LONG, ok("E16"), b"+"),
    "hollow": simple("m5000,4", "11223344", "00000000", "M5000,4:11223344"),
    "overlong-crash": Talk([], LONG, ok("E16"), b"+" + DIED),
    "packet-size-lie": Talk([], HALF, ok("OK"), b""),
    "qsupported-spaces": simple("qSupported", "PacketSize=400;QStartNoAckMode+;qXfer:features:read+;vContSupported+",
                                "PacketSize=400 QStartNoAckMode+ qXfer:features:read+ vContSupported+"),
    "dead-continue": Talk([], RUN, ok("T02thread:1;"), ok("E01")),
    "dead-step": simple("p20", "04100000", "00100000", "s"),
    "step-signal-zero": simple("s", STOP, "T00thread:1;"),
    "double-stop": Talk([], "s", ok(STOP), ok(STOP) + packet(STOP)),
    "stop-without-signal": simple("?", STOP, "Tthread:1;"),
    "interrupt-ignored": Talk([], RUN, ok("T02thread:1;"), b"+"),
    "interrupt-beside-lost": Talk([], RUN, ok("T02thread:1;"), b"+"),
    "interrupt-lost-after-M": Talk(["M7f00,1:00"], RUN, ok("T02thread:1;"), b"+"),
    "breakpoint-never-hit": Talk(["Z0,1008,4"], RUN, ok(STOP), ok("T02thread:1;")),
    "breakpoint-shows": simple(MEMORY, CODE, CODE.replace(SW, EBREAK), "Z0,1008,4"),
    "breakpoint-stays": Talk(["Z0,1008,4", "z0,1008,4"], RUN, ok("T02thread:1;"), ok(STOP)),
    "breakpoint-counts": Talk(["Z0,1008,4", "Z0,1008,4", "z0,1008,4"], RUN, ok("T02thread:1;"), ok(STOP)),
    "breakpoint-pc-after": simple("p20", "08100000", "0c100000", "Z0,1008,4", "c"),
    "breakpoint-anywhere": simple("Z0,f0000000,4", "E0e", "OK"),
    "detach-leaves-breakpoints": Talk(["Z0,1008,4", "D"], MEMORY, ok(CODE), ok(CODE.replace(SW, EBREAK)), BEHIND),
    "detach-kills": Talk(["D"], "?", ok(STOP), ok("X09"), BEHIND),
    "detach-silent": simple("D", "OK", None),
    "g-short": simple("g", REGISTERS, REGISTERS[:-8]),
    "p-shifted": simple("p2", "007f0000", ZERO),
    "P-spoils": simple("p20", "10100000", "11100000", "P20=10100000"),
    "P-ignored": simple("p1", "01020304", ZERO, "P1=01020304"),
    "P-silent": simple("P1=01020304", "OK", None),
    "G-ignored": simple("g", changed(REGISTERS, 1, "01020304"), REGISTERS, "G" + changed(REGISTERS, 1, "01020304")),
    "m-ignores-length": simple("m1000,8", "13050000" + ADDI, "13050000"),
    "m-odd-digits": simple("m1004,1", "13", "1"),
    "m-long-zero": simple("mf08,10c", "00" * 0xF8 + CODE, "00" * 0xF8 + CODE[:16] + "00" * 12),
    "m-cut": Talk([], "m1000,101", ok(CODE + "00" * 0xED), b"+$" + (CODE + "00" * 0xED).encode()),
    "m-nul": simple("m1004,4", ADDI, ADDI + "\0"),
    "m-outside-zero": simple("mffff0000,4", "E0e", ZERO),
    "M-digits": simple("M7000,1:x1", "E16", "OK"),
    "M-silent": simple("M7000,1:aa", "OK", None),
    "M-shifted": simple("m7000,2", "aa00", "00aa", "M7000,1:aa"),
    "X-written-anyway": simple("m7000,2", "0000", "aa00", packet(b"X7000,2:\xaa")),
    "X-escapes-kept": simple("m7000,2", "2300", "7d00", packet(b"X7000,1:}\x03")),
    "x-differs": simple("x1004,4", "", b"b" + bytes([0x12]) + bytes.fromhex(ADDI[2:])),
    "xfer-ignores-offset": simple(DESCRIPTION + "2,3", "mxml", "m<?x"),
    "xfer-never-ends": simple(END, "lget>", "mget>"),
    "xml-malformed": simple(DESCRIPTION + "%x,20" % (len(XML) - 9), "l</target>", "l"),
    "threads-endless": simple("qsThreadInfo", "l", "m1"),
    "dead-thread-alive": simple("T2", "E03", "OK"),
    "wrong-thread-selected": simple("Hg2", "E03", "OK"),
    "vcont-unknown-continues": simple("vCont;q", "E16", STOP, "Z0,1008,4"),
    "vcont-crash": Talk([], "vCont;q", ok("E16"), b"+" + DIED),
    "vcont-bare-crash": Talk([OFFER], "vCont;s", ok(STOP), b"+" + DIED),
    "resume-ok": Talk([], "s", ok(STOP), ok("OK") + packet(STOP)),
    "calls-host": simple("c", None, "Fwrite,1,6000,6"),
    "run-length-counts": simple("m2000,10", "00" * 16, encode_runs(b"0" * 32, 1)),
    "negative-length-crash": Talk([], "m1000,ffffffff", ok("E0e"), b"+" + DIED),
    "long-read-crash": Talk([], "m1000,101", ok(CODE + "00" * (0x101 - 20)), b"+" + DIED),
    "malformed-crash": Talk([], "mzz,4", ok("E16"), b"+" + DIED),
    "damaged-crash": Talk([], b"$qC#00", b"-", DIED),
    "interrupt-crash": Talk([], b"\x03", b"", DIED),
    "question-once": simple("?", STOP, None, "?"),
    "qC-silent": simple("qC", "QC1", None),
    "thread-list-crash": Talk([], "qfThreadInfo", ok("m1"), b"+" + DIED),
    "call-unread": Talk([], packet("c") + packet("m6000,1"), b"+", ok("Fwrite,1,6000,6") + ok("E01")),
    "call-waits": Talk([], packet("c") + packet("F6") + b"\x03", b"+" + ok("T02thread:1;")[1:] + b"+" + packet(""), ok("Fwrite,1,6000,6") + b"+"),
    "plus-in-noack": Talk(["QStartNoAckMode"], "qC", packet("QC1"), ok("QC1")),
}
# A client can't tell how the bytes of "qC" lie in writes and in time; the socket below sees it.
WRITES = {
    "slow": ["pause", b"+", packet("QC1")],
    "bytewise": [bytes([byte]) for byte in ok("QC1")],
    "ack-with-reply": [ok("QC1")],
}
PLAIN_WRITES = [b"+", packet("QC1")]
# The end of a connection would stop the program first: here it is interrupted at the tenth look only.
OWN_STOPS = {"stops-by-itself": program.SIGTRAP}


class Client:
    def __init__(self, port):
        self.sock = socket.create_connection(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pending = b""

    def ask(self, request):
        """Waits for the reply, and does not acknowledge it."""
        self.sock.sendall(request)
        while not (reply := re.search(rb"\$[^#]*#..", self.pending, re.S)):
            data = self.sock.recv(65536)
            if not data:
                return
            self.pending += data
        self.pending = self.pending[reply.end():]

    def outcome(self, last):
        """All that comes for it, until the end."""
        out = b""
        try:
            self.sock.sendall(last)
            self.sock.shutdown(socket.SHUT_WR)
            while data := self.sock.recv(65536):
                out += data
        except ConnectionError:
            pass
        return out

    def close(self):
        self.sock.close()


def hold(port, talk):
    first = Client(port)
    try:
        for ask in talk.asks:
            first.ask(ask)
        if talk.way is None:
            return first.outcome(talk.last)
        if talk.way == BEHIND:
            first.close()
        second = Client(port)
        try:
            # who waits in the queue of a server that ends is refused late
            return (second.outcome(talk.last) or REFUSED) if talk.way == BEHIND else b""
        finally:
            second.close()
    except ConnectionRefusedError:
        return REFUSED
    finally:
        first.close()


def outcome(talk, on):
    server = stranger.start(on)
    try:
        out = hold(server.port, talk)
    finally:
        died = server.end()
    return out + DIED if died else out


class OneRequest:
    """A socket with one request in it, which keeps the writes."""

    def __init__(self):
        self.input = packet("qC")
        self.writes = []

    def recv(self, _):
        data, self.input = self.input, b""
        return data

    def sendall(self, data):
        self.writes.append(data)


def writes(on):
    sock = OneRequest()
    line.pause = lambda seconds: sock.writes.append("pause")
    session.Session(sock, on, program.Program(on)).serve()
    return sock.writes


def signal_of_stop(on):
    looks = iter([False] * 9 + [True])
    running = program.Program(on)
    running.run(lambda seconds: next(looks))
    return running.stop[0]


def check(name):
    """What is wrong with the switch; "" for nothing."""
    if name in WRITES:
        seen, due = (writes(frozenset()), writes(frozenset([name]))), (PLAIN_WRITES, WRITES[name])
    elif name in OWN_STOPS:
        seen, due = (signal_of_stop(frozenset()), signal_of_stop(frozenset([name]))), (program.SIGINT, OWN_STOPS[name])
    else:
        talk = TALKS[name]
        seen, due = (outcome(talk, frozenset()), outcome(talk, frozenset([name]))), (talk.plain, talk.switched)
    assert due[0] != due[1], name
    wrong = [f"{name}, {how}: {s!r}, not {d!r}" for how, s, d in zip(("off", "on"), seen, due) if s != d]
    return "\n".join(wrong)


def main():
    signal.alarm(GIVE_UP_S)
    names = [*switches.MANNERS, *switches.BUGS, *switches.STARTED_BUGS, *switches.SEQUENCE_BUGS,
             *switches.PROFILED_BUGS, *switches.WRITING_BUGS]
    assert len(set(names)) == len(names), "a name is a manner or a bug"
    assert set(TALKS) | set(WRITES) | set(OWN_STOPS) == set(names), set(names) ^ (set(TALKS) | set(WRITES) | set(OWN_STOPS))
    assert len(switches.MANNERS) >= 30 and len(switches.BUGS) >= 40
    wrong = [text for text in map(check, sys.argv[1:] or names) if text]
    print("\n".join(wrong + [f"{len(names)} switches, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
