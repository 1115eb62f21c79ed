"""The practice stub's memory: m, M, x, X."""
# SPDX-License-Identifier: MIT

import re

from rv32 import CODE, EBREAK, TOP
from words import MALFORMED, NO_MEMORY, REFUSED, crash, is_hex, number

NEGATIVE = 0x80000000
HOLLOW = range(CODE + 0x1000, 0x6800)
LONG = 0x100
ESCAPE = 0x7D
ESCAPED = b"#$}*"
NO_DIGIT = re.compile("[^0-9a-fA-F]")


class Refused(Exception):
    """With the number of the error reply."""


def span(s, text):
    """(address, length) of "ADDR,LENGTH"."""
    at, _, length = text.partition(",")
    try:
        place = number(at), number(length)
    except ValueError:
        raise Refused(MALFORMED) from None
    if "small-pieces" in s.on and place[1] > 64:
        raise Refused(NO_MEMORY)
    return place


def demand_open(s):
    if not s.alive() or "question-first" in s.on and not s.asked:
        raise Refused(REFUSED)


def read(s, text):
    try:
        at, length = span(s, text)
    except Refused:
        if "malformed-crash" in s.on:
            crash()
        raise
    if length > LONG and "long-read-crash" in s.on:
        crash()
    if length >= NEGATIVE and "negative-length-crash" in s.on:
        crash()
    demand_open(s)
    if "partial-reads" in s.on and at < TOP:
        length = min(length, TOP - at)
    if not s.machine.holds(at, length):
        if "m-outside-zero" in s.on:
            return bytes(min(length, s.packet_size // 2))
        raise Refused(NO_MEMORY)
    data = bytearray(s.machine.memory[at:at + length])
    if "hollow" in s.on and at in HOLLOW:
        data = bytearray(length)
    if "breakpoint-shows" in s.on:
        for i in range(len(data)):
            for kind, address, size in s.program.points:
                if kind == 0 and address <= at + i < address + 4:
                    data[i] = EBREAK >> 8 * (at + i - address) & 0xFF
    return bytes(data)


def on_m(s, rest):
    if s.calling and "call-unread" in s.on:
        return s.error(REFUSED)
    try:
        data = read(s, rest)[:s.packet_size // 2]
    except Refused as refused:
        return s.error(*refused.args)
    if "m-ignores-length" in s.on:
        data = data[:4]
    if "m-long-zero" in s.on and len(data) > 256:
        data = data[:256] + bytes(len(data) - 256)
    text = s.hex(data)
    if "m-odd-digits" in s.on and len(data) % 2:
        text = text[:-1]
    return text + ("\0" if "m-nul" in s.on else "")


def on_x(s, rest):
    if "binary-read" not in s.on and "x-differs" not in s.on:
        return s.unknown()
    try:
        data = bytearray(read(s, rest)[:s.packet_size // 2 - 1])
    except Refused as refused:
        return s.error(*refused.args)
    if "x-differs" in s.on and data:
        data[0] ^= 1
    return b"b" + b"".join(bytes([ESCAPE, b ^ 0x20]) if b in ESCAPED else bytes([b]) for b in data)


def write(s, at, data):
    demand_open(s)
    at += "M-shifted" in s.on and len(data) > 0
    if not s.machine.holds(at, len(data)) or "rom" in s.on and at < CODE + 0x1000 and at + len(data) > CODE:
        raise Refused(NO_MEMORY)
    if "hollow" not in s.on or at not in HOLLOW:
        s.machine.memory[at:at + len(data)] = data


def on_M(s, rest):
    place, _, text = rest.partition(":")
    if "M-silent" in s.on:
        return None
    try:
        at, length = span(s, place)
        if "M-digits" in s.on:
            text = NO_DIGIT.sub("0", text)
        if len(text) != 2 * length or text and not is_hex(text):
            raise Refused(MALFORMED)
        write(s, at, bytes.fromhex(text))
        s.line.deaf = "interrupt-lost-after-M" in s.on
    except Refused as refused:
        return s.error(*refused.args)
    return "OK"


def unescaped(data):
    """Raises Refused where an escape stands at the end."""
    out = bytearray()
    escape = 0
    for byte in data:
        if byte == ESCAPE and not escape:
            escape = 0x20
        else:
            out.append(byte ^ escape)
            escape = 0
    if escape:
        raise Refused(MALFORMED)
    return bytes(out)


def on_X(s, rest):
    if "no-X" in s.on:
        return s.unknown()
    place, colon, text = rest.partition(":")
    data = text.encode("latin-1")
    try:
        at, length = span(s, place)
        data = data[:length] if "X-escapes-kept" in s.on else unescaped(data)
        if colon and (len(data) == length or "X-written-anyway" in s.on):
            write(s, at, data)
        if not colon or len(data) != length:
            raise Refused(MALFORMED)
    except Refused as refused:
        return s.error(*refused.args)
    return "OK"


HANDLERS = {"m": on_m, "M": on_M, "x": on_x, "X": on_X}
