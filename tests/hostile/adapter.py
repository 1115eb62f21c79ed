#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Debug adapters that mean harm, for tests of `stubborn adapter run`: each would never let it end, or eats memory.

Usage: adapter.py HOW. Speaks on its standard input and output; the first request is answered as HOW says.
"""
import json
import sys
import time

OUT = sys.stdout.buffer


def frame(content):
    return b"Content-Length: %d\r\n\r\n" % len(content) + content


def message(**members):
    return frame(json.dumps(members).encode())


def forever(piece):
    while True:
        OUT.write(piece)


def ready(extra=b""):
    """Answers initialize, then what comes, so that the scenario goes on."""
    OUT.write(message(seq=1, type="response", request_seq=1, success=True, command="initialize", body={}) + extra)
    OUT.flush()


def silence():
    ready()
    time.sleep(3600)


HOW = {
    "stray": lambda: forever(b"these bytes are no frame\n" * 1000),
    "no-line-end": lambda: forever(b"x" * 65536),
    "endless-header": lambda: forever(b"X-Header: more of it\r\n" * 1000),
    "empty-headers": lambda: forever(b"\r\n" * 10000),
    "huge-length": lambda: (OUT.write(b"Content-Length: 99999999999999\r\n\r\n"), forever(b"{" * 65536)),
    "large-length": lambda: (OUT.write(b"Content-Length: 60000000\r\n\r\n"), forever(b"[" * 65536)),
    "zero-lengths": lambda: forever(b"Content-Length: 0\r\n\r\n" * 1000),
    "deep": lambda: (OUT.write(frame(b"[" * 200000 + b"]" * 200000)), OUT.flush(), time.sleep(3600)),
    "utf8": lambda: (OUT.write(frame(b'{"seq":1,"type":"event","event":"\xff\xfe"}')), OUT.flush(), time.sleep(3600)),
    "cut": lambda: (OUT.write(b'Content-Length: 100\r\n\r\n{"seq":1,'), OUT.flush()),
    "events": lambda: (ready(), forever(message(seq=2, type="event", event="output", body={"output": "x" * 500}) * 50)),
    "large-events": lambda: (ready(), forever(message(seq=2, type="event", event="output",
                                                      body={"output": "x" * 1000000}))),
    "responses": lambda: forever(message(seq=1, type="response", request_seq=7, success=True, command="threads") * 100),
    "reverse": lambda: (ready(), forever(message(seq=3, type="request", command="runInTerminal",
                                                 arguments={"args": [], "cwd": ""}) * 50)),
    "silence": silence,
    "dumb": lambda: time.sleep(3600),
    "ends": lambda: None,
}

if __name__ == "__main__":
    sys.stdin.buffer.readline()
    try:
        HOW[sys.argv[1]]()
        OUT.flush()
    except BrokenPipeError:
        sys.stderr.close()
