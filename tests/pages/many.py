# A capture with many exchanges, for the tests of pages: TCP on loopback, stops, reads, breakpoints, hostile packets.
# Everything in it follows from the number of exchanges.
# Used by pages_test.py.
# SPDX-License-Identifier: MIT
import struct

CLIENT, STUB = 40000, 1234
SYN, ACK, PUSH = 2, 16, 8


def packet(payload):
    return b"$" + payload + b"#%02x" % (sum(payload) % 256)


class Writer:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        self.next = [1000, 5000]
        self.us = 1_700_000_000 * 10**6

    def segment(self, way, data=b"", flags=ACK | PUSH, after_us=20):
        self.us += after_us
        ports = (CLIENT, STUB) if way == 0 else (STUB, CLIENT)
        tcp = struct.pack(">HHIIBBHHH", *ports, self.next[way], self.next[1 - way], 0x50, flags, 65535, 0, 0) + data
        ip = struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0, 0x7F000001, 0x7F000001)
        frame = bytes(12) + b"\x08\x00" + ip + tcp
        self.file.write(struct.pack("<IIII", self.us // 10**6, self.us % 10**6, len(frame), len(frame)) + frame)
        self.next[way] += len(data) + (1 if flags & SYN else 0)

    def exchange(self, request, reply, took_us=30):
        self.segment(0, packet(request))
        self.segment(1, packet(reply), after_us=took_us)


def write_capture(path, num, hostile):
    w = Writer(path)
    w.segment(0, flags=SYN)
    w.segment(1, flags=SYN | ACK)
    w.segment(0, flags=ACK)
    for request, reply in ((b"qSupported:swbreak+", b"PacketSize=4000;QStartNoAckMode+"), (b"QStartNoAckMode", b"OK")):
        w.segment(0, packet(request))
        w.segment(1, b"+" + packet(reply))
        w.segment(0, b"+")
    for i in range(num):
        turn, took = i % 25, 20 + i * 7919 % 60
        if turn == 0:
            w.exchange(b"vCont;c", b"T05thread:1;", 300 + i * 31 % 900)
        elif turn == 1:
            w.exchange(b"g", b"%016x" % i * 16, took)
        elif turn in (2, 3):
            w.exchange(b"Z0,%x,4" % (0x1000 + turn * 8), b"OK", took)
        elif turn == 7:
            w.exchange(b"qXfer:" + hostile + b"%d" % i, b"E01", took)
        else:
            w.exchange(b"m%x,8" % (0x7FFF0000 + i * 8), b"%016x" % (i * 77777), took)
    w.file.close()
