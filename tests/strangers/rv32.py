"""A small RV32I processor with one block of memory, for the practice stub.

It runs one program that loops, or one that ends. Memory outside its block does not exist.
"""
# SPDX-License-Identifier: MIT

import struct

CODE = 0x1000
TOP = 0x8000
NUM_REGISTERS = 33
PC = 32

RUNNING, TRAPPED, EXITED, FAULTED = "running", "trapped", "exited", "faulted"


def _i(opcode, rd, funct3, rs1, imm):
    return (imm & 0xFFF) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def _s(funct3, rs1, rs2, imm):
    return (imm >> 5 & 0x7F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm & 0x1F) << 7 | 0x23


def _b(funct3, rs1, rs2, imm):
    return ((imm >> 12 & 1) << 31 | (imm >> 5 & 0x3F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12
            | (imm >> 1 & 0xF) << 8 | (imm >> 11 & 1) << 7 | 0x63)


def _j(rd, imm):
    return ((imm >> 20 & 1) << 31 | (imm >> 1 & 0x3FF) << 21 | (imm >> 11 & 1) << 20
            | (imm >> 12 & 0xFF) << 12 | rd << 7 | 0x6F)


EBREAK = 0x00100073
ECALL = 0x00000073
A0, A1, SP = 10, 11, 2

LOOPS = [
    _i(0x13, A0, 0, 0, 0),   # 1000  li   a0, 0
    _i(0x13, A0, 0, A0, 1),  # 1004  addi a0, a0, 1
    _s(2, SP, A0, 0),        # 1008  sw   a0, 0(sp)
    _i(0x03, A1, 2, SP, 0),  # 100c  lw   a1, 0(sp)
    _j(0, -12),              # 1010  j    1004
]

ENDS = [
    _i(0x13, A1, 0, 0, 200),  # 1000  li   a1, 200
    _i(0x13, A1, 0, A1, -1),  # 1004  addi a1, a1, -1
    _b(1, A1, 0, -4),         # 1008  bne  a1, zero, 1004
    _i(0x13, A0, 0, 0, 7),    # 100c  li   a0, 7
    ECALL,                    # 1010  exit(a0)
]


class Machine:
    """Registers, memory and what stopped it. Numbers are unsigned 32-bit."""

    def __init__(self, program):
        self.program = program
        self.reset()

    def reset(self):
        self.registers = [0] * NUM_REGISTERS
        self.memory = bytearray(TOP)
        for i, word in enumerate(self.program):
            struct.pack_into("<I", self.memory, CODE + 4 * i, word)
        self.registers[PC] = CODE
        self.registers[SP] = TOP - 256
        self.state = RUNNING
        self.status = 0
        self.access = None  # of the last instruction: ("read" or "write", address, size)

    def holds(self, address, size):
        return address + size <= TOP

    def _load(self, address, size, signed):
        data = self.memory[address:address + size]
        return int.from_bytes(data, "little", signed=signed) & 0xFFFFFFFF

    def _store(self, address, size, value):
        self.memory[address:address + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def step(self):
        """Runs one instruction. An ebreak leaves the program counter where it is."""
        pc = self.registers[PC]
        self.access = None
        if pc & 3 or not self.holds(pc, 4):
            self.state = FAULTED
            return
        word = self._load(pc, 4, False)
        if word == EBREAK:
            self.state = TRAPPED
            return
        if word == ECALL:
            self.state = EXITED
            self.status = self.registers[A0] & 0xFF
            return
        self.state = RUNNING
        self._run(word, pc)
        self.registers[0] = 0

    def _run(self, word, pc):
        regs = self.registers
        opcode, rd, funct3 = word & 0x7F, word >> 7 & 31, word >> 12 & 7
        one, two = regs[word >> 15 & 31], regs[word >> 20 & 31]
        imm = (word >> 20) - (0x1000 if word >> 31 else 0)
        target = pc + 4
        if opcode == 0x13 and funct3 == 0:
            regs[rd] = (one + imm) & 0xFFFFFFFF
        elif opcode == 0x33 and funct3 == 0 and word >> 25 in (0, 0x20):
            regs[rd] = (one + (-two if word >> 30 & 1 else two)) & 0xFFFFFFFF
        elif opcode == 0x37:
            regs[rd] = word & 0xFFFFF000
        elif opcode == 0x63 and funct3 in (0, 1):
            offset = ((word >> 8 & 0xF) << 1 | (word >> 25 & 0x3F) << 5 | (word >> 7 & 1) << 11
                      | (word >> 31) << 12)
            offset -= 0x2000 if offset >> 12 else 0
            if (one == two) == (funct3 == 0):
                target = pc + offset
        elif opcode == 0x6F:
            offset = ((word >> 21 & 0x3FF) << 1 | (word >> 20 & 1) << 11 | (word >> 12 & 0xFF) << 12
                      | (word >> 31) << 20)
            offset -= 0x200000 if offset >> 20 else 0
            regs[rd] = pc + 4
            target = pc + offset
        elif opcode == 0x67 and funct3 == 0:
            target = (one + imm) & ~1
            regs[rd] = pc + 4
        elif opcode == 0x03 and funct3 in (0, 1, 2, 4, 5) or opcode == 0x23 and funct3 < 3:
            size = 1 << (funct3 & 3)
            if opcode == 0x23:
                imm = (word >> 25 << 5 | word >> 7 & 31)
                imm -= 0x1000 if imm >> 11 else 0
            address = (one + imm) & 0xFFFFFFFF
            if not self.holds(address, size):
                self.state = FAULTED
                return
            self.access = ("write" if opcode == 0x23 else "read", address, size)
            if opcode == 0x23:
                self._store(address, size, two)
            else:
                regs[rd] = self._load(address, size, funct3 < 4)
        else:
            self.state = FAULTED
            return
        regs[PC] = target & 0xFFFFFFFF
