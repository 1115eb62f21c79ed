#!/usr/bin/env python3
# The installed package is usable: builds a consumer by pkg-config and one by find_package, and runs both.
# usage: install.py ROOT BUILD COMPILER VERSION [EXTRA COMPILER FLAGS]
# Installs into a temporary prefix; also runs the installed program from there. What the libraries define for all
# begins with rsp_: a program that has functions named like their internal ones links them nevertheless.
# SPDX-License-Identifier: MIT
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

CONSUMER = r'''
#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdio.h>
int main(void) {
    rsp_buf out = {0};
    rsp_buf_append(&out, RSP_LIT("6f6b"));
    printf("%s\n", rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return 0;
}
'''
# Names that layers use among their files.
NAMESAKE = r'''
#include <rsp/client.h>
#include <rsp/stub.h>
int stub_dispatch(void);
int client_send(void);
int job_new(void);
int stub_dispatch(void) { return 1; }
int client_send(void) { return 2; }
int job_new(void) { return 4; }
int main(void) {
    rsp_stub_free(NULL);
    rsp_client_free(NULL);
    return stub_dispatch() + client_send() + job_new() == 7 && rsp_stub_new != NULL && rsp_client_new != NULL ? 0 : 1;
}
'''
# Besides rsp_*: the compilers' own, and what engines and the C runtime call.
FREE = re.compile(r'(rsp_|_|main$|LLVMFuzzer)')
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


def globals_of(archive):
    lines = run(['nm', '-g', '--defined-only', '-P', archive]).splitlines()
    return {line.split()[0] for line in lines if len(line.split()) > 2}


def check_names(libraries, build):
    archives = sorted(f for f in os.listdir(libraries) if f.endswith('.a'))
    stray = {f'{a}: {name}' for a in archives for name in globals_of(f'{libraries}/{a}') if not FREE.match(name)}
    assert not stray, f'global names without rsp_ in installed libraries: {sorted(stray)[:10]}'
    # Can this fail at all? What was built, and not yet installed, has such names.
    assert any(not FREE.match(name) for name in globals_of(f'{build}/harness/reference/stub/librsp_stub.a')), 'the check is void'
    return len(archives)


def check_examples(root, work, compiler, flags, env):
    """The programs of docs/api.md: a stub, two debuggers of it, a checker, and a run of the suite."""
    folder = f'{root}/docs/examples/api'
    words = run(['pkg-config', '--cflags', '--libs', 'rsp'], env=env).split()
    for name in ('stub', 'debugger', 'packets', 'check', 'suite'):
        run([compiler, '-std=c11', '-D_POSIX_C_SOURCE=200809L', '-Wall', '-Wextra', '-Werror', *flags, f'{folder}/{name}.c',
             '-o', f'{work}/{name}', *words])
    shown = run([f'{work}/debugger', f'pipe:{work}/stub', '2'])
    assert 'has vCont\n' in shown and 'reason "swbreak"\n' in shown and 'memory at 0x2: 00 01 00' in shown, shown
    shown = run([f'{work}/packets', f'pipe:{work}/stub'])
    assert shown == 'vCont steps: yes\nmemory: 4 bytes\nstopped by signal 5\n', shown
    shown = run([f'{work}/suite', 'tap', f'pipe:{work}/stub', f'{root}/scenarios/framing/checksum.yaml'])
    assert 'ok 1 - framing/' in shown and 'not ok' not in shown and not shown.startswith('TAP version 14\n1..0'), shown
    # Each requirement of a suite is known to its folder; a file that is none is refused with its place.
    done = subprocess.run([f'{work}/suite', 'tap', f'pipe:{work}/stub', f'{root}/README.md'], capture_output=True, text=True)
    assert done.returncode == 2 and re.search(r'README\.md:\d+: ', done.stderr), done
    # The recorded stub breaks rules, which is what the exit status says.
    done = subprocess.run([f'{work}/check', 'tap', f'{folder}/session.log'], capture_output=True, text=True)
    assert done.returncode == 1, done
    broken = re.findall(r'^not ok \d+ - (rules/\S+)', done.stdout, re.M)
    assert 'rules/checksum-on-wire-bytes' in broken and len(broken) == 5, done.stdout
    assert 'rules/stop-reason-signal' in done.stdout, done.stdout  # a should


# By the C interface of the embed kit: what is compiled, and by what.
LANGUAGES = {'minimal.cc': ['g++', '-std=c++17', '-Wall', '-Wextra', '-Werror', '-c'],
             'minimal.rs': ['rustc', '--crate-type=staticlib', '-Cpanic=abort', '-Dwarnings']}


def check_languages(root, work, compiler, flags, env):
    """A stub in C++ and one in Rust, each of which dies of a read beyond its memory: the run says so, and goes on."""
    words = run(['pkg-config', '--libs', 'rsp-embed-suite'], env=env).split()
    includes = run(['pkg-config', '--cflags', 'rsp-embed-suite'], env=env).split()
    for name, command in LANGUAGES.items():
        if not shutil.which(command[0]):
            print(f'{command[0]} is not installed: docs/examples/embed/{name} is not built')
            continue
        built, suite = f'{work}/{name}.o', f'{work}/{name}-suite'
        run([*command, f'{root}/docs/examples/embed/{name}', '-o', built, *(includes if command[0] == 'g++' else [])])
        whole = ['-Wl,--whole-archive', built, '-Wl,--no-whole-archive'] if name.endswith('.rs') else [built, '-lstdc++']
        run([compiler, *flags, *whole, '-o', suite, *words])
        done = subprocess.run([suite, 'run', '--filter', 'robustness/first-request', '--filter', 'framing/', '-o', 'term', '-o',
                               f'json:{suite}.json'], capture_output=True, text=True,
                              env={**os.environ, 'STUBBORN_SCENARIOS': f'{root}/scenarios'})
        assert done.returncode == 1 and 'the stub died: SIGABRT' in done.stdout, (name, done)
        with open(f'{suite}.json', encoding='utf-8') as file:
            results = json.load(file)['results']
        dead = [r['scenario'] for r in results if r['verdict'] == 'crash']
        assert dead == ['robustness/first-request.m'] and any(r['verdict'] == 'pass' for r in results), (name, dead)


def main():
    root, build, compiler, version = sys.argv[1:5]
    flags = shlex.split(sys.argv[5]) if len(sys.argv) > 5 else []
    with tempfile.TemporaryDirectory() as temp:
        prefix, work = f'{temp}/prefix', f'{temp}/work'
        os.mkdir(work)
        run(['cmake', '--install', build, '--prefix', prefix])
        num_installed = sum(len(files) for _, _, files in os.walk(prefix))
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

        # With names of its own that are internal names of the libraries.
        assert check_names(os.path.dirname(lib), build) > 15
        open(f'{work}/namesake.c', 'w').write(NAMESAKE)
        words = run(['pkg-config', '--cflags', '--libs', 'rsp'], env=env).split()
        run([compiler, '-std=c11', *flags, f'{work}/namesake.c', '-o', f'{work}/namesake', *words])
        run([f'{work}/namesake'])

        # The embed kit's example, as its Makefile builds it.
        for name, package, extra in (('replay', 'rsp-embed', ['-lrsp_embed_replay']), ('suite', 'rsp-embed-suite', [])):
            words = run(['pkg-config', '--cflags', '--libs', package], env=env).split()
            run([compiler, '-std=c11', '-DMENDED=3', *flags, f'{root}/docs/examples/embed/minimal.c', '-o', f'{work}/{name}',
                 *[w for w in words if w.startswith('-L')], *extra, *words])
        run([f'{work}/replay', f'{root}/docs/examples/embed/seeds'])
        run([f'{work}/suite', 'run', '--filter', 'framing/'], env={**os.environ, 'STUBBORN_SCENARIOS': f'{root}/scenarios'})

        check_examples(root, work, compiler, flags, env)
        check_languages(root, work, compiler, flags, env)

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
        # The target `uninstall` leaves nothing of ours.
        run(['cmake', '-P', f'{build}/Uninstall.cmake'])
        left = [os.path.join(base, f) for base, folders, files in os.walk(prefix) for f in files]
        left += [base for base, folders, files in os.walk(prefix) if re.search(r'/(stubborn|rsp|librsp-dev)(/|$)', base[len(prefix):])]
        assert num_installed > 100 and not left, f'uninstall leaves {left[:5]} of {num_installed} files'
    print('installed, linked by pkg-config and by CMake, run, and uninstalled')
    return 0


sys.exit(main())
