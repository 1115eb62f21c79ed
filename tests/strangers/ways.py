#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ministub.py in other ways that are right, too: what the manual leaves to a stub, or what stubs do and no debugger minds.

  WAYS=name[,name] ways.py --port 1234 [--arch rv32] [--harts N] [--life S]
A must that a run says of it is false. ways_test.py plays some of them, tools/dev/ways all, each alone and several at a time.
"""
import os
import re
import sys
import time

import ministub

ON = set(filter(None, os.environ.get("WAYS", "").split(",")))
HEX = re.compile(r"(?<![a-z.])[0-9a-f]+(?![a-z])")
# What a stub need not have: the empty reply.
HIDDEN = {
    "no-qSupported": r"qSupported",
    "no-vCont": r"vCont",
    "no-qC": r"qC$",
    "no-threads": r"q[fs]ThreadInfo|qC$|[HT]",
    "no-T": r"T",
    "no-H": r"H",
    "no-qAttached": r"qAttached",
    "no-p": r"[pP]",
    "no-P": r"P",
    "no-X": r"X",
    "no-Z": r"[Zz]",
    "no-Z1": r"[Zz]1",
    "no-Z0": r"[Zz]0",
    "no-s": r"vCont|[sS]",
    "no-signals": r"vCont|[CS]",
    "no-D": r"D",
    "no-k": r"k",
    "no-restart": r"!|R",
    "no-monitor": r"qRcmd",
    "no-description": r"qXfer",
    "no-noack": r"QStartNoAckMode",
}
FEATURES = {"no-vCont": "vContSupported+", "no-s": "vContSupported+", "no-signals": "vContSupported+", "no-noack": "QStartNoAckMode+",
            "no-description": "qXfer:features:read+", "no-size": "PacketSize=1000"}
# The rest: name and why it is right.
WAYS = {
    "upper-hex": "hex digits have either case",
    "byte-by-byte": "TCP has no packets",
    "plus-joined": "the '+' and the reply come in one write",
    "plus-early": "the reply comes 4 ms after the '+'",
    "slow": "a reply takes 5 ms",
    "run-lengths": "manual, Overview: any reply may be run-length encoded",
    "greets": "OpenOCD sends a '+' to whoever connects",
    "error-numbers": "manual, Standard Replies: the number has no meaning",
    "error-texts": "the same, for a client that announces error-message",
    "stop-s": "S names no thread, and there is one",
    "stop-bare": "T needs no pairs",
    "stop-more": "manual, Stop Reply Packets: an unknown pair is passed over",
    "stop-all": "all registers come with the stop",
    "interrupt-trap": "no manual says which signal 0x03 makes",
    "console": "a program writes by O before it stops",
    "zeros": "thread-ids with zeros in front",
    "list-parts": "manual, qfThreadInfo: one thread a reply",
    "features-turned": "no order of features",
    "features-unknown": "manual, qSupported: what a client does not know is passed over",
    "no-size": "PacketSize is optional",
    "size-1024": "a packet of more than PacketSize=400 is refused",
    "size-32k": "PacketSize=8000",
    "attached-0": "qAttached says that the process is new",
    "vCont-more": "vCont? lists t, too",
    "vCont-less": "vCont? lists c and s alone, and GDB sends c and s then",
    "xfer-short": "manual, qXfer: fewer bytes than asked for",
    "xfer-end": "an object ends by an empty l",
    "xml-quotes": "XML: single quotes, comments, no DOCTYPE",
    "xml-numbers": "regnum may be left out",
    "xml-hex": "regnum as C writes it, which GDB and LLDB read",
    "xml-include": "manual, Target Description Format: xi:include",
    "bus-zeros": "a bus without errors: zeros where nothing is, writes go nowhere",
    "z-strict": "z of what was never set is refused",
    "kind-strict": "a kind that is not the instruction's is refused",
    "two-breakpoints": "no room for a third hardware breakpoint",
    "D-stays": "the client closes the connection after D",
    "one-client": "the stub ends with its client",
    "x-registers": "manual, g: x for a register that is not available",
    "P-some": "read-only registers refuse P",
    "zero-length": "m and M of no bytes are refused",
    "lengths-strict": "a read across the end of memory is refused as a whole",
    "ends": "the program ends by itself",
    "straight": "a program that passes no place twice",
    "small": "a hundred bytes of memory",
    "ids-large": "thread-ids of 48 bits",
    "ids-gap": "no thread 1",
    "processes": "manual, multiprocess extensions, for a client that announces them",
    "D-runs": "the program runs on when its client has gone",
    "connect-resets": "who connects finds the program at its start",
    "offsets": "manual, qOffsets",
    "monitor-direct": "manual, qRcmd: the output is the reply",
    "host-refuses": "vFile is known, and has no files",
    "symbols": "manual, qSymbol: the stub asks for one",
    "escapes-more": "manual, Binary Data: any byte may be escaped",
    "xml-more": "registers of the description behind those that g gives, for p alone",
    "xml-types": "manual, Predefined Target Types and those that a description makes",
    "interrupt-late": "0x03 is looked for each 50 ms",
    "noack-drops": "a packet with a wrong checksum in no-ack mode",
    "signals-passed": "QPassSignals, QProgramSignals and QThreadEvents are confirmed",
    "thread-names": "manual, qThreadExtraInfo",
    "swbreak": "manual, Stop Reply Packets: the reason, for a client that announces swbreak",
}
ALL = (*HIDDEN, *WAYS)
# On which architectures a way shows; else on all.
RISCV = ("rv32", "rv64")
DESCRIBED = (*RISCV, "m68k", "ppc", "armm")
ONLY = {"straight": RISCV, **{name: DESCRIBED for name in ALL if name.startswith("xml-")}}
# Manual, vCont: who has multiprocess has it; an object has one end.
CLASHES = [{"processes", "no-vCont"}, {"processes", "no-s"}, {"processes", "no-signals"}, {"xfer-short", "xfer-end"}]
# Of these each client has a stub of its own.
ALONE = {"one-client", "ends", "straight"}


def upper(text):
    return HEX.sub(lambda m: m.group().upper(), text)


def run_lengths(data):
    """Manual, Overview: the character, '*' and 29 more than how often it comes again; never '#', '$', '+' or '-'."""
    out, i = bytearray(), 0
    while i < len(data):
        again = 0
        while i + again + 1 < len(data) and data[i + again + 1] == data[i] and again < 90:
            again += 1
        while again >= 3 and chr(again + 29) in "#$+-":
            again -= 1
        out.append(data[i])
        if again >= 3 and data[i] not in b"}*":
            out += b"*" + bytes((again + 29,))
            i += again + 1
        else:
            i += 1
    return bytes(out)


class Wire:
    """The socket, with other borders between the writes."""

    def __init__(self, socket):
        self.socket, self.held = socket, b""

    def fileno(self):
        return self.socket.fileno()

    def recv(self, most):
        self.flush()
        return self.socket.recv(most)

    def flush(self):
        held, self.held = self.held, b""
        if held:
            self.socket.sendall(held)

    def sendall(self, data):
        if data == b"+" and "plus-joined" in ON:
            self.held += data
            return
        data, self.held = self.held + data, b""
        if "byte-by-byte" in ON:
            for i in range(len(data)):
                self.socket.sendall(data[i:i + 1])
        else:
            self.socket.sendall(data)
        if data == b"+" and "plus-early" in ON:
            time.sleep(0.004)


class Stub(ministub.Stub):
    def __init__(self, sock, machine, first):
        super().__init__(Wire(sock), machine, first)
        self.request, self.client, self.listed, self.steps, self.detached = "", "", 0, 0, False
        if not first and "D-runs" in ON and not machine.exited:
            for _ in range(7):
                machine.step(1)
        if "connect-resets" in ON:
            machine.reset()
            machine.exited = False
        if "greets" in ON:
            sock.sendall(b"+")

    # --- replies
    def send(self, p):
        text = p if isinstance(p, str) else p.decode("latin-1")
        text = self.changed(text)
        data = text.encode("latin-1")
        if "slow" in ON:
            time.sleep(0.005)
        if "run-lengths" in ON and not self.request.startswith("qXfer"):
            data = run_lengths(data)
        super().send(data)

    def changed(self, text):
        if re.fullmatch("E[0-9]{2}", text):
            return self.error(text)
        if text.startswith("QC"):
            return "QC" + self.name(self.g)
        if text.startswith("T") and len(text) > 3 and ":" in text:
            text = self.stop_text(text)
        return upper(text) if "upper-hex" in ON and self.request[:1] in ("g", "m", "p") else text

    def name(self, h):
        """A hart as a thread-id."""
        number = {"ids-large": 0x7FFFF0000000 + h, "ids-gap": 3 * h + 2}.get(next(iter(ON & {"ids-large", "ids-gap"}), ""), h)
        digits = ("000%x" if "zeros" in ON else "%x") % number
        return "p1." + digits if self.announced("processes", "multiprocess+") else digits

    def announced(self, way, feature):
        return way in ON and feature in self.client

    def thread(self, t):
        """The hart of a thread-id; one that there is not for others."""
        number = super().thread(t)
        if number <= 0 or not ON & {"ids-large", "ids-gap"}:
            return number
        return next((h for h in self.m.harts if int(self.name(h).rpartition(".")[2], 16) == number), 0xFFFF)

    def error(self, text):
        if self.announced("error-texts", "error-message+"):
            return "E.not possible here"
        return "E7f" if "error-numbers" in ON else text

    def stop_text(self, text):
        signal, pairs = text[:3], text[3:]
        pairs = re.sub("thread:[0-9a-f]+;", f"thread:{self.name(self.stop_thread)};", pairs)
        thread = re.search("thread:.*?;", pairs)
        if "interrupt-trap" in ON and signal == "T02":
            signal = "T05"
        if len(self.m.harts) == 1:
            if "stop-s" in ON:
                return "S" + signal[1:]
            if "stop-bare" in ON:
                return signal
        if "stop-all" in ON:
            h = self.stop_thread
            pairs = "".join("%02x:%s;" % (n, self.reg(h, n)) for n in range(len(self.m.a["regs"]))) + thread.group()
        if "upper-hex" in ON:
            pairs = re.sub("(?<![^;])[0-9a-f]+:[0-9a-f]+;", lambda m: m.group().upper(), pairs)
        if self.announced("swbreak", "swbreak+") and self.m.pc(self.stop_thread) in self.m.breaks and signal == "T05":
            pairs = "swbreak:;" + pairs
        return signal + ("core:0;" if "stop-more" in ON else "") + pairs + ("made-by:1f;" if "stop-more" in ON else "")

    def go(self, acts):
        self.s.flush()
        if self.m.exited:
            return self.send("E01")
        self.steps += 1
        if "ends" in ON and self.steps % 4 == 0:
            self.m.exited = True
            return self.send("W00")
        return super().go(acts)

    def byte(self):
        if "interrupt-late" in ON and sys._getframe(1).f_code.co_name == "go":
            time.sleep(0.05)
        return super().byte()

    def halt(self, h, sig):
        if "console" in ON:
            super().send("O" + b"a line of the program\n".hex())
        super().halt(h, sig)

    # --- requests
    def handle(self, p):
        text = p.decode("latin-1")
        self.request = text
        if self.m.exited and re.match("[gGpPmMXzZcCsSHT]|vCont;", text):
            return self.send("E01")
        if self.announced("processes", "multiprocess+") and text.startswith(("H", "T", "vCont;", "qThreadExtraInfo")):
            text = self.of_process(text)
            if text is None:
                return self.send("E01")
            p = text.encode("latin-1")
        if any(name in ON and re.match(hidden, text) for name, hidden in HIDDEN.items()):
            return self.send("")
        if "size-1024" in ON and len(p) > 0x400:
            return self.send("E01")
        for begins, handler in HANDLERS:
            if text.startswith(begins):
                reply = handler(self, text)
                if reply is DONE:
                    return None
                if reply is not None:
                    return self.send(reply)
        if "processes" in ON and re.fullmatch("D;.*", text):
            if text != "D;1" or self.detached:
                return self.send("E01")
            self.detached = True
        if text.startswith("D") and ("D-stays" in ON or self.ext and "processes" in ON) and re.fullmatch("D(;[0-9a-f]+)?", text):
            self.m.breaks.clear()
            return self.send("OK")
        return super().handle(p)

    def reg(self, h, n):
        digits = super().reg(h, n)
        return "x" * len(digits) if "x-registers" in ON and n == self.unavailable() else digits

    def unavailable(self):
        """A register that is neither pc, sp nor counted in."""
        a = self.m.a
        return next(n for n in range(len(a["regs"]) - 1, -1, -1) if n not in (a["pc"], a["sp"], a["cnt"]))

    def of_process(self, text):
        """The request without its process, which is 1; None where it is another one."""
        if re.search(r"p(?!1(?![0-9a-f])|0(?![0-9a-f])|-1(?:\.-1)?(?![.0-9a-f]))", text[1:] if text[0] != "v" else text[6:]):
            return None
        text = re.sub(r"(?<=[HT,:gc])p(?:1|0|-1)\.", "", text)
        return re.sub(r"(?<=[HT,:gc])p(?:1|0|-1)(?![0-9a-f])", "-1", text)

    def features(self, text):
        if not re.match("qSupported(:|$)", text):
            return ""
        self.client = text
        items = ["PacketSize=1000", "vContSupported+", "QStartNoAckMode+"] + (["qXfer:features:read+"] if self.m.a["feat"] else [])
        if self.m.arch == "avr":
            items.append("qXfer:memory-map:read+")
        items = [item for item in items if item not in {FEATURES[name] for name in ON & set(FEATURES)}]
        items = [{"size-1024": "PacketSize=400", "size-32k": "PacketSize=8000"}.get(next(iter(ON & {"size-1024", "size-32k"}), ""), item)
                 if item.startswith("PacketSize") else item for item in items]
        items += ["multiprocess+"] * self.announced("processes", "multiprocess+") + ["swbreak+"] * self.announced("swbreak", "swbreak+")
        if "signals-passed" in ON:
            items += ["QPassSignals+", "QProgramSignals+", "QThreadEvents+"]
        if "features-unknown" in ON:
            items += ["org.example.Blinks+", "Leds=1f", "Buzzer-", "Horn?"]
        if "features-turned" in ON:
            items.reverse()
        return ";".join(items)

    def threads(self, text):
        ids = [self.name(h) for h in self.m.harts]
        if "list-parts" not in ON:
            return "m" + ",".join(ids) if text[1] == "f" else "l"
        self.listed = 0 if text[1] == "f" else self.listed + 1
        return "m" + ids[self.listed] if self.listed < len(ids) else "l"

    def told(self, text):
        """What others than debuggers of ours would know."""
        if text == "qOffsets" and "offsets" in ON:
            return "Text=0;Data=0;Bss=0"
        if text == "qSymbol::" and "symbols" in ON:
            return "qSymbol:" + b"tasks".hex()
        if text.startswith("qSymbol:") and "symbols" in ON:
            return "OK"
        if text.startswith("qThreadExtraInfo,") and "thread-names" in ON:
            known = re.fullmatch("qThreadExtraInfo,([0-9a-f]+)", self.of_process(text) or "")
            return b"a worker".hex() if known and self.thread(known.group(1)) in self.m.harts else "E01"
        if text.startswith("qRcmd,68656c70") and "monitor-direct" in ON:
            return b"reset, echo, long\n".hex()
        return None

    def confirmed(self, text):
        return "OK" if "signals-passed" in ON and re.fullmatch("Q(Pass|Program)Signals:([0-9a-f]{1,2}(;[0-9a-f]{1,2})*)?|QThreadEvents:[01]", text) else None

    def host(self, _):
        return "F-1,58" if "host-refuses" in ON else None

    def attached(self, text):
        if text == "qAttached:1" and "processes" in ON or text == "qAttached":
            return "0" if "attached-0" in ON else "1"
        return None

    def actions(self, text):
        if "vCont-more" in ON:
            return "vCont;c;C;s;S;t"
        return "vCont;c;s" if "vCont-less" in ON else None

    def object(self, text):
        """qXfer:features:read: by our own rules of XML."""
        if not ON & {"xml-quotes", "xml-numbers", "xml-hex", "xml-include", "xml-more", "xml-types"} or not self.m.a["feat"]:
            return None
        file = text[len("qXfer:features:read:"):].rsplit(":", 1)[0]
        rows = []
        for i, (name, bits, kind) in enumerate(self.m.a["regs"]):
            number = "" if "xml-numbers" in ON else ' regnum="%s"' % (hex(i) if "xml-hex" in ON else i)
            rows.append(f'<reg name="{name}" bitsize="{bits}" type="{kind}"{number}/>')
        feature = f'<feature name="{self.m.a["feat"]}">{"".join(rows)}</feature>'
        if "xml-types" in ON:
            flags = '<flags id="state" size="4"><field name="N" start="31" end="31"/><field name="mode" start="0" end="4" type="uint32"/></flags>'
            union = '<vector id="v4" type="uint8" count="4"/><union id="word"><field name="bytes" type="v4"/><field name="all" type="uint32"/></union>'
            feature = feature.replace("<reg", flags + union + "<reg", 1)
        if "xml-more" in ON:
            feature += "".join(f'<feature name="org.example.more{k}"><reg name="more{k}" bitsize="32" group="system" save-restore="no" regnum="{MORE + k}"/></feature>'
                               for k in range(3))
        documents = {"target.xml": f'<architecture>{self.m.a["name"]}</architecture>{feature}'}
        if "xml-include" in ON:
            documents = {"target.xml": f'<architecture>{self.m.a["name"]}</architecture><xi:include href="core.xml"/>', "core.xml": feature}
        if file not in documents:
            return "E00"
        whole = documents[file]
        if file == "target.xml":
            include = ' xmlns:xi="http://www.w3.org/2001/XInclude"' if "xml-include" in ON else ""
            whole = f'<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0"{include}>{whole}</target>'
        else:
            whole = f'<?xml version="1.0"?><!DOCTYPE feature SYSTEM "gdb-target.dtd">{whole}'
        if "xml-quotes" in ON:
            whole = re.sub("<!DOCTYPE[^>]*>", "<!-- a description\n     of registers -->", whole).replace('"', "'")
        self.xfer(whole, text)
        return DONE

    def enc(self, data):
        if "escapes-more" not in ON:
            return super().enc(data)
        return b"".join(b"}" + bytes([c ^ 0x20]) if c in b"#$}*" or i % 5 == 0 and c ^ 0x20 not in b"#$}*" else bytes([c]) for i, c in enumerate(data))

    def more_register(self, text):
        number = re.fullmatch("[pP]([0-9a-f]+)(=[0-9a-f]{8})?", text, re.I)
        if "xml-more" not in ON or not number or not MORE <= int(number.group(1), 16) < MORE + 3:
            return self.write_register(text) if text[0] == "P" else None
        return "OK" if text[0] == "P" else "00000000"

    def xfer(self, x, t):
        offset, length = (int(v, 16) for v in t.rsplit(":", 1)[1].split(","))
        if "xfer-short" in ON:
            length = min(length, 40)
        if "xfer-end" in ON:
            part = x[offset:offset + length]
            return self.send((b"m" + self.enc(part.encode())) if part or offset < len(x) else b"l")
        return super().xfer(x, "%s:%x,%x" % (t.rsplit(":", 1)[0], offset, length))

    def memory(self, text):
        match = re.fullmatch("[mMX]([0-9a-f]+),([0-9a-f]+)(?::.*)?", text, re.S | re.I)
        if not match:
            return None
        address, length = (int(v, 16) for v in match.groups())
        there = self.m.find(address, max(length, 1))[0] is not None
        if "zero-length" in ON and length == 0:
            return "E01" if text[0] != "X" else None
        if "lengths-strict" in ON and not there and text[0] == "m":
            return "E01"
        if "bus-zeros" in ON and not there:
            if text[0] == "m":
                begin = [self.m.find(address + i, 1) for i in range(min(length, 0x1f0))]
                return "".join("%02x" % b[o] if b is not None else "00" for b, o in begin)
            data = text.partition(":")[2]
            whole = len(data) == length if text[0] == "X" else len(data) == 2 * length and re.fullmatch("[0-9a-f]*", data, re.I)
            return "OK" if ":" in text and whole else None
        if "size-1024" in ON and text[0] == "m" and length > 0x1f0:
            super().handle(b"m%x,1f0" % address)
            return DONE
        return None

    def breakpoint(self, text):
        match = re.fullmatch("([zZ])([01]),([0-9a-f]+),([0-9a-f]+)(;.*)?", text, re.I)
        if not match:
            return None
        what, kind, address, size = match.group(1), match.group(2), int(match.group(3), 16), int(match.group(4), 16)
        if "z-strict" in ON and what == "z" and address not in self.m.breaks:
            return "E01"
        if "kind-strict" in ON and what == "Z" and size not in (self.m.a["isz"], 1 if self.m.arch == "i386" else self.m.a["isz"]):
            return "E01"
        if "two-breakpoints" in ON and what == "Z" and kind == "1" and address not in self.m.breaks and len(self.m.breaks) >= 2:
            return "E01"
        return None

    def write_register(self, text):
        if "P-some" not in ON or "=" not in text:
            return None
        return "E01" if re.fullmatch("[0-9a-f]+", text[1:text.index("=")], re.I) and int(text[1:text.index("=")], 16) == self.unavailable() else None

    def serve(self):
        super().serve()
        self.s.flush()
        if "one-client" in ON:
            self.s.socket.close()
            sys.exit(0)


class Done(str):
    """The handler has replied by itself."""


DONE = Done()
MORE = 200  # of the first register that g does not give
HANDLERS = (("qSupported", Stub.features), ("qfThreadInfo", Stub.threads), ("qsThreadInfo", Stub.threads), ("vFile:", Stub.host),
            ("qAttached", Stub.attached), ("vCont?", Stub.actions), ("qXfer:features:read:", Stub.object), ("m", Stub.memory),
            ("M", Stub.memory), ("X", Stub.memory), ("Z", Stub.breakpoint), ("z", Stub.breakpoint), ("P", Stub.more_register),
            ("p", Stub.more_register), ("q", Stub.told), ("Q", Stub.confirmed))


class Machine(ministub.Machine):
    """Whose program goes another way."""

    def __init__(self, arch, harts):
        super().__init__(arch, harts)
        if "straight" in ON:
            for h in self.harts:  # a jump to itself
                end = h * ministub.LOOP * 4 - 4 + 0x100
                self.mem[self.a["code"]][end:end + 4] = bytes.fromhex("6f000000")
        if "small" in ON:
            data = self.a["data"]
            self.mem = {self.a["code"]: self.mem[self.a["code"]], data + 0x10: bytearray(0x70)}
            self.reset()

    def reset(self):
        super().reset()
        if "small" in ON:
            for h in self.harts:
                self.r[h][self.a["sp"]] = (self.a["data"] + 0x78) & ((1 << self.a["regs"][self.a["sp"]][1]) - 1)

    def step(self, h):
        base = self.a["code"] + (h - 1) * ministub.LOOP * self.a["isz"]
        end = base + (ministub.LOOP - 1) * self.a["isz"]
        if "straight" not in ON or self.pc(h) < end:
            super().step(h)
        elif self.pc(h) < end + 0x100:  # where it would begin again it goes on, to a jump to itself
            self.r[h][self.a["pc"]] += self.a["isz"]

if __name__ == "__main__":
    unknown = ON - set(ALL)
    if unknown:
        sys.exit(f"ways.py: no such way: {', '.join(sorted(unknown))}")
    ministub.main(Stub, Machine)
