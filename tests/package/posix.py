#!/usr/bin/env python3
# The libraries need nothing beyond POSIX.1-2008 and its X/Open part: built so, without the files that only Linux has.
# usage: posix.py ROOT COMPILER
# The stub and the debugger of docs/api.md are linked with them, and run. No source takes more than it says.
# Every build asks for _POSIX_C_SOURCE alone. So only the sources that ask for RSP_POSIX differ from the build that is tested elsewhere:
# these are compiled, and the layers of the two programs.
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
LAYERS = ('rsp_client', 'rsp_stub')  # with all below them


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


def differ(root):
    """Sources that RSP_POSIX changes. A header is none of them: whoever includes it would be another."""
    found = [path.relative_to(root) for folder in ('harness', 'include', 'reports') for path in (root / folder).rglob('*.[ch]')
             if 'RSP_POSIX' in path.read_text(encoding='utf-8')]
    assert found and all(path.suffix == '.c' for path in found), found
    return found


def object_of(source):
    """As ninja names it: harness/HOUSE/LAYER/CMakeFiles/rsp_LAYER.dir/FILE.o."""
    folder = pathlib.Path(*source.parts[:3])
    return f'{folder}/CMakeFiles/rsp_{folder.name}.dir/{source.relative_to(folder)}.o'


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    check_sources(root)
    with tempfile.TemporaryDirectory() as temp:
        build = f'{temp}/build'
        launcher = os.environ.get('CMAKE_C_COMPILER_LAUNCHER')
        run('cmake', '-G', 'Ninja', '-S', root, '-B', build, f'-DCMAKE_C_COMPILER={compiler}', '-DCMAKE_BUILD_TYPE=Debug',
            '-DCMAKE_C_FLAGS_DEBUG=-O0', '-DRSP_POSIX=ON', '-DRSP_WERROR=ON', '-DRSP_TESTS=OFF',
            *([f'-DCMAKE_C_COMPILER_LAUNCHER={launcher}'] if launcher else []))
        run('cmake', '--build', build, '-j', os.environ.get('STUBBORN_JOBS', '2'), '--target', *LAYERS, *map(object_of, differ(root)))
        names = run('nm', '--print-file-name', f'{build}/harness/connection/link/librsp_link.a')
        assert 'system_posix' in names and 'system_linux' not in names, 'librsp_link.a is not the one for POSIX'
        archives = sorted(pathlib.Path(build).rglob('librsp_*.a'))
        words = ['-I', f'{root}/include', '-I', f'{build}/include', '-Wl,--start-group', *archives, '-Wl,--end-group', '-ljansson', '-lexpat', '-lz',
                 '-lm', '-lpthread']
        for name in EXAMPLES:
            run(compiler, '-std=c11', '-D_POSIX_C_SOURCE=200809L', f'{root}/docs/examples/api/{name}.c', '-o', f'{temp}/{name}', *words)
        said = run(f'{temp}/debugger', f'pipe:{temp}/stub', '2', timeout=60)
        assert 'reason "swbreak"' in said, said
    print('built for POSIX alone, linked and run')


main()
