#!/usr/bin/env python3
"""A practice stub: small, correct, and with a switch for each manner and each bug.

A manner is a legal way to be different: no report may blame it. A bug breaks a requirement: a report must name it.
Source of both lists: stubs in the field. Listens on loopback; ends with its input, or after --life seconds.
"""
# SPDX-License-Identifier: MIT

import argparse
import os
import select
import signal
import socket
import sys
import time

import rv32

# Each with the requirement that it keeps within, or why it is legal.
MANNERS = {
    "greets-plus": "sends '+' to whoever connects",
    "greets-stop": "sends its stop reply to whoever connects, before it is asked",
    "newline-after": "adds CR LF after each packet",
    "double-ack": "acknowledges each packet twice",
    "no-ack-only": "neither sends nor expects acknowledgments after QStartNoAckMode alone is offered",
    "no-noack": "does not know QStartNoAckMode",
    "one-client": "ends when its first client leaves",
    "client-after-client": "closes its listener while a client is there",
    "question-first": "refuses memory until '?' was asked",
    "no-H": "answers the empty reply to H",
    "no-T": "answers the empty reply to T",
    "no-p": "has g and G only",
    "no-P": "writes registers by G only",
    "no-vcont": "has c and s only",
    "only-vcont": "has vCont only: c and s get the empty reply",
    "no-qsupported": "answers the empty reply to qSupported",
    "no-target-xml": "does not describe its registers",
    "binary-read": "has x, in GDB's form",
    "no-X": "does not know X",
    "upper-hex": "writes hex digits in upper case",
    "text-errors": "answers E.text where the client takes error messages",
    "small-packets": "PacketSize is 0x40",
    "no-packet-size": "does not name PacketSize",
    "slow": "takes 5 ms for each answer",
    "bytewise": "writes one byte at a time",
    "run-length": "uses run-length encoding",
    "ends": "runs a program that ends",
    "stops-S": "reports stops as S05, without thread",
    "no-Z0": "has no software breakpoints",
    "hardware-breakpoints": "has Z1",
    "watchpoints": "has Z2, Z3 and Z4",
    "partial-reads": "reads up to the end of memory and no further",
    "no-thread-list": "does not know qfThreadInfo",
    "no-qC": "does not know qC",
    "attached": "answers 1 to qAttached",
    "extended": "takes '!' and R",
    "kill-silent": "closes at k without a word",
    "multiprocess": "offers multiprocess thread-ids",
    "ack-with-reply": "sends the '+' and the reply in one write",
    "swbreak": "offers swbreak and says it in stop replies",
}

# Each with the requirement that a report must name; several where either is right.
BUGS = {
    "unknown-silent": ("STD-001", "unknown packets get no reply"),
    "unknown-error": ("STD-001", "unknown packets get E01"),
    "unknown-ok": ("STD-001", "unknown packets get OK"),
    "no-acks": ("ACK-001", "packets are not acknowledged"),
    "ack-late": ("ACK-001", "the '+' follows the reply"),
    "checksum-unchecked": ("ACK-002", "damaged packets are served"),
    "checksum-wrong": ("FRAME-002", "every eighth reply has a wrong checksum"),
    "nak-ignored": ("ACK-003", "'-' does not repeat the reply"),
    "second-packet-lost": ("FRAME-009", "of two packets in one write the second is lost"),
    "pieces-lost": ("FRAME-009", "a packet that comes in pieces is lost"),
    "empty-packet-silent": ("STD-001", "$#00 gets no reply"),
    "overlong-crash": ("ROBUST-007", "a packet over PacketSize ends the stub"),
    "packet-size-lie": ("QSUP-004", "packets of more than half the PacketSize are dropped"),
    "qsupported-spaces": ("QSUP-001", "features are separated by spaces"),
    "dead-continue": ("RUN-001", "c answers E01"),
    "dead-step": ("RUN-001", "s stops where it started"),
    "double-stop": ("STOP-001", "each stop is told twice"),
    "stop-without-signal": ("STOP-001", "stop replies are T without a signal"),
    "interrupt-ignored": ("INT-001", "0x03 does nothing"),
    "interrupt-beside-lost": ("INT-004", "0x03 right behind a resume is lost"),
    "breakpoint-never-hit": ("BRK-001", "Z0 answers OK and sets nothing"),
    "breakpoint-shows": ("BRK-005", "m shows the breakpoint instruction"),
    "breakpoint-stays": ("BRK-003", "z0 answers OK and removes nothing"),
    "breakpoint-counts": ("BRK-004", "two Z0 need two z0"),
    "breakpoint-stuck": ("BRK-006", "a resume on a breakpoint stops there again"),
    "breakpoint-pc-after": ("BRK-002", "pc is behind the breakpoint when it was hit"),
    "detach-leaves-breakpoints": ("DET-003", "breakpoints stay in memory after D"),
    "detach-silent": ("DET-001", "D gets no reply"),
    "g-short": ("REG-001", "g lacks the last register"),
    "p-shifted": ("REG-003", "p n gives register n + 1"),
    "P-ignored": ("REG-004", "P answers OK and writes nothing"),
    "P-silent": ("REG-004", "P gets no reply"),
    "G-ignored": ("REG-002", "G answers OK and writes nothing"),
    "m-ignores-length": ("MEM-001", "m answers at most four bytes"),
    "m-odd-digits": ("MEM-001", "m of an odd length lacks a digit"),
    "m-long-zero": ("MEM-001", "m fills what is beyond 256 bytes with zeros"),
    "m-nul": ("MEM-001", "m puts a NUL behind the digits"),
    "m-outside-zero": ("MEM-003", "m outside of memory answers zeros"),
    "M-shifted": ("MEM-004", "M writes one byte further on"),
    "X-escapes-kept": ("MEM-006", "X does not undo escapes"),
    "x-differs": ("MEM-008", "x answers other bytes than m"),
    "xfer-ignores-offset": ("XFER-003", "qXfer answers from the start at every offset"),
    "xfer-never-ends": ("XFER-002", "qXfer never answers l"),
    "xml-malformed": ("XFER-006", "target.xml is not well-formed"),
    "threads-endless": ("THR-002", "qsThreadInfo never answers l"),
    "dead-thread-alive": ("THR-004", "T answers OK for every thread"),
    "wrong-thread-selected": ("THR-006", "Hg answers OK for every thread"),
    "vcont-crash": ("ROBUST-002", "vCont with an unknown action ends the stub"),
    "run-length-short": ("RLE-002", "run lengths are one too high"),
    "negative-length-crash": ("ROBUST-002", "a length of ffffffff ends the stub"),
}

LIMIT = 64 * 1024


def checksum(data):
    return sum(data) & 0xFF


def is_hex(text):
    return text != "" and all(c in "0123456789abcdefABCDEF" for c in text)


class Leave(Exception):
    """The client is gone, or the stub must end."""


class Stub:
    def __init__(self, manners, bugs):
        self.manners = manners
        self.bugs = bugs
        self.machine = rv32.Machine(rv32.ENDS if "ends" in manners else rv32.LOOPS)
        self.packet_size = 0x40 if "small-packets" in manners else 0x400
        self.breakpoints = {}  # address -> count
        self.watchpoints = {}  # (type, address, size)
        self.gone = False      # the program has ended
        self.sock = None

    # --- a connection ---

    def serve(self, sock):
        self.sock = sock
        self.input = b""
        self.held = b""
        self.last = b""
        self.no_ack = "no-ack-only" in self.manners
        self.asked = False
        self.multiprocess = False
        self.errors_in_text = False
        self.swbreak = False
        self.num_replies = 0
        self.leave = None
        if "greets-plus" in self.manners:
            self.write(b"+")
        if "greets-stop" in self.manners:
            self.send(self.stop_reply())
        try:
            while self.leave is None:
                self.receive()
        except (Leave, ConnectionError, BrokenPipeError):
            pass
        self.lift_breakpoints()
        self.breakpoints.clear()
        self.watchpoints.clear()

    def write(self, data):
        data, self.held = self.held + data, b""
        if not data:
            return
        if "bytewise" in self.manners:
            for i in range(len(data)):
                self.sock.sendall(data[i:i + 1])
        else:
            self.sock.sendall(data)

    def receive(self):
        data = self.sock.recv(65536)
        if not data:
            raise Leave
        whole = data.startswith((b"$", b"+$", b"-", b"\x03")) or data == b"+"
        if "pieces-lost" in self.bugs and not whole:
            return
        self.input += data
        if "pieces-lost" in self.bugs and b"$" in self.input and b"#" not in self.input:
            self.input = b""
        served = 0
        while self.input and self.leave is None:
            before = self.input
            served += self.take(served)
            if self.input == before:
                break

    def take(self, served):
        """Takes one thing off the input. Returns 1 for a packet."""
        lead = self.input[:1]
        if lead == b"-":
            self.input = self.input[1:]
            if not self.no_ack and self.last and "nak-ignored" not in self.bugs:
                self.write(self.last)
            return 0
        if lead == b"\x03":
            self.input = self.input[1:]
            return 0
        if lead != b"$":
            self.input = self.input[1:]
            return 0
        end = self.input.find(b"#")
        again = self.input.find(b"$", 1)
        if again > 0 and (end < 0 or again < end):
            self.input = self.input[again:]
            return 0
        if end < 0 or len(self.input) < end + 3:
            if len(self.input) > LIMIT:
                self.input = b""
            return 0
        body, digits = self.input[1:end], self.input[end + 1:end + 3]
        self.input = self.input[end + 3:]
        if "second-packet-lost" in self.bugs and served > 0:
            return 0
        self.on_packet(body, digits)
        if "second-packet-lost" in self.bugs:
            self.input = b""
        return 1

    def on_packet(self, body, digits):
        good = is_hex(digits.decode("latin-1")) and int(digits, 16) == checksum(body)
        if not good and not self.no_ack and "checksum-unchecked" not in self.bugs:
            self.acknowledge(b"-")
            return
        if len(body) > self.packet_size // 2 and "packet-size-lie" in self.bugs:
            return
        if "slow" in self.manners:
            time.sleep(0.005)
        late = "ack-late" in self.bugs
        if not late:
            self.acknowledge(b"+")
        if len(body) > max(self.packet_size, 0x400) + 64:
            if "overlong-crash" in self.bugs:
                os.kill(os.getpid(), signal.SIGSEGV)
            self.send(self.error(0x16))
            return
        reply = self.handle(body)
        if reply is not None:
            self.send(reply)
        self.write(b"")
        if late:
            self.acknowledge(b"+")

    def acknowledge(self, mark):
        if self.no_ack or "no-acks" in self.bugs:
            return
        marks = mark * (2 if "double-ack" in self.manners else 1)
        if "ack-with-reply" in self.manners and mark == b"+":
            self.held = marks
        else:
            self.write(marks)

    def send(self, payload):
        data = payload if isinstance(payload, bytes) else payload.encode("latin-1")
        if "run-length" in self.manners or "run-length-short" in self.bugs:
            data = self.encode_runs(data)
        total = checksum(data)
        self.num_replies += 1
        if "checksum-wrong" in self.bugs and self.num_replies % 8 == 0:
            total ^= 1
        self.last = b"$" + data + b"#" + b"%02x" % total
        if "checksum-wrong" in self.bugs and self.num_replies % 8 == 0:
            self.write(self.last)
            self.last = b"$" + data + b"#" + b"%02x" % checksum(data)
        else:
            self.write(self.last)
        if "newline-after" in self.manners:
            self.write(b"\r\n")

    def encode_runs(self, data):
        out = bytearray()
        i = 0
        while i < len(data):
            end = i
            while end < len(data) and data[end] == data[i] and end - i < 97:
                end += 1
            repeats = end - i - 1
            while repeats > 3 and repeats + 29 in (ord("#"), ord("$"), ord("+"), ord("-")):
                repeats -= 1
            out.append(data[i])
            if repeats >= 3 and repeats + 29 not in (ord("#"), ord("$"), ord("+"), ord("-")):
                out += b"*" + bytes([repeats + 29 + ("run-length-short" in self.bugs)])
                i += repeats + 1
            else:
                i += 1
        return bytes(out)

    # --- what replies are made of ---

    def hex(self, data):
        text = data.hex()
        return text.upper() if "upper-hex" in self.manners else text

    def error(self, number):
        if "text-errors" in self.manners and self.errors_in_text:
            return "E.no %d" % number
        return "E%02x" % number

    def thread_id(self):
        return "p1.1" if self.multiprocess else "1"

    def stop_reply(self, number=5, reason=""):
        if self.gone:
            return "W%02x" % self.machine.status + (";process:1" if self.multiprocess else "")
        if "stop-without-signal" in self.bugs:
            return "Tthread:%s;" % self.thread_id()
        if "stops-S" in self.manners and not reason:
            return "S%02x" % number
        return "T%02x%sthread:%s;" % (number, reason, self.thread_id())

    def unknown(self):
        if "unknown-silent" in self.bugs:
            return None
        return "E01" if "unknown-error" in self.bugs else "OK" if "unknown-ok" in self.bugs else ""

    # --- requests ---

    def handle(self, body):
        """The reply, or None where there is none."""
        if body == b"":
            return None if "empty-packet-silent" in self.bugs else ""
        text = body.decode("latin-1")
        for name, handler in self.named().items():
            rest = text[len(name):]
            if text.startswith(name) and (rest == "" or rest[0] in ":;,?" or name.endswith((":", ","))):
                return handler(rest)
        letters = {"?": self.on_question, "g": self.on_g, "G": self.on_G, "p": self.on_p, "P": self.on_P,
                   "m": self.on_m, "M": self.on_M, "X": self.on_X, "x": self.on_x, "c": self.on_c, "s": self.on_s,
                   "Z": self.on_Z, "z": self.on_z, "H": self.on_H, "T": self.on_T, "D": self.on_D, "k": self.on_k,
                   "!": self.on_extended, "R": self.on_R}
        handler = letters.get(text[0])
        return handler(text[1:] if text[0] not in "X" else body[1:]) if handler else self.unknown()

    def named(self):
        return {
            "qSupported": self.on_supported, "QStartNoAckMode": self.on_no_ack, "qAttached": self.on_attached,
            "qC": self.on_current, "qfThreadInfo": self.on_threads, "qsThreadInfo": self.on_more_threads,
            "qXfer:features:read:": self.on_xfer, "vCont?": self.on_vcont_query, "vCont": self.on_vcont,
            "vMustReplyEmpty": lambda rest: self.unknown(),
        }

    def on_supported(self, rest):
        if "no-qsupported" in self.manners:
            return self.unknown()
        offered = rest[1:].split(";")
        features = [] if "no-packet-size" in self.manners else ["PacketSize=%x" % self.packet_size]
        if "no-noack" not in self.manners and "no-ack-only" not in self.manners:
            features.append("QStartNoAckMode+")
        if "no-target-xml" not in self.manners:
            features.append("qXfer:features:read+")
        if "multiprocess" in self.manners:
            features.append("multiprocess+")
            self.multiprocess = "multiprocess+" in offered
        if "swbreak" in self.manners:
            features.append("swbreak+")
            self.swbreak = "swbreak+" in offered
        if "no-vcont" not in self.manners:
            features.append("vContSupported+")
        if "binary-read" in self.manners:
            features.append("binary-upload+")
        self.errors_in_text = "error-message+" in offered
        return (" " if "qsupported-spaces" in self.bugs else ";").join(features)

    def on_no_ack(self, rest):
        if "no-noack" in self.manners or "no-ack-only" in self.manners or rest:
            return self.unknown()
        self.send("OK")
        self.no_ack = True
        return None

    def on_attached(self, rest):
        return "1" if "attached" in self.manners else "0"

    def on_current(self, rest):
        return self.unknown() if "no-qC" in self.manners or rest else "QC" + self.thread_id()

    def on_threads(self, rest):
        if "no-thread-list" in self.manners:
            return self.unknown()
        return "l" if self.gone else "m" + self.thread_id()

    def on_more_threads(self, rest):
        if "no-thread-list" in self.manners:
            return self.unknown()
        return "m" + self.thread_id() if "threads-endless" in self.bugs else "l"

    def target_xml(self):
        names = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1"]
        names += ["a%d" % i for i in range(8)] + ["s%d" % i for i in range(2, 12)] + ["t%d" % i for i in range(3, 7)]
        rows = "".join('<reg name="%s" bitsize="32" type="int"/>' % n for n in names)
        end = "" if "xml-malformed" in self.bugs else "</target>"
        return ('<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target><architecture>riscv:rv32'
                '</architecture><feature name="org.gnu.gdb.riscv.cpu">%s<reg name="pc" bitsize="32" type="code_ptr"/>'
                '</feature>%s' % (rows, end))

    def on_xfer(self, rest):
        if "no-target-xml" in self.manners:
            return self.unknown()
        annex, _, span = rest.partition(":")
        at, _, length = span.partition(",")
        if not is_hex(at) or not is_hex(length):
            return self.error(0x16)
        if annex != "target.xml":
            return "E00"
        text = self.target_xml()
        at, length = int(at, 16), min(int(length, 16), self.packet_size - 4)
        if at > len(text):
            return self.error(0x16)
        if "xfer-ignores-offset" in self.bugs:
            at = 0
        more = at + length < len(text) or "xfer-never-ends" in self.bugs
        return ("m" if more else "l") + text[at:at + length]

    def on_question(self, rest):
        if rest:
            return self.unknown()
        self.asked = True
        return self.stop_reply()

    # --- registers ---

    def on_g(self, rest):
        if rest:
            return self.unknown()
        if self.gone:
            return self.error(1)
        data = b"".join(r.to_bytes(4, "little") for r in self.machine.registers)
        return self.hex(data[:-4] if "g-short" in self.bugs else data)

    def on_G(self, rest):
        if self.gone or not is_hex(rest) or len(rest) != 8 * rv32.NUM_REGISTERS:
            return self.error(0x16)
        if "G-ignored" not in self.bugs:
            data = bytes.fromhex(rest)
            for i in range(1, rv32.NUM_REGISTERS):
                self.machine.registers[i] = int.from_bytes(data[4 * i:4 * i + 4], "little")
        return "OK"

    def on_p(self, rest):
        if "no-p" in self.manners:
            return self.unknown()
        if self.gone or not is_hex(rest) or int(rest, 16) >= rv32.NUM_REGISTERS:
            return self.error(0x16)
        number = int(rest, 16)
        if "p-shifted" in self.bugs:
            number = (number + 1) % rv32.NUM_REGISTERS
        return self.hex(self.machine.registers[number].to_bytes(4, "little"))

    def on_P(self, rest):
        if "no-P" in self.manners or "no-p" in self.manners:
            return self.unknown()
        number, _, value = rest.partition("=")
        if not is_hex(number) or not is_hex(value) or len(value) != 8 or int(number, 16) >= rv32.NUM_REGISTERS:
            return self.error(0x16)
        if "P-ignored" not in self.bugs and int(number, 16) != 0:
            self.machine.registers[int(number, 16)] = int.from_bytes(bytes.fromhex(value), "little")
        return None if "P-silent" in self.bugs else "OK"

    # --- memory ---

    def place(self, text):
        """(address, length) of "ADDR,LENGTH"; None when it is no such thing."""
        at, comma, length = text.partition(",")
        if not comma or not is_hex(at) or not is_hex(length):
            return None
        return int(at, 16), int(length, 16)

    def read(self, at, length):
        data = bytearray(self.machine.memory[at:at + length])
        for address in self.breakpoints if "breakpoint-shows" in self.bugs else ():
            for i in range(4):
                if at <= address + i < at + len(data):
                    data[address + i - at] = rv32.EBREAK >> 8 * i & 0xFF
        return bytes(data)

    def readable(self, rest):
        """The bytes that a read gets, or an error reply."""
        place = self.place(rest)
        if not place:
            return self.error(0x16)
        at, length = place
        if length >= 0x80000000 and "negative-length-crash" in self.bugs:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "question-first" in self.manners and not self.asked or self.gone:
            return self.error(1)
        if "partial-reads" in self.manners and at < rv32.TOP:
            length = min(length, rv32.TOP - at)
        if not self.machine.holds(at, length):
            return bytes(min(length, 256)) if "m-outside-zero" in self.bugs else self.error(0x0E)
        return self.read(at, length)

    def on_m(self, rest):
        data = self.readable(rest)
        if isinstance(data, str):
            return data
        if 2 * len(data) > self.packet_size:
            data = data[:self.packet_size // 2]
        if "m-ignores-length" in self.bugs:
            data = data[:4]
        if "m-long-zero" in self.bugs and len(data) > 256:
            data = data[:256] + bytes(len(data) - 256)
        text = self.hex(data)
        if "m-odd-digits" in self.bugs and len(data) % 2:
            text = text[:-1]
        return text + ("\0" if "m-nul" in self.bugs else "")

    def on_x(self, rest):
        if "binary-read" not in self.manners and "x-differs" not in self.bugs:
            return self.unknown()
        data = self.readable(rest)
        if isinstance(data, str):
            return data
        data = data[:self.packet_size // 2 - 1]
        if "x-differs" in self.bugs and data:
            data = bytes([data[0] ^ 1]) + data[1:]
        out = bytearray(b"b")
        for byte in data:
            if byte in b"#$}*":
                out += bytes([0x7D, byte ^ 0x20])
            else:
                out.append(byte)
        return bytes(out)

    def write_memory(self, at, data):
        if "M-shifted" in self.bugs and data:
            at += 1
        if not self.machine.holds(at, len(data)):
            return self.error(0x0E)
        self.machine.memory[at:at + len(data)] = data
        return "OK"

    def on_M(self, rest):
        place_text, _, digits = rest.partition(":")
        place = self.place(place_text)
        if not place or len(digits) != 2 * place[1] or (digits and not is_hex(digits)):
            return self.error(0x16)
        if "question-first" in self.manners and not self.asked or self.gone:
            return self.error(1)
        return self.write_memory(place[0], bytes.fromhex(digits))

    def on_X(self, body):
        if "no-X" in self.manners:
            return self.unknown()
        head, _, data = body.partition(b":")
        place = self.place(head.decode("latin-1"))
        if not place:
            return self.error(0x16)
        out = bytearray()
        escaped = False
        for byte in data:
            if byte == 0x7D and not escaped and "X-escapes-kept" not in self.bugs:
                escaped = True
                continue
            out.append(byte ^ 0x20 if escaped else byte)
            escaped = False
        if "X-escapes-kept" in self.bugs:
            out = out[:place[1]]
        if len(out) != place[1]:
            return self.error(0x16)
        if "question-first" in self.manners and not self.asked or self.gone:
            return self.error(1)
        return self.write_memory(place[0], bytes(out))

    # --- running ---

    def interrupted(self):
        """Whether the client wants the program to stop. A '+' may come first."""
        ready, _, _ = select.select([self.sock], [], [], 0)
        if ready:
            data = self.sock.recv(65536)
            if not data:
                raise Leave
            self.input += data
        if b"\x03" not in self.input:
            return False
        if "interrupt-ignored" in self.bugs:
            self.input = self.input.replace(b"\x03", b"")
            return False
        at = self.input.find(b"\x03")
        self.input = self.input[:at] + self.input[at + 1:]
        return True

    def hit(self, pc):
        return "breakpoint-never-hit" not in self.bugs and self.breakpoints.get(pc, 0) > 0

    def watched(self):
        where = self.machine.written
        if not where:
            return None
        for kind, address, size in self.watchpoints:
            if kind in (2, 4) and where[0] < address + size and address < where[0] + where[1]:
                return "%s:%x;" % ({2: "watch", 4: "awatch"}[kind], address)
        return None

    def after_step(self):
        """The stop reply that the last instruction causes, or None."""
        state = self.machine.state
        if state == rv32.EXITED:
            self.gone = True
            return self.stop_reply()
        if state == rv32.FAULTED:
            return self.stop_reply(11)
        if state == rv32.TRAPPED:
            return self.stop_reply(5)
        watched = self.watched()
        return self.stop_reply(5, watched) if watched else None

    def told(self, reply):
        if "double-stop" in self.bugs:
            self.send(reply)
        return reply

    def step(self):
        if self.gone:
            return self.error(1)
        if "dead-step" in self.bugs:
            return self.stop_reply()
        self.machine.step()
        return self.told(self.after_step() or self.stop_reply())

    def resume(self):
        if self.gone or "dead-continue" in self.bugs:
            return self.error(1)
        if "interrupt-beside-lost" in self.bugs:
            self.input = self.input.replace(b"\x03", b"")
        self.write(b"")  # the client sees its '+' while the program runs
        first = True
        while True:
            for _ in range(2000):
                pc = self.machine.registers[rv32.PC]
                if self.hit(pc) and (not first or "breakpoint-stuck" in self.bugs):
                    if "breakpoint-pc-after" in self.bugs:
                        self.machine.registers[rv32.PC] += 4
                    return self.told(self.stop_reply(5, "swbreak:;" if self.swbreak else ""))
                first = False
                self.machine.step()
                reply = self.after_step()
                if reply:
                    return self.told(reply)
            if self.interrupted():
                return self.told(self.stop_reply(2))

    def jump(self, rest):
        if rest and is_hex(rest):
            self.machine.registers[rv32.PC] = int(rest, 16) & 0xFFFFFFFF

    def on_c(self, rest):
        if "only-vcont" in self.manners or (rest and not is_hex(rest)):
            return self.unknown()
        self.jump(rest)
        return self.resume()

    def on_s(self, rest):
        if "only-vcont" in self.manners or (rest and not is_hex(rest)):
            return self.unknown()
        self.jump(rest)
        return self.step()

    def on_vcont_query(self, rest):
        return self.unknown() if "no-vcont" in self.manners or rest else "vCont;c;C;s;S"

    def on_vcont(self, rest):
        if "no-vcont" in self.manners or not rest.startswith(";"):
            return self.unknown()
        for action in rest[1:].split(";"):
            name, _, thread = action.partition(":")
            if name[:1] not in ("c", "s", "C", "S"):
                if "vcont-crash" in self.bugs:
                    os.kill(os.getpid(), signal.SIGSEGV)
                return self.error(0x16)
            if thread not in ("", "1", "-1", "0", "p1.1", "p1.-1", "p-1.-1"):
                continue
            return self.step() if name[0] in "sS" else self.resume()
        return self.error(0x16)

    # --- breakpoints ---

    def lift_breakpoints(self):
        if "detach-leaves-breakpoints" in self.bugs:
            for address in self.breakpoints:
                self.machine.memory[address:address + 4] = rv32.EBREAK.to_bytes(4, "little")

    def point(self, rest):
        parts = rest.split(";")[0].split(",")
        if len(parts) != 3 or not all(is_hex(p) for p in parts):
            return None
        return tuple(int(p, 16) for p in parts)

    def takes(self, kind):
        return {0: "no-Z0" not in self.manners, 1: "hardware-breakpoints" in self.manners}.get(
            kind, kind in (2, 3, 4) and "watchpoints" in self.manners)

    def on_Z(self, rest):
        if not rest[:1].isdigit() or not self.takes(int(rest[0])):
            return self.unknown()
        point = self.point(rest)
        if not point:
            return self.error(0x16)
        kind, address, size = point
        if not self.machine.holds(address, max(size, 1)):
            return self.error(0x0E)
        if kind >= 2:
            self.watchpoints[point] = True
        else:
            known = self.breakpoints.get(address, 0)
            self.breakpoints[address] = known + 1 if "breakpoint-counts" in self.bugs else 1
        return "OK"

    def on_z(self, rest):
        if not rest[:1].isdigit() or not self.takes(int(rest[0])):
            return self.unknown()
        point = self.point(rest)
        if not point:
            return self.error(0x16)
        if point[0] >= 2:
            self.watchpoints.pop(point, None)
        elif "breakpoint-stays" not in self.bugs:
            left = self.breakpoints.get(point[1], 0) - 1
            if left > 0:
                self.breakpoints[point[1]] = left
            else:
                self.breakpoints.pop(point[1], None)
        return "OK"

    # --- threads and ends ---

    def names_thread(self, text):
        return text in ("0", "-1", "1", "p0.0", "p1.1", "p1.-1", "p1.0", "p-1.-1", "p1")

    def on_H(self, rest):
        if "no-H" in self.manners or rest[:1] not in ("g", "c"):
            return self.unknown()
        fine = self.names_thread(rest[1:]) and not self.gone
        return "OK" if fine or "wrong-thread-selected" in self.bugs else self.error(1)

    def on_T(self, rest):
        if "no-T" in self.manners:
            return self.unknown()
        fine = rest in ("1", "p1.1") and not self.gone
        return "OK" if fine or "dead-thread-alive" in self.bugs else self.error(1)

    def on_D(self, rest):
        if rest not in ("", ";1"):
            return self.error(0x16)
        if "detach-silent" not in self.bugs:
            self.send("OK")
        self.leave = "detached"
        return None

    def on_k(self, rest):
        self.leave = "killed"
        self.machine.reset()
        self.gone = False
        return None

    def on_extended(self, rest):
        return "OK" if "extended" in self.manners and not rest else self.unknown()

    def on_R(self, rest):
        if "extended" not in self.manners:
            return self.unknown()
        self.machine.reset()
        self.gone = False
        return None


def serve_forever(listener, stub, address, ends_at):
    while time.monotonic() < ends_at:
        if listener is None:
            listener = listen(address)
        ready, _, _ = select.select([listener], [], [], max(0.0, ends_at - time.monotonic()))
        if not ready:
            return
        sock, _ = listener.accept()
        if sock.family != socket.AF_UNIX:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if "client-after-client" in stub.manners or "one-client" in stub.manners:
            listener.close()
            listener = None
        with sock:
            stub.serve(sock)
        if "one-client" in stub.manners:
            return


def listen(address):
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(address)
    listener.listen(4)
    return listener


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="TCP port on loopback; 0 picks one and prints it")
    parser.add_argument("--manner", action="append", default=[], choices=sorted(MANNERS), metavar="NAME")
    parser.add_argument("--bug", action="append", default=[], choices=sorted(BUGS), metavar="NAME")
    parser.add_argument("--life", type=float, default=120.0, help="seconds after which it ends in any case")
    parser.add_argument("--list", action="store_true", help="print manners and bugs")
    return parser.parse_args()


def main():
    args = parse()
    if args.list:
        for name, text in MANNERS.items():
            print("manner  %-28s %s" % (name, text))
        for name, (requirement, text) in BUGS.items():
            print("bug     %-28s %-12s %s" % (name, requirement, text))
        return 0
    signal.signal(signal.SIGALRM, lambda number, frame: os._exit(0))
    signal.setitimer(signal.ITIMER_REAL, args.life)
    listener = listen(("127.0.0.1", args.port))
    address = listener.getsockname()
    print("listening on %s:%d" % address, flush=True)
    try:
        serve_forever(listener, Stub(frozenset(args.manner), frozenset(args.bug)), address,
                      time.monotonic() + args.life)
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
