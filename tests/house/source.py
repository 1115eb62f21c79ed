#!/usr/bin/env python3
# What every source file looks like: three lines of purpose, the licence line, nothing left for later.
# usage: source.py ROOT
# Also: no file(GLOB), no output of a program among the sources, scripts are executable, functions fit a screen,
# a fuzz target is one entry point, and what lies beside the targets is shared by two programs.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

SKIP = {'.git', 'build', '__pycache__', '.cache'}
LATER = re.compile(r'\b(TODO|FIXME|XXX|HACK)\b\s*[:(]|[/#*].*\b(FIXME|XXX)\b')
# clang-tidy counts, too, but not where it is told to overlook a function for its statements.
FUNCTION_LINES = 70
FUZZ_FUNCTION_LINES = 40
SPDX = 'SPDX-License-Identifier: MIT'
# What a program wrote beside the sources (a report, a core file) shows in one of two ways: it lies in the
# root, where every file is known, or it is binary, where only inputs are.
ROOT_FILES = {'.clang-format', '.clang-tidy', '.dockerignore', '.editorconfig', '.git', '.gitignore', 'CHANGELOG.md', 'CMakeLists.txt',
              'CMakePresets.json', 'CONTRIBUTING.md', 'Containerfile', 'LICENSE', 'README.md', 'SECURITY.md', 'action.yml'}
VERSION_FILES = {'CMakeLists.txt', 'CHANGELOG.md'}
BINARY = ('corpora/', 'docs/examples/captures/', 'docs/images/', 'tests/cli/captures/', 'tests/scenario/bad/')


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


def check_functions(lines, most):
    """Functions fit a screen."""
    start = None
    for n, line in enumerate(lines, 1):
        if re.match(r'\w.*\(', line):
            start = n
        if line == '}' and start and n - start + 1 > most:
            return f'the function at line {start} has {n - start + 1} lines; at most {most}'
    return None


def check_fuzz_target(lines):
    """The oracle is to be read at a glance: one entry point, and functions that are shorter still."""
    if sum(line.startswith('int LLVMFuzzerTestOneInput(') for line in lines) != 1:
        return 'a fuzz target has one entry point'
    return check_functions(lines, FUZZ_FUNCTION_LINES)


def check_fuzz_helpers(table, others):
    """Sources of one target only belong into its file: a reader would have to look for them elsewhere."""
    rows = [row.split('|')[3].split(',') for row in re.findall(r'^ +"([^"]*\|[^"]*)"', table, re.M)]
    return [f'harness/fuzzing/targets/{name}: serves one fuzz target only, move it into the target'
            for name in sorted(set(sum(rows, [])) - {''}) if sum(name in row for row in rows) < 2 and name not in others]


def ignored_in_root(root):
    """Outputs that are named in .gitignore by their whole path, such as quickstart's report: never committed."""
    with open(os.path.join(root, '.gitignore'), encoding='utf-8') as f:
        return {line.strip()[1:] for line in f if line.startswith('/')}


def check_place(root, path, ignored):
    if '/' not in path:
        return [] if path in ROOT_FILES | ignored else [f'{path}: not one of the files of the root: whose output is it?']
    if path.startswith(BINARY) or path.endswith(('.o', '.gcda', '.gcno')):
        return []
    with open(os.path.join(root, path), 'rb') as f:
        return [f'{path}: binary, and not in {" ".join(BINARY)}'] if b'\0' in f.read() else []


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
        found = [check_c(lines)]
        if re.match(r'harness/(fuzzing/targets|debugger/fuzz_targets)/fuzz_\w+\.c$', path):
            found.append(check_fuzz_target(lines))
        elif path.startswith(('harness/', 'reports/', 'tools/')):
            found.append(check_functions(lines, FUNCTION_LINES))
        problems += [f'{path}: {problem}' for problem in found if problem]
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


def check_version(root):
    """The version stands in project() of CMakeLists.txt; other files get it from there. Samples and goldens show it."""
    with open(os.path.join(root, 'CMakeLists.txt'), encoding='utf-8') as f:
        version = re.search(r'project\(\w+ VERSION ([\d.]+)', f.read()).group(1)
    alone = re.compile(rf'(?<![\d.]){re.escape(version)}(?![\d.]\d)')
    problems = []
    for path in files_of(root):
        if path in VERSION_FILES or path.startswith(('corpora/', 'reports/', 'tests/')) or path.endswith(('.png', '.lock', 'lock.json')):
            continue
        with open(os.path.join(root, path), encoding='utf-8', errors='replace') as f:
            problems += [f'{path}:{n}: repeats the version, which only CMakeLists.txt has' for n, line in enumerate(f, 1)
                         if alone.search(line)]
    return problems


def self_test():
    """The checks themselves can fail."""
    good = ['/* a', ' * b', ' * c. */', f'/* {SPDX} */']
    assert check_c(good) is None and check_c(good[1:] + ['x']) and check_c(['/* a */'] + good), 'the check is void'
    entry = ['int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {', '}']
    assert check_fuzz_target(entry) is None and check_fuzz_target(entry * 2)
    assert check_fuzz_target(entry[:1] + [''] * (FUZZ_FUNCTION_LINES - 1) + entry[1:])
    assert check_functions(entry[:1] + [''] * (FUNCTION_LINES - 2) + entry[1:], FUNCTION_LINES) is None
    assert check_functions(entry + entry[:1] + [''] * (FUNCTION_LINES - 1) + entry[1:], FUNCTION_LINES).startswith('the function at line 3 has 71')
    table = '  "x|9|codec|both.c,one.c"\n  "y|9|codec|both.c,benched.c")\n'
    assert [p.split(':')[0] for p in check_fuzz_helpers(table, '${fuzz}/benched.c')] == ['harness/fuzzing/targets/one.c']
    with tempfile.TemporaryDirectory() as root:
        for path, content in {'CMakeLists.txt': b'project(x VERSION 4.5.6)', 'CHANGELOG.md': b'4.5.6', 'a.c': b'1.4.5.6', 'b.c': b'"4.5.6"',
                              '.gitignore': b'/page.html\n', 'README.md': b'', 'page.html': b'', 'report.xml': b'',
                              'tests/core': b'\x7fELF\0', 'corpora/elf/seed': b'\x7fELF\0'}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'wb') as f:
                f.write(content)
        ignored = ignored_in_root(root)
        bad = [p.split(':')[0] for path in files_of(root) for p in check_place(root, path, ignored)]
        assert [path for path in bad if not path.endswith('.c')] == ['report.xml', 'tests/core'], bad
        assert [problem.split(':')[0] for problem in check_version(root)] == ['b.c']


def main():
    root = sys.argv[1]
    self_test()
    ignored = ignored_in_root(root)
    problems = [p for path in files_of(root) for p in check(root, path) + check_place(root, path, ignored)]
    lists = [open(os.path.join(root, path, 'CMakeLists.txt'), encoding='utf-8').read()
             for path in ('harness/fuzzing/targets', 'harness/fuzzing/embed', 'tools/bench')]
    with open(os.path.join(root, 'harness/debugger/fuzz_targets/table.cmake'), encoding='utf-8') as f:
        lists[0] += f.read()
    problems += check_version(root)
    problems += check_fuzz_helpers(lists[0], lists[1] + lists[2])
    print('\n'.join(problems) or 'every source file has its header')
    return 1 if problems else 0


sys.exit(main())
