#!/usr/bin/env python3
# Assembles the guests: makes NAME.inc of each row of guest_list.h, or with --check compares.
# A guest whose assembler is not installed is left as it is, and named. Usage: assemble.py [--check] [NAME...]
# SPDX-License-Identifier: MIT
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROW = re.compile(r'X\((\w+), "[^"]*", \w+, \w+, (\d), "[^"]*", "([^"]*)",\s*"([^"]*)"\)')
MOST_BYTES = 2048


def rows():
    text = (HERE / "guest_list.h").read_text().replace("\\\n", " ")
    return ROW.findall(text)


def tools(target):
    """Assembler and linker, as words of a command."""
    if target.startswith("llvm"):
        version = target.removeprefix("llvm")
        return [f"llvm-mc{version}", "--filetype=obj"], [f"ld.lld{version}"]
    quiet = [] if target == "avr" else ["--no-warn-rwx-segments"]  # avr-ld of Debian 12 is too old to know it
    return [f"{target}-as"], [f"{target}-ld", *quiet]


def link(word, target, command, folder):
    """The linked file, at address 0; data.inc has the size of a word."""
    source, rest = command.split(" ", 1)
    flags, link_flags = rest.split("|")
    obj, out = folder / "guest.o", folder / "guest.elf"
    assembler, linker = tools(target)
    subprocess.run([*assembler, *flags.split(), "--defsym", f"WORD={word}", "-I", HERE, "-o", obj, HERE / source], check=True)
    subprocess.run([*linker, *link_flags.split(), "-Ttext=0", "-N", "-e", "0", "-o", out, obj], check=True)
    return out


def section(elf, name):
    """Offset and size of a section; and a reader for the file's byte order."""
    wide, order = elf[4] == 2, "<" if elf[5] == 1 else ">"
    start, = struct.unpack_from(order + ("Q" if wide else "I"), elf, 40 if wide else 32)
    size, num, names = struct.unpack_from(order + "HHH", elf, 58 if wide else 46)
    form = order + ("IIQQQQIIQQ" if wide else "IIIIIIIIII")
    headers = [struct.unpack_from(form, elf, start + i * size) for i in range(num)]
    texts = headers[names][4]
    for h in headers:
        if elf[texts + h[0]:].split(b"\0", 1)[0] == name:
            return h, headers, order, wide
    return None, headers, order, wide


def read_symbols(elf):
    """Address and size of each; a function has no size."""
    head, headers, order, wide = section(elf, b".symtab")
    texts = headers[head[6]][4]
    found = {}
    for at in range(head[4], head[4] + head[5], head[9]):
        if wide:
            name, info, _, index, value, size = struct.unpack_from(order + "IBBHQQ", elf, at)
        else:
            name, value, size, info, _, index = struct.unpack_from(order + "IIIBBH", elf, at)
        text = elf[texts + name:].split(b"\0", 1)[0].decode()
        if index == 0 or index >= 0xff00 or info & 15 > 2 or not re.fullmatch(r"[a-z][a-z_]*", text):
            continue
        found[text] = value, size
    return found


def describe(name, word, target, command):
    with tempfile.TemporaryDirectory() as folder:
        elf = link(word, target, command, pathlib.Path(folder)).read_bytes()
    head, data = section(elf, b".text")[0], section(elf, b".data")[0]
    image = elf[head[4]:head[4] + head[5]]
    places = {text: (value & ~1 if name == "thumb" else value, size) for text, (value, size) in read_symbols(elf).items()}
    if data and data[5]:
        places = {text: (value - data[3] + len(image) if value >= data[3] else value, size) for text, (value, size) in places.items()}
        image += elf[data[4]:data[4] + data[5]]
    symbols = sorted((value, text, size) for text, (value, size) in places.items())
    if len(image) > MOST_BYTES:
        raise SystemExit(f"{name}: {len(image)} bytes are more than {MOST_BYTES}")
    lines = [f"/* The guest {name}, {len(image)} bytes: made by corpora/guests/assemble.py of {command.split()[0]}.",
             " * First each symbol with its offset and its size, of functions up to the next one, then the image.",
             " * Change the source, not this. */", "/* SPDX-License-Identifier: MIT */", "/* clang-format off */",
             f"static const rsp_guest_symbol {name}_symbols[] = {{"]
    for i, (value, text, size) in enumerate(symbols):
        end = next((v for v, _, _ in symbols[i + 1:] if v > value), len(image))
        if text != "image_end":
            lines.append(f'    {{"{text}", 0x{value:03x}, {size or end - value}}},')
    lines += ["};", f"static const uint8_t {name}_image[] = {{"]
    starts = {value: text for value, text, _ in symbols if text != "image_end"}
    starts[0] = symbols[0][1]
    borders = sorted(starts) + [len(image)]
    for start, end in zip(borders, borders[1:]):
        lines.append(f"    /* {start:03x} {starts[start]} */")
        for at in range(start, end, 16):
            lines.append("    " + " ".join(f"0x{byte:02x}," for byte in image[at:min(at + 16, end)]))
    return "\n".join(lines + ["};", "/* clang-format on */"]) + "\n"


def list_images():
    return "\n".join(["/* The images of all guests: made by corpora/guests/assemble.py of guest_list.h.",
                      " * Each has NAME_symbols and NAME_image.", " * Change the list, not this. */",
                      "/* SPDX-License-Identifier: MIT */", "#ifndef GUEST_IMAGES_H", "#define GUEST_IMAGES_H", "",
                      *(f'#include "guests/{name}.inc"' for name in sorted(name for name, _, _, _ in rows())), "",
                      "#endif"]) + "\n"


def main():
    check = "--check" in sys.argv
    names = [a for a in sys.argv[1:] if a != "--check"]
    missing, stale = [], []
    for name, word, target, command in rows():
        if names and name not in names:
            continue
        assembler = tools(target)[0][0]
        if not shutil.which(assembler):
            missing.append(f"{name} ({assembler})")
            continue
        path = HERE / f"{name}.inc"
        text = describe(name, word, target, command)
        if check and (not path.exists() or path.read_text() != text):
            stale.append(name)
        elif not check:
            path.write_text(text)
    images = HERE / "images.h"
    if check and images.read_text() != list_images():
        stale.append(images.name)
    elif not check:
        images.write_text(list_images())
    if missing:
        print("not assembled, for the assembler is not installed:", ", ".join(missing))
    if stale:
        print("not what the source gives; run corpora/guests/assemble.py:", ", ".join(stale))
    return 1 if stale else 0


sys.exit(main())
