#!/usr/bin/env python3
# The libraries need nothing beyond POSIX.1-2008 and its X/Open part: built so, without the files that only Linux has.
# usage: posix.py ROOT COMPILER
# The stub and the debugger of docs/api.md are linked with them, and run. No source takes more than it says.
# SPDX-License-Identifier: MIT
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# What asks glibc for more than POSIX and X/Open.
MORE = re.compile(r'^\s*#\s*define\s+(_GNU_SOURCE|_DEFAULT_SOURCE|_BSD_SOURCE|_SVID_SOURCE)\b', re.M)
LINUX_ONLY = {'harness/connection/link/system_linux.c'}
EXAMPLES = ('stub', 'debugger')


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))}\nexit {done.returncode}\n{done.stdout[-6000:]}')
    return done.stdout


def without_posix(text):
    """The source as RSP_POSIX sees it: what stands in #ifndef RSP_POSIX is gone."""
    return re.sub(r'^#ifndef RSP_POSIX\n.*?^#(else|endif)', '', text, flags=re.M | re.S)


def check_sources(root):
    found = {str(path.relative_to(root)) for folder in ('harness', 'reports') for path in (root / folder).rglob('*.c')
             if MORE.search(without_posix(path.read_text(encoding='utf-8')))}
    assert found == LINUX_ONLY, f'ask for more than POSIX without #ifndef RSP_POSIX: {sorted(found ^ LINUX_ONLY)}'


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    check_sources(root)
    with tempfile.TemporaryDirectory() as temp:
        build, prefix = f'{temp}/build', f'{temp}/prefix'
        launcher = os.environ.get('CMAKE_C_COMPILER_LAUNCHER')
        run('cmake', '-G', 'Ninja', '-S', root, '-B', build, f'-DCMAKE_C_COMPILER={compiler}', '-DCMAKE_BUILD_TYPE=Debug',
            '-DCMAKE_C_FLAGS_DEBUG=-O0', '-DRSP_POSIX=ON', '-DRSP_WERROR=ON', '-DRSP_TESTS=OFF',
            *([f'-DCMAKE_C_COMPILER_LAUNCHER={launcher}'] if launcher else []))
        jobs = os.environ.get('STUBBORN_JOBS', '2')
        run('cmake', '--build', build, '-j', jobs, '--target', 'rsp_development')
        names = run('nm', '--print-file-name', f'{build}/harness/connection/link/librsp_link.a')
        assert 'system_posix' in names and 'system_linux' not in names, 'librsp_link.a is not the one for POSIX'
        run('cmake', '--install', build, '--prefix', prefix, '--component', 'development')
        found = [path.parent for path in pathlib.Path(prefix).rglob('rsp.pc')]
        environment = {**os.environ, 'PKG_CONFIG_PATH': str(found[0])}
        words = run('pkg-config', '--cflags', '--libs', 'rsp', env=environment).split()
        for name in EXAMPLES:
            run(compiler, '-std=c11', '-D_POSIX_C_SOURCE=200809L', f'{root}/docs/examples/api/{name}.c', '-o', f'{temp}/{name}', *words)
        said = run(f'{temp}/debugger', f'pipe:{temp}/stub', '2', timeout=60)
        assert 'reason "swbreak"' in said, said
    print('built for POSIX alone, linked and run')


main()
