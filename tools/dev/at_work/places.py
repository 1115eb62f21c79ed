# SPDX-License-Identifier: MIT
"""What a debuggee has where: the truth that a debugger's output is compared with."""
import dataclasses
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests", "strangers"))
import rv32  # noqa: E402


VALUE = 0x5A  # what registers are set to: it fits in all of them


@dataclasses.dataclass(frozen=True)
class Places:
    elf: str
    entry: int        # pc when a debugger attaches; None: not known
    loop: int         # comes again and again; None: no place is known that does
    code: tuple       # address and bytes of memory that never changes, over 256 bytes where there are so many; None: not known
    scratch: int      # four bytes that may be written at the entry; None: not known
    counter: int      # the program writes here again and again; None: nowhere
    register: str     # may be written
    stack: int = None  # sp at the entry, where it is known
    path: tuple = ()   # pc in the first steps, where it is known
    ends: bool = False
    gdb: str = "gdb-multiarch"  # that knows the architecture
    settings: tuple = ()  # what a user tells GDB where there is no file
    resets: bool = False  # the machine has just been switched on: sp may be 0

    @property
    def word(self):
        """Four bytes, as the architecture's GDB calls them."""
        return "long" if self.gdb == "avr-gdb" else "int"

    def code_address(self, at):
        """As GDB's own: those of MIPS are signed."""
        return f"(int){at}" if any("mips" in line for line in self.settings) else f"{at}"

    def shows_registers(self, pc, sp):
        if pc is None or sp is None:
            return False
        right = pc == self.entry if self.entry is not None else True
        return right and (sp == self.stack if self.stack is not None else self.resets or sp != 0)


# Of tests/strangers/ministub.py, whose harts walk round twelve instructions: instruction size, code, data, sp, a register
# that may be written, GDB and what it is told. sp is 0x680 behind the data's beginning.
MINISTUB = {
    "rv32": (4, 0x80000000, 0x80010000, "a2", "gdb-multiarch", ("set architecture riscv:rv32",)),
    "rv64": (4, 0xFFFFFFFF80000000, 0xFFFFFFFF80010000, "a2", "gdb-multiarch", ("set architecture riscv:rv64",)),
    "avr": (2, 0x100, 0x800100, "r16", "avr-gdb", ("set architecture avr:5",)),
    "m68k": (2, 0x1000, 0x20000, "d3", "gdb-multiarch", ("set architecture m68k", "set endian big")),
    "mips": (4, 0x80001000, 0x80020000, "t0", "gdb-multiarch", ("set architecture mips:isa32", "set endian big")),
    "ppc": (4, 0x10001000, 0x10020000, "r5", "gdb-multiarch", ("set architecture powerpc:common", "set endian big")),
    "armm": (2, 0x08000100, 0x20000000, "r4", "gdb-multiarch", ("set architecture arm",)),
}


def of_ministub(arch):
    size, code, data, register, gdb, settings = MINISTUB[arch]
    memory = bytes((i * 7 + 1) & 0xFF if size == 2 else (0x13, 0, 0, 0)[i % 4] for i in range(0x400))
    path = tuple(code + size * i for i in range(4))
    # All words of MIPS are branches here, and GDB moves a breakpoint out of a delay slot: only the first place stays.
    loop = code if arch == "mips" else code + 3 * size
    return Places(None, code, loop, (code, memory), data + 0x200, data + 0x10, register,
                  (data + 0x680) & 0xFFFF if arch == "avr" else data + 0x680, path, False, gdb, settings)


def practice_elf(path, program):
    """A file with the practice program and two symbols, as its linker would leave it."""
    text = b"".join(struct.pack("<I", word) for word in program)
    strings, symbols = b"\0", bytes(16)
    for name, address in (("start", rv32.CODE), ("again", rv32.CODE + 4)):
        symbols += struct.pack("<IIIBBH", len(strings), address, 4, 0x12, 0, 1)
        strings += name.encode() + b"\0"
    names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0"
    at, body, rows = 0x54, b"", [bytes(40)]
    for name, kind, flags, address, data, link, info, size in (
            (1, 1, 6, rv32.CODE, text, 0, 0, 0), (7, 2, 0, 0, symbols, 3, 1, 16), (15, 3, 0, 0, strings, 0, 0, 0),
            (23, 3, 0, 0, names, 0, 0, 0)):
        rows.append(struct.pack("<10I", name, kind, flags, address, at + len(body), len(data), link, info, 4, size))
        body += data + bytes(-len(data) % 4)
    head = b"\x7fELF\1\1\1" + bytes(9) + struct.pack("<HHIIIIIHHHHHH", 2, 243, 1, rv32.CODE, 0x34, at + len(body), 0, 0x34, 32,
                                                     1, 40, len(rows), 4)
    load = struct.pack("<8I", 1, at, rv32.CODE, rv32.CODE, len(text), len(text), 5, 4)
    with open(path, "wb") as out:
        out.write(head + load + body + b"".join(rows))


def of_practice(folder, ends):
    program = rv32.ENDS if ends else rv32.LOOPS
    path = os.path.join(folder, "practice-ends.elf" if ends else "practice.elf")
    practice_elf(path, program)
    machine = rv32.Machine(program)
    first = rv32.CODE - 0x110
    stack = machine.registers[rv32.SP]
    seen = []
    for _ in range(4):
        seen.append(machine.registers[rv32.PC])
        machine.step()
    return Places(path, rv32.CODE, rv32.CODE + 8, (first, bytes(machine.memory[first:rv32.CODE + 20])), 0x7000,
                  None if ends else stack, "a2", stack, tuple(seen), ends)


def offline(elf, *commands):
    words = ["gdb-multiarch", "-nx", "-q", "-batch", elf]
    for command in commands:
        words += ["-ex", command]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout


def of_spin(elf, folder):
    """Of corpora/debuggees/spin.c, linked to fixed addresses."""
    said = offline(elf, "info files", "print/x (long)&spins", "print/x (long)&spin", "disassemble spin")
    entry, (spins, spin) = int(re.search(r"Entry point: (\S+)", said)[1], 16), re.findall(r"^\$\d = (\S+)", said, re.M)
    jumps = re.findall(r"0x([0-9a-f]+) <\+\d+>:\s*(?:j\w*|b\w+)\s.*?0x([0-9a-f]+)", said)
    loop = next(int(to, 16) for at, to in jumps if int(spin, 16) < int(to, 16) < int(at, 16))
    path = os.path.join(folder, "code.bin")
    first = int(spin, 16) - 0x120
    offline(elf, f"dump binary memory {path} {first} {first + 0x140}")
    with open(path, "rb") as file:
        code = file.read()
    return Places(elf, entry, loop, (first, code), int(spins, 16), int(spins, 16), "rbx" if "x86-64" in said else "s2")
