#!/usr/bin/env python3
# The debugger is a house of its own: nothing outside includes it or links it, and the program meets it by names alone.
# usage: debugger.py ROOT
# Its commands are registered by cli/command.h, cmd/adapter_job.h and cmd/debugger_house.h; tools/CMakeLists.txt links it.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

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


def main():
    self_test()
    problems = check(sys.argv[1])
    print('\n'.join(problems) or 'nothing outside the debugger needs it')
    return 1 if problems else 0


sys.exit(main())
