# SPDX-License-Identifier: MIT
"""The stubs of tools/dev/zoo.ini, with what their programs have where."""
import os
import pathlib
import shlex
import struct
import subprocess
import sys

from . import places, stubs

sys.path.insert(0, os.path.join(places.ROOT, "tools", "dev"))
from field import starting  # noqa: E402

PIECE = 0x140
BIOS = pathlib.Path("/usr/share/seabios/bios-256k.bin")
UNKNOWN = dict.fromkeys(("elf", "entry", "loop", "code", "scratch", "counter", "register"))
# Programs of corpora/firmware/loop.c: the file, a register that may be written, what else is known.
LINUX = {"x86-64": "rbx", "aarch64": "x9", "arm": "r4", "riscv64": "s2"}
PROGRAMS = {
    "gdbserver": "x86-64", "gdbserver-multi": "x86-64", "lldb-server-14": "x86-64", "lldb-server-19": "x86-64", "qemu-x86-64": "x86-64",
    "qemu-aarch64": "aarch64", "qemu-arm": "arm", "qemu-riscv64": "riscv64", "vgdb": "x86-64",
}
# name: file, register, pc at the start or None
MACHINES = {
    "qemu-system-riscv64": ("virt-riscv64.elf", "s2", 0x1000), "qemu-system-arm": ("cortex-m3.elf", "r4", "_start"),
    "mgba": ("gba.elf", "r4", None), "desmume": ("nds-arm9.elf", "r4", None), "rp2040js": ("rp2040.elf", "r4", "_start"),
}


class File:
    """A linked program: its symbols, its entry, and the bytes of its code as they lie in memory."""

    def __init__(self, path):
        self.path, self.bytes = str(path), path.read_bytes()
        said = subprocess.run(["nm", self.path], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in said.splitlines()]
        self.symbols = {row[2]: int(row[0], 16) for row in rows if len(row) == 3}
        self.wide = self.bytes[4] == 2
        self.arm = struct.unpack_from("<H", self.bytes, 18)[0] == 40

    def segments(self):
        """(address, offset, bytes in the file, whether it is code)"""
        at, size, count = (struct.unpack_from("<Q", self.bytes, 32)[0], *struct.unpack_from("<HH", self.bytes, 54)) if self.wide else (
            struct.unpack_from("<I", self.bytes, 28)[0], *struct.unpack_from("<HH", self.bytes, 42))
        for i in range(count):
            if self.wide:
                kind, flags, offset, address, _, length = struct.unpack_from("<IIQQQQ", self.bytes, at + i * size)
            else:
                kind, offset, address, _, length, _, flags = struct.unpack_from("<7I", self.bytes, at + i * size)
            if kind == 1:
                yield address, offset, length, bool(flags & 1)

    def code(self, pages):
        """A page is mapped whole: what stands around the code in the file stands there in memory, too."""
        address, offset, length, _ = next(s for s in self.segments() if s[3])
        if not pages:
            return address, self.bytes[offset:offset + min(length, PIECE)]
        less = address % 0x1000
        return address - less, self.bytes[offset - less:offset - less + PIECE]

    def at(self, symbol):
        return self.symbols[symbol] & (~1 if self.arm else ~0)


def of_linux(firmware, machine):
    program = File(firmware / f"linux-{machine}.elf")
    counter = program.at("counter")
    return places.Places(program.path, program.at("_start"), program.at("count"), program.code(True), counter, counter, LINUX[machine])


def of_machine(firmware, file, register, entry):
    program = File(firmware / file)
    counter = program.at("counter")
    return places.Places(program.path, program.at(entry) if isinstance(entry, str) else entry, program.at("count"), program.code(False),
                         counter, counter, register, resets=True)


def of_avr(rest):
    """Two nops and a jump back to them; `rest` is what unused flash has."""
    return places.Places(None, 0, 2, (0, bytes.fromhex("00000000fdcf") + bytes([rest]) * 58), 0x800200, None, "r16", path=(0, 2, 4, 0),
                         gdb="avr-gdb", settings=("set architecture avr:5",), resets=True)


def of_pc():
    """It begins in the BIOS, which knows no place of ours."""
    code = (0xF0000, BIOS.read_bytes()[-0x10000:][:PIECE]) if BIOS.exists() else None
    return places.Places(**{**UNKNOWN, "entry": 0xFFF0, "code": code, "scratch": 0x2000, "register": "ebx"}, resets=True)


def of_msp430():
    """GDB 13 of Debian does not know the MSP430. Two counting instructions and a jump back to them."""
    return places.Places(**{**UNKNOWN, "entry": 0x4400, "loop": 0x4402, "scratch": 0x300, "register": "r8",
                            "code": (0x4400, bytes.fromhex("03430343fd3f") + bytes([0xFF]) * 58)}, gdb=None, resets=True)


def of(name, firmware):
    if name in PROGRAMS:
        return of_linux(firmware, PROGRAMS[name])
    if name in MACHINES:
        return of_machine(firmware, *MACHINES[name])
    if name in ("qemu-system-avr", "simavr"):
        return of_avr(0 if name == "qemu-system-avr" else 0xFF)
    if name == "qemu-system-x86":
        return of_pc()
    if name == "mspdebug":
        return of_msp430()
    # No processor is behind OpenOCD's dummy adapter. The file is what a user of an ARM7 has.
    if name == "openocd-arm":
        return places.Places(**{**UNKNOWN, "elf": str(firmware / "gba.elf")}, resets=True)
    return places.Places(**UNKNOWN, settings=("set architecture mips:isa32r2",), resets=True)


def every(work, tell):
    """All that can be started here; `tell` gets a line for each that can not."""
    work.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] += ":/usr/games"
    starter = starting.Starter(work)
    table = starting.table()
    for name in table.sections():
        try:
            command = starter.command(name, table[name])
            where = of(name, starter.firmware)
        except starting.Missing as why:
            tell(f"{name}: {why}")
            continue
        yield stubs.Stub(f"zoo:{name}", shlex.split(command), where, alone=table[name].getboolean("alone", False))
