#!/usr/bin/env python3
# run --load on a bare machine of QEMU: the guest runs there, scenarios are judged with it, and afterwards memory and
# registers are as before. Without that QEMU nothing is tested, and it says so.
# usage: qemu_test.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile

QEMU = 'qemu-system-riscv32'
AT, BYTES, PIECE = 0x80010000, 0x11000, 0x400  # where the guest goes on this machine, and what it takes
SCENARIOS = ['breakpoints/stops-before-the-instruction', 'breakpoints/write-watchpoint', 'memory/write-then-read']


class Client:
    """A debugger of the smallest kind."""

    def __init__(self, path):
        self.link = socket.socket(socket.AF_UNIX)
        self.link.settimeout(20)
        self.link.connect(path)
        self.input = b''
        self.ask('qSupported')
        self.ask('?')

    def ask(self, payload):
        data = payload.encode()
        self.link.sendall(b'$%s#%02x' % (data, sum(data) % 256))
        while True:
            start = self.input.find(b'$')
            end = self.input.find(b'#', start)
            if start >= 0 and end >= 0 and len(self.input) >= end + 3:
                reply = self.input[start + 1:end]
                self.input = self.input[end + 3:]
                self.link.sendall(b'+')
                return reply.decode('latin-1')
            more = self.link.recv(65536)
            assert more, 'the stub has closed the connection'
            self.input += more

    def memory(self):
        return [self.ask(f'm{at:x},{PIECE:x}') for at in range(AT, AT + BYTES, PIECE)]


def pattern():
    """Bytes that are no guest's, other ones in each piece."""
    return [bytes((i * 31 + n * 7) % 256 for i in range(PIECE)).hex() for n in range(BYTES // PIECE)]


def judge(stubborn, path, folder):
    report = os.path.join(folder, 'report.json')
    filters = [word for name in SCENARIOS for word in ('--filter', name)]
    done = subprocess.run([stubborn, 'run', '--no-config', '--load', '--stub', f'unix:{path}', *filters, '-o', f'json:{report}'],
                          capture_output=True, text=True, check=False)
    assert 'writes a program of ours' in done.stderr, done.stderr
    with open(report, encoding='utf-8') as f:
        return json.load(f)


def check(stubborn, path, folder):
    client = Client(path)
    wanted = pattern()
    for n, digits in enumerate(wanted):
        assert client.ask(f'M{AT + n * PIECE:x},{PIECE:x}:{digits}') == 'OK'
    client.link.close()
    run = judge(stubborn, path, folder)
    assert run['loaded'].startswith('loaded: the guest riscv32, '), run['loaded']
    assert f'at 0x{AT:x}' in run['loaded'], run['loaded']
    assert not run.get('left_changed'), run['left_changed']
    verdicts = {r['scenario']: r['verdict'] for r in run['results']}
    assert sorted(verdicts) == sorted(SCENARIOS), verdicts
    assert set(verdicts.values()) <= {'pass', 'warn'}, verdicts
    client = Client(path)
    assert client.memory() == wanted, 'memory was not put back'
    pc = int.from_bytes(bytes.fromhex(client.ask('g'))[32 * 4:33 * 4], 'little')
    assert not AT <= pc < AT + BYTES, f'pc is left in the guest: {pc:x}'
    client.link.close()


def main():
    if not shutil.which(QEMU):
        print(f'{QEMU} is not installed')
        return 77
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'gdb')
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(4)
            qemu = subprocess.Popen([QEMU, '-M', 'virt', '-m', '16M', '-bios', 'none', '-nodefaults', '-display', 'none', '-S',
                                     '-chardev', f'socket,id=gdb,fd={listener.fileno()},server=on,wait=off', '-gdb', 'chardev:gdb'],
                                    pass_fds=[listener.fileno()])
            try:
                check(sys.argv[1], path, folder)
            finally:
                qemu.kill()
                qemu.wait()
    return 0


sys.exit(main())
