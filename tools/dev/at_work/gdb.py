# SPDX-License-Identifier: MIT
"""GDB doing what people do with it. Each action says whether GDB itself showed that it worked."""
import contextlib
import os
import re

from . import places, talk

SETTINGS = ["set prompt", "set pagination off", "set confirm off", "set width 0", "set height 0", "set debuginfod enabled off",
            "set auto-load no", "set sysroot", "set print thread-events off"]
STOPPED = r"^(Breakpoint \d|.*[wW]atchpoint \d|Program (received|terminated)|\[Inferior 1 .*exited)[^\n]*\n"


class Gdb:
    name = "gdb"

    def __init__(self, where, folder, command=()):
        """`command` starts another one than the stub's."""
        self.places, self.folder = where, folder
        self.talk = talk.Talk([*(command or [where.gdb]), "-nx", "-q", *([where.elf] if where.elf else [])], folder,
                              lambda n: (f"echo \\n<{n}>\\n", f"^<{n}>$"))
        for line in (*SETTINGS, *where.settings):
            self.talk.send(line)
        self.ask = self.talk.ask
        self.ask("echo", seconds=30)

    def number(self, expression):
        found = re.search(r"\$\d+ = (0x[0-9a-f]+)", self.ask(f"print/x {expression}"))
        value = int(found[1], 16) if found else None
        # gdb-avr prints code addresses in words.
        return 2 * value if value is not None and expression == "$pc" and self.places.gdb == "avr-gdb" else value

    def attach(self, address):
        said = self.ask(f"target remote {address}", seconds=25)
        # GDB warns of much and goes on: what it has in the end decides.
        if "Remote debugging using" not in said:
            return False
        return "Program stopped at" in self.ask("info program", seconds=10)

    def registers(self):
        pc, sp = self.number("$pc"), self.number("$sp")
        return self.places.shows_registers(pc, sp)

    def write_register(self):
        said = self.ask(f"set var ${self.places.register} = {places.VALUE}")
        self.ask("maintenance flush register-cache")
        return "ould not" not in said and self.number(f"${self.places.register}") == places.VALUE

    def memory(self):
        """A long piece, and bytes at an odd place."""
        path, (at, data) = os.path.join(self.folder, "read.bin"), self.places.code
        self.ask(f"dump binary memory {path} {at} {at + len(data)}", seconds=15)
        try:
            with open(path, "rb") as file:
                whole = file.read() == data
            os.remove(path)
        except OSError:
            return False
        odd = re.findall(r"\t0x([0-9a-f]{2})", self.ask(f"x/3xb {at + len(data) - 17}"))
        return whole and [int(byte, 16) for byte in odd] == list(data[-17:-14])

    def write_memory(self):
        word = f"*({self.places.word} *){self.places.scratch}"
        self.ask(f"set var {word} = 0x23242a7d")
        return self.number(word) == 0x23242A7D

    def threads(self):
        said = self.ask("info threads", seconds=12)
        return len(re.findall(r"^[* ] +\d+ +(?:Thread |Remote target)", said, re.M)) == 1 and not re.search(r"imed out|rror", said)

    def step(self):
        """Three instructions, each of them once."""
        seen = [self.number("$pc")]
        for _ in range(3):
            self.ask("stepi")
            seen.append(self.number("$pc"))
            if seen[-1] is None or seen[-1] == seen[-2]:
                return False
        return not self.places.path or tuple(seen) == self.places.path

    def breakpoint(self):
        """It stops at the place, goes on from there, stops there again, and not when it is deleted."""
        self.ask(f"break *{self.places.code_address(self.places.loop)}")
        for _ in range(2):
            if not re.search(r"^Breakpoint \d+, ", self.ask("continue"), re.M) or self.number("$pc") != self.places.loop:
                return False
        counted = "already hit 2 times" in self.ask("info breakpoints")
        return counted and "annot" not in self.ask("delete") and self.passes()

    def passes(self):
        """Without breakpoints the place is no place to stop."""
        said = self.ask("continue&")
        with contextlib.suppress(talk.Late):
            said += self.talk.wait(STOPPED, 0.4)
        if re.search(STOPPED, said, re.M):
            return "exited" in said
        with contextlib.suppress(talk.Late):
            self.ask("interrupt", STOPPED)
        return "Continuing" in said

    def interrupt(self):
        """The program runs on until it is interrupted, and does that twice."""
        self.ask("delete")
        for _ in range(2):
            said = self.ask("continue&")
            try:
                said += self.talk.wait(STOPPED, 0.5)
                return False
            except talk.Late:
                pass
            if "rror" in said or "Continuing" not in said:
                return False
            if not re.search(r"received signal SIG(INT|TRAP)|Program stopped", self.ask("interrupt", STOPPED)):
                return False
            if self.number("$pc") is None:
                return False
        return True

    def watch(self):
        self.ask(f"watch *({self.places.word} *){self.places.counter}")
        said = self.ask("continue")
        hit = re.search(r"atchpoint \d+: .*\n\nOld value = (\S+)\nNew value = (\S+)", said)
        self.ask("delete")
        return bool(hit) and hit[1] != hit[2]

    def detach(self):
        """With a breakpoint in, as people do."""
        if self.places.loop is not None:
            self.ask(f"break *{self.places.code_address(self.places.loop)}")
        said = self.ask("detach", seconds=12)
        return "detached]" in said and "not being run" in self.ask("info program")

    def kill(self):
        said = self.ask("kill", seconds=12)
        return "killed]" in said and "not being run" in self.ask("info program")
