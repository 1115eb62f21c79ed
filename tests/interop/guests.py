#!/usr/bin/env python3
# Programs for RISC-V Linux, built by the cross compiler as it is: the same on the reference stub as under qemu-riscv64.
# usage: guests.py STUBBORN [PROGRAM...]
# Compares output and exit status, of static and dynamic builds of guests/*, or of the PROGRAMs (ELF files). 77: skipped.
# SPDX-License-Identifier: MIT
import glob
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, 'tools/dev'))
from testsuites import guest  # noqa: E402

COMPILERS = {'.c': 'riscv64-linux-gnu-gcc', '.cc': 'riscv64-linux-gnu-g++'}


def in_folder(run):
    """The output and status that `run(folder, control)` gives in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as control:
        return run(folder, control)[:2]


def build(source, folder):
    name, kind = os.path.splitext(os.path.basename(source))
    for form, flags in (('static', ['-static']), ('dynamic', [])):
        program = os.path.join(folder, f'{name}-{form}')
        subprocess.run([COMPILERS[kind], '-g', '-O2', *flags, '-o', program, source, '-lpthread'], check=True)
        yield program


def compare(stubborn, program):
    """True when both do the same; else says what differs."""
    results = [in_folder(lambda *where: guest.on_stub(stubborn, [program], *where)),
               in_folder(lambda *where: guest.on_qemu([program], *where))]
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
