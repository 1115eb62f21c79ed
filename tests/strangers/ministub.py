#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A small stub for any architecture, right by default, with a BUG= switch for each mistake that public reports describe.

The "processor" decodes nothing: each hart walks round a loop of instructions of one size, and counts in a register and in memory.
  ministub.py --port 1234 [--arch rv32|rv64|avr|m68k|mips|ppc|armm|i386] [--harts N] [--life S]    BUG=name[,name]   OPT=name[,name]
Free to use, under the licence of the project.
Written by others, and kept so where it is right: the forecast is held to what debuggers do with a stub that nobody here has thought out.
Ours are the mistakes pc-early, pc-late, thread-other, p-next, m-odd-short, escape-kept, z0-nothing, z0-lowest
z-alone and orig-eax, the options banked and upper, and the architecture i386.
"""
import argparse, os, re, select, socket, time
BUG = set(filter(None, os.environ.get("BUG", "").split(",")))
OPT = set(filter(None, os.environ.get("OPT", "").split(",")))

def regs(names, bits=32, t=None):
    return [(n, bits, (t or {}).get(n, "int")) for n in names]
ARCH = {  # registers, index of pc, of sp, of a counter, instruction size, endianness, code, data, feature, architecture
 "rv32": dict(regs=regs(["zero","ra","sp","gp","tp","t0","t1","t2","fp","s1"]+["a%d"%i for i in range(8)]+["s%d"%i for i in range(2,12)]+["t3","t4","t5","t6","pc"],32,{"pc":"code_ptr","sp":"data_ptr"}),
   pc=32, sp=2, cnt=10, isz=4, end="little", code=0x80000000, data=0x80010000, feat="org.gnu.gdb.riscv.cpu", name="riscv:rv32"),
 "rv64": dict(regs=regs(["zero","ra","sp","gp","tp","t0","t1","t2","fp","s1"]+["a%d"%i for i in range(8)]+["s%d"%i for i in range(2,12)]+["t3","t4","t5","t6","pc"],64,{"pc":"code_ptr","sp":"data_ptr"}),
   pc=32, sp=2, cnt=10, isz=4, end="little", code=0xffffffff80000000, data=0xffffffff80010000, feat="org.gnu.gdb.riscv.cpu", name="riscv:rv64"),
 "avr": dict(regs=regs(["r%d"%i for i in range(32)],8)+[("SREG",8,"int"),("SP",16,"data_ptr"),("PC2",32,"code_ptr")],
   pc=34, sp=33, cnt=24, isz=2, end="little", code=0x100, data=0x800100, feat=None, name="avr"),
 "m68k": dict(regs=regs(["d%d"%i for i in range(8)]+["a%d"%i for i in range(6)]+["fp","sp","ps","pc"],32,{"pc":"code_ptr","sp":"data_ptr","fp":"data_ptr"}),
   pc=17, sp=15, cnt=0, isz=2, end="big", code=0x1000, data=0x20000, feat="org.gnu.gdb.m68k.core", name="m68k"),
 "mips": dict(regs=regs(["r%d"%i for i in range(32)]+["status","lo","hi","badvaddr","cause","pc"],32,{"pc":"code_ptr"}),
   pc=37, sp=29, cnt=2, isz=4, end="big", code=0x80001000, data=0x80020000, feat=None, name="mips"),
 "ppc": dict(regs=regs(["r%d"%i for i in range(32)])+regs(["f%d"%i for i in range(32)],64)+regs(["pc","msr","cr","lr","ctr","xer","fpscr"],32,{"pc":"code_ptr"}),
   pc=64, sp=1, cnt=3, isz=4, end="big", code=0x10001000, data=0x10020000, feat="org.gnu.gdb.power.core", name="powerpc:common"),
 "armm": dict(regs=regs(["r%d"%i for i in range(13)]+["sp","lr","pc","xpsr"],32,{"pc":"code_ptr","sp":"data_ptr"}),
   pc=15, sp=13, cnt=0, isz=2, end="little", code=0x08000100, data=0x20000000, feat="org.gnu.gdb.arm.m-profile", name="arm"),
 "i386": dict(regs=regs(["eax","ecx","edx","ebx","esp","ebp","esi","edi","eip","eflags","cs","ss","ds","es","fs","gs"],32,{"eip":"code_ptr","esp":"data_ptr"}),
   pc=8, sp=4, cnt=0, isz=2, end="little", code=0x00100000, data=0x00110000, feat=None, name="i386"),
}
if "banked" in OPT: ARCH["armm"]["regs"] += [("msp", 32, "data_ptr"), ("psp", 32, "data_ptr")]  # sp a second time, as Cortex-M has it
BANKED = (13, 17) if "banked" in OPT else ()
LOOP = 12          # instructions in the loop

class Gone(Exception): pass

class Machine:
    def __init__(m, arch, harts):
        m.a = ARCH[arch]; m.arch = arch
        m.mem = {}
        for base, size in ((m.a["code"], 0x400), (m.a["data"], 0x800)):
            m.mem[base] = bytearray(size)
        code = m.mem[m.a["code"]]
        for i in range(len(code)): code[i] = (i * 7 + 1) & 0xff if m.a["isz"] == 2 else [0x13, 0, 0, 0][i % 4] # rv nop
        m.flash = m.a["code"] if "flash" in OPT else None
        m.harts = list(range(1, harts + 1)); m.reset(); m.breaks = {}; m.exited = False
    def reset(m):
        m.r = {h: [0] * len(m.a["regs"]) for h in m.harts}
        for h in m.harts:
            m.r[h][m.a["pc"]] = m.a["code"] + (h - 1) * LOOP * m.a["isz"]
            m.r[h][m.a["sp"]] = (m.a["data"] + 0x700 - 0x80 * h) & ((1 << m.a["regs"][m.a["sp"]][1]) - 1)
            for n in BANKED: m.r[h][n] = m.r[h][m.a["sp"]]
    def pc(m, h): return m.r[h][m.a["pc"]]
    def find(m, addr, n):
        for base, b in m.mem.items():
            if base <= addr and addr + n <= base + len(b): return b, addr - base
        return None, 0
    def step(m, h):
        a = m.a; base = a["code"] + (h - 1) * LOOP * a["isz"]; r = m.r[h]
        k = (r[a["pc"]] - base) // a["isz"]
        if k == 1: r[a["cnt"]] = (r[a["cnt"]] + 1) & ((1 << a["regs"][a["cnt"]][1]) - 1)
        if k == 2:
            b, o = m.find(a["data"] + 0x10 * h, 4); b[o:o+4] = (int.from_bytes(b[o:o+4], a["end"]) + 1 & 0xffffffff).to_bytes(4, a["end"])
        r[a["pc"]] = base + (k + 1) % LOOP * a["isz"] if 0 <= k < LOOP else r[a["pc"]] + a["isz"]
    def hit(m, h):
        pc = m.pc(h)
        for b in m.breaks:
            if "bp-high-bit" in BUG and b >= 0x80000000: continue           # gem5#1463, Bochs#52: the wide address never compares equal
            if b != pc: continue
            if "pc-early" in BUG: m.r[h][m.a["pc"]] = pc - m.a["isz"]        # taken back as behind a trap instruction, though nothing was executed
            if "pc-late" in BUG: m.r[h][m.a["pc"]] = pc + m.a["isz"]
            return True
        return False

class Stub:
    def __init__(s, sock, m, first):
        s.s, s.m, s.ack, s.ext, s.g, s.c, s.buf, s.last, s.nonfirst = sock, m, True, False, 1, -1, b"", b"", not first
        s.stop_thread, s.sig, s.running, s.fileio, s.noreset, s.count, s.file = 1, 5, None, None, True, 0, False
    # --- wire
    def send(s, p):
        if isinstance(p, str): p = p.encode("latin-1")
        s.last = b"$" + p + (b"#%02X" if "upper" in OPT else b"#%02x") % (sum(p) & 255); s.s.sendall(s.last)
    def byte(s):
        if not s.buf:
            d = s.s.recv(65536)
            if not d: raise Gone
            if "fifo" in BUG: d = d[:64]                                     # xous-core#361: a burst longer than the receive FIFO loses its end
            s.buf = bytearray(d); s.buf.reverse()
        return bytes((s.buf.pop(),))
    def packet(s):
        """The next packet, None for an interrupt."""
        while True:
            b = s.byte()
            if b == b"\x03": return None
            if b == b"-" and s.ack: s.s.sendall(s.last); continue
            if b != b"$": continue
            if "one-read" in BUG:                                            # pyOCD#375: a packet that comes in two reads is "unknown"
                if b"#" not in s.buf[2:]: s.buf = b""; s.s.sendall(b"-") if s.ack else 0; continue
            body = bytearray()
            while (b := s.byte()) != b"#":
                if b == b"$": body.clear()                                   # a new packet takes the old one's place
                else: body += b
                if len(body) > 0x8000: del body[0x1004:]                     # too long: it will not be answered well, but it ends
            cs = s.byte() + s.byte()
            try: ok = int(cs, 16) == sum(body) & 255
            except ValueError: ok = False
            if s.ack:
                if not ok: s.s.sendall(b"-"); continue
                s.s.sendall(b"+")
            out, i = bytearray(), 0
            while i < len(body):
                if body[i] == 0x7d and i + 1 < len(body): out.append(body[i+1] ^ (0 if "escape-kept" in BUG else 0x20)); i += 2
                else: out.append(body[i]); i += 1
            return bytes(out)
    def enc(s, data): return b"".join(b"}" + bytes([c ^ 0x20]) if c in b"#$}*" else bytes([c]) for c in data)
    # --- values
    def reg(s, h, n):
        name, bits, _ = s.m.a["regs"][n]
        if s.m.arch == "mips" and 32 <= n <= 36 and n != 33 and n != 34 and "x-registers" in OPT: return "xx" * (bits // 8)
        return s.m.r[h][n].to_bytes(bits // 8, s.m.a["end"]).hex()
    def thread(s, t):
        t = int(t, 16) if not t.startswith("-") else -1
        return t
    def stop(s):
        if s.m.exited: return "W00"
        h = s.stop_thread
        if len(s.m.harts) > 1:
            if "no-thread" in BUG and h != 1: return "S%02x" % s.sig         # riscv-openocd#675: no thread id, unless it is the first hart
        pcn = s.m.a["pc"]
        named = h % len(s.m.harts) + 1 if "thread-other" in BUG else h
        return "T%02x%02x:%s;thread:%x;" % (s.sig, pcn, s.reg(h, pcn), named)
    # --- running
    def go(s, acts):
        """acts: hart -> 'c' or 's'"""
        fresh = True; n = 0
        while True:
            for h, what in acts.items():
                if not (fresh and True) and s.m.hit(h): return s.halt(h, 5)
                s.m.step(h)
                if what == "s": return s.halt(h, 5)
            if fresh:
                fresh = False
            for h in acts:
                if s.m.hit(h): return s.halt(h, 5)
            n += 1
            if s.fileio and n == 50: return s.call(acts)
            if n % 40 == 0:
                r, _, _ = select.select([s.s], [], [], 0.0005)
                if s.buf or r:
                    b = s.byte()
                    if b == b"\x03": return s.halt(next(iter(acts)), 2)
                    # a request while running: all-stop clients do not send any
    def halt(s, h, sig):
        s.stop_thread, s.sig = h, sig
        s.g = h
        s.send(s.stop())
    def call(s, acts):
        addr = s.m.a["data"] + 0x300; text = b"hello from the target\n"
        b, o = s.m.find(addr, len(text)); b[o:o+len(text)] = text
        s.send("Fwrite,1,%x,%x" % (addr, len(text))); s.fileio = None
        while True:
            p = s.packet()
            if p is None: continue
            if p[:1] == b"F": break
            if "fileio-deaf" in BUG: continue                                # pyOCD#1406: m is not served while a call is out
            s.handle(p)
        return s.go(acts)
    # --- requests
    def handle(s, p):
        m, a = s.m, s.m.a; t = p.decode("latin-1"); c = t[:1]
        if not t: return s.send("")
        if t == "qSupported" or t.startswith("qSupported:"):
            f = "PacketSize=1000;vContSupported+;QStartNoAckMode+"
            if a["feat"]: f += ";qXfer:features:read+"
            if "flash" in OPT or m.arch == "avr": f += ";qXfer:memory-map:read+"
            if "cond" in OPT: f += ";ConditionalBreakpoints+"
            if "swbreak" in OPT: f += ";swbreak+"
            return s.send(f)
        if t == "QStartNoAckMode": s.send("OK"); s.ack = False; return
        if t == "!": s.ext = True; return s.send("OK")
        if t == "?": return s.send(s.stop())
        if t == "qC": return s.send("QC%x" % s.g)
        if t == "qAttached": return s.send("1")
        if t == "qfThreadInfo":
            hs = m.harts
            if "rtos" in OPT and m.pc(1) == a["code"]: hs = [1]              # no scheduler yet
            return s.send("m" + ",".join("%x" % h for h in hs))
        if t == "qsThreadInfo": return s.send("l")
        if t == "qOffsets" and m.arch == "avr":
            return s.send("")
        if t.startswith("qXfer:features:read:target.xml:") and a["feat"]:
            arch = "armv7-m" if "xml-arch" in BUG else a["name"]             # probe-rs#951: no architecture of any debugger
            rows = []
            for i, (n, bits, ty) in enumerate(a["regs"]):
                if "xml-name" in BUG and n == "fp": n = "a6"                 # Copperline#85: not the feature's name
                rows.append('<reg name="%s" bitsize="%d" type="%s" regnum="%d"/>' % (n, bits, ty, i))
            x = '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target version="1.0"><architecture>%s</architecture><feature name="%s">%s</feature></target>' % (arch, a["feat"], "".join(rows))
            return s.xfer(x, t)
        if t.startswith("qXfer:memory-map:read::") and ("flash" in OPT or m.arch == "avr"):
            code = '<memory type="flash" start="0x%x" length="0x400"><property name="blocksize">0x100</property></memory>' % a["code"]
            return s.xfer('<?xml version="1.0"?><!DOCTYPE memory-map PUBLIC "+//IDN gnu.org//DTD GDB Memory Map V1.0//EN" "http://sourceware.org/gdb/gdb-memory-map.dtd"><memory-map>%s<memory type="ram" start="0x%x" length="0x800"/></memory-map>' % (code, a["data"]), t)
        if t.startswith("qXfer:"): return s.send("")
        if c == "H" and len(t) > 2:
            n = s.thread(t[2:])
            if n > 0 and n not in m.harts: return s.send("E01")
            if t[1] == "g":
                if n > 0: s.g = n
            else: s.c = n
            return s.send("OK")
        if re.fullmatch("T-?[0-9a-f]+", t): return s.send("OK" if s.thread(t[1:]) in m.harts else "E01")
        if t == "g":
            r = "".join(s.reg(s.g, i) for i in range(len(a["regs"])))
            if "g-crash" in BUG: os.abort()                                  # ch32fun#947: one register more than the buffer holds
            if "short-g" in BUG: r = r[:-8]                                  # Bloom#14: pc is missing
            return s.send(r)
        if c == "G":
            o = 1
            if len(t) - 1 != sum(b // 4 for _, b, _ in a["regs"]): return s.send("E01")
            try: bytes.fromhex(t[1:].replace("x", "0"))
            except ValueError: return s.send("E01")
            for i, (_, bits, _) in enumerate(a["regs"]):
                v = t[o:o + bits // 4]; o += bits // 4
                if "x" not in v: m.r[s.g][i] = int.from_bytes(bytes.fromhex(v), a["end"])
            for n in BANKED: m.r[s.g][n] = m.r[s.g][BANKED[-1]]              # the last one that is written
            return s.send("OK")
        if c == "p":
            try: n = int(t[1:], 16)
            except ValueError: return s.send("E01")
            if n >= len(a["regs"]): return s.send("E01")
            if "p-next" in BUG and n != a["pc"] and n + 1 < len(a["regs"]): n += 1
            return s.send(s.reg(s.g, n))
        if c == "P" and "=" in t:
            try: n, v = int(t[1:t.index("=")], 16), bytes.fromhex(t[t.index("=") + 1:])
            except ValueError: return s.send("E01")
            if m.arch == "i386" and n == 41 and "orig-eax" not in BUG: return s.send("OK")   # GDB takes x86 for Linux: no system call is under way
            if n >= len(a["regs"]) or len(v) != a["regs"][n][1] // 8: return s.send("E01")
            if not (m.arch.startswith("rv") and n == 0): m.r[s.g][n] = int.from_bytes(v, a["end"])
            if n in BANKED: m.r[s.g][BANKED[0]] = m.r[s.g][BANKED[-1]] = m.r[s.g][n]
            return s.send("OK")
        if c == "m":
            if "late" in BUG and not s.ext: s.ext = True; time.sleep(2.5)    # kgdboe#12: the first answer comes after the client gave up
            try: addr, n = (int(v, 16) for v in t[1:].split(","))
            except ValueError: return s.send("E01")
            if n > 0x7f0: n = 0x7f0
            b, o = m.find(addr, n)
            if b is None:
                while n and b is None: n -= 1; b, o = m.find(addr, n)
                if b is None or n == 0: return s.send("E14")
            d = bytearray(b[o:o + n])
            if "m-odd-short" in BUG and n > 4 and n % 2: d = d[:-1]
            if "mask-words" in BUG and addr >= a["data"]:                    # AVR-GDBServer#2: "return addresses" on the stack are beautified
                for i in range(0, len(d) - 1, 2): d[i] &= 0x1f
            return s.send(d.hex())
        if c in "MX" and re.match("[MX][0-9a-fA-F]+,[0-9a-fA-F]+:", t):
            head, data = p.split(b":", 1)
            try: addr, n = (int(v, 16) for v in head[1:].decode().split(","))
            except ValueError: return s.send("E01")
            try: d = data if c == "X" else bytes.fromhex(data.decode())
            except ValueError: return s.send("E01")
            if len(d) != n: return s.send("E01")
            if n == 0: return s.send("OK")
            b, o = m.find(addr, n)
            if b is None or (m.flash is not None and m.flash <= addr < m.flash + 0x400): return s.send("E14")
            b[o:o + n] = d; return s.send("OK")
        if "z-alone" in BUG and t.startswith(("Z0,", "z0,")): return s.send("" if c == "Z" else "E01")  # hardware breakpoints alone
        if c in "Zz" and t[1:2] in "01" and t[2:3] == ",":
            parts = t[3:].split(";"); addr, kind = (int(v, 16) for v in parts[0].split(","))
            if m.find(addr, 1)[0] is None: return s.send("E14")
            if len(parts) > 1 and c == "Z":
                if "cond-dropped" not in BUG and "cond" not in OPT: return s.send("E01")   # dosbox-x-remotedebug#21: dropped in silence
                if "cond" in OPT and "cond-dropped" not in BUG: return s.send("E01")
            if c == "Z": m.breaks[addr] = True
            elif "z0-nothing" in BUG and t[1] == "0": pass
            elif "z0-lowest" in BUG and m.breaks and t[1] == "0": m.breaks.pop(min(m.breaks))
            else: m.breaks.pop(addr, None)
            return s.send("OK")
        if t == "vCont?": return s.send("vCont;c;C;s;S")
        if t.startswith("vCont;"): return s.vcont(t[6:])
        if c in "cs" or c in "CS":
            arg = t[1:] if c in "cs" else t[3:].lstrip(";") if len(t) > 2 else None
            if arg is None: return s.send("E01")
            h = s.c if s.c in m.harts else s.g
            if arg and not arg.startswith(";"):
                try: m.r[h][a["pc"]] = int(arg, 16)
                except ValueError: return s.send("E01")
            acts = {h: "s"} if c in "sS" else {x: "c" for x in ([h] if s.c in m.harts else m.harts)}
            return s.go(acts)
        if re.fullmatch("D(;[0-9a-f]+)?", t): s.send("OK"); raise Gone
        if t == "k":
            if s.ext: m.reset(); m.breaks.clear(); return
            raise Gone
        if c == "R":
            if not s.ext: return s.send("")
            m.reset(); return
        if t.startswith("qRcmd,"): return s.rcmd(t[6:])
        if t.startswith("vFlash") and "flash" in OPT: return s.vflash(p)
        return s.send("")
    def xfer(s, x, t):
        try: off, n = (int(v, 16) for v in t.rsplit(":", 1)[1].split(","))
        except ValueError: return s.send("E00")
        if "xfer-offset" in BUG and off: off = 0
        return s.send((b"m" if off + n < len(x) else b"l") + s.enc(x[off:off + n].encode()))
    def vcont(s, text):
        m = s.m; acts = {}
        for item in text.split(";"):
            what, _, tid = item.partition(":")
            if what[:1] == "" or what[:1] not in "cCsS" or (what[:1] in "CS" and len(what) != 3) or (what[:1] in "cs" and len(what) != 1): return s.send("E01")
            hs = m.harts if tid in ("", "-1") else None
            if hs is None:
                try: h = s.thread(tid)
                except ValueError: return s.send("E01")
                hs = m.harts if h == 0 else [h]
                if h not in m.harts and h != 0: return s.send("E01")
            for h in hs: acts.setdefault(h, what[0].lower())
        if "vcont-signal" in BUG and re.search("[CS]", text): return         # pyOCD#234: only "c" and "s" match, C0b is overlooked: nothing resumes, and nothing is said
        if "step-first" in BUG and "s" in acts.values(): acts = {1: "s"}     # the first hart is stepped, whichever was named
        return s.go(acts)
    def rcmd(s, hx):
        try: cmd = bytes.fromhex(hx).decode()
        except ValueError: return s.send("E01")
        if cmd.startswith("reset"):
            s.m.reset()
            return s.send("O" + b"reset\n".hex()) or s.send("OK")
        if cmd.startswith("echo "): s.send("O" + cmd[5:].encode().hex()); return s.send("OK")
        if cmd == "help": s.send("O" + b"reset, echo, long\n".hex()); return s.send("OK")
        if cmd == "long":
            for i in range(200): s.send("O" + (b"line %d of a long text of a probe\n" % i).hex())
            return s.send("OK")
        return s.send("E01")
    def vflash(s, p):
        m = s.m; b, _ = m.find(m.flash, 1)
        try:
            if p.startswith(b"vFlashErase:"):
                addr, n = (int(v, 16) for v in p[12:].decode().split(","))
                if addr % 0x100 or n % 0x100 or m.find(addr, n)[0] is None or addr < m.flash or addr >= m.flash + 0x400: return s.send("E01")
                s.count += 1
                if "erase-slow" in BUG: time.sleep(3)                                # Black-Magic-Probe-Book#46
                o = addr - m.flash; b[o:o + n] = b"\xff" * n; return s.send("OK")
            if p.startswith(b"vFlashWrite:"):
                head, d = p[12:].split(b":", 1); addr = int(head, 16)
                if m.find(addr, len(d))[0] is None or not m.flash <= addr < m.flash + 0x400: return s.send("E.memtype")
                o = addr - m.flash
                for i, v in enumerate(d): b[o + i] &= v
                return s.send("OK")
            if p == b"vFlashDone": return s.send("OK")
        except ValueError: pass
        return s.send("E01")
    def serve(s):
        if "fileio" in OPT: s.fileio = True
        try:
            while True:
                p = s.packet()
                if p is None: continue
                try: s.handle(p)
                except ValueError: s.send("E01")
        except (Gone, ConnectionError): pass
        if "keeps-breaks" not in BUG: s.m.breaks.clear()                     # cpptools#3173: the next client finds them

def main(stub=Stub, machine=Machine):
    ap = argparse.ArgumentParser(); ap.add_argument("--port", type=int, default=0); ap.add_argument("--arch", default="rv32"); ap.add_argument("--harts", type=int, default=1); ap.add_argument("--life", type=float, default=600)
    o = ap.parse_args(); l = socket.socket(); l.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); l.bind(("127.0.0.1", o.port)); l.listen(4); l.settimeout(o.life)
    print("port", l.getsockname()[1], flush=True); m = machine(o.arch, o.harts); first = True
    while True:
        try: c, _ = l.accept()
        except socket.timeout: return
        c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with c: stub(c, m, first).serve()
        first = False
if __name__ == "__main__": main()
