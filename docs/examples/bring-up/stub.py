#!/usr/bin/env python3
"""A stub written along docs/bring-up.md: a small RISC-V program that counts for ever, and the packets that GDB needs.

usage: stub.py PORT [LAST_STEP]        without LAST_STEP all ten steps of the page
"""
# SPDX-License-Identifier: MIT
import re
import select
import socket
import sys

CODE, STACK, END = 0x1000, 0x2000, 0x3000
#          addi a0,a0,1 ; addi a1,a1,2 ; jal zero,-8
PROGRAM = bytes.fromhex("13051500" "93852500" "6ff09fff")
XML = b"""<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0">
<architecture>riscv:rv32</architecture><feature name="org.gnu.gdb.riscv.cpu">""" + b"".join(
    b'<reg name="%s" bitsize="32"/>' % name for name in b"""zero ra sp gp tp t0 t1 t2 fp s1 a0 a1 a2 a3 a4 a5 a6 a7
    s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6 pc""".split()) + b"</feature></target>"
PC, SP = 32, 2
SIZE = 0x400
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
UNSUPPORTED, OK = b"", b"OK"
ERROR = b"E01"


class Machine:
    """What the stub controls. Yours is a chip, an emulator or a process."""

    def __init__(self):
        self.memory = bytearray(END - CODE)
        self.memory[:len(PROGRAM)], self.memory[STACK - CODE:STACK - CODE + 64] = PROGRAM, bytes(range(64))
        self.registers = [0] * 33
        self.registers[PC], self.registers[SP] = CODE, STACK
        self.breakpoints = set()
        self.stop = b"S05"

    def step(self):
        at = self.registers[PC] - CODE
        word = int.from_bytes(self.memory[at:at + 4], "little") if 0 <= at <= END - CODE - 4 else 0
        rd, rs, value = word >> 7 & 31, word >> 15 & 31, (word >> 20 ^ 0x800) - 0x800
        if word & 0x707f == 0x13:
            result, self.registers[PC] = self.registers[rs] + value, self.registers[PC] + 4
        elif word == 0xff9ff06f:
            result, self.registers[PC] = 0, self.registers[PC] - 8
        else:
            return b"S04"
        if rd:
            self.registers[rd] = result % 2**32
        return b"S05"


class Refused(Exception):
    """The request is malformed or cannot be served: an error is the reply."""


# Step 1: frames, checksums, acknowledgments.
class Connection:
    def __init__(self, sock):
        self.sock, self.buffer, self.acks, self.last = sock, b"", True, b""

    def send(self, payload):
        self.last = b"$%s#%02x" % (payload, sum(payload) % 256)
        self.sock.sendall(self.last)

    def more(self):
        data = self.sock.recv(4096)
        if not data:
            raise ConnectionError
        self.buffer += data

    def interrupted(self):
        """While the program runs: whether 0x03 has come."""
        if select.select([self.sock], [], [], 0)[0]:
            self.more()
        found, self.buffer = b"\3" in self.buffer, self.buffer.replace(b"\3", b"", 1)
        return found

    def next(self):
        """The next good packet."""
        while True:
            while self.buffer and self.buffer[:1] != b"$":
                if self.buffer[:1] == b"-" and self.acks:
                    self.sock.sendall(self.last)
                self.buffer = self.buffer[1:]
            end = self.buffer.find(b"#")
            if end < 0 or len(self.buffer) < end + 3:
                self.more()
                continue
            begun = self.buffer.rfind(b"$", 1, end + 3)
            if begun > 0:  # A packet that begins inside another takes its place.
                self.buffer = self.buffer[begun:]
                continue
            payload, digits = self.buffer[1:end], self.buffer[end + 1:end + 3]
            self.buffer = self.buffer[end + 3:]
            good = digits.lower() == b"%02x" % (sum(payload) % 256)
            if self.acks:
                self.sock.sendall(b"+" if good else b"-")
            if good:
                return payload


def number(text, most=2**32 - 1):
    """A hex number, and nothing else."""
    if not text or len(text) > 8 or text.strip(b"0123456789abcdefABCDEF") or int(text, 16) > most:
        raise Refused
    return int(text, 16)


def unescape(data):
    out, escaped = bytearray(), False
    for byte in data:
        if byte == 0x7d and not escaped:
            escaped = True
        else:
            out.append(byte ^ 0x20 if escaped else byte)
            escaped = False
    if escaped:
        raise Refused
    return bytes(out)


class Stub:
    def __init__(self, connection, machine):
        self.connection, self.machine = connection, machine

    def reply(self, request):
        """The reply, or None."""
        for step, name, function in PACKETS:
            found = re.match(name, request) if step <= STEPS else None
            if found:
                try:
                    return function(self, request[found.end():])
                except Refused:
                    return ERROR
        return UNSUPPORTED

    # Step 2: the handshake.
    def supported(self, _):
        features = [b"PacketSize=%x" % SIZE]
        if STEPS >= 4:
            features.append(b"qXfer:features:read+")
        if STEPS >= 9:
            features += [b"vContSupported+"]
        if STEPS >= 10:
            features.append(b"QStartNoAckMode+")
        return b";".join(features)

    def why(self, _):
        """The last stop, once more."""
        return self.stopped(self.machine.stop)

    # Step 3: registers.
    def read_all(self, _):
        return b"".join(value.to_bytes(4, "little") for value in self.machine.registers).hex().encode()

    def write_all(self, rest):
        if len(rest) != 33 * 8 or rest.strip(b"0123456789abcdefABCDEF"):
            raise Refused
        raw = bytes.fromhex(rest.decode())
        self.machine.registers = [int.from_bytes(raw[i:i + 4], "little") for i in range(0, len(raw), 4)]
        self.machine.registers[0] = 0
        return OK

    def read_one(self, rest):
        return self.machine.registers[number(rest, 32)].to_bytes(4, "little").hex().encode()

    def write_one(self, rest):
        index, mark, digits = rest.partition(b"=")
        which = number(index, 32)
        if len(digits) != 8 or digits.strip(b"0123456789abcdefABCDEF"):
            raise Refused
        if which:
            self.machine.registers[which] = int.from_bytes(bytes.fromhex(digits.decode()), "little")
        return OK

    # Step 4: the description of the registers.
    def describe(self, rest):
        annex, _, window = rest.partition(b":")
        offset, mark, length = window.partition(b",")
        if annex != b"target.xml" or number(offset) > len(XML):
            raise Refused
        piece = XML[number(offset):][:min(number(length), SIZE - 8)]
        return (b"l" if number(offset) + len(piece) == len(XML) else b"m") + piece

    # Step 5: memory.
    def window(self, rest):
        address, _, length = rest.partition(b",")
        first, size = number(address) - CODE, number(length)
        if not 0 <= first <= first + size <= END - CODE:
            raise Refused
        return first, size

    def read_memory(self, rest):
        first, size = self.window(rest)
        return self.machine.memory[first:first + min(size, SIZE // 2 - 4)].hex().encode()

    def write_memory(self, rest):
        where, _, digits = rest.partition(b":")
        first, size = self.window(where)
        if len(digits) != 2 * size or digits.strip(b"0123456789abcdefABCDEF"):
            raise Refused
        self.machine.memory[first:first + size] = bytes.fromhex(digits.decode())
        return OK

    def write_binary(self, rest):
        where, _, data = rest.partition(b":")
        first, size = self.window(where)
        if len(unescape(data)) != size:
            raise Refused
        self.machine.memory[first:first + size] = unescape(data)
        return OK

    # Step 6: stepping, continuing, 0x03.
    def stopped(self, stop):
        self.machine.stop = stop
        return stop if STEPS < 9 else b"T" + stop[1:] + b"thread:1;"

    def at(self, rest):
        if rest:
            self.machine.registers[PC] = number(rest)

    def step(self, rest):
        self.at(rest)
        return self.stopped(self.machine.step())

    def resume(self, rest):
        self.at(rest)
        while True:
            stop = self.machine.step()
            if stop != b"S05" or self.machine.registers[PC] in self.machine.breakpoints:
                return self.stopped(stop)
            if self.connection.interrupted():
                return self.stopped(b"S02")

    # Step 7: breakpoints.
    def place(self, rest):
        address, _, kind = rest.partition(b",")
        if number(kind) not in (2, 4) or not CODE <= number(address) < END:
            raise Refused
        return number(address)

    def insert(self, rest):
        self.machine.breakpoints.add(self.place(rest))
        return OK

    def remove(self, rest):
        self.machine.breakpoints.discard(self.place(rest))
        return OK

    # Step 8: the end.
    def detach(self, _):
        self.machine.breakpoints.clear()
        return OK

    def kill(self, _):
        self.machine.__init__()
        raise ConnectionError

    # Step 9: threads, of which there is one, and vCont.
    def select(self, rest):
        if rest[:1] not in (b"g", b"c") or rest[1:] not in (b"0", b"1", b"-1"):
            raise Refused
        return OK

    def alive(self, rest):
        if number(rest) != 1:
            raise Refused
        return OK

    def vcont(self, rest):
        """The first action for our thread counts. All are looked at before any is carried out."""
        actions = [re.fullmatch(rb"([cs]|[CS][0-9a-fA-F]{2})(?::(?:1|-1|0))?", action) for action in rest.split(b";")]
        if not all(actions):
            raise Refused
        return self.step(b"") if actions[0][1][:1] in b"sS" else self.resume(b"")

    # Step 10: no acknowledgments.
    def no_acks(self, _):
        self.connection.send(OK)
        self.connection.acks = False


# Step, name, function. A name is matched in full: "MultiMemRead" is no M, and "qSupportedX" no qSupported.
PACKETS = [(step, re.compile(name), function) for step, name, function in (
    (2, rb"qSupported(?=:|$)", Stub.supported), (2, rb"\?$", Stub.why),
    (3, rb"g$", Stub.read_all), (3, rb"G", Stub.write_all), (3, rb"p(?=[0-9a-fA-F])", Stub.read_one),
    (3, rb"P(?=[0-9a-fA-F])", Stub.write_one),
    (4, rb"qXfer:features:read:", Stub.describe),
    (5, rb"m(?=[0-9a-fA-F])", Stub.read_memory), (5, rb"M(?=[0-9a-fA-F])", Stub.write_memory),
    (5, rb"X(?=[0-9a-fA-F])", Stub.write_binary),
    (6, rb"s(?=[0-9a-fA-F]|$)", Stub.step), (6, rb"c(?=[0-9a-fA-F]|$)", Stub.resume),
    (7, rb"Z0,", Stub.insert), (7, rb"z0,", Stub.remove),
    (8, rb"D$", Stub.detach), (8, rb"k$", Stub.kill),
    (9, rb"vCont\?$", lambda stub, rest: b"vCont;c;C;s;S"), (9, rb"vCont;", Stub.vcont), (9, rb"H(?=[gc])", Stub.select),
    (9, rb"T(?=[0-9a-fA-F])", Stub.alive), (9, rb"qC$", lambda stub, rest: b"QC1"), (9, rb"qfThreadInfo$", lambda stub, rest: b"m1"),
    (9, rb"qsThreadInfo$", lambda stub, rest: b"l"), (9, rb"qAttached$", lambda stub, rest: b"1"),
    (10, rb"QStartNoAckMode$", Stub.no_acks),
)]


def serve(port):
    machine = Machine()
    listener = socket.create_server(("127.0.0.1", port))
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with sock:
            try:
                connection = Connection(sock)
                stub = Stub(connection, machine)
                while True:
                    reply = stub.reply(connection.next())
                    if reply is not None:
                        connection.send(reply)
            except ConnectionError:
                machine.breakpoints.clear()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
