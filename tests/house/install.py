#!/usr/bin/env python3
# The installed package is usable: builds a consumer by pkg-config and one by find_package, and runs both.
# usage: install.py ROOT BUILD COMPILER VERSION [EXTRA COMPILER FLAGS]
# Installs into a temporary prefix; also runs the installed program from there.
# SPDX-License-Identifier: MIT
import os
import shlex
import subprocess
import sys
import tempfile

CONSUMER = r'''
#include <rsp/bytes.h>
#include <rsp/hex.h>
#include <stdio.h>
int main(void) {
    rsp_buf out = {0};
    rsp_hex_append(&out, RSP_LIT("ok"));
    printf("%s\n", rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return 0;
}
'''
PROJECT = '''
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(rsp %s REQUIRED)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE rsp::rsp)
'''


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        print(f'{shlex.join(command)}\nexit {done.returncode}\n{done.stdout}{done.stderr}')
        sys.exit(1)
    return done.stdout


def main():
    root, build, compiler, version = sys.argv[1:5]
    flags = shlex.split(sys.argv[5]) if len(sys.argv) > 5 else []
    with tempfile.TemporaryDirectory() as temp:
        prefix, work = f'{temp}/prefix', f'{temp}/work'
        os.mkdir(work)
        run(['cmake', '--install', build, '--prefix', prefix])
        open(f'{work}/consumer.c', 'w').write(CONSUMER)
        open(f'{work}/CMakeLists.txt', 'w').write(PROJECT % version)

        lib = next(os.path.join(base, 'pkgconfig') for base, folders, _ in os.walk(prefix) if 'pkgconfig' in folders)
        env = {**os.environ, 'PKG_CONFIG_PATH': lib}
        got = run(['pkg-config', '--modversion', 'rsp'], env=env).strip()
        assert got == version, f'pkg-config says {got}, expected {version}'
        words = run(['pkg-config', '--cflags', '--libs', 'rsp'], env=env).split()
        run([compiler, '-std=c11', *flags, f'{work}/consumer.c', '-o', f'{work}/by-pc', *words])
        assert run([f'{work}/by-pc']) == '6f6b\n'

        run(['cmake', '-S', work, '-B', f'{work}/b', f'-DCMAKE_PREFIX_PATH={prefix}', f'-DCMAKE_C_COMPILER={compiler}',
             f'-DCMAKE_C_FLAGS={shlex.join(flags)}'])
        run(['cmake', '--build', f'{work}/b'])
        assert run([f'{work}/b/consumer']) == '6f6b\n'

        # The embed kit's example, as its Makefile builds it.
        for name, package, extra in (('replay', 'rsp-embed', ['-lrsp_embed_replay']), ('suite', 'rsp-embed-suite', [])):
            words = run(['pkg-config', '--cflags', '--libs', package], env=env).split()
            run([compiler, '-std=c11', '-DMENDED=3', *flags, f'{root}/docs/examples/embed/minimal.c', '-o', f'{work}/{name}',
                 *[w for w in words if w.startswith('-L')], *extra, *words])
        run([f'{work}/replay', f'{root}/docs/examples/embed/seeds'])
        run([f'{work}/suite', 'run', '--filter', 'framing/'], env={**os.environ, 'STUBBORN_SCENARIOS': f'{root}/scenarios'})

        program = f'{prefix}/bin/stubborn'
        if os.path.exists(f'{build}/tools/stubborn'):
            assert run([program, '--version'], cwd=temp).startswith(f'stubborn {version}'), 'version'
            for path in ('share/man/man1/stubborn.1', 'share/bash-completion/completions/stubborn'):
                assert os.path.getsize(f'{prefix}/{path}') > 500, path
        if os.path.isdir(f'{root}/scenarios'):
            assert os.path.isdir(f'{prefix}/share/stubborn/scenarios'), 'scenarios are not installed'
            # From elsewhere, so that it must find its own copy of the suite.
            listed = run([program, 'list', 'scenarios'], cwd=temp)
            assert len(listed.splitlines()) > 5, listed
    print('installed, linked by pkg-config and by CMake, and run')
    return 0


sys.exit(main())
