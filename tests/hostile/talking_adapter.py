#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A debug adapter that starts sessions well, and dies by any request that is not of their beginning.

Usage: talking_adapter.py. Its last bytes on standard error act on a terminal, and one of them is a NUL.
"""
import json
import os
import sys

LAST_WORDS = b"first\x00\x1b[31m\n::error::boo\n\xff\xc2\x9b2J ##[error]boo\n"
BEGINNING = {"initialize", "launch", "attach", "configurationDone", "threads", "disconnect", "setBreakpoints",
             "setFunctionBreakpoints", "setExceptionBreakpoints", "stackTrace", "scopes", "variables"}


def read(stream):
    length = 0
    while True:
        line = stream.readline()
        if not line:
            sys.exit(0)
        if not line.strip():
            return json.loads(stream.read(length))
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length


def send(number, **members):
    content = json.dumps({"seq": number, **members}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
    sys.stdout.buffer.flush()


def die():
    os.write(2, LAST_WORDS)
    os.abort()


def main():
    bodies = {"threads": {"threads": [{"id": 1, "name": "main"}]}, 
              "stackTrace": {"stackFrames": [{"id": 1, "name": "main", "line": 64, "column": 1}], "totalFrames": 1},
              "scopes": {"scopes": [{"name": "Locals", "variablesReference": 1, "expensive": False}]}, "variables": {"variables": []},
              "setFunctionBreakpoints": {"breakpoints": []}}
    number = 1
    while True:
        try:
            request = read(sys.stdin.buffer)
            command = request["command"]
            if command not in BEGINNING:
                die()
        except (ValueError, KeyError, TypeError):
            die()
        asked = request.get("arguments", {}).get("breakpoints", [])
        bodies["setBreakpoints"] = {"breakpoints": [{"id": i + 1, "verified": True, **b} for i, b in enumerate(asked)]}
        send(number, type="response", request_seq=request["seq"], success=True, command=command, body=bodies.get(command, {}))
        if command == "initialize":
            send(number + 1, type="event", event="initialized")
        if command == "setBreakpoints" and asked:
            send(number + 1, type="event", event="stopped", body={"reason": "breakpoint", "threadId": 1, "allThreadsStopped": True})
        number += 2
        if command == "disconnect":
            return


if __name__ == "__main__":
    main()
