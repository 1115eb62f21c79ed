#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A practice stub for a WebAssembly runtime, as LLDB debugs them: two instances, two threads, a program that loops.

usage: wasmstub.py [--port N] [SWITCH]...      prints its port, and serves clients one after another until it is killed

Its program is a list of call stacks that repeats itself. Each switch of BUGS breaks a requirement.
"""
import argparse
import select
import socket
import sys

# name: (what it does, the requirement that a report must name first)
BUGS = {
    "frames-separated": ("the pcs of a call stack are separated by commas", "WASM-001"),
    "frames-big-endian": ("the pcs of a call stack are big endian", "WASM-002"),
    "no-thread-empty": ("the call stack of an unknown thread is the empty reply", "WASM-003"),
    "frames-untagged": ("the pcs of callers are offsets alone", "WASM-004"),
    "local-typed": ("a byte for the type stands before a local", "WASM-005"),
    "missing-empty": ("a value that is not there is the empty reply", "WASM-006"),
    "missing-zero": ("a value that is not there is 0", "WASM-006"),
    "frame-ignored": ("values are those of the innermost frame", "WASM-006"),
    "instance-form-unknown": ("qWasmGlobal of an instance is an error", "WASM-007"),
    "instance-any": ("an instance that is not there has globals", "WASM-008"),
    "library-nameless": ("libraries have no names", "WASM-009"),
    "library-unasked": ("stops say library before the list was read", "WASM-010"),
    "code-is-memory": ("m of code gives memory", "WASM-011"),
    "pc-narrow": ("pc has 32 bits in qRegisterInfo", "WASM-012"),
    "triple-native": ("the triple is the host's", "WASM-013"),
    "passive-signal": ("a thread that has not stopped has a signal", "LLDB-010"),
    "old-feature": ("qWasmInstance is announced by its old name", "QSUP-021"),
}

CODE = 1 << 62
BYTES = 0x1000  # of the memory of an instance
MODULES = (b"\0asm\1\0\0\0" + bytes(range(0x78)), b"\0asm\1\0\0\0" + bytes(range(0x38)))
MAIN = (0, 0x44)
WORK = (0, 0x64)
STACKS = [[(0, 0x40)], [(0, 0x42)], [(0, 0x60), MAIN], [(0, 0x62), MAIN], [(1, 0x30), WORK, MAIN], [(1, 0x31), WORK, MAIN],
          [WORK, MAIN], [MAIN]]
PLACES = {stack[0] for stack in STACKS}
GLOBALS = ((0x1000, 7), (42,))
MISSING = "E01"
TURNS = 64  # of a resume before the line is looked at


def address(place):
    return CODE | place[0] << 32 | place[1]


def little(number, size):
    return number.to_bytes(size, "little").hex()


class Gone(Exception):
    """The client has left."""


class Stub:
    def __init__(self, sock, on):
        self.sock = sock
        self.on = on
        self.acks = True
        self.pending = b""
        self.memory = [bytearray(b"stubborn".ljust(BYTES, b"\0")), bytearray(BYTES)]
        self.at = {1: 0, 2: 3}
        self.points = set()
        self.stopped = (1, "05")
        self.selected = 1
        self.told = None  # the place of the breakpoint that was told, by thread

    # --- the line ---

    def fill(self):
        more = self.sock.recv(4096)
        if not more:
            raise Gone
        self.pending += more

    def take(self, count):
        while len(self.pending) < count:
            self.fill()
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def receive(self):
        """The next packet, or None for an interrupt."""
        while True:
            byte = self.take(1)
            if byte == b"\x03":
                return None
            if byte != b"$":
                continue
            while b"#" not in self.pending:
                self.fill()
            body = self.take(self.pending.index(b"#"))
            good = self.take(3)[1:].lower() == b"%02x" % (sum(body) & 0xFF)
            if self.acks:
                self.sock.sendall(b"+" if good else b"-")
            if good or not self.acks:
                return body.decode("latin-1")

    def send(self, text):
        body = text.encode("latin-1")
        packet = b"$" + body + b"#%02x" % (sum(body) & 0xFF)
        while True:
            self.sock.sendall(packet)
            if not self.acks:
                return
            while not self.pending:
                self.fill()
            if self.pending[:1] != b"-":  # a packet in its place acknowledges, too
                self.pending = self.pending.removeprefix(b"+")
                return
            self.pending = self.pending[1:]

    def serve(self):
        try:
            while True:
                request = self.receive()
                reply = None if request is None else self.answer(request)
                if reply is not None:
                    self.send(reply)
                if request == "QStartNoAckMode":
                    self.acks = False
        except (Gone, ConnectionError):
            pass

    # --- the program ---

    def stack(self, tid):
        return STACKS[self.at[tid]]

    def stop(self, tid, signal):
        pc = little(address(self.stack(tid)[0]), 8)
        library = "library:;" if "library-unasked" in self.on and signal == "05" else ""
        return f"T{signal}{library}thread:{tid:x};00:{pc};"

    def step(self, tid):
        self.at[tid] = (self.at[tid] + 1) % len(STACKS)
        self.told = None

    def hits(self, tid):
        return self.stack(tid)[0] in self.points and self.told != tid

    def stop_of(self, tid, signal, told=None):
        self.stopped = (tid, signal)
        self.selected = tid
        self.told = told
        return self.stop(tid, signal)

    def interrupted(self):
        if not self.pending and select.select([self.sock], [], [], 0)[0]:
            self.fill()
        if not self.pending.startswith(b"\x03"):
            return False
        self.pending = self.pending[1:]
        return True

    def resume(self, stepper, movers):
        """Until `stepper` has stepped, or one of the movers comes to a breakpoint, or the client interrupts."""
        turns = 0
        while True:
            for tid in movers:
                if self.hits(tid):
                    return self.stop_of(tid, "05", tid)
                self.step(tid)
                if tid == stepper:
                    return self.stop_of(tid, "05")
            turns += 1
            if turns % TURNS == 0 and self.interrupted():
                return self.stop_of(movers[0], "02")

    def threads_of(self, separator, tid):
        if separator and not tid:
            raise ValueError(tid)
        if tid in ("", "-1"):
            return list(self.at)
        number = int(tid, 16)
        if number and number not in self.at:
            raise ValueError(tid)
        return [number or self.selected]

    def vcont(self, actions):
        how = {}
        for action in actions.split(";"):
            kind, separator, tid = action.partition(":")
            if kind[:1] not in ("c", "s", "C", "S") or (kind[0].islower() and kind[1:]):
                return MISSING
            if kind[0].isupper() and (len(kind) != 3 or int(kind[1:], 16) < 0):
                return MISSING
            for i in self.threads_of(separator, tid):
                how.setdefault(i, kind[0].lower())
        stepper = next((i for i, kind in how.items() if kind == "s"), 0)
        return self.resume(stepper, sorted(how, key=lambda i: i != stepper))

    # --- requests ---

    def answer(self, request):
        for name, handler in HANDLERS.items():
            rest = request[len(name):]
            if not request.startswith(name) or (len(name) > 1 and name[-1].isalpha() and rest[:1].isalpha() and name not in HEX_FOLLOWS):
                continue
            try:
                return handler(self, rest)
            except (ValueError, IndexError, KeyError):
                return MISSING
        return ""

    def supported(self, _):
        feature = "qWasmGlobalInstance+" if "old-feature" in self.on else "qWasmInstance+"
        return f"PacketSize=1000;QStartNoAckMode+;qXfer:libraries:read+;{feature}"

    def select(self, rest):
        tid = int(rest[1:], 16)
        if tid > 0 and tid not in self.at:
            return MISSING
        if rest[0] == "g":
            self.selected = tid if tid > 0 else self.selected
        return "OK"

    def register(self, rest):
        return little(address(self.stack(self.selected)[0]), 8) if int(rest, 16) == 0 else MISSING

    def write_pc(self, rest):
        """Another place of the program, with the calls that lead there."""
        pc = int.from_bytes(bytes.fromhex(rest), "little")
        there = [i for i, stack in enumerate(STACKS) if address(stack[0]) == pc]
        if len(rest) != 16 or not there:
            return MISSING
        if self.at[self.selected] not in there:
            self.at[self.selected] = there[0]
            self.told = None
        return "OK"

    def bytes_at(self, where):
        instance, offset = where >> 32 & 0x3FFFFFFF, where & 0xFFFFFFFF
        if where >> 62 > 1 or instance >= len(MODULES):
            return b""
        code = where >> 62 and "code-is-memory" not in self.on
        return (MODULES if code else self.memory)[instance][offset:]

    def read(self, rest):
        where, length = (int(text, 16) for text in rest.split(","))
        found = self.bytes_at(where)[:length]
        return found.hex() if found or length == 0 else MISSING

    def write(self, rest):
        place, data = rest.split(":")
        where, length = (int(text, 16) for text in place.split(","))
        data = bytes.fromhex(data)
        if where >> 62 or len(data) != length or len(self.bytes_at(where)) < length or (not length and not self.bytes_at(where)):
            return MISSING
        offset = where & 0xFFFFFFFF
        self.memory[where >> 32][offset:offset + length] = data
        return "OK"

    def point(self, rest, put):
        where, _ = (int(text, 16) for text in rest.split(","))
        place = (where >> 32 & 0x3FFFFFFF, where & 0xFFFFFFFF)
        if where >> 62 != 1 or place not in PLACES:
            return MISSING
        (self.points.add if put else self.points.discard)(place)
        return "OK"

    def call_stack(self, rest):
        tid = int(rest, 16)
        if tid not in self.at:
            return "" if "no-thread-empty" in self.on else MISSING
        pcs = [address(place) for place in self.stack(tid)]
        if "frames-untagged" in self.on:
            pcs[1:] = [pc & 0xFFFFFFFF for pc in pcs[1:]]
        order = "big" if "frames-big-endian" in self.on else "little"
        return ("," if "frames-separated" in self.on else "").join(pc.to_bytes(8, order).hex() for pc in pcs)

    def value(self, rest, of):
        numbers = [int(text) for text in rest.split(";")]
        if len(numbers) != 2 or min(numbers) < 0:
            return MISSING
        stack = self.stack(self.selected)
        frame = 0 if "frame-ignored" in self.on else numbers[0]
        values = of(stack[frame]) if frame < len(stack) else ()
        if numbers[1] < len(values):
            return ("7f" if "local-typed" in self.on else "") + little(values[numbers[1]], 4)
        return "" if "missing-empty" in self.on else "00000000" if "missing-zero" in self.on else MISSING

    def local(self, rest):
        return self.value(rest, lambda place: (place[1], 5))

    def operand(self, rest):
        return self.value(rest, lambda place: ())

    def value_of_global(self, rest):
        index, separator, instance = rest.partition(";instance:")
        if not separator:
            return self.value(rest, lambda place: GLOBALS[place[0]])
        if not instance.endswith(";") or "instance-form-unknown" in self.on:
            return MISSING
        number = int(instance[:-1])
        number = number % len(GLOBALS) if "instance-any" in self.on else number
        return little(GLOBALS[number][int(index)], 4)

    def libraries(self, rest):
        offset, length = (int(text, 16) for text in rest.split(","))
        names = ("", "") if "library-nameless" in self.on else ("main.wasm", "lib.wasm")
        text = "".join(f'<library name="{name}"><section address="{address((i, 0)):#x}"/></library>' for i, name in enumerate(names))
        text = f"<library-list>{text}</library-list>"
        piece = text[offset:offset + length]
        return ("m" if offset + length < len(text) else "l") + piece

    def register_info(self, rest):
        bits = 32 if "pc-narrow" in self.on else 64
        if int(rest, 16) > 0:
            return MISSING
        return f"name:pc;bitsize:{bits};offset:0;encoding:uint;format:hex;set:General Purpose Registers;generic:pc;"

    def process_info(self, _):
        triple = "x86_64-unknown-linux-gnu" if "triple-native" in self.on else "wasm32-unknown-unknown-wasm"
        return f"pid:1;triple:{triple.encode().hex()};endian:little;ptrsize:4;"

    def stop_info(self, rest):
        tid = int(rest, 16)
        if tid not in self.at:
            return MISSING
        passive = "05" if "passive-signal" in self.on else "00"
        return self.stop(tid, self.stopped[1] if tid == self.stopped[0] else passive)


HEX_FOLLOWS = ("qRegisterInfo", "qThreadStopInfo")
# The first that fits counts.
HANDLERS = {
    "qSupported": Stub.supported, "QStartNoAckMode": lambda s, _: "OK", "qProcessInfo": Stub.process_info, "qRegisterInfo": Stub.register_info,
    "qWasmCallStack:": Stub.call_stack, "qWasmLocal:": Stub.local, "qWasmGlobal:": Stub.value_of_global, "qWasmStackValue:": Stub.operand,
    "qXfer:libraries:read::": Stub.libraries, "qThreadStopInfo": Stub.stop_info, "qfThreadInfo": lambda s, _: "m1,2",
    "qsThreadInfo": lambda s, _: "l", "qC": lambda s, rest: "" if rest else f"QC{s.selected:x}", "qAttached": lambda s, _: "1",
    "vCont?": lambda s, _: "vCont;c;C;s;S", "vCont;": Stub.vcont, "?": lambda s, _: s.stop(*s.stopped), "H": Stub.select,
    "T": lambda s, rest: "OK" if int(rest, 16) in s.at else MISSING, "g": lambda s, _: s.register("0"), "p": Stub.register, "m": Stub.read,
    "MultiBreakpoint": lambda s, _: "", "MultiMemRead": lambda s, _: "", "M": Stub.write, "G": Stub.write_pc, "P0=": Stub.write_pc, "Z0,": lambda s, rest: s.point(rest, True), "z0,": lambda s, rest: s.point(rest, False),
    "D": lambda s, _: "OK",
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0, help="default: one that the kernel chooses")
    parser.add_argument("switches", nargs="*", metavar="SWITCH", help=", ".join(BUGS))
    args = parser.parse_args()
    on = frozenset(args.switches)
    unknown = on - set(BUGS)
    if unknown:
        sys.exit(f"no such switch: {', '.join(sorted(unknown))}")
    server = socket.create_server(("127.0.0.1", args.port))
    print(server.getsockname()[1], flush=True)
    while True:
        sock, _ = server.accept()
        with sock:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Stub(sock, on).serve()


if __name__ == "__main__":
    main()
