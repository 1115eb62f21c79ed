"""One client of the practice stub: what it has negotiated, which request gets which reply.

A handler takes the session and the rest of its request, and gives the reply; None where there is none.
"""
# SPDX-License-Identifier: MIT

import time

import memory
import program as programs
import queries
import registers
import running
from line import Gone, Line
from words import MALFORMED, crash, number

# The longest name that fits counts. After names of several letters comes one of these, or nothing.
HANDLERS = {**queries.HANDLERS, **registers.HANDLERS, **memory.HANDLERS, **running.HANDLERS}
SEPARATORS = ":;,"
PID = 1
DIES_AFTER_S = 0.3  # longer than the wait for a reply whose silence is known
REFUSED_BYTES = 1024 + 64  # longer packets are errors, whatever PacketSize says

ALL, ANY = -1, 0


class Session:
    def __init__(self, sock, on, program):
        self.on = on | {"multiprocess"} if "vcont-bare-crash" in on else on
        self.program = program
        self.machine = program.machine
        self.line = Line(sock, on)
        self.packet_size = 0x40 if "small-packets" in on else 0x400
        self.pid = PID
        self.tid = 0x7FFF1234 if "large-thread-ids" in on else 1
        self.accepted = frozenset()  # features that both sides have named
        self.extended = False
        self.asked = False           # '?' came
        self.calling = False         # a File-I/O request is not answered yet
        self.described = "target-xml-first" not in on
        self.leave = False

    def serve(self):
        """Until the client leaves, or is to be left."""
        self.program.attach()
        try:
            if "greets-plus" in self.on:
                self.line.write(b"+")
            if "greets-stop" in self.on:
                self.line.send(self.stop_reply())
            if "greets-byte" in self.on and self.line.has_more():
                self.line.send(self.stop_reply())
            while not self.leave:
                self.answer(self.line.receive())
        except (Gone, ConnectionError):
            pass
        self.program.points.clear()

    def answer(self, request):
        if "packet-size-lie" in self.on and len(request) > self.packet_size // 2:
            return
        if "kill-silent" not in self.on or request != b"k":
            self.line.accept()
        reply = self.handle(request)
        if reply is not None:
            self.line.send(reply)
        self.line.finish()

    def handle(self, request):
        if len(request) > REFUSED_BYTES:
            if "overlong-crash" in self.on:
                crash()
            if "overlong-closes" in self.on:
                raise Gone
            return self.error(MALFORMED)
        if request == b"" and "empty-packet-silent" in self.on:
            return None
        text = request.decode("latin-1")
        if text.startswith("qXfer:features:read:target.xml:"):
            self.described = True
        if not self.described and text[:1] in "gGpPmMX":
            return "E01"
        for length in range(len(text), 0, -1):
            handler = HANDLERS.get(text[:length])
            rest = text[length:]
            if handler and (length == 1 or rest == "" or rest[0] in SEPARATORS or text[length - 1] in SEPARATORS):
                return handler(self, rest)
        return self.unknown()

    # --- what replies are made of ---

    def unknown(self):
        if "unknown-silent" in self.on:
            return None
        if "unknown-dies-late" in self.on:
            time.sleep(DIES_AFTER_S)
            crash()
        return "E01" if "unknown-error" in self.on else "OK" if "unknown-ok" in self.on else ""

    def error(self, number):
        if "text-errors" in self.on and "error-message" in self.accepted:
            return "E.number %d" % number
        return ("E%x" if "error-one-digit" in self.on else "E%02x") % number

    def hex(self, data):
        return data.hex().upper() if "upper-hex" in self.on else data.hex()

    def alive(self):
        return self.program.life == programs.ALIVE

    def thread_id(self):
        return ("p%x.%x" % (self.pid, self.tid)) if "multiprocess" in self.accepted else "%x" % self.tid

    def thread(self, text):
        """The thread that an id means: its number, ANY or ALL; None where it means none."""
        pid, tid = "0", text
        if text.startswith("p"):
            if "multiprocess" not in self.accepted:
                return None
            pid, dot, tid = text[1:].partition(".")
            tid = tid if dot else "-1"
        try:
            pid, tid = (-1 if part == "-1" else number(part) for part in (pid, tid))
        except ValueError:
            return None
        if pid not in (ALL, ANY, self.pid) or tid not in (ALL, ANY, self.tid) or pid == ALL and tid != ALL:
            return None
        return tid

    def stop_reply(self):
        if self.program.life == programs.KILLED:
            return "X09"
        if self.program.life != programs.ALIVE:
            status = self.machine.status if self.program.life == programs.EXITED else 0
            return "W%02x" % status + (";process:%x" % self.pid if "multiprocess" in self.accepted else "")
        number, reason = self.program.stop
        if reason and reason[0] in ("swbreak", "hwbreak") and reason[0] not in self.accepted:
            reason = None
        if "stop-without-signal" in self.on:
            return "Tthread:%s;" % self.thread_id()
        if "stops-S" in self.on and not reason:
            return "S%02x" % number
        pairs = registers.expedited(self) + ("%s:%s;" % reason if reason else "")
        return "T%02x%sthread:%s;" % (number, pairs, self.thread_id())
