#!/usr/bin/env python3
"""Puts the headers of cartridges before raw code: game.gba and game.nds, and makes avr.bin of the AVR's hex file.

usage: images.py FOLDER, where build.sh left gba.bin, nds-arm9.bin and nds-arm7.bin.
"""
# SPDX-License-Identifier: MIT

import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent


def gba(code):
    """192 bytes: a branch to 0xc0, no logo, the fixed byte 0x96 and the complement of the header."""
    head = bytearray(0xC0)
    struct.pack_into("<I", head, 0, 0xEA00002E)
    head[0xA0:0xA8] = b"STUBBORN"
    head[0xB2] = 0x96
    head[0xBD] = (-0x19 - sum(head[0xA0:0xBD])) & 0xFF
    return bytes(head) + code


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


def nds(arm9, arm7):
    """A header of 512 bytes that says where both processors' code lies and goes."""
    arm9 += bytes(-len(arm9) % 512)
    arm7 += bytes(-len(arm7) % 512)
    first, second = 0x4000, 0x4000 + len(arm9)
    head = bytearray(0x4000)
    head[0:8] = b"STUBBORN"
    head[12:16] = b"####"
    struct.pack_into("<IIII", head, 0x20, first, 0x02000000, 0x02000000, len(arm9))
    struct.pack_into("<IIII", head, 0x30, second, 0x03800000, 0x03800000, len(arm7))
    struct.pack_into("<II", head, 0x80, second + len(arm7), 0x4000)
    struct.pack_into("<H", head, 0x15E, crc16(head[:0x15E]))
    return bytes(head) + arm9 + arm7


def from_hex(text):
    out = bytearray()
    for line in text.split():
        record = bytes.fromhex(line[1:])
        if record[3] == 0:
            at = record[1] << 8 | record[2]
            out += bytes(max(0, at + record[0] - len(out)))
            out[at:at + record[0]] = record[4:4 + record[0]]
    return bytes(out)


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "game.gba").write_bytes(gba((folder / "gba.bin").read_bytes()))
    (folder / "game.nds").write_bytes(nds((folder / "nds-arm9.bin").read_bytes(), (folder / "nds-arm7.bin").read_bytes()))
    avr = HERE.parent.parent / "scenarios/profiles/firmware/avr-loop.hex"
    (folder / "avr.bin").write_bytes(from_hex(avr.read_text(encoding="ascii")))


if __name__ == "__main__":
    main()
