#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stub as Bochs has it: pc is behind the trap of a breakpoint, P takes it back, and there is neither p nor G. Breakpoints are right.

usage: trap_test.py STUBBORN
"""
import os
import socket
import subprocess
import sys

from checking import check

MOST = 4096  # bytes that come at once
FIRST, LAST, UNIT, PC, REGISTERS = 0x10000, 0x1000C, 4, 8, 16


class Machine:
    """i386 by its registers: a loop of four instructions of four bytes each."""

    def __init__(self):
        self.registers = [0x20000] * REGISTERS
        self.registers[PC] = FIRST
        self.points = set()
        self.running = False

    def step(self):
        pc = self.registers[PC]
        self.registers[PC] = FIRST if pc >= LAST else pc + UNIT

    def go_on(self):
        for _ in range(1 + (LAST - FIRST) // UNIT):
            self.step()
            if self.registers[PC] in self.points:
                self.registers[PC] += 1
                return "S05"
        self.running = True
        return None

    def answer(self, request):
        if request == "g":
            return "".join(value.to_bytes(4, "little").hex() for value in self.registers)
        if request[0] == "m":
            return "90" * int(request.split(",")[1], 16)
        if request[0] == "P" and "=" in request:
            number, value = request[1:].split("=")
            self.registers[int(number, 16)] = int.from_bytes(bytes.fromhex(value), "little")
            return "OK"
        if request[:2] in ("Z0", "z0"):
            at = int(request.split(",")[1], 16)
            (self.points.add if request[0] == "Z" else self.points.discard)(at)
            return "OK"
        if request == "s":
            self.step()
        return self.go_on() if request == "c" else {"?": "S05", "s": "S05", "D": "OK"}.get(request, "")


def serve(port):
    with socket.create_server(("127.0.0.1", port)) as listener:
        while True:
            client, machine, held = listener.accept()[0], Machine(), b""
            while data := client.recv(MOST):
                held += data
                if machine.running and b"\x03" in held:
                    machine.running, held = False, held.replace(b"\x03", b"")
                    client.sendall(b"$S02#b5")
                while b"#" in held[:-2]:
                    end = held.index(b"#")
                    request, held = held[held.index(b"$") + 1:end].decode("latin-1"), held[end + 3:]
                    reply = machine.answer(request)
                    client.sendall(b"+" if reply is None else f"+${reply}#{sum(reply.encode()) & 255:02x}".encode())


def main():
    stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {{port}}"
    names = ("breakpoints/any-removed", "breakpoints/any-set-twice", "breakpoints/any-step-off")
    done = subprocess.run([sys.argv[1], "run", *(word for name in names for word in ("--filter", name)), "--stub", stub, "--allow-writes"],
                          check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(done.returncode == 0 and f"{len(names)} pass" in done.stdout, f"exit status {done.returncode}", done.stdout)
    print("right")


if __name__ == "__main__":
    if sys.argv[1].isdigit():
        serve(int(sys.argv[1]))
    main()
