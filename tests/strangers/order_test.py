#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stubs that give bytes for each address: architecture and byte order of their registers are found all the same.

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
    "described": (LITTLE_MIPS + [0x80001000], 37, "", "mips, little endian"),
    "empty": (LITTLE_MIPS + [0x80003000], 37, "", "mips, big endian"),
    "zero": ([0] * 8 + [0xFFF0] + [0] * 7, 8, "", "i386, little endian"),
}
CODE = range(0x80001000, 0x80002000)
NAMES = [f"r{i}" for i in range(32)] + ["status", "lo", "hi", "badvaddr", "cause", "pc"]
XML = ('<target><architecture>mips:3000</architecture><feature name="org.gnu.gdb.mips.cpu">' +
       "".join(f'<reg name="{name}" bitsize="32" regnum="{i}"/>' for i, name in enumerate(NAMES)) + "</feature></target>")


def described(request):
    """The reply of one that describes its registers, and has code; None where it is that of the others."""
    if request.startswith("qSupported"):
        return "PacketSize=4000;qXfer:features:read+"
    if request.startswith("qXfer:features:read:target.xml:"):
        at, length = (int(number, 16) for number in request.rpartition(":")[2].split(","))
        return ("m" if at + length < len(XML) else "l") + XML[at:at + length]
    if request.startswith("m") and int(request[1:].partition(",")[0], 16) in CODE:
        return ("21104000" * 0x1000)[:2 * int(request.partition(",")[2], 16)]
    return None


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
                    reply = described(request) if name in ("described", "empty") else None
                    reply = answer(request, registers, number, host) if reply is None else reply
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
