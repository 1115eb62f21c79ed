#!/usr/bin/env python3
# The debugger is a house of its own: nothing outside includes it or links it, and the program meets it by names alone.
# usage: debugger.py ROOT BUILD ON|OFF       ON: BUILD has it, and what no_debugger.c gives is what a build without it needs
# Its commands are registered by cli/command.h, cmd/adapter/adapter_job.h and cmd/debugger_house.h; tools/CMakeLists.txt links it.
# SPDX-License-Identifier: MIT
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import symbols
import tree

HOUSE = 'harness/debugger'
FOLDERS = ('harness', 'reports', 'tools', 'include', 'corpora')
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
LINK = r'\brsp_(?:%s)\b|DEPS [^)]*\b(?:%s)\b'
LINKS_IT = {'tools/CMakeLists.txt': 'the program'}


def rooms_of(root):
    return sorted(n for n in os.listdir(os.path.join(root, HOUSE)) if os.path.isdir(os.path.join(root, HOUSE, n)))


def check_includes(root, rooms):
    for path, text in tree.sources(root, *FOLDERS):
        if path.startswith(HOUSE + '/'):
            continue
        for match in INCLUDE.finditer(text):
            target = match.group(1)
            if target.split('/')[0] in rooms or HOUSE in target:
                yield f'{path}:{tree.line_of(text, match.start(1))}: includes "{target}" of the debugger'


def check_links(root, rooms):
    names = '|'.join(rooms)
    link = re.compile(LINK % (names, names))
    for base in ('harness', 'reports', 'tools', 'corpora'):
        for folder, _, files in sorted(os.walk(os.path.join(root, base))):
            for name in sorted(f for f in files if f == 'CMakeLists.txt' or f.endswith('.cmake')):
                path = os.path.relpath(os.path.join(folder, name), root)
                if path.startswith(HOUSE + '/') or path in LINKS_IT:
                    continue
                with open(os.path.join(root, path), encoding='utf-8') as f:
                    text = f.read()
                for match in link.finditer(text):
                    yield f'{path}:{tree.line_of(text, match.start())}: links {match.group().split()[-1]} of the debugger'


def check(root):
    rooms = rooms_of(root)
    return [*check_includes(root, rooms), *check_links(root, rooms)]


def names(*paths):
    """(defined, undefined) global names of objects and archives."""
    found = symbols.read(*paths)
    return {s.name for s in found if s.defined}, {s.name for s in found if not s.defined and not s.weak}


def compiled(build):
    """file: command of what becomes part of the program."""
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as f:
        return {c['file']: c for c in json.load(f) if 'stubborn_tools.dir' in c['command']}


def output_of(command):
    words = shlex.split(command['command'])
    return os.path.join(command['directory'], words[words.index('-o') + 1])


def without_it(root, like, folder):
    """The object that stands in for the debugger's commands in a build without it."""
    words = [w for w in shlex.split(like['command']) if w != like['file'] and os.path.basename(w) != 'ccache']
    words[words.index('-o') + 1] = os.path.join(folder, 'no_debugger.o')
    subprocess.run([*words, '-Werror', os.path.join(os.path.abspath(root), 'tools/cmd/no_debugger.c')], cwd=like['directory'], check=True)
    return os.path.join(folder, 'no_debugger.o')


def compare(needed, given):
    yield from (f'tools/cmd/no_debugger.c: lacks {name}, which the program takes of the debugger' for name in sorted(needed - given))
    yield from (f'tools/cmd/no_debugger.c: {name} is needed by nobody' for name in sorted(given - needed))


def check_linking(root, build):
    commands_of = compiled(build)
    inside = [output_of(c) for path, c in commands_of.items() if f'/{HOUSE}/' in path]
    outside = {path: output_of(c) for path, c in commands_of.items() if f'/{HOUSE}/' not in path}
    if not inside or not outside:
        return ['the commands of the debugger are not there: the check is void']
    commands, _ = names(*inside)
    _, used = names(*outside.values())
    archives = [os.path.join(base, f) for base, _, files in os.walk(os.path.join(build, HOUSE)) for f in files if f.endswith('.a')]
    with tempfile.TemporaryDirectory() as folder:
        given, asked = names(without_it(root, commands_of[next(iter(outside))], folder))
    rooms, _ = names(*archives)
    sanitized = {name for name in given if name.startswith('__')}
    return [*compare(used & commands, given - sanitized),
            *(f'the program outside {HOUSE} calls {name} of it' for name in sorted((used | asked) & rooms - commands) if not name.startswith('__'))]


def self_test():
    """Each rule can fail."""
    good = {f'{HOUSE}/dwarf/file.h': '', f'{HOUSE}/dwarf/a.c': '#include "dwarf/file.h"\n', 'harness/low/a.c': '#include "low/file.h"\n',
            'tools/CMakeLists.txt': 'target_link_libraries(x rsp_dwarf)\n', 'reports/r.c': '', f'{HOUSE}/dwarf/CMakeLists.txt': 'rsp_dwarf'}
    bad = [('harness/low/a.c', '#include "dwarf/file.h"\n'), ('tools/cmd/a.c', '#include "../harness/debugger/dwarf/file.h"\n'),
           ('reports/r.c', '#include <dwarf/file.h>\n'), ('harness/low/CMakeLists.txt', 'rsp_add_layer(low DEPS core dwarf)\n'),
           ('harness/low/CMakeLists.txt', 'target_link_libraries(low rsp_dwarf)\n')]
    for name, text in [(None, '')] + bad:
        with tempfile.TemporaryDirectory() as root:
            for path, content in {**good, **({name: text} if name else {})}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                    f.write(content)
            problems = check(root)
            assert len(problems) == (1 if name else 0), (name, problems)
    assert len(list(compare({'a', 'b'}, {'b', 'c'}))) == 2


def main():
    self_test()
    root, build, has_it = sys.argv[1:4]
    problems = check(root)
    if has_it == 'ON':
        problems += check_linking(root, build)
    print('\n'.join(problems) or 'nothing outside the debugger needs it')
    return 1 if problems else 0


sys.exit(main())
