#!/usr/bin/env python3
# Programs for RISC-V Linux, built by the cross compiler as it is: the same on the reference stub as under qemu-riscv64.
# usage: guests.py STUBBORN [PROGRAM...]
# Compares output and exit status, of static and dynamic builds of guests/*, or of the PROGRAMs (ELF files). 77: skipped.
# SPDX-License-Identifier: MIT
import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SYSROOT = '/usr/riscv64-linux-gnu'
COMPILERS = {'.c': 'riscv64-linux-gnu-gcc', '.cc': 'riscv64-linux-gnu-g++'}
TIMEOUT_S = 120
SIGNALS = 'QPassSignals:' + ';'.join(f'{number:x}' for number in range(1, 64) if number not in (9, 5))


def checked(payload):
    return f'${payload}#{sum(payload.encode()) & 255:02x}'.encode()


def packet(connection, buffer):
    """The next packet, acknowledged, and what came after it."""
    while True:
        start = buffer.find(b'$')
        end = buffer.find(b'#', start)
        if start >= 0 and 0 <= end <= len(buffer) - 3:
            connection.sendall(b'+')
            return buffer[start + 1:end].decode(errors='replace'), buffer[end + 3:]
        more = connection.recv(65536)
        if not more:
            raise OSError('the stub has closed the connection')
        buffer += more


def run_to_end(path):
    """The exit status, or 128 and a signal, of the program that the stub at this socket has."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(TIMEOUT_S)
        connection.connect(path)
        buffer = b''
        for request in (SIGNALS, 'vCont;c'):
            connection.sendall(checked(request))
            reply, buffer = packet(connection, buffer)
        while reply[0] == 'T':
            connection.sendall(checked('vCont;C' + reply[1:3]))
            reply, buffer = packet(connection, buffer)
        if reply[0] not in 'WX':
            raise OSError(f'the stub answered {reply}')
        value = int(reply[1:3], 16)
        return value if reply[0] == 'W' else 128 + value


def on_stub(stubborn, program, folder):
    path = os.path.join(folder, 'socket')
    command = [stubborn, 'stub', '--quiet', '--once', '--listen', f'unix:{path}', '--stdout', '-', '--stdin', os.devnull,
               '--dir', '.:rw', '--sysroot', SYSROOT, program]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as stub:
        deadline = time.monotonic() + TIMEOUT_S
        while not os.path.exists(path) and stub.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        try:
            status = run_to_end(path) if os.path.exists(path) else -1
        except OSError as error:
            status = str(error)
            stub.kill()
        output = stub.communicate(timeout=TIMEOUT_S)[0]
    return output, status


def on_qemu(program, folder):
    done = subprocess.run(['qemu-riscv64', '-L', SYSROOT, program], cwd=folder, stdin=subprocess.DEVNULL, env={},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S)
    return done.stdout, done.returncode if done.returncode >= 0 else 128 - done.returncode


def build(source, folder):
    name, kind = os.path.splitext(os.path.basename(source))
    for form, flags in (('static', ['-static']), ('dynamic', [])):
        program = os.path.join(folder, f'{name}-{form}')
        subprocess.run([COMPILERS[kind], '-g', '-O2', *flags, '-o', program, source, '-lpthread'], check=True)
        yield program


def compare(stubborn, program):
    """True when both do the same; else says what differs."""
    results = []
    for run in (lambda folder: on_stub(stubborn, program, folder), lambda folder: on_qemu(program, folder)):
        with tempfile.TemporaryDirectory() as folder:
            results.append(run(folder))
    if results[0] == results[1]:
        return True
    print(f'{program}: the stub gives status {results[0][1]}, qemu-riscv64 {results[1][1]}')
    for who, result in zip(('stub', 'qemu'), results):
        print(f'  {who}: {result[0][-400:]!r}')
    return False


def main():
    stubborn = os.path.abspath(sys.argv[1])
    tools = ['qemu-riscv64', *COMPILERS.values()]
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        print(f'skipped: {", ".join(missing)} not found')
        return 77
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as folder:
        programs = [os.path.abspath(program) for program in sys.argv[2:]]
        if not programs:
            for source in sorted(glob.glob(os.path.join(here, 'guests', '*.c*'))):
                programs.extend(build(source, folder))
        good = [compare(stubborn, program) for program in programs]
    print(f'{sum(good)} of {len(good)} programs do the same on the reference stub and under qemu-riscv64')
    return 0 if all(good) else 1


if __name__ == '__main__':
    sys.exit(main())
