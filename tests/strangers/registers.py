"""The practice stub's registers: g, G, p, P, and those that stop replies carry."""
# SPDX-License-Identifier: MIT

from rv32 import NUM_REGISTERS, PC, SP
from words import MALFORMED, REFUSED, is_hex, number

NAMES = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1"]
NAMES += ["a%d" % i for i in range(8)] + ["s%d" % i for i in range(2, 12)] + ["t%d" % i for i in range(3, 7)] + ["pc"]
UNAVAILABLE = (3, 4)
DIGITS = 8


def digits(s, i):
    if "unavailable-registers" in s.on and i in UNAVAILABLE:
        return "x" * DIGITS
    return s.hex(s.machine.registers[i].to_bytes(4, "little"))


def expedited(s):
    if "expedites" not in s.on:
        return ""
    return "".join("%02x:%s;" % (i, digits(s, i)) for i in (SP, PC))


def write(s, i, text):
    """Sets one register; zero stays zero, and what has no value gets none."""
    if i != 0 and text != "x" * DIGITS and not ("unavailable-registers" in s.on and i in UNAVAILABLE):
        s.machine.registers[i] = int.from_bytes(bytes.fromhex(text), "little")


def is_value(text):
    return len(text) == DIGITS and (is_hex(text) or text == "x" * DIGITS)


def on_g(s, rest):
    if rest:
        return s.unknown()
    if not s.alive():
        return s.error(REFUSED)
    return "".join(digits(s, i) for i in range(NUM_REGISTERS - ("g-short" in s.on)))


def on_G(s, rest):
    values = [rest[i:i + DIGITS] for i in range(0, len(rest), DIGITS)]
    if not s.alive() or len(values) != NUM_REGISTERS or not all(map(is_value, values)):
        return s.error(MALFORMED)
    for i, value in enumerate(values):
        if "G-ignored" not in s.on:
            write(s, i, value)
    return "OK"


def register(s, text):
    """The number of a register that exists. Raises ValueError."""
    i = number(text)
    if i >= NUM_REGISTERS or not s.alive():
        raise ValueError(text)
    return i


def on_p(s, rest):
    if "no-p" in s.on:
        return s.unknown()
    try:
        i = register(s, rest)
    except ValueError:
        return s.error(MALFORMED)
    return digits(s, (i + 1) % NUM_REGISTERS if "p-shifted" in s.on else i)


def on_P(s, rest):
    if "no-P" in s.on or "no-p" in s.on:
        return s.unknown()
    name, _, value = rest.partition("=")
    try:
        i = register(s, name)
    except ValueError:
        return s.error(MALFORMED)
    if not is_value(value):
        return s.error(MALFORMED)
    if "P-ignored" not in s.on:
        write(s, i, value)
    if "P-spoils" in s.on and i == PC:
        s.machine.registers[PC] += 1
    return None if "P-silent" in s.on else "OK"


HANDLERS = {"g": on_g, "G": on_G, "p": on_p, "P": on_P}
