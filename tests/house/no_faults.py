#!/usr/bin/env python3
# A build with -DRSP_FAULTS=OFF holds together: what knows of faults compiles without them, and calls none of their functions.
# usage: no_faults.py ROOT BUILD       BUILD has compile_commands.json, of a build with faults
# Only the files that can differ are compiled, so that it takes seconds. Warnings are errors here, as in CI.
# SPDX-License-Identifier: MIT
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import symbols

# The room of the faults is left out; the list in their place is not compiled where they are.
FOLDERS = ('harness/reference/stub/', 'harness/debugger/dap_adapter/')
INSTEAD = {'harness/debugger/dap_adapter/faults/faults.c': 'harness/debugger/dap_adapter/faults/no_faults.c'}
DROPPED = re.compile(r'-DRSP_FAULTS$|-O\w|-g\w*$|-fsanitize|-fno-sanitize|--coverage|-fprofile|-M\w*$|-Werror')
# Functions of the faults: what a build without them does not have.
FAULTY = re.compile(r'(stub_fault\w*|fault_\w+|adapter_fault\w*)$')


def without(command):
    """The compiler's words without faults and what only takes time."""
    words = [w for w in shlex.split(command['command']) if not DROPPED.match(w) and os.path.basename(w) != 'ccache']
    kept = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ('-o', '-MT', '-MF'):
            skip = True
        elif word != '-c' and word != command['file']:
            kept.append(word)
    return kept


def chosen(root, build):
    """(file, command) of each file that knows of faults."""
    for command in json.loads((build / 'compile_commands.json').read_text(encoding='utf-8')):
        path = os.path.relpath(command['file'], root)
        if not path.startswith(FOLDERS) or ('/faults/' in path and path not in INSTEAD):
            continue
        path = INSTEAD.get(path, path)
        if 'fault' in (root / path).read_text(encoding='utf-8'):
            yield root / path, command


def compile_one(path, command, folder):
    """What is wrong with it."""
    out = folder / f'{path.parent.name}-{path.stem}.o'
    words = [*without(command), '-O0', '-Werror', '-c', str(path), '-o', str(out)]
    done = subprocess.run(words, cwd=command['directory'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        return [done.stdout]
    names = [s.name for s in symbols.read(out) if not s.defined and FAULTY.match(s.name)]
    return [f'{path}: calls {name}, which a build without faults does not have' for name in names]


def main():
    root, build = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    files = list(chosen(root, build))
    assert len(files) > 10, 'the files that know of faults are not found: the test is void'
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda f: compile_one(*f, pathlib.Path(folder)), files)
        problems = [p for some in found for p in some]
    print('\n'.join(problems) or f'{len(files)} files compile without faults')
    return 1 if problems else 0


sys.exit(main())
