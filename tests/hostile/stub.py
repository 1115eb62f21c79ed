#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stubs that mean harm, for tests of `stubborn run`: each never lets a run end, or eats memory.

Usage: stub.py HOW PORT. Listens on 127.0.0.1 at the port, or for 0 at one that it prints, serves each
connection in a thread, and ends when its parent does or after ten minutes, whichever is first.
Prints "begun" when it first does harm that waits to be interrupted.
"""
import itertools
import os
import select
import socket
import sys
import threading
import time

TARGET_XML = (b'<?xml version="1.0"?><target><architecture>riscv:rv64</architecture>'
              b'<feature name="org.gnu.gdb.riscv.cpu"><reg name="pc" bitsize="64" type="code_ptr"/></feature></target>')


BEGUN = threading.Event()


def begun():
    if not BEGUN.is_set():
        BEGUN.set()
        print("begun", flush=True)


def frame(payload, lead=b"$"):
    return lead + payload + b"#%02x" % (sum(payload) & 0xFF)


class Client:
    """One connection: takes requests apart, acknowledges them, sends what `how` makes of them."""

    def __init__(self, connection, number, how):
        self.connection = connection
        self.first = number == 1
        self.how = how
        self.buffer = b""
        self.no_ack = False
        self.requests = 0

    def send(self, data):
        self.connection.sendall(data)

    def reply(self, payload):
        self.send((b"" if self.no_ack else b"+") + frame(payload))

    def usual(self, request):
        """What a small stub that is none would answer."""
        if request.startswith(b"qSupported"):
            self.reply(b"PacketSize=4000;qXfer:features:read+;qXfer:auxv:read+;QStartNoAckMode+;vContSupported+")
        elif request == b"QStartNoAckMode":
            self.reply(b"OK")
            self.no_ack = True
        elif request.startswith(b"H") or request == b"!":
            self.reply(b"OK")
        elif request == b"?":
            self.reply(b"T05thread:1;")
        elif request == b"qC":
            self.reply(b"QC1")
        elif request == b"qfThreadInfo":
            self.reply(b"m1")
        elif request == b"qsThreadInfo":
            self.reply(b"l")
        elif request.startswith(b"qXfer:features:read:target.xml:0,"):
            self.reply(b"l" + TARGET_XML)
        else:
            self.reply(b"")

    def serve(self):
        while True:
            request = self.next_request()
            if request is None:
                return
            self.requests += 1
            HOW[self.how](self, request)

    def next_request(self):
        while True:
            begin = self.buffer.find(b"$")
            end = self.buffer.find(b"#", begin + 1)
            if begin >= 0 and end >= 0 and len(self.buffer) >= end + 3:
                request = self.buffer[begin + 1:end]
                self.buffer = self.buffer[end + 3:]
                return request
            data = self.connection.recv(65536)
            if not data:
                return None
            self.buffer += data

    def until_left(self, data, pause=0.0):
        """Sends the same again and again, until the other side has had enough."""
        while True:
            self.send(data)
            if pause:
                time.sleep(pause)
            elif select.select([self.connection], [], [], 0)[0]:
                if not self.connection.recv(65536):
                    return


def good_first(client, request, evil):
    """The first connection, the probe's, is served as usual; the others are behind their handshake."""
    if client.first or client.requests < 3:
        client.usual(request)
    else:
        begun()
        evil()


def stray(client, request):
    client.until_left(b"\x07", 0.1)


def stray_later(client, request):
    good_first(client, request, lambda: client.until_left(b"\x07", 0.1))


def mute_later(client, request):
    good_first(client, request, lambda: silent(client, request))


def plus(client, request):
    good_first(client, request, lambda: client.until_left(b"+" * 4096))


def naks(client, request):
    good_first(client, request, lambda: client.until_left(b"-" * 4096))


def interrupts(client, request):
    good_first(client, request, lambda: client.until_left(b"\x03" * 4096))


def junk(client, request):
    if client.requests == 1:
        client.send(b"Boot loader 1.0, \xff\xfe 115200 baud\r\n" * 200)
    client.usual(request)


def notifications(client, request):
    many = frame(b"Stop:T05thread:1;", b"%") * 1000
    good_first(client, request, lambda: [client.send(many) for _ in range(1000)])


def threads(client, request):
    if request in (b"qfThreadInfo", b"qsThreadInfo"):
        client.reply(b"m" + b",".join(b"%x" % n for n in range(1, 2000)))
    else:
        client.usual(request)


WINDOWS = itertools.count()


def xfer(client, request):
    if request.startswith(b"qXfer:") and not client.first:
        begun()
        client.reply(b"m%08x" % next(WINDOWS))  # no window is another one again
    else:
        client.usual(request)


def bomb(client, request):
    """25 MB in three quarters of a megabyte of runs, and 1.9 MB that a packet may just hold."""
    runs = {b"qTooMuch": 260000, b"qMuch": 20000}
    if request in runs:
        begun()
        client.reply(b"a*~" * runs[request])
    else:
        client.usual(request)


def console(client, request):
    if request[:1] in b"cCsS" or request.startswith((b"vCont;", b"qRcmd")):
        client.send(b"+")
        client.until_left(frame(b"O" + b"61" * 1000))
    else:
        client.usual(request)


def errors(client, request):
    good_first(client, request, lambda: client.reply(b"E." + b"it is all wrong, " * 50000))


def large(client, request):
    """Each reply as large as a packet may be, in each connection."""
    good_first(client, request, lambda: client.reply(b"a" * 2000000))


def usual(client, request):
    client.usual(request)


def silent(client, request):
    begun()
    while client.connection.recv(65536):
        pass


HOW = {f.__name__: f for f in (stray, stray_later, mute_later, plus, naks, interrupts, junk, notifications, threads,
                               xfer, bomb, console, errors, large, usual, silent)}


def serve(connection, number, how):
    connection.settimeout(60)
    try:
        Client(connection, number, how).serve()
    except OSError:
        pass
    connection.close()


def main():
    how, port = sys.argv[1], int(sys.argv[2])
    parent = os.getppid()
    listener = socket.create_server(("127.0.0.1", port))
    listener.settimeout(1)
    print(listener.getsockname()[1], flush=True)
    end = time.monotonic() + 600
    number = 0
    while time.monotonic() < end and os.getppid() == parent:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        number += 1
        threading.Thread(target=serve, args=(connection, number, how), daemon=True).start()


main()
