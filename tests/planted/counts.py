#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The practice stub counts what reaches it: complete packets, good ones, over several clients and crashes.

usage: counts.py PLANTED
"""
import os
import socket
import struct
import subprocess
import sys
import tempfile

CASES = [  # bytes, complete packets, those with a right checksum
    ("nothing", b"", 0, 0),
    ("one", b"$?#3f", 1, 1),
    ("checksum wrong", b"$?#40", 1, 0),
    ("a digit of the checksum missing", b"$?#3", 0, 0),
    ("no digits", b"$?#zz", 0, 0),
    ("second character no digit", b"$?#3z", 1, 0),
    ("cut off by the next", b"$qC$?#3f", 1, 1),
    ("between others", b"++\x03-junk$?#3f+\x03$?#3f", 2, 2),
    ("over-long", b"$" + b"m" * 2000 + b"#%02x" % (ord("m") * 2000 % 256), 1, 1),
    ("what follows the end of the connection", b"$k#6b$?#3f", 1, 1),
]


def counted(path):
    with open(path, "rb") as file:
        return struct.unpack("=QQ", file.read(16))


def check(what, got, want):
    if got != want:
        sys.exit(f"{what}: counted {got}, not {want}")


def over_stdio(planted, env, path):
    """Each case by a stub of its own; the file keeps what was there."""
    packets = good = 0
    for name, wire, more_packets, more_good in CASES:
        subprocess.run([planted, "--stdio"], input=wire, env=env, stdout=subprocess.DEVNULL, check=True, timeout=60)
        packets, good = packets + more_packets, good + more_good
        check(name, counted(path), (packets, good))
    died = subprocess.run([planted, "--stdio", "--bug", "breakpoint-short-abort"], input=b"$?#3f$Z0#8a$?#3f", env=env,
                          capture_output=True, check=False, timeout=60)
    if died.returncode == 0:
        sys.exit("a planted crash that did not happen")
    check("up to a crash, with the packet that brought it", counted(path), (packets + 2, good + 2))


def over_tcp(planted, env, path):
    """Two clients of one stub."""
    packets, good = counted(path)
    with subprocess.Popen([planted, "--port", "0"], env=env, stderr=subprocess.PIPE, text=True) as stub:
        try:
            port = int(stub.stderr.readline().split()[-1])
            for client in range(2):
                with socket.create_connection(("127.0.0.1", port), timeout=60) as link:
                    link.sendall(b"$?#3f$qC#b4")
                    answer = b""
                    while b"$QC" not in answer:
                        answer += link.recv(4096) or sys.exit("the stub closed the connection")
                check(f"client {client}", counted(path), (packets + 2 * (client + 1), good + 2 * (client + 1)))
        finally:
            stub.kill()


def main():
    planted = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/counts"
        env = dict(os.environ, PLANTED_COUNT=path)
        over_stdio(planted, env, path)
        over_tcp(planted, env, path)


if __name__ == "__main__":
    main()
