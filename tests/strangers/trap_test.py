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
FIRST, PLACES, PC, REGISTERS = 0x10000, 4, 8, 16


class Machine:
    """i386 by its registers: a loop of four instructions of so many bytes each."""

    def __init__(self, unit):
        self.unit = unit
        self.registers = [0x20000] * REGISTERS
        self.registers[PC] = FIRST
        self.points = set()
        self.running = False

    def step(self):
        pc = self.registers[PC]
        self.registers[PC] = FIRST + (pc - FIRST + self.unit) % (PLACES * self.unit)

    def go_on(self):
        for _ in range(PLACES):
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


def serve(port, unit):
    with socket.create_server(("127.0.0.1", port)) as listener:
        while True:
            client, machine, held = listener.accept()[0], Machine(unit), b""
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
    names = ("breakpoints/any-removed", "breakpoints/any-set-twice", "breakpoints/any-step-off", "breakpoints/any-one-of-two")
    for unit, passed in ((4, 4), (1, 3)):  # of one byte each, pc behind the trap is the next place: one can not be judged
        stub = f"exec:{sys.executable} {os.path.abspath(__file__)} {{port}} {unit}"
        done = subprocess.run([sys.argv[1], "run", *(word for name in names for word in ("--filter", name)), "--stub", stub, "--allow-writes"],
                              check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        check(done.returncode == 0 and f"{passed} pass" in done.stdout, f"{unit} bytes: exit status {done.returncode}", done.stdout)
    print("right")


if __name__ == "__main__":
    if sys.argv[1].isdigit():
        serve(int(sys.argv[1]), int(sys.argv[2]))
    main()
