#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stubs without a description that give bytes for each address: architecture and byte order of their registers are found all the same.

usage: order_test.py STUBBORN
"""
import os
import socket
import subprocess
import sys

from checking import check

MOST = 4096  # bytes that come at once
LITTLE_MIPS = [0] * 37

# name -> registers in the order of g, the number of pc, what qHostInfo says, what the probe has to say
CASES = {
    "odd": (LITTLE_MIPS + [0xBFC00000], 37, "", "mips, little endian"),
    "told": (LITTLE_MIPS + [0x80001000], 37, "triple:6d697073656c;endian:little;ptrsize:4;", "mips, little endian"),
    "untold": (LITTLE_MIPS + [0x80001000], 37, "", "mips, big endian"),
    "zero": ([0] * 8 + [0xFFF0] + [0] * 7, 8, "", "i386, little endian"),
}


def answer(request, registers, number, host):
    """The reply, as GDB's smallest stubs have it; a step moves pc by 4."""
    if request == "g":
        return "".join(value.to_bytes(4, "little").hex() for value in registers)
    if request.startswith("m"):
        return "00" * int(request.split(",")[1], 16)
    if request == "s":
        registers[number] += 4
    return {"?": "S05", "s": "S05", "qHostInfo": host, "D": "OK"}.get(request, "")


def serve(port, name):
    registers, number, host, _ = CASES[name]
    with socket.create_server(("127.0.0.1", port)) as listener:
        while True:
            client = listener.accept()[0]
            held = b""
            while True:
                data = client.recv(MOST)
                if not data:
                    break
                held += data
                while b"#" in held[:-2]:
                    end = held.index(b"#")
                    request, held = held[held.index(b"$") + 1:end].decode("latin-1"), held[end + 3:]
                    reply = answer(request, registers, number, host)
                    client.sendall(f"+${reply}#{sum(reply.encode()) & 255:02x}".encode())


def main():
    stubborn = sys.argv[1]
    for name, (_, _, _, expected) in CASES.items():
        stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {{port}} {name}"
        done = subprocess.run([stubborn, "probe", "--stub", stub], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        line = next((line for line in done.stdout.splitlines() if line.startswith("registers ")), "")
        check(expected in line, f"{name}: not {expected}: {line}", done.stdout)
    print("right")


if __name__ == "__main__":
    if sys.argv[1].isdigit():
        serve(int(sys.argv[1]), sys.argv[2])
    main()
