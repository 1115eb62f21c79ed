# Inputs of fuzz targets from the cases that the tests are written with: their texts, conversations, bad files.
# Whoever adds a case to a test adds a seed. Used by tools/dev/fuzz-seeds.
# SPDX-License-Identifier: MIT
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|[^\s]', re.S)
ESCAPE = re.compile(rb'\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)', re.S)
PLAIN = {b'n': b'\n', b't': b'\t', b'r': b'\r', b'a': b'\a', b'b': b'\b', b'f': b'\f', b'v': b'\v'}
PORTS = (4000, 1234)


def unquote(literal):
    def one(match):
        word = match.group(1)
        if word[:1] == b'x' and len(word) > 1:
            return bytes([int(word[1:], 16)])
        return bytes([int(word, 8) & 255]) if word[:1].isdigit() else PLAIN.get(word, word)
    return ESCAPE.sub(one, literal[1:-1].encode('latin-1', 'replace'))


def tokens(path):
    """The file's words; texts as bytes, those side by side (and macros that are texts) joined, as in C."""
    text = (ROOT / path).read_text()
    macros = {name: unquote(value) for name, value in re.findall(r'^#define (\w+) ("(?:\\.|[^"\\])*")$', text, re.M)}
    text = re.sub(r'^#(?:\\\n|[^\n])*', '', text, flags=re.M)
    joined = None
    for word in TOKEN.findall(text):
        part = unquote(word) if word.startswith('"') else macros.get(word)
        if word.startswith(('/*', '//')):
            continue
        if part is not None:
            joined = (joined or b'') + part
            continue
        if joined is not None:
            yield joined
        joined = None
        yield word


def texts(path):
    return [t for t in tokens(path) if isinstance(t, bytes)]


def rows(path):
    """What stands between braces, inner before outer: lists of texts, None for NULL."""
    around = []
    for token in tokens(path):
        if token == '{':
            around.append([])
        elif token == '}' and around:
            if around[-1]:
                yield around[-1]
            around.pop()
        elif isinstance(token, bytes) or token == 'NULL':
            for row in around:
                row.append(None if token == 'NULL' else token)


def frame(body, lead=b'$'):
    return lead + body + b'#%02x' % (sum(body) % 256)


def talks():
    """Conversations in the lines of tests/trace/transcript_script.h; and rows of a request and its good and bad replies."""
    found = [t for name in ('test_rules', 'test_client_rules', 'test_exchange') for t in texts(f'tests/trace/{name}.c')]
    shapes = [row for row in rows('tests/trace/test_rules.c') if row[0] and len(row) < 20 and not re.match(rb'[><%]', row[0])]
    found += [b'\n'.join(b'> %s\n< %s' % (row[0], reply) for reply in row[1:] if reply is not None) for row in shapes]
    found += [b'\n!\n> ?\n< S05', b'!!\n#note \x01\n> ?', b'\n'.join([b'>>$m0,4#fd'] * 300)]
    return list(dict.fromkeys(t for t in found if re.match(rb'[><%!]', t.lstrip())))


def turns(talk):
    """Who says what on the wire: (True for the debugger, bytes)."""
    for line in talk.split(b'\n'):
        if line[:2] in (b'>>', b'<<'):
            yield line[0] == ord('>'), line[2:]
        elif line[:2] in (b'> ', b'< '):
            yield line[0] == ord('>'), frame(line[2:])
            yield line[0] != ord('>'), b'+'
        elif line[:2] == b'% ':
            yield False, frame(line[2:], b'%')


def joined(said):
    """Turns, with what one side says in a row in one piece."""
    whole = []
    for up, data in said:
        if whole and whole[-1][0] == up:
            whole[-1] = (up, whole[-1][1] + data)
        else:
            whole.append((up, data))
    return whole


class Tcp:
    """One connection as Ethernet frames, and the file that holds them."""

    def __init__(self, begun=True, port=PORTS[0], frames=None):
        self.seq = [1000, 0xfffffff0]
        self.ports = (port, PORTS[1])
        self.frames = [] if frames is None else frames
        if begun:
            self.add(True, b'', 2)
            self.add(False, b'', 18)

    def add(self, up, payload, flags=16, skip=0, wire=None):
        one, two = self.ports if up else self.ports[::-1]
        wire = len(payload) if wire is None else wire
        tcp = struct.pack('>HHIIBBHHH', one, two, self.seq[not up] + skip & 0xffffffff, self.seq[up], 0x50, flags, 4096, 0, 0)
        ip = struct.pack('>BBHHHBBH', 0x45, 0, 40 + wire, 1, 0, 64, 6, 0) + b'\x7f\0\0\1' * 2
        self.frames.append((bytes(12) + b'\x08\0' + ip + tcp + payload, 54 + wire))
        if skip == 0:
            self.seq[not up] = self.seq[not up] + wire + (flags & 3 != 0) & 0xffffffff

    def file(self, step_us=900):
        out = struct.pack('<IHHIIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1)
        for i, (data, wire) in enumerate(self.frames):
            at = 10**6 + i * step_us
            out += struct.pack('<IIII', at // 10**6, at % 10**6, len(data), wire) + data
        return out


def captures():
    """Files in which conversations run over TCP that loses, repeats, cuts and resets."""
    many = talks()
    files = []
    for i in range(0, len(many), 6):
        tcp = Tcp(begun=i % 4 == 0)
        for up, data in joined(t for talk in many[i:i + 6] for t in turns(talk)):
            tcp.add(up, data)
        tcp.add(i % 3 == 0, b'', (17, 20, 4)[i % 3])
        files.append(tcp.file((50, 900, 43000)[i % 3]))
    reads = joined(t for a in range(8) for t in turns(b'> m%x,10\n< %s' % (0x1000 + 64 * (a % 3), b'00' * 16)))
    batch = joined(turns(b'> MultiMemRead:ranges:1000,4;2000,4;\n< 4,4;abcdefgh\n> jMultiBreakpoint:{"breakpoint_requests":'
                              b'["Z0,1000,4"]}]\n< {"results":["OK"]}]\n> MultiBreakpoint:Z0,1000,4;z0,10,4\n< OK;OK\n> c\n'
                              b'< T05library:;\n> s\n< T05thread:1;\n> c\n< W00'))
    for how in range(6):
        tcp = Tcp(begun=how != 1)
        for i, (up, data) in enumerate(reads[:5] + batch if how < 2 else reads):
            if how == 2 and i % 7 == 5: # lost, comes late
                tcp.add(up, data, skip=len(data))
            if how == 3 and i % 6 == 4: # sent again
                tcp.seq[not up] -= len(data)
            if how == 4 and i % 9 == 8: # never captured
                tcp.seq[not up] += 11
            tcp.add(up, data[:len(data) // 2] if how == 5 and i % 5 == 3 else data, wire=len(data))
        tcp.add(True, b'', 17)
        tcp.add(False, b'', 17)
        files.append(tcp.file((900, 41000)[how % 2]))
    frames = []
    flows = [Tcp(port=4000 + i, frames=frames) for i in range(8)]
    for turn in turns(many[3]):
        for flow in flows:
            flow.add(*turn)
    flows[0].add(True, b'GET / HTTP/1.1', 24)
    files.append(flows[0].file())
    for word in (b'GET / HTTP/1.1\r\nHost: here\r\n\r\n', b'\x16\x03\x01' * 30, b'$', b'+' * 3, b'-', b'$OK#9a', b'$T05thread:1;#d3', b'$#00', b'$E01#a6'):
        for up in (True, False):
            tcp = Tcp(begun=len(word) % 2 == 0)
            for _ in range(6):
                tcp.add(up, word)
            tcp.seq[not up] += 9
            tcp.add(up, word)
            files.append(tcp.file())
    return files


def elfs():
    """A small program, and the same with one field after the other as it must not be."""
    def make(kind=2, machine=243, flags=0, bits=2, order=1, segments=((1, 7, 0x10000),), num=None, vaddr=0x10000, filesz=None, memsz=None):
        size = 64 + 56 * len(segments) + 8
        out = b'\x7fELF' + bytes([bits, order, 1]) + bytes(9)
        out += struct.pack('<HHIQQQIHHHHHH', kind, machine, 1, vaddr + size - 8, 64, 0, flags, 64, 56,
                           len(segments) if num is None else num, 0, 0, 0)
        for which, perms, at in segments:
            out += struct.pack('<IIQQQQQQ', which, perms, 0, at, at, size if filesz is None else filesz, size + 64 if memsz is None else memsz, 4096)
        return out + struct.pack('<II', 0x00000073, 0x0000006f)
    good = make()
    wrong = [make(kind=1), make(machine=62), make(bits=1), make(order=2), make(flags=1), make(flags=4), make(num=0), make(num=200),
             make(memsz=8), make(segments=((1, 7, (1 << 64) - 64),)), make(memsz=1 << 40), make(filesz=0, memsz=0),
             make(segments=((3, 4, 0), (1, 5, 0x10000))), make(segments=((6, 4, 0x10040), (1, 5, 0x10000))),
             make(segments=((1, 5, 0x10000), (1, 6, 0x10100), (1, 4, 0x10f00))), make(kind=3, segments=((1, 5, 0),)), good[:63], b'\x7fELF']
    names = b'\0other\0main\0'
    symbols = b''.join(struct.pack('<IBBHQQ', name, 0x12, 0, section, 0x10000 + name, 4) for name, section in ((0, 0), (1, 1), (7, 0), (7, 1)))
    for link, size in ((2, 24), (2, 0), (9, 24)):
        at = len(good)
        sections = bytes(64) + struct.pack('<IIQQQQIIQQ', 0, 2, 0, 0, at, len(symbols), link, 1, 8, size)
        sections += struct.pack('<IIQQQQIIQQ', 0, 3, 0, 0, at + len(symbols), len(names), 0, 0, 1, 0)
        head = good[:40] + struct.pack('<Q', at + len(symbols) + len(names)) + good[48:58] + struct.pack('<HHH', 64, 3, 2) + good[64:]
        wrong.append(head + symbols + names + sections)
    return [good] + wrong + [good + bytes([192 + n]) for n in range(0, 40)]


def explanations():
    """Requests, replies with what they answer, and events, as the rows of the test have them."""
    found = []
    for row in rows('tests/codec/test_explain.c'):
        if len(row) == 3 and row[0] is not None:
            request = row[0] if row[1] is None else row[1]
            found.append(request + b'\n' + (b'' if row[1] is None else row[0]))
        elif len(row) == 2 and row[0]:
            found.append(b'?\n' + row[0])
    return [bytes([choice]) + f for f in found for choice in (0, 1, 2, 8)] + [b'\x10' + f for f in found] + [
        b'\x10\n' + frame(b'S05') + frame(b'Stop:T05', b'%') + b'+-\x03x$a#00$b#zz$c$OK#9a$' + b'y' * 100 + b'#00$OK']


def scenarios():
    """The test's bad and good files, document by document, and the texts in C."""
    files = sorted((ROOT / 'tests/scenario').glob('*/*.yaml'))
    parts = [part for f in files for part in re.split(rb'(?m)^---\n', f.read_bytes())]
    parts += [t for name in ('load', 'runner', 'host', 'language') for t in texts(f'tests/scenario/test_{name}.c') if b'scenario:' in t]
    return [how + p for p in parts if len(p) < 4000 for how in (b'A', b'C')]


def clients():
    """What a stub may answer to the calls of fuzz_client.c, and the same with one answer as it should not be."""
    features = b'PacketSize=1000;multiprocess+;QNonStop+;MultiMemRead+;jMultiBreakpoint+;ConditionalBreakpoints+'
    vcont = b'vCont;c;C;s;S;t;r'
    xml = (b'l<target><architecture>riscv:rv64</architecture><feature name="f"><reg name="a" bitsize="32"/>'
           b'<reg name="b" bitsize="32"/><reg name="c" bitsize="64"/></feature></target>')
    stop = b'T05thread:p1.1;1:01020304;swbreak:;'
    block = b'0011223344556677' * 2
    sites = [b'{"results":["OK","OK","E01"]}']
    lists = {
        b'a': [features, vcont, stop, stop, b'OK', stop, b'OK', b'', xml, block, block, b'', block, b'OK', b'OK', b'4,40,1;' + b'a' * 69,
               *sites, stop, stop, b'OK', b'OK', b'OK'],
        b'i': [b'PacketSize=400', vcont, b'S05', b'T05thread:1;', b'OK', b'T05thread:1;', b'OK', b'01020304', b'xx', b'E01', block, b'OK',
               b'OK', b'00010203', b'00' * 40, b'E01', b'OK', b'OK', b'OK', b'S02', b'OK', b'OK', b''],
        b'c': [features, vcont, b'OK', stop, b'T05thread:p1.2;', b'OK', b'OK', b'OK', b'OK', b'OK', b'01020304', b'05', b'06', block, b'OK',
               b'4,40,1;' + b'a' * 69, *sites, b'OK', b'OK', stop, b'T05thread:p1.2;', b'OK', b'OK', b'OK'],
        b'C': [features, vcont, b'OK', stop, b'T05thread:p1.2;', b'OK', b'4,40,1;' + b'a' * 69, *sites, b'OK', b'OK', stop, b'OK', b'm1,2', b'l'],
        b'A': [b'PacketSize=200;binary-upload+;MultiBreakpoint+', vcont, b'S05', b'b0123', b'b' + b'x' * 40, b'E01', b'OK;OK', b'S05', b'mp1.1,2', b'l',
               b'b1234', b'E.no', b'b1', b'OK'],
        b'E': [b'MultiMemRead+', b'', b'S05', b'', b'', b'01020304', b'E01', b'00', b'', b'OK', b'S05', b'm1', b'm', b'00', b'OK'],
    }
    found = []
    for choice, answers in lists.items():
        found += [(choice, answers), (bytes([choice[0] | 16]), answers)]
        for i in range(len(answers)):
            for other in (b'', b'E01', b'OK', b'W00;process:1', b'ff' * 9, b'T05thread:p1.2;'):
                found.append((choice, answers[:i] + [other] + answers[i + 1:]))
            found.append((choice, answers[:i] + [None] + answers[i:]))
            found.append((choice, answers[:i] + answers[i + 1:]))
    event = b'=' + (frame(b'Stop:T05thread:p1.3;', b'%') + frame(b'OK')).replace(b'\\', b'\\\\') + b'\n'
    return [choice + b'\n' + b''.join(event if a is None else b'$' + a + b'\n' for a in answers) for choice, answers in found]


def descriptions():
    """Target descriptions: every architecture, every way to name the program counter, and documents that include too much."""
    arches = (b'riscv:rv32', b'i386:x86-64', b'i386', b'aarch64', b'armv7', b'avr:5', b'mips', b'powerpc:common64', b'msp430', b'vax')
    names = (b'pc', b'rip', b'eip', b'PC', b'nip', b'x', b'IP', b'a', b'b', b'c')
    found = [b'A<target><architecture>%s</architecture><feature name="f"><reg name="%s" bitsize="32" regnum="7"/></feature></target>' % pair
             for pair in zip(arches, names)]
    deep = b'<a>' * 40
    many = b''.join(b'<reg name="r%d" bitsize="8"/>' % i for i in range(90))
    bad = [deep, b'<target><feature name="f">' + many + b'</feature></target>', b'<target><xi:include href="a"/></target>\0' * 40,
           b'<target><feature><reg/></feature></target>', b'<target><reg name="a" bitsize="9999999999" regnum="-1"/></target>',
           b'<target><feature name="f"><reg name="b" bitsize="8" regnum="4"/><reg name="a" bitsize="8" regnum="1"/></feature></target>']
    found += [b'A' + b for b in bad]
    return found + [bytes([192 + i, n]) + b'<target>' + many + b'</target>' for i in range(2) for n in range(12)]


def yaml_limits():
    """Files at the limits of the YAML that is read, and words of each kind."""
    keys = b'{' + b','.join(b'%c%c' % (a, b) for a in range(97, 123) for b in range(97, 140) if chr(b).isalnum())[:3300] + b'}'
    head = b'scenario: a/b\ntitle: t\ncovers: [MEM-001]\n'
    return [b'A' + t for t in (
        keys, b'--- a\n' * 210, b'[' * 40, b'--- ~\n' * 3, head + b'steps: []\n', head + b'cases: []\nsteps: [{send: qC}]\n',
        head + b'cases: [' + b'{n: 1},' * 200 + b']\nsteps: [{send: q}]\n',
        head + b'steps: [{send: qC}]\n---\n' + head + b'steps: [{send: qC}]\n',
        head + b'cases: [{case: "x y", n: 1}, {n: 2}, {case: x}, {case: x}]\nsteps: [{send: q}]\n',
        head + b'tags: one\nneeds: {feature: x}\nsteps: [{wait: 10 ms}, {quiet: 99999999s}, {quiet: 1h}, {quiet: 99999999999999999999s}]\n',
        head + b'steps: [{send: q, expect: {number: 0x10}}, {budget: {round-trips: 0x}}, {budget: {round-trips: 0xffffffffffffffffff}}, '
        b'{budget: {round-trips: 0x1f}}, {budget: {round-trips: 3}}, {drain: vStopped, max: 0x10}]\n')]


def profiles():
    """Lists and single words where a profile takes both, quirks that exist and that do not."""
    head = b'title: t\naddress: "exec:x {port} {program} {a} {a b} {"\n'
    more = (b'quirks: no-restart\n', b'quirks: [no-restart, no-such]\n', b'quirks: no-restrat\n', b'facts: {a: 1, b: two, pc: 0x10}\n',
            b'missing-programs: a\n', b'missing-programs: [a, b]\n', b'dialect: {multimem: rfc, x: gdb}\n', b'timeout: 10 parsecs\n',
            b'quiet: 0x10\n', b'environment: {A: b}\nnote: n\nstart-timeout: 3s\ndebuggees: host\ndefault-program: a\n', b'quirks: 7\n')
    return [b'A' + head + m for m in more] + [bytes([192 + i, n]) + head + more[3] for i in range(2) for n in range(20)]


def pieces():
    """Streams with pieces that are lost, cut short, acknowledged from the other side, ended and reset."""
    def word(place, num, flags=0):
        return struct.pack('<HB', place | flags, num)
    plans = [[(0, 20), (120, 20), (60, 20)], [(0, 20), (120, 20), (200, 20, 0x2000)], [(0, 20, 0x1000), (60, 20)], [(0, 20), (100, 20, 0x4000)],
             [(0, 20), (60, 10, 0x4000), (60, 0, 0x6000)], [(0, 20), (90, 10), (0, 0, 0xc000)], [(0, 20), (500, 10, 0x4000), (700, 0, 0x6000)],
             [(60 * i, 10) for i in range(40)] + [(30, 10)], [(4000, 60), (0, 5), (4090, 9, 0x4000)], [(300, 20), (300, 10), (320, 30), (0, 100)]]
    starts = (0, 0xfffffff0, 1000) + tuple(3 + 4 * n for n in range(12))
    return [struct.pack('<I', start) + b''.join(word(*p) for p in plan) for plan in plans for start in starts]


def sessions():
    """Answers with acknowledgments by hand, packets nobody asked for, output, and bytes that are none."""
    lines = (b'=+\n$OK\n', b'=-\n=-\n$OK\n', b'=---\n', b'$O4f4b\n$O5\n$OK\n', b'#OK\n$OK\n#OK\n', b'=\\x03\n$OK\n', b'=$a*#8b\n$OK\n',
             b'=$a}#de\n$OK\n', b'=%Stop:T05#aa\n=%Stop:S05#00\n', b'$T05\n.\n.\n.\n.\n', b'$' + b'a' * 90 + b'\n', b'=$' + b'a' * 90 + b'\n',
             b'=junk\n=$OK#9a$OK#9a$OK#9a$OK#9a$OK#9a\n', b'$E01\n$\n$00\n$S05\n$W00\n')
    return [bytes([choice]) + b'\n' + one + two for choice in (64, 65, 66, 68, 72, 80, 96, 100, 112, 118, 127) for one in lines for two in (b'', lines[3], lines[5])]


def breakpoints():
    """Lists of agent expressions; batches at their limits."""
    return [b'\0Z0,1000,4;X3,220127X3,220027;cmds:1,X3,220127', b'\0Z1,10,2;cmds:0,X1,27', b'\0Z0,10,4;X2,2', b'\0z4,1,8',
            b'\1vCont;r10,20:1;c', b'\1vCont;r10', b'\1' + b'vCont' + b';c' * 40, b'\2vCont;c;x;t']


def renamed(text):
    """An expression of the test with the names that fuzz_template.c knows."""
    for name, known in ((rb'raw', b'b'), (rb'l', b'c'), (rb't', b'd')):
        text = re.sub(rb'\b%s\b(?!\()' % name, known, text)
    return text


def budgets():
    """The test's rules, and some about the metrics that fuzz_budget.c has."""
    own = (b'round_trips>5ms', b'round_trips>+0', b'round_trips<-5%', b'p99_ns>=+0.1%', b'p99_ns=3us', b'stop.p50_ns!=1h', b'p99_ns<=0', b'p99_ns>999999999h',
           b'round_trips>1.2345', b'round_trips==12', b'round_trips<7', b'round_tripe>1', b'round_trips>5%', b'p99_ns > + 1 ms ')
    return [struct.pack('<QQ', *values) + t for t in (*own, *texts('tests/trace/test_budget_rule.c')) if len(t) < 100
            for values in ((1000, 1000), (0, 7), (2000, 1990), (1, 1 << 63))]


def catalogues():
    row = b'- {id: %s, level: must, role: stub, applies: a, text: b, source: c, check: d, mutant: e}\n'
    many = b''.join(row % b'A-%d' % i for i in (7, 2, 9, 4, 1))
    return [b'A' + t for t in (row % b'A-1' * 2, many, b'- {id: 1}', b'a: b', b'')] + [bytes([192 + i, n]) + many for i in range(2) for n in range(24)]


def filters():
    """The test's filters, each with a read and its reply, and a few with allocations that fail."""
    said = b'\0mffff800000001000,4\n11223344'
    words = [t for t in texts('tests/capture/test_exchange_filter.c') if len(t) < 200]
    return [b'A' + t + said for t in words] + [bytes([192 + i % 2, i]) + b'kind == m && !(reply ~ "a b")' + said for i in range(6)]


def marked():
    """The test's requests, replies and notifications, each as all three."""
    found = []
    for row in rows('tests/capture/test_varying.c'):
        if None in row or len(row) not in (2, 3):
            continue
        found += [b'\0\n' + row[0], b'\2\n' + row[0]] if len(row) == 2 else [b'\1' + row[0] + b'\n' + row[1]]
    return found


def alike():
    """Requests with the replies of two stubs, and those that are only rewritten, function by function."""
    found, triple, wanted = [[]], [], 0
    for token in tokens('tests/capture/test_value_map.c'):
        if token in ('static', 'alike', 'assert_rewritten'):
            triple, wanted = [], {'static': 0, 'alike': 3, 'assert_rewritten': 1}[token]
            found += [[]] if token == 'static' else []
        elif isinstance(token, bytes) and len(triple) < wanted:
            triple.append(token)
            if len(triple) == wanted:
                found[-1] += (triple + [b'', b''])[:3]
    return [kind + b'\n'.join(f) for f in found if f for kind in (b'\0', b'\1')]


def recorded():
    """Conversations of the trace's tests, and those that the tests of dialogues and their users have."""
    lines = [t for name in ('dialogue', 'scenario_writer', 'diff') for t in texts(f'tests/capture/test_{name}.c')]
    own = [t for t in lines if re.match(rb'[><%]', t)]
    whole = [b'\n'.join(own[i:i + 12]) for i in range(0, len(own), 12)]
    return whole + [b'\n'.join(talks()[i:i + 3]) for i in range(0, len(talks()), 3)]


def campaign():
    """What a shared folder of a campaign holds: findings with their messages, and journals."""
    kinds = ('crash', 'hang', 'no-stop', 'no-reply', 'deaf', 'closed', 'contradiction', 'rule', 'memory', 'difference', 'odd', '')
    about = (b'{"kind": "%s", "signature": "%s:x:READ_MEMORY", "headline": "a \\u000a b", "requirements": "A-1", "folder": "f", "scenario": true, '
             b'"rounds": 8, "memory_bytes": 300000000, "messages_before": 7, "reproduced": 1, "replays": 3, "sequence": 5000000000, "seed": 1311768467294899695, '
             b'"seen_seconds": 1.250, "confirmed_seconds": 2.5}')
    lists = (b'$qSupported:multiprocess+\n&m0,4\n#m0,10\n=-\n!\n^\n.\n', b'$g\n' * 300, b'', b'$a\\x00\\n\n=\\xff\n', b'$' + b'a' * 3000 + b'\n')
    findings = [about % (k.encode(), k.encode()) + b'\0' + lists[i % len(lists)] for i, k in enumerate(kinds)]
    findings += [b'{}\0$g\n', b'[' * 3000, b'{"kind": "crash"}\0$g\n', b'{"kind": "crash", "signature": 7}\0', b'{"kind": "rule", "signature": ""}\0$g\n']
    head = b'at 12 messages 345 seconds 67'
    journals = [head + b' ' * 66 + b'\n$g\n.end\n', head, b'at 18446744073709551615 messages 99999999999999999999 seconds -1', b'at x', b'', b'at 1 seconds 2',
                b'0123456789abcdef\n' * 3, b'0123456789abcdeg\n0123\nfedcba9876543210\n0123456789abcdef', b'0123456789abcdef01\n\n']
    return {'finding': findings, 'journal': journals}


REPLIES = (b'', b'OK', b'E01', b'E.no such thing', b'00112233', b'1f', b'T05thread:p2a1.2a1;core:0;20:0010010000000000;swbreak:;',
           b'T05watch:12000;thread:2a1;', b'T05fork:p2.2;thread:p1.1;', b'T05syscall_entry:40;thread:1;', b'T05exec:2f62696e;thread:1;',
           b'W00;process:1', b'X0b', b'w0;p1.2', b'N', b'S05', b'm2a1,2a2', b'mp1.1,p1.2', b'l', b'4,4;abcdefgh', b'4,abcd;2,ef', b'4,0;abcd', b'OK;E01;;OK',
           b'{"a":[1,{"b":"x\\u001b[31m"},null,true,2.5],"c":{}}', b'{"results":["OK","E01"]}', b'{"results":[1]}', b'{"x":1}', b'<t>' * 200, b'[1,2', b'[' * 40,
           b'PacketSize=1000;multiprocess+;a-;v=x\x1b[1m', b'<target><feature name="f"><reg name="r"/><reg name="s"/></feature></target>',
           b'<!DOCTYPE t [<!ENTITY e "x">]><t>}]</t>', b'<t><u></t>', b'l<t/>', b'\xff\x00}\x03*~')
REPLIES = tuple(r.replace(b'}', b'}]') if r[:1] == b'{' else r for r in REPLIES)  # as they are on the wire
REQUESTS = (b'?', b'MultiMemRead:ranges:1000,4,2000,4;', b'MultiMemRead:ranges:1000,4;2000,4;', b'jMultiBreakpoint:{}', b'MultiBreakpoint:Z0,1,4', b'qXfer:a:read::0,9')
MATCHERS = (
    'any', 'none', 'empty', 'not-empty', 'error', 'error-or-empty', 'hex', 'stop', '{exact: OK}', "{regex: '^([0-9a-f]+),(.)'}", "{not-regex: 'E[0-9]'}",
    '{starts: T05}', '{contains: thread}', '{one-of: [OK, {error: 1}, {starts: m}]}', '{all-of: [not-empty, {length: {min: 2, max: 9}}]}', '{not: {error: yes}}',
    '{empty: yes}', '{empty: no}', '{error: yes}', '{error: no}', '{error: 0x01}', "{bytes: '00 11 22 33'}", "{bytes: 'ff 00 23'}", "{hex: '00 11 22 33'}",
    "{hex: '00 11 22 34'}", "{hex-prefix: {of: '00 11 22 33 44', min: 2, max: 4}}", "{hex-prefix: {of: '00', min: 9}}", "{hex-prefix: '00 11 22 33'}",
    '{number: 0x1f}', '{number: {from: 1, to: 0x20}}', '{number: {from: 0x20}}', '{length: 2}', '{length: {min: 3}}', '{length: {max: 1}}',
    "{wire: '4f 4b'}", "{wire-contains: '7d'}", "{wire-lacks: '7d'}", '{same-as: OK}', '{same-as: 5}', '{same-as: [a, 1]}', '{stop: any}', '{stop: }',
    '{stop: {kind: T, signal: 5, thread: p2a1.2a1, reason: swbreak, has: [core, thread], lacks: fork}}', '{stop: {kind: [T, S], signal: [5, SIGSEGV], reason: none}}',
    '{stop: {reason: watch, address: 0x12000}}', '{stop: {reason: [watch, rwatch], address: {from: 0, to: 0x13000}}}', '{stop: {reason: fork, child: p2.2}}',
    '{stop: {reason: syscall_entry, number: 0x40}}', '{stop: {reason: exec, path: /bin}}', '{stop: {kind: W, status: 0, process: 1}}', '{stop: {kind: X, signal: 11, process: none}}',
    '{stop: {kind: w, status: 0, thread: p1.2}}', '{stop: {kind: N}}', '{stop: {thread: 2a1}}', '{stop: {registers: {pc: 0x11000}}}', '{stop: {registers: {pc: 1, sp: 2}}}', '{stop: {registers: {nosuch: 1}}}',
    "{multimem: ['61 62 63 64', '65 66 67 68']}", "{multimem: ['61 62 63 64', unreadable]}", "{multimem: [any, {prefix-of: '65 66 67 68', min: 1, max: 3}]}", "{multimem: ['00']}",
    '{multibreak: [OK, error]}', '{multibreak: [OK, error, empty, not-OK]}', '{multibreak: [OK, error, any, any]}', '{multibreak: [OK]}', '{multibreak: [empty, OK]}',
    '{features: {has: [multiprocess, PacketSize], lacks: a}}', '{features: {has: a, lacks: [b, multiprocess]}}', "{features: {values: {PacketSize: '^[0-9]+$'}}}", "{features: {values: {v: '^y'}}}",
    "{features: {values: {a: 'x'}}}", '{threads: {count: 2, contains: 2a1, lacks: [9, 8]}}', '{threads: {count: {from: 1}, contains: [p1.1, p1.2], multiprocess: yes}}',
    '{threads: {multiprocess: no, lacks: 2a2}}', '{threads: {contains: p9.9}}', '{xml: yes}', '{xml: {root: target}}', '{xml: {root: other}}',
    '{xml: {root: target, count: {reg: 2, reg@name: 2, reg@name=r: 1, feature: {from: 1, to: 3}}}}', '{xml: {count: {reg: 7}}}', '{json: yes}', '{json: {/a/0: 1, /a/1/b: x, /c: }}',
    "{json: {/a: {type: array, count: 5}, /c: {type: object, count: 0}, /a/2: {type: 'null'}, /a/3: {type: boolean}, /a/4: {type: number, regex: '^2'}}}", '{json: {/a/1/b: {type: string}}}',
    '{json: {/nosuch: {type: missing}}}', '{json: {/nosuch: {count: 1}}}', "{json: {/nosuch: {regex: x}}}", '{json: {/a/1/b: y}}', '{json: {/a: {type: object}}}', '{json: {/a/x: 1}}',
    '{length: packet_size}', '{exact: $last}', '{same-as: $last}', '{same-as: $nosuch}', "{exact: '${hex($last)}'}", '{number: seed}', '{same-as: $supported}',
    # what has no value without a stub, and the other ways not to hold
    "{exact: '${$thread}'}", '{number: $pid}', "{hex-prefix: {of: '00', min: $pid}}", '{same-as: $thread}', '{threads: {contains: $thread}}', "{regex: '^${$thread}'}",
    "{not-regex: '${$thread}'}", "{bytes: '${$thread}'}", '{stop: {signal: $pid}}', '{stop: {signal: [1, $pid]}}', '{stop: {number: $pid}}', '{stop: {thread: $thread}}',
    '{stop: {registers: {pc: $pid}}}', '{stop: {address: 1}}', '{stop: {status: 1}}', '{stop: {process: none}}', '{stop: {process: 2}}', '{stop: {process: 1}}', '{stop: {path: /x}}',
    '{stop: {child: p2.3}}', '{stop: {lacks: [core, thread]}}', '{stop: {has: nosuch}}', '{multibreak: [empty]}', '{multibreak: [OK, OK]}', '{features: {has: multiprocess}}',
    '{features: {has: [zz, a]}}', '{features: {lacks: zz}}', '{all-of: [empty, OK]}', '{not: any}', '{json: {/: 1}}', '{json: {/a/1/b/c: 1}}', '{json: {/a: {count: 1}}}',
    '{json: {/a/1/: 1}}', '{json: {/' + 'n' * 130 + ': 1}}', '{json: {/a: $thread}}', "{hex-prefix: {of: '00', max: 0}}", '{threads: {multiprocess: yes}}', '{threads: {lacks: [2a1]}}')


def matches():
    """Every condition under every reply; the request is one that the condition may look at."""
    return [bytes([i % 4]) + request + b'\n' + reply + b'\n' + matcher.encode() + b'\n'
            for i, (matcher, reply) in enumerate((m, r) for m in MATCHERS for r in REPLIES)
            for request in (REQUESTS[1:5] if 'multi' in matcher and 'process' not in matcher else REQUESTS[:1])]


def seeds():
    talk = recorded()
    explained, batched, conversations = explanations(), texts('tests/codec/test_batched.c'), captures()
    found = {
        **campaign(),
        'match': matches(),
        'varying': marked(),
        'value_map': alike(),
        'dialogue': [bytes([i % 4]) + t for i, t in enumerate(talk)],
        'to_scenario': [bytes([i % 32]) + t for i, t in enumerate(talk)],
        'capture_diff': [b'\0' + t + b'\n=\n' + talk[i - n] for i, t in enumerate(talk) for n in (0, 1)],
        'rules': [how + b'A' + b'\nx\n|\n'.join(talks()[i:i + 6]) for i in range(0, len(talks()), 6) for how in (b'\0\x0f', b'\1\0', b'\3\7')],
        'budget': budgets(),
        'catalogue': catalogues(),
        'filter': filters(),
        'template': [bytes([kind]) + b'A' + t + b'\n#\x10\0\0\0\n#\n[7,p1.2,\n1f'
                     for t in map(renamed, texts('tests/scenario/test_expr.c')) if len(t) < 600 for kind in (0, 1, 2, 3, 4, 5, 8)],
        'condition': [b'\1\2\3\4' + t for t in texts('tests/debugger/condition/test_condition.c') if len(t) < 900],
        'explain': [e for e in explained if e[0] < 16],
        'explain_event': [e for e in explained if e[0] >= 16],
        'scenario': scenarios() + yaml_limits(),
        'capture': conversations + texts('tests/capture/test_logs.c'),
        'conversation': [bytes([how]) + c for i, c in enumerate(conversations) for how in (i % 4, 8, 12)] + [b'\0' + t for t in texts('tests/capture/test_logs.c')],
        'elf': elfs(),
        'baseline': [b'A' + t for t in texts('tests/scenario/test_baseline.c') if b'scenario:' in t],
        'messages': [bytes([n]) + t for n in range(4) for t in texts('tests/grammar/test_messages.c')],
        'mutate': [bytes([n, n * 3]) + t for n in range(3) for t in texts('tests/grammar/test_messages.c')] +
                  [bytes([n, n * 7 & 255]) for n in range(0, 256, 3)] +
                  [struct.pack('<H', 2 + 64 * n) + b'$a\n' * (n % 2) for n in range(64)], # lists with next to no room
        'stop_reply': [t for name in ('typed', 'explain') for t in texts(f'tests/codec/test_{name}.c') if t[:1] in b'TSWXwNOF'],
        'client': clients(),
        'target_xml': descriptions(),
        'profile': profiles(),
        'packet': breakpoints() + [bytes([kind]) + t for t in texts('tests/codec/test_typed.c') for kind in range(6)] + [b'\6' + bytes(range(64))],
        'multimem': [bytes([form]) + t for t in batched for form in (0, 1)],
        'multimem_reply': [bytes([form]) + t for t in batched for form in (0, 1)],
        'multibreak': [bytes([form]) + b'A' + t for t in batched for form in (0, 1)],
        'multibreak_reply': [b'\1AA' + b';'.join([b'OK'] * 700), b'\0AA{"results":[' + b','.join([b'""'] * 300) + b']}', b'\0AA{"results":[1]}]'] +
                            [bytes([form]) + b'A' + t for t in batched for form in (0, 1)],
        'feature': texts('tests/codec/test_names.c'),
        'segment': [bytes([0, n]) + (b'\xc3\xa9' * 40000)[n:n + 70000] for n in (0, 1)] + [bytes([0, 1]) + b'plain'],
        'reassembly': pieces(),
        'session': sessions(),
        'rle': texts('tests/codec/test_escape.c'),
        'deframer': [bytes([kind]) + t for t in texts('tests/codec/test_frame.c') for kind in (0, 1, 9)],
    }
    return {target: list(dict.fromkeys(i for i in inputs if i)) for target, inputs in shared(found).items()}


# Targets whose input is of the same form as another's: two oracles for one kind of input.
TWINS = {'escape': 'unescape', 'rle': 'rle_expand', 'condition': 'trampoline', 'segment': 'segment_file', 'value_map': 'value_map_same',
         'elf': 'symbol', 'proxy': 'proxy_talk'}


def shared(inputs):
    """With each target's inputs for its twin, too."""
    return {**inputs, **{TWINS[target]: inputs[target] for target in inputs if target in TWINS}}
