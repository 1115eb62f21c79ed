#!/usr/bin/env python3
# run --load on targets that let it down: memory that cannot be written, is refused half way or keeps nothing, code that may
# not be run, a stub that dies in the load or closes, a watchdog that resets the machine. Each gets its line, nothing is left behind.
# Then `load: yes` of a profile and of stubborn.yaml, and bench --load on stubs with few ways to registers.
# The target is a small RISC-V machine of this file.
# usage: hostile_test.py STUBBORN [CASE...]
# SPDX-License-Identifier: MIT
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading

RAM_AT, RAM_BYTES = 0x80000000, 0x30000
RESET = RAM_AT + 0x28000
SPIN = bytes.fromhex('130000006ff0dfff')  # nop; j -4
REGISTERS = ''.join(f'<reg name="x{i}" bitsize="32"/>' for i in range(1, 32))
REGISTERS = REGISTERS.replace('"x1"', '"ra"').replace('"x2"', '"sp"').replace('"x10"', '"a0"')
XML = ('<?xml version="1.0"?><target><architecture>riscv:rv32</architecture><feature name="org.gnu.gdb.riscv.cpu">'
       f'<reg name="zero" bitsize="32"/>{REGISTERS}<reg name="pc" bitsize="32" type="code_ptr"/></feature></target>')
FILTERS = ['memory/write-then-read', 'breakpoints/stops-before-the-instruction', 'breakpoints/write-watchpoint']


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


class Machine:
    """RV32I as far as the guest needs it."""

    def __init__(self, wrong):
        self.wrong = wrong
        self.first = bytes((i * 31 + i // 256) % 256 for i in range(RAM_BYTES))
        self.first = self.first[:RESET - RAM_AT] + SPIN + self.first[RESET - RAM_AT + len(SPIN):]
        self.points, self.writes, self.resumes, self.dead, self.cuts = set(), 0, 0, False, 0
        self.reset()

    def reset(self):
        self.ram = bytearray(self.first)
        self.x = [0] * 32
        self.x[2] = RESET + 0x4000
        self.pc = RESET

    def load(self, at, size):
        if not RAM_AT <= at <= RAM_AT + RAM_BYTES - size:
            raise LookupError
        return int.from_bytes(self.ram[at - RAM_AT:at - RAM_AT + size], 'little')

    def store(self, at, size, value):
        if not RAM_AT <= at <= RAM_AT + RAM_BYTES - size:
            raise LookupError
        self.ram[at - RAM_AT:at - RAM_AT + size] = (value & (1 << 8 * size) - 1).to_bytes(size, 'little')

    def step(self):
        """The signal; 5 where all went well."""
        if self.wrong == 'no-execute' and self.ram != self.first:  # what was written is no code
            return 11
        word = self.load(self.pc, 4)
        x, op, rd, rs1, rs2, kind = self.x, word & 0x7f, word >> 7 & 31, word >> 15 & 31, word >> 20 & 31, word >> 12 & 7
        imm, pc = signed(word >> 20, 12), self.pc + 4
        value = None
        if op == 0x13 or op == 0x33:
            other = imm if op == 0x13 else x[rs2]
            value = {0: x[rs1] + other if op == 0x13 or not word >> 30 & 1 else x[rs1] - other, 1: x[rs1] << (other & 31),
                     4: x[rs1] ^ other, 6: x[rs1] | other, 7: x[rs1] & other}[kind]
        elif op == 0x17:
            value = self.pc + (word & 0xfffff000)
        elif op == 0x37:
            value = word & 0xfffff000
        elif op == 0x03:
            value = self.load(x[rs1] + imm & 0xffffffff, {0: 1, 1: 2, 2: 4, 4: 1, 5: 2}[kind])
        elif op == 0x23:
            self.store(x[rs1] + signed(word >> 25 << 5 | rd, 12) & 0xffffffff, 1 << kind, x[rs2])
        elif op == 0x6f:
            value = pc
            pc = self.pc + signed(word >> 31 << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1, 21)
        elif op == 0x67:
            value, pc = pc, x[rs1] + imm & 0xfffffffe
        elif op == 0x63:
            a, b = signed(x[rs1], 32), signed(x[rs2], 32)
            if {0: a == b, 1: a != b, 4: a < b, 5: a >= b}[kind]:
                pc = self.pc + signed(word >> 31 << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 63) << 5 | (word >> 8 & 15) << 1, 13)
        else:
            return 4
        if value is not None and rd:
            x[rd] = value & 0xffffffff
        self.pc = pc & 0xffffffff
        return 5

    def resume(self, once, interrupted):
        self.resumes += 1
        if self.wrong == 'watchdog-in-load' or (self.wrong == 'watchdog-later' and self.resumes > 6):
            self.resumes = 0
            self.reset()
            return 5
        while True:
            try:
                signal = self.step()
            except LookupError:
                return 11
            if signal != 5 or once or self.pc in self.points:
                return signal
            if interrupted():
                return 2

    def write(self, at, data):
        self.writes += len(data) > 1
        second = len(data) > 1 and at % 0x1000 > 0x100  # of the image's pieces
        if self.wrong == 'read-only' or (self.wrong == 'half-way' and second):
            return 'E0e'
        if self.wrong == 'dies' and self.writes > 2:
            self.dead = True
            return None
        if self.wrong == 'cut-in-load' and second and self.cuts == 0:  # and the next connection is fine
            self.cuts += 1
            raise ConnectionError
        if self.wrong == 'forgets' and second:
            return 'OK'
        if self.wrong == 'keeps-nothing':
            return 'OK'
        if not RAM_AT <= at <= RAM_AT + RAM_BYTES - len(data):
            return 'E0e'
        self.ram[at - RAM_AT:at - RAM_AT + len(data)] = data
        return 'OK'

    def answer(self, text, interrupted):
        kind, rest = text[:1], text[1:]
        registers = self.x + [self.pc]
        described = self.wrong != 'undescribed'
        if text.startswith('qSupported'):
            return 'PacketSize=400;qXfer:features:read+' if described else 'PacketSize=400'
        if text.startswith('qXfer:features:read:target.xml:') and described:
            at, size = (int(n, 16) for n in text.rsplit(':', 1)[1].split(','))
            return ('l' if at + size >= len(XML) else 'm') + XML[at:at + size]
        if text == '?':
            return 'S05'
        if kind == 'g':
            return ''.join(r.to_bytes(4, 'little').hex() for r in registers)
        if kind == 'p' and self.wrong == 'p-of-pc':
            return (registers[int(rest, 16)] + 4 * (rest == '20')).to_bytes(4, 'little').hex()
        if kind == 'G':
            data = bytes.fromhex(rest)
            *self.x, self.pc = (int.from_bytes(data[4 * i:4 * i + 4], 'little') for i in range(33))
            return 'OK'
        if kind == 'm':
            at, size = (int(n, 16) for n in rest.split(','))
            return self.ram[at - RAM_AT:at - RAM_AT + size].hex() if RAM_AT <= at < RAM_AT + RAM_BYTES else 'E0e'
        if kind == 'M':
            head, data = rest.split(':')
            return self.write(int(head.split(',')[0], 16), bytes.fromhex(data))
        if kind in 'Zz' and rest.startswith('0,'):
            at = int(rest.split(',')[1], 16)
            (self.points.add if kind == 'Z' else self.points.discard)(at)
            return 'OK'
        if kind in 'cs' and not rest:
            return f'S{self.resume(kind == "s", interrupted):02x}'
        return ''


class Stub(threading.Thread):
    """Serves one client after the other until it is dead."""

    def __init__(self, wrong):
        super().__init__(daemon=True)
        self.machine = Machine(wrong)
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.address = 'tcp:127.0.0.1:%d' % self.listener.getsockname()[1]
        self.start()

    def run(self):
        try:
            while not self.machine.dead:
                client, _ = self.listener.accept()
                with client:
                    self.try_serve(client)
        except OSError:
            pass
        self.listener.close()

    def try_serve(self, client):
        try:
            self.serve(client)
        except ConnectionError:
            pass

    def serve(self, client):
        read = b''

        def interrupted():
            nonlocal read
            if read.startswith(b'\x03'):
                read = read[1:]
                return True
            client.setblocking(False)
            try:
                return client.recv(1, socket.MSG_PEEK) in (b'\x03', b'') and client.recv(1) is not None
            except BlockingIOError:
                return False
            finally:
                client.setblocking(True)

        while not self.machine.dead:
            start, end = read.find(b'$'), read.find(b'#')
            if 0 <= start < end and len(read) >= end + 3:
                text, read = read[start + 1:end].decode('latin-1'), read[end + 3:]
                client.sendall(b'+')
                reply = self.machine.answer(text, interrupted)
                if reply is not None:
                    client.sendall(b'$%s#%02x' % (reply.encode(), sum(reply.encode()) % 256))
                continue
            more = client.recv(65536)
            if not more:
                return
            read += more


# What is wrong, what the line about the load says, and whether the machine can be as before at all.
CASES = [
    ('nothing', 'loaded: the guest riscv32', True),
    ('read-only', 'finding memory failed: M', True),
    ('keeps-nothing', 'does not keep what is written', True),
    ('half-way', 'writing the image failed: M', True),
    ('forgets', 'reading the image back failed: 0x', True),
    ('no-execute', 'stepping the first instruction failed: a step from 0x', True),
    ('dies', 'not loaded: ', False),
    ('cut-in-load', 'writing the image failed: M', True),
    ('watchdog-in-load', 'stepping the first instruction failed: a step from 0x', True),
    ('watchdog-later', 'loaded: the guest riscv32', True),
]


def play(stubborn, address, folder, *options):
    report = os.path.join(folder, 'report.json')
    filters = [word for name in FILTERS for word in ('--filter', name)]
    done = subprocess.run([stubborn, 'run', *options, '--stub', address, *filters, '-t', '2s', '-o', f'json:{report}'],
                          capture_output=True, text=True, check=False, cwd=folder)
    assert os.path.exists(report), f'{options}: {done.returncode}: {done.stderr}'
    with open(report, encoding='utf-8') as f:
        return done, json.load(f)


def check_case(stubborn, folder, wrong, said, whole):
    stub = Stub(wrong)
    machine = stub.machine
    done, run = play(stubborn, stub.address, folder, '--no-config', '--load')
    assert said in run['loaded'], f'{wrong}: {run["loaded"]}'
    assert 'writes a program of ours' in done.stderr, done.stderr
    assert done.returncode in (0, 1, 3), f'{wrong}: {done.returncode} {done.stderr}'
    if whole:
        different = [hex(RAM_AT + i) for i in range(RAM_BYTES) if machine.ram[i] != machine.first[i]]
        assert not different, f'{wrong}: memory at {different[0]} and {len(different)} bytes in all was left changed: {run["loaded"]}'
        assert not RAM_AT <= machine.pc < RESET, f'{wrong}: pc is left in the guest'
        assert not run.get('left_changed'), f'{wrong}: {run["left_changed"]}'
    else:
        assert 'Not put back: ' in run['loaded'] or run.get('left_changed'), f'{wrong}: {run["loaded"]}'
    if wrong == 'nothing':
        verdicts = {r['scenario']: r['verdict'] for r in run['results']}
        assert sorted(verdicts.values()) == ['pass', 'pass', 'skip'], verdicts  # it has no watchpoints


def check_settings(stubborn, folder):
    """load: yes of a profile and of stubborn.yaml, in each command that has --load."""
    stub = Stub('nothing')
    profile = os.path.join(folder, 'mine.yaml')
    with open(profile, 'w', encoding='utf-8') as f:
        f.write(f'title: mine\naddress: {stub.address}\nload: yes\n')
    _, run = play(stubborn, f'profile:{profile}', folder, '--no-config')
    assert run['loaded'].startswith('loaded: '), run
    with open(os.path.join(folder, 'stubborn.yaml'), 'w', encoding='utf-8') as f:
        f.write(f'stub: {stub.address}\nload: yes\n')
    for words in (['run', *[w for name in FILTERS for w in ('--filter', name)]], ['probe'], ['bench', 'memory-reads', '--repeat', '1'],
                  ['fuzz', '--max-messages', '20', '--cut', '0s', '--campaign', os.path.join(folder, 'fuzz')]):
        done = subprocess.run([stubborn, *words], capture_output=True, text=True, check=False, cwd=folder)
        assert 'loaded: the guest riscv32' in done.stderr + done.stdout, f'{words}: {done.returncode}: {done.stdout[-400:]} {done.stderr}'
        if words[0] != 'fuzz':  # which writes anywhere
            assert stub.machine.ram == stub.machine.first, f'{words}: memory was left changed'


def check_bench(stubborn, folder):
    """Registers as GDB has them: out of g, whatever p says of them, and written by G where there is no P; with and without a description."""
    for wrong in ('nothing', 'p-of-pc', 'undescribed'):
        stub = Stub(wrong)
        profile = os.path.join(folder, 'mine.yaml')
        with open(profile, 'w', encoding='utf-8') as f:
            f.write(f'title: mine\naddress: {stub.address}\narchitecture: riscv32\n')
        done = subprocess.run([stubborn, 'bench', 'steps', '-n', '2', '--batch', 'none', '--no-config', '--load', '--stub', f'profile:{profile}'],
                              capture_output=True, text=True, check=False, cwd=folder)
        assert done.returncode == 0 and 'FAILED' not in done.stdout, f'{wrong}: {done.stdout} {done.stderr}'


def main():
    stubborn = os.path.abspath(sys.argv[1])
    for wrong, said, whole in CASES:
        if sys.argv[2:] and wrong not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            check_case(stubborn, folder, wrong, said, whole)
    if not sys.argv[2:] or 'settings' in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            check_settings(stubborn, folder)
            check_bench(stubborn, folder)
    return 0


sys.exit(main())
