#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub that misbehaves without end, for tests of what must end all the same. It ends by itself after two minutes.

usage: hostile_stub.py WAY PORT

WAY is one of ENDLESS below, or silent, deaf, sluggish, dies, exits, unaccepted, late.
WAY-after-N answers N requests before.
"""
import os
import socket
import sys
import threading
import time

LIFE_SECONDS = 120


def frame(payload, mark=b"$"):
    return mark + payload + b"#%02x" % (sum(payload) & 255)


ENDLESS = {
    "plus": b"+" * 512,
    "minus": b"-" * 512,
    "junk": b"\x00\xff~" * 200,
    "half": b"a" * 600,
    "notifications": frame(b"Stop:T05thread:1;", b"%") * 40,
    "console": frame(b"O68690a") * 60,
    "packets": frame(b"OK") * 100,
}
REPLIES = {b"?": b"S05", b"qC": b"QC1", b"vCont?": b"vCont;c;s;C;S", b"g": b"0" * 16, b"QStartNoAckMode": b"OK"}


class Stub:
    """One client's conversation."""

    def __init__(self, client):
        self.client, self.kept, self.no_ack = client, b"", False

    def answer(self):
        """One request; False when the client has gone."""
        while b"#" not in self.kept[:-2]:
            got = self.client.recv(4096)
            if not got:
                return False
            self.kept += got
        at = self.kept.index(b"#")
        request, self.kept = self.kept[self.kept.find(b"$") + 1:at], self.kept[at + 3:]
        self.client.sendall((b"" if self.no_ack else b"+") + frame(REPLIES.get(request, b"")))
        self.no_ack = self.no_ack or request == b"QStartNoAckMode"
        return True

    def misbehave(self, way):
        if way in ENDLESS:
            threading.Thread(target=self.swallow, daemon=True).start()
            self.client.sendall(b"$" if way == "half" else b"")
            while True:
                self.client.sendall(ENDLESS[way])
        if way == "trickle":
            while True:
                self.client.sendall(b"+")
                time.sleep(0.02)
        if way == "silent":
            self.swallow()
        if way == "deaf":
            time.sleep(LIFE_SECONDS)
        while way == "sluggish" and self.answer():
            time.sleep(0.4)
        if way == "dies":
            os._exit(3)

    def swallow(self):
        try:
            while self.client.recv(65536):
                pass
        except OSError:
            pass


def serve(client, way, served):
    stub = Stub(client)
    try:
        if all(stub.answer() for _ in range(served)):
            stub.misbehave(way)
    except OSError:
        pass


def main():
    way, port = sys.argv[1], int(sys.argv[2])
    life = threading.Timer(LIFE_SECONDS, os._exit, [9])
    life.daemon = True
    life.start()
    if way == "exits":
        sys.exit(3)
    if way == "late":
        time.sleep(LIFE_SECONDS)
    listener = socket.create_server(("127.0.0.1", port))
    if way == "unaccepted":
        time.sleep(LIFE_SECONDS)
    way, _, served = way.partition("-after-")
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, way, int(served or 0)), daemon=True).start()


main()
