#!/usr/bin/env python3
# What every source file looks like: three lines of purpose, the licence line, nothing left for later.
# usage: source.py ROOT
# Also: no file(GLOB), no build tree or temporary file among the sources, scripts are executable.
# SPDX-License-Identifier: MIT
import os
import re
import sys

SKIP = {'.git', 'build', '__pycache__', '.cache'}
LATER = re.compile(r'\b(TODO|FIXME|XXX|HACK)\b\s*[:(]|[/#*].*\b(FIXME|XXX)\b')
SPDX = 'SPDX-License-Identifier: MIT'


def files_of(root):
    for base, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIP and not f.startswith('build-'))
        for name in sorted(files):
            path = os.path.join(base, name)
            if not os.path.islink(path):
                yield os.path.relpath(path, root)


def check_c(lines):
    if len(lines) < 4:
        return 'too short for a header'
    if not re.match(r'/\* \S', lines[0]) or lines[0].rstrip().endswith('*/'):
        return 'line 1 does not open the comment that says the purpose ("/* ...")'
    if not re.match(r' \* \S', lines[1]) or lines[1].rstrip().endswith('*/'):
        return 'line 2 does not continue the purpose (" * ...")'
    if not re.match(r' \* \S.* \*/$', lines[2]):
        return 'line 3 does not end the purpose (" * ... */"): exactly three lines'
    if lines[3].strip() != f'/* {SPDX} */':
        return f'line 4 is not "/* {SPDX} */"'
    return None


def check(root, path):
    kind = os.path.splitext(path)[1]
    script = os.path.basename(path) == 'run' or (path.startswith('tools/') and kind in ('', '.sh', '.py'))
    if kind not in ('.c', '.h', '.py', '.cmake', '.sh') and os.path.basename(path) != 'CMakeLists.txt' and not script:
        return []
    with open(os.path.join(root, path), encoding='utf-8', errors='replace') as f:
        text = f.read()
    lines = text.splitlines()
    problems = []
    if kind in ('.c', '.h'):
        problem = check_c(lines)
        if problem:
            problems.append(f'{path}: {problem}')
    elif (script or kind in ('.py', '.sh')) and not any(SPDX in line for line in lines[:8]):
        problems.append(f'{path}: no "{SPDX}" in the first lines')
    if text.startswith('#!') and not os.access(os.path.join(root, path), os.X_OK):
        problems.append(f'{path}: starts with #! and is not executable')
    if path != 'tests/house/source.py':
        problems += [f'{path}:{n}: left for later: {line.strip()[:80]}'
                     for n, line in enumerate(lines, 1) if LATER.search(line)]
        if re.search(r'file\s*\(\s*GLOB', text, re.I):
            problems.append(f'{path}: file(GLOB): list the sources')
    return problems


def main():
    root = sys.argv[1]
    good = ['/* a', ' * b', ' * c. */', f'/* {SPDX} */']
    assert check_c(good) is None and check_c(good[1:] + ['x']) and check_c(['/* a */'] + good), 'the check is void'
    problems = [p for path in files_of(root) for p in check(root, path)]
    print('\n'.join(problems) or 'every source file has its header')
    return 1 if problems else 0


sys.exit(main())
