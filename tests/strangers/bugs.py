# SPDX-License-Identifier: MIT
"""What the suite has to say first of each BUG= of ministub.py, on each of its architectures; bugs_test.py plays some, tools/dev/ministub all."""
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import ways

HERE = pathlib.Path(__file__).resolve().parent
ARCHITECTURES = ("rv32", "rv64", "avr", "m68k", "mips", "ppc", "armm", "i386")
DESCRIBED = ("rv32", "rv64", "m68k", "ppc", "armm")  # those with a target.xml
RIGHT = "right"
CODE = {"rv32": 0x80000000, "rv64": 0xFFFFFFFF80000000, "avr": 0x100, "m68k": 0x1000, "mips": 0x80001000, "ppc": 0x10001000, "armm": 0x08000100, "i386": 0x00100000}
PROFILE = "title: ministub\naddress: %s\nfacts: { flash: 0x%x, flash_block: 0x100 }\n"  # of code: 0x400 bytes, the program is in the first
LIFE_S = 300


@dataclasses.dataclass
class Bug:
    """A switch, where it shows, and its first must; "" where debuggers are not harmed, so that there is none."""

    name: str
    first: str
    areas: tuple
    architectures: tuple = ARCHITECTURES
    options: str = ""
    harts: int = 1
    most: int = 1  # causes of that level
    level: str = "must"
    dies: bool = False  # each scenario needs a stub of its own
    flashed: bool = False  # a profile says what of the flash may be erased
    ways: str = ""  # of ways.py, with commas


BREAKS = ("breakpoints/", "resume/", "detach/")
BUGS = (
    # addresses below 0x80000000 are compared rightly
    Bug("bp-high-bit", "Z0 is confirmed and the program does not stop there", BREAKS, ("rv32", "rv64", "mips"), most=2),
    Bug("fifo", "requests of ", ("framing/", "memory/", "qsupported/", "registers/")),
    Bug("one-read", "a packet that comes in pieces is not answered", ("framing/", "acks/"), most=2),
    Bug("no-thread", "a stop names no thread, though there are several", ("stop/", "threads/", "vcont/", "interrupt/"), harts=2),
    Bug("g-crash", "g ends the stub", ("registers/", "standard/"), dies=True),
    Bug("short-g", "g is shorter than the registers of the target description", ("registers/", "qxfer/"), ("rv32", "m68k", "ppc", "armm")),
    Bug("short-g", "g ends inside a register of the target description", ("registers/", "qxfer/"), ("rv64",), most=2),
    Bug("short-g", "G is answered by an error", ("registers/", "qxfer/"), ("avr", "mips")),  # nothing says how long g is
    Bug("late", "m is answered later than debuggers wait", ("memory/any-long*", "standard/")),
    Bug("mask-words", "m shows other bytes than M and X wrote", ("memory/", "escapes/")),
    Bug("cond-dropped", "conditions are announced and ignored", ("breakpoints/", "conditions/"), options="cond"),
    Bug("cond-dropped", "", ("breakpoints/", "conditions/")),  # without the feature no debugger sends conditions
    Bug("xfer-offset", "qXfer answers from the start of the object at offset", ("qxfer/",), DESCRIBED),
    Bug("vcont-signal", "vCont;S00:1 is never followed by a stop reply", ("vcont/", "resume/", "interrupt/")),
    Bug("step-first", "a step of one thread moves another", ("vcont/", "resume/", "threads/"), harts=2),
    Bug("keeps-breaks", "breakpoints outlive D", BREAKS),
    Bug("pc-early", "the stop of Z0 is ", BREAKS),
    Bug("pc-late", "the stop of Z0 is ", (*BREAKS, "vcont/")),
    Bug("z0-nothing", "z0 answers OK and removes nothing", BREAKS),
    Bug("z0-lowest", "of two breakpoints z0 does not remove the one that it names", BREAKS),
    Bug("z-alone", "of Z and z of one type only one is supported", (*BREAKS, "stop/", "memory/any-*")),
    Bug("thread-other", "the stop after a step names another thread", ("stop/", "threads/", "vcont/", "registers/", "acks/"), harts=2),
    Bug("p-next", "p gives other digits than g has for the register", ("registers/",)),
    Bug("m-odd-short", "m gives fewer bytes than it was asked for", ("memory/",)),
    Bug("escape-kept", "X does not undo the escapes of its data", ("escapes/", "memory/")),
    Bug("fileio-deaf", "m is not answered while a File-I/O call is under way", ("fileio/",), options="fileio"),
    Bug("xml-arch", "", ("qxfer/", "registers/"), DESCRIBED),  # the forecast says what comes of it
    Bug("xml-name", "", ("qxfer/", "registers/"), ("m68k",)),  # the same
    Bug("xml-name", "two registers of the target description have the same name", ("qxfer/", "registers/"), ("rv32", "rv64")),
    Bug("erase-slow", "", ("memory/flash*",), options="flash", flashed=True),  # within what debuggers wait for an erase
    Bug("orig-eax", "P of orig_eax, which GDB for Linux writes behind pc, is refused", ("registers/any-x86*",), ("i386",), level="should"),
    Bug(RIGHT, "", ()),
    Bug(RIGHT, "", (), harts=2),
    Bug(RIGHT, "", (), options="flash"),
    Bug(RIGHT, "", (), options="fileio"),
    Bug(RIGHT, "", (), ("armm",), options="banked"),
    Bug(RIGHT, "", ("noack/", "acks/", "framing/"), options="upper"),
)


def right_by(names, harts, areas=()):
    """A right stub that does `names`, ways with commas, and has no must."""
    return Bug(RIGHT, "", areas, ways=names, harts=harts, dies=not ways.ALONE.isdisjoint(names.split(",")))


def address_of(bug, arch, port):
    program = HERE / ("ways.py" if bug.ways else "ministub.py")
    return f"exec:{sys.executable} {program} --life {LIFE_S} --arch {arch} --harts {bug.harts} --port {port}"


def stub_of(bug, arch, port, folder):
    """What `--stub` says, for the one that listens at `port`."""
    address = f"tcp:127.0.0.1:{port}"
    if not bug.flashed:
        return address
    profile = pathlib.Path(folder, "stub.yaml")
    profile.write_text(PROFILE % (address, CODE[arch] + 0x200), encoding="utf-8")
    return f"profile:{profile}"


def judge(stubborn, bug, arch):
    """What is printed as a must, or of the level of the bug; the first one first."""
    environment = {**os.environ, "BUG": "" if bug.name == RIGHT else bug.name, "OPT": bug.options, "WAYS": bug.ways}
    filters = [word for area in bug.areas for word in ("--filter", area)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        command = [stubborn, "run", "--no-config", "--allow-writes", "-o", f"json:{path}", *filters, "--stub"]
        if bug.dies:
            subprocess.run([*command, address_of(bug, arch, "{port}")], check=False, capture_output=True, env=environment)
        else:
            with subprocess.Popen(address_of(bug, arch, 0)[len("exec:"):].split(), stdout=subprocess.PIPE, text=True,
                                  env=environment) as stub:
                try:
                    port = stub.stdout.readline().split()[1]
                    subprocess.run([*command, stub_of(bug, arch, port, folder)], check=False, capture_output=True)
                finally:
                    stub.kill()
        report = json.loads(path.read_text(encoding="utf-8"))
    return [cause["what"] for cause in report["causes"] if cause["level"] == bug.level]


def is_right(bug, musts):
    if not bug.first:
        return not musts
    return bool(musts) and musts[0].startswith(bug.first) and len(musts) <= bug.most
