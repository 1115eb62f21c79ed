"""The practice stub's end of a connection: frames, acknowledgments, run lengths, interrupts.

Knows no packet by name. Bytes that no rule of the protocol asks for are dropped.
"""
# SPDX-License-Identifier: MIT

import re
import select
import socket

from words import crash, is_hex

MOST_UNFINISHED = 64 * 1024  # a packet that grows beyond it is dropped
RESERVED_COUNTS = b"#$+-"
MARKS = re.compile(rb"[+\-\x03]")  # bytes outside of packets that mean something
RUN = 97
SLOW_S = 0.005


def checksum(data):
    return sum(data) & 0xFF


def encode_runs(data, one_more=0):
    """Run-length encoding as the manual has it; counts are `one_more` too high."""
    out = bytearray()
    i = 0
    while i < len(data):
        end = i
        while end < len(data) and data[end] == data[i] and end - i < RUN:
            end += 1
        repeats = end - i - 1
        while repeats >= 3 and repeats + 29 in RESERVED_COUNTS:
            repeats -= 1
        out.append(data[i])
        if repeats < 3:
            i += 1
            continue
        out += b"*" + bytes([repeats + 29 + one_more])
        i += repeats + 1
    return bytes(out)


def pause(seconds):
    """Time that an answer takes."""
    select.select([], [], [], seconds)


class Gone(Exception):
    """The client has left, or is to be left."""


class Line:
    def __init__(self, sock, on):
        self.sock = sock
        self.on = on
        self.input = b""
        self.held = b""         # an acknowledgment that waits for its reply
        self.last = b""         # the reply that a '-' asks for
        self.num_owed = 0       # replies that the client has not acknowledged
        self.num_sent = 0
        self.no_ack = False
        self.interrupt = False  # 0x03 came and stopped nothing yet
        self.deaf = False       # 0x03 stops nothing
        self.running = False
        self.waits_for_plus = "plus-first" in on

    # --- out ---

    def write(self, data):
        data, self.held = self.held + data, b""
        if not data:
            return
        for i in range(len(data)) if "bytewise" in self.on else ():
            self.sock.sendall(data[i:i + 1])
        if "bytewise" not in self.on:
            self.sock.sendall(data)

    def flush(self):
        self.write(b"")

    def send(self, payload):
        data = payload if isinstance(payload, bytes) else payload.encode("latin-1")
        if "run-length" in self.on or "run-length-counts" in self.on:
            data = encode_runs(data, "run-length-counts" in self.on)
        self.num_sent += 1
        wrong = "checksum-wrong" in self.on and self.num_sent % 8 == 0
        self.last = b"$%s#%02x" % (data, checksum(data))
        self.num_owed += not self.no_ack
        end = b"\r\n" if "newline-after" in self.on else b""
        if "m-cut" in self.on and len(data) > 2 * 256:
            self.write(b"$" + data)
            return
        self.write((b"$%s#%02x" % (data, checksum(data) ^ 1) if wrong else self.last) + end)

    def acknowledge(self, mark):
        if self.no_ack and "plus-in-noack" not in self.on or "no-acks" in self.on:
            return
        if "double-ack" in self.on:
            mark *= 2
        if "ack-with-reply" in self.on and not mark.startswith(b"-"):
            self.held += mark
        else:
            self.write(mark)

    # --- in ---

    def fill(self):
        """Waits for bytes."""
        data = self.sock.recv(65536)
        if not data:
            raise Gone
        if "reads-on" in self.on and 64 <= len(data) < 128:
            more = self.sock.recv(65536)
            if not more:
                raise Gone
            data += more
        if self.waits_for_plus:
            data = data[data.find(b"+"):] if b"+" in data else b""
            self.waits_for_plus = not data
        self.input += data
        if "pieces-lost" in self.on:
            start = self.input.rfind(b"$")
            if start >= 0 and self.end_of_packet(start) is None:
                self.input = self.input[:start]
        if len(self.input) > MOST_UNFINISHED and self.input[:1] == b"$" and self.end_of_packet(0) is None:
            self.input = b""

    def has_more(self):
        """Waits for a byte, and leaves it there. False: the client has left."""
        return bool(self.sock.recv(1, socket.MSG_PEEK))

    def end_of_packet(self, start):
        """Where the packet at `start` ends, behind its checksum; None while it is not all there."""
        mark = self.input.find(b"#", start)
        return mark + 3 if 0 <= mark <= len(self.input) - 3 else None

    def receive(self):
        """The payload of the next good packet; it is not acknowledged yet. Raises Gone."""
        while True:
            while self.input:
                if self.input[:1] != b"$":
                    self.skip_to_packet()
                    continue
                packet = self.take_packet()
                if packet is None:
                    break
                payload = self.check(packet)
                if payload is not None:
                    return payload
            self.fill()

    def skip_to_packet(self):
        """Takes what stands before the next packet off the input."""
        start = self.input.find(b"$")
        before, self.input = (self.input, b"") if start < 0 else (self.input[:start], self.input[start:])
        for mark in MARKS.findall(before):
            self.on_byte(mark)

    def take_packet(self):
        """"$payload#xx" from the front of the input; None while it is not all there."""
        end = self.end_of_packet(0)
        again = self.input.find(b"$", 1, end)
        if again > 0:
            self.input = self.input[again:]  # a second '$' begins anew
            return self.take_packet()
        if end is None:
            return None
        packet, self.input = self.input[:end], self.input[end:]
        if "second-packet-lost" in self.on and b"$" in self.input:
            self.input = b""
        return packet

    def check(self, packet):
        payload, digits = packet[1:-3], packet[-2:].decode("latin-1")
        good = is_hex(digits) and int(digits, 16) == checksum(payload)
        if good or self.no_ack or "checksum-unchecked" in self.on:
            return payload
        if "damaged-crash" in self.on:
            crash()
        if "checksum-silent" not in self.on:
            self.acknowledge(b"-")
        return None

    def on_byte(self, byte):
        """A byte outside of packets."""
        if byte == b"+":
            self.num_owed = max(0, self.num_owed - 1)
        elif byte == b"-" and self.num_owed > 0 and "nak-ignored" not in self.on:
            self.write(self.last)
        elif byte == b"\x03":
            if "interrupt-crash" in self.on and not self.running:
                crash()
            self.interrupt = True

    def accept(self):
        """Acknowledges what receive() gave."""
        if "slow" in self.on:
            pause(SLOW_S)
        if "ack-late" not in self.on:
            self.acknowledge(b"+")

    def finish(self):
        """The request is answered, or has no answer."""
        self.running = False
        self.flush()
        if "ack-late" in self.on:
            self.acknowledge(b"+")

    # --- while the program runs ---

    def begin_run(self):
        """The client sees its '+' while the program runs."""
        self.flush()
        self.running = True
        if "interrupt-beside-lost" in self.on:
            self.input = self.input.replace(b"\x03", b"")

    def interrupted(self, seconds):
        """Whether the client wants the program to stop; waits so long for it. Packets wait for the stop."""
        self.sort_out()
        room = not self.interrupt and len(self.input) < MOST_UNFINISHED
        if room and select.select([self.sock], [], [], seconds)[0]:
            self.fill()
            self.sort_out()
        stop, self.interrupt = self.interrupt, False
        return stop and not self.deaf and "interrupt-ignored" not in self.on

    def sort_out(self):
        """Takes what stands outside of packets off the input."""
        kept = b""
        while self.input:
            self.skip_to_packet()
            end = self.end_of_packet(0) or len(self.input)
            kept, self.input = kept + self.input[:end], self.input[end:]
        self.input = kept
