# SPDX-License-Identifier: MIT
"""LLDB doing what people do with it. Each action says whether LLDB itself showed that it worked."""
import contextlib
import os
import re

from . import places, talk

SETTINGS = ["settings set use-color false", "settings set auto-confirm true", "settings set symbols.enable-external-lookup false",
            "settings set stop-line-count-before 0", "settings set stop-line-count-after 0",
            "settings set stop-disassembly-display never"]
STOPPED = r"^Process \d+ (stopped\n\* thread[^\n]*\n|exited[^\n]*\n)|^error: [^\n]*\n"

# A thread that gives no reason is not shown.
ATTACHED = r"^Process \d+ (stopped|exited[^\n]*)\n|^error: [^\n]*\n"


class Lldb:
    name = "lldb"

    def __init__(self, where, folder, command=()):
        """`command` starts another one than LLDB 19."""
        self.places, self.folder = where, folder
        self.talk = talk.Talk([*(command or ["lldb-19"]), "--no-lldbinit", "--no-use-colors"], folder,
                              lambda n: (f"mark{n}", f"error: 'mark{n}' is not[^\n]*\n"))
        self.ask = self.talk.ask
        for line in [*SETTINGS, *([f"target create {where.elf}"] if where.elf else [])]:
            self.talk.send(line)
        self.ask("version", seconds=60)

    def register(self, name):
        """By a name that may be a general one: LLDB prints the machine's own."""
        found = re.search(r"^\s*\w+ = (0x[0-9a-f]+)", self.ask(f"register read {name}"), re.M)
        return int(found[1], 16) if found else None

    def attach(self, address):
        try:
            said = self.ask(f"process connect connect://{address}", ATTACHED, 25)
        except talk.Late:
            return False
        return "stopped" in said and re.search(r"^Process \d+ stopped", self.ask("process status", seconds=10), re.M) is not None

    def registers(self):
        pc, sp = self.register("pc"), self.register("sp")
        return self.places.shows_registers(pc, sp)

    def write_register(self):
        said = self.ask(f"register write {self.places.register} {places.VALUE:#x}")
        self.ask("process plugin packet send qC")
        return not re.search(r"^error: (?!'mark)", said, re.M) and self.register(self.places.register) == places.VALUE

    def memory(self):
        """A long piece, and three bytes in it. LLDB takes the last bit of an ARM address for Thumb's."""
        path, (at, data) = os.path.join(self.folder, "read.bin"), self.places.code
        self.ask(f"memory read --force --binary --outfile {path} --size 1 --count {len(data)} {at}", seconds=15)
        try:
            with open(path, "rb") as file:
                whole = file.read() == data
            os.remove(path)
        except OSError:
            return False
        said = self.ask(f"memory read --size 1 --format x --count 3 {at + len(data) - 18}")
        odd = re.findall(r"(?<=[: ]) ?0x([0-9a-f]{2})\b", said)
        return whole and [int(byte, 16) for byte in odd] == list(data[-18:-15])

    def write_memory(self):
        self.ask(f"memory write --size 4 {self.places.scratch} 0x23242a7d")
        said = self.ask(f"memory read --size 4 --format x --count 1 {self.places.scratch}")
        return re.search(r"^0x[0-9a-f]+: 0x23242a7d", said, re.M) is not None

    def threads(self):
        said = self.ask("thread list", seconds=12)
        return len(re.findall(r"^[* ] thread #\d+", said, re.M)) == 1

    def resume(self, command, seconds=8):
        return self.ask(command, STOPPED, seconds)

    def step(self):
        """Three instructions, each of them once."""
        seen = [self.register("pc")]
        for _ in range(3):
            if "stopped" not in self.resume("thread step-inst"):
                return False
            seen.append(self.register("pc"))
            if seen[-1] is None or seen[-1] == seen[-2]:
                return False
        return not self.places.path or tuple(seen) == self.places.path

    def breakpoint(self):
        """It stops at the place, goes on from there, stops there again, and not when it is deleted."""
        self.ask(f"breakpoint set --address {self.places.loop}")
        for _ in range(2):
            said = self.resume("process continue")
            if not re.search(r"stop reason = breakpoint \d", said) or self.register("pc") != self.places.loop:
                return False
        counted = "hit count = 2" in self.ask("breakpoint list")
        self.ask("breakpoint delete --force")
        return counted and self.passes()

    def passes(self):
        """Without breakpoints the place is no place to stop."""
        self.ask("process continue", r"^Process \d+ resuming\n|^error[^\n]*\n")
        with contextlib.suppress(talk.Late):
            said = self.talk.wait(STOPPED, 0.4)
            return "exited" in said and "lost connection" not in said
        with contextlib.suppress(talk.Late):
            self.resume("process interrupt")
        return True

    def interrupt(self):
        """The program runs on until it is interrupted, and does that twice."""
        self.ask("breakpoint delete --force")
        for _ in range(2):
            said = self.ask("process continue", r"^Process \d+ resuming\n|^error[^\n]*\n")
            try:
                said += self.talk.wait(STOPPED, 0.5)
                return False
            except talk.Late:
                pass
            if "error" in said or "stopped" not in self.resume("process interrupt") or self.register("pc") is None:
                return False
        return True

    def watch(self):
        """Not by `watchpoint set expression`: that calls mmap in a program that may not be able to."""
        self.ask(f"script lldb.target.WatchAddress({self.places.counter}, 4, False, True, lldb.SBError())", seconds=20)
        said = self.resume("process continue")
        self.ask("watchpoint delete --force")
        return re.search(r"stop reason = watchpoint \d", said) is not None

    def detach(self):
        """With a breakpoint in, as people do."""
        if self.places.loop is not None:
            self.ask(f"breakpoint set --address {self.places.loop}")
        try:
            said = self.ask("process detach", r"^Process \d+ detached[^\n]*\n|^error[^\n]*\n", 12)
        except talk.Late:
            return False
        return "detached" in said

    def kill(self):
        try:
            said = self.ask("process kill", r"^Process \d+ exited[^\n]*\n|^error[^\n]*\n", 12)
        except talk.Late:
            return False
        return "exited" in said
