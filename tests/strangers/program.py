"""The practice stub's program: what stopped it, its breakpoints and watchpoints, running it.

Lives on from client to client. Knows no packets.
"""
# SPDX-License-Identifier: MIT

import rv32

SIGINT, SIGTRAP, SIGSEGV = 2, 5, 11
BURST = 2000                       # instructions between two looks at the client
BUSY_S, QUIET_S = 0.01, 0.1        # how long a look may wait; longer where only the client can end the run
OWN_LOOKS = 2                      # after which the program stops by itself, for the manner
FEW = 2                            # breakpoints of a type, for the manner
ALIVE, EXITED, KILLED, NONE = "alive", "exited", "killed", "none"
ACCESSES = {2: ("write",), 3: ("read",), 4: ("read", "write")}
WATCH_REASONS = {2: "watch", 3: "rwatch", 4: "awatch"}


class Program:
    def __init__(self, on):
        self.on = on
        self.machine = rv32.Machine(rv32.ENDS if "ends" in on else rv32.LOOPS)
        self.restart()

    def restart(self):
        self.machine.reset()
        if "no-stack" in self.on:
            self.machine.registers[rv32.SP] = 0
        if "low-stack" in self.on:
            self.machine.registers[rv32.SP] = 0x6000
        self.life = ALIVE
        self.found = False  # killed, and a client has seen it
        self.points = {}  # (type, address, size) -> how often it was set
        self.stopped(SIGTRAP)

    def reset(self, keeps_points):
        """By the client: the same program from its start."""
        points = self.points
        self.restart()
        self.points = points if keeps_points else {}

    def stopped(self, number, reason=None):
        """`reason` is a pair of a stop reply: ("watch", "7f00"), or None."""
        self.stop = (number, reason)
        self.stop_pc = self.machine.registers[rv32.PC]

    # --- breakpoints ---

    def takes(self, kind):
        return {0: "no-Z0" not in self.on, 1: "hardware-breakpoints" in self.on}.get(
            kind, kind in WATCH_REASONS and "watchpoints" in self.on)

    def insert(self, point):
        """Whether there is room for it."""
        same = [p for p in self.points if p[0] == point[0]]
        if "few-breakpoints" in self.on and point not in self.points and len(same) >= FEW:
            return False
        self.points[point] = self.points.get(point, 0) + 1 if "breakpoint-counts" in self.on else 1
        return True

    def remove(self, point):
        if point[0] < 2 and "breakpoint-stays" in self.on or point not in self.points:
            return
        self.points[point] -= 1
        if self.points[point] == 0:
            del self.points[point]

    def breakpoint_at(self, pc):
        """0 or 1, the type of a breakpoint there; None without one."""
        kinds = [kind for kind, address, _ in self.points if kind < 2 and address == pc]
        return min(kinds) if kinds and "breakpoint-never-hit" not in self.on else None

    def watched(self):
        """The stop reason of the last instruction's access."""
        access = self.machine.access
        for kind, address, size in self.points:
            if access and access[0] in ACCESSES.get(kind, ()) and access[1] < address + size \
                    and address < access[1] + access[2]:
                return WATCH_REASONS[kind], "%x" % max(address, access[1])
        return None

    def release(self):
        """The client detaches: the program runs on without its breakpoints."""
        if "detach-leaves-breakpoints" in self.on:
            for kind, address, _ in self.points:
                if kind == 0:
                    self.machine.memory[address:address + 4] = rv32.EBREAK.to_bytes(4, "little")
        self.points.clear()
        for _ in range(BURST):
            if self.machine.state not in (rv32.EXITED, rv32.FAULTED):
                self.machine.step()
        self.life = NONE

    def attach(self):
        """A client has come. One that finds a killed program leaves room for a new one."""
        if self.life == KILLED and not self.found:
            self.found = True
            return
        if self.life == KILLED or self.life != ALIVE and self.machine.state in (rv32.EXITED, rv32.FAULTED):
            self.restart()
        self.life = ALIVE
        self.stopped(SIGTRAP)

    # --- running ---

    def step(self):
        if "dead-step" in self.on:
            return self.stopped(SIGTRAP)
        if not self.advance():
            self.stopped(SIGTRAP)
        return None

    def advance(self):
        """One instruction. Whether it stopped the program."""
        self.machine.step()
        state = self.machine.state
        if state == rv32.EXITED:
            self.life = EXITED
            self.points.clear()
        elif state == rv32.FAULTED:
            self.stopped(SIGSEGV)
        elif state == rv32.TRAPPED:
            self.stopped(SIGTRAP)
        elif self.watched():
            self.stopped(SIGTRAP, self.watched())
        else:
            return False
        return True

    def run(self, interrupted):
        """Runs until something stops it. `interrupted(seconds)` tells whether the client does, and may wait."""
        lift = self.stop_pc if "stuck-breakpoints" not in self.on else None
        looks = 0
        while True:
            for _ in range(BURST):
                if self.reaches_stop(lift):
                    return None
                lift = None
            looks += 1
            if looks > OWN_LOOKS and "stops-by-itself" in self.on:
                return self.stopped(SIGTRAP)
            if interrupted(BUSY_S if self.points else QUIET_S):
                return self.stopped(SIGINT)

    def reaches_stop(self, lift):
        """One instruction, unless a breakpoint is there; `lift` is the place of one that does not count."""
        pc = self.machine.registers[rv32.PC]
        kind = None if pc == lift else self.breakpoint_at(pc)
        if kind is None:
            return self.advance()
        if "breakpoint-pc-after" in self.on:
            self.machine.registers[rv32.PC] += 4
        self.stopped(SIGTRAP, ("hwbreak" if kind else "swbreak", ""))
        return True
