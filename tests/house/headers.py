#!/usr/bin/env python3
# Each public header compiles alone, as C11 and as C++17, with warnings as errors; so do all together; shared ones as C11.
# usage: headers.py ROOT LAYERS_TXT
# Every file in include/rsp, here and in the folder of LAYERS_TXT, must be listed by exactly one layer.
# SPDX-License-Identifier: MIT
import concurrent.futures
import os
import subprocess
import sys

COMMANDS = {
    'C11': ['cc', '-std=c11', '-x', 'c', '-Wstrict-prototypes'],
    'C++17': ['c++', '-std=c++17', '-x', 'c++'],
}
# How many headers are installed, packet_ids.h among them. The number may only fall
# (docs/decisions/0031-what-users-of-the-library-meet.md).
MOST = 17
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion', '-Werror', '-fsyntax-only']


def compile_text(folders, language, text):
    command = COMMANDS[language] + WARNINGS + ['-D_POSIX_C_SOURCE=200809L', *(f'-I{f}' for f in folders), '-']
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stderr if done.returncode else ''


def main():
    root, record = sys.argv[1], sys.argv[2]
    owned = {}
    shared_headers = []
    houses = set()
    problems = []
    for line in open(record, encoding='utf-8'):
        if line.strip():
            name, folder, _, headers, shared, _ = line.rstrip('\n').split('|')
            houses.add(os.path.dirname(f'{root}/{folder}'))
            shared_headers += [f'{folder}/{h}' for h in filter(None, shared.split(','))]
            for header in filter(None, headers.split(',')):
                if header in owned:
                    problems.append(f'include/rsp/{header}: listed by {owned[header]} and by {name}')
                owned[header] = name
    folders = [f'{root}/include', f'{os.path.dirname(record)}/include', root, *sorted(houses)]
    present = sorted(h for f in folders[:2] for h in os.listdir(f'{f}/rsp') if h.endswith('.h'))
    problems += [f'include/rsp/{h}: no layer lists it' for h in present if h not in owned]
    problems += [f'include/rsp/{h}: listed by {owned[h]}, missing' for h in owned if h not in present]

    texts = [(h, f'#include <rsp/{h}>\n#include <rsp/{h}>\nextern int not_empty;\n') for h in present]
    texts.append(('all together', ''.join(f'#include <rsp/{h}>\n' for h in present)))
    # A public header sees nothing but public headers: shared ones are not installed.
    jobs = [(what, language, text, folders[:2]) for what, text in texts for language in COMMANDS]
    jobs += [(h, 'C11', f'#include "{h}"\n#include "{h}"\nextern int not_empty;\n', folders) for h in shared_headers]
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = pool.map(lambda j: compile_text(j[3], j[1], j[2]), jobs)
        problems += [f'{what} as {language}:\n{out}' for (what, language, _, _), out in zip(jobs, results) if out]
    # Can this fail at all? A conversion that loses bits must not pass.
    if not compile_text(folders, 'C11', 'static inline char f(int x) { return x; }'):
        problems.append('the compiler accepts what it should not: the check is void')
    if not compile_text(folders[:2], 'C11', '#include "core/limits.h"'):
        problems.append('a public header could include a shared one: the check is void')
    if len(present) > MOST:
        problems.append(f'{len(present)} headers are installed, at most {MOST}: does a user need them all? Merge or share one')
    elif len(present) < MOST:
        problems.append(f'{len(present)} headers are installed: MOST in headers.py can fall to that')
    print('\n'.join(problems) or f'{len(present)} public and {len(shared_headers)} shared headers compile alone')
    return 1 if problems else 0


sys.exit(main())
