#!/usr/bin/env python3
# Libraries need no tools: nothing below tools/ includes or links it, prints, or ends the program.
# usage: tools_free.py ROOT
# Also: the top of tools/ has scripts and CMakeLists.txt only; code is in rooms.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

TOP = {'CMakeLists.txt', 'build', 'check', 'quickstart', 'setup'}
# Programs of their own below harness/: they print and end like any other.
PROGRAMS = {
    'harness/fuzzing/targets/': 'fuzz targets, their replayer, the program that writes the dictionary',
    'harness/debugger/fuzz_targets/': 'fuzz targets',
    'harness/debugger/commands/': 'commands of the program, compiled into it',
    'harness/fuzzing/embed/': 'what becomes a fuzz target with somebody else\'s stub: an oracle prints and aborts',
    'harness/fuzzing/netfuzz/shim/': 'linked into somebody else\'s program',
}
COMMANDS = 'harness/debugger/commands/'  # they use what commands use
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
INCLUDE = re.compile(r'^\s*#\s*include\s*"((?:\.\./)*tools/[^"]+|(?:cli|cmd|stubs)/[^"]+)"', re.M)
PRINTS = re.compile(r'\b(?:printf|vprintf|puts|putchar|perror)\s*\(|\bstdout\b|\bstderr\b|\bSTD(?:OUT|ERR)_FILENO\b')
ENDS = re.compile(r'(?<![\w>.])(?:exit|abort|quick_exit)\s*\(')
LINKS = re.compile(r'\bstubborn_tools\b')


def blank(pattern, text):
    return pattern.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def check_top(root):
    for name in sorted(os.listdir(os.path.join(root, 'tools'))):
        path = os.path.join(root, 'tools', name)
        if name not in TOP and not os.path.isdir(path):
            yield f'tools/{name}: the top of tools/ has {", ".join(sorted(TOP))} and folders'


def check_source(path, text):
    """What is wrong with one file below harness/ or reports/; includes are checked in programs, too."""
    bare = blank(COMMENT, text)
    if path.startswith(COMMANDS):
        return
    for match in INCLUDE.finditer(bare):
        yield f'{path}:{tree.line_of(bare, match.start(1))}: includes "{match.group(1)}" of tools/'
    if tree.place_of(PROGRAMS, path):
        return
    code = blank(STRING, bare)
    for pattern, what in ((PRINTS, 'prints: results go through structs and functions'),
                          (ENDS, 'ends the program: return a status')):
        for match in pattern.finditer(code):
            yield f'{path}:{tree.line_of(code, match.start())}: {match.group().strip("( ")} {what}'


def check_links(root):
    for base in ('harness', 'reports'):
        for folder, _, files in sorted(os.walk(os.path.join(root, base))):
            if 'CMakeLists.txt' not in files:
                continue
            path = os.path.relpath(os.path.join(folder, 'CMakeLists.txt'), root)
            with open(os.path.join(root, path), encoding='utf-8') as f:
                text = f.read()
            for match in LINKS.finditer(text):
                yield f'{path}:{tree.line_of(text, match.start())}: links the code of the program (stubborn_tools)'


def check(root):
    problems = list(check_top(root)) + list(check_links(root))
    for path, text in tree.sources(root, 'harness', 'reports', 'include'):
        problems += check_source(path, text)
    return problems


def self_test():
    """Each rule can fail, and words in comments and strings do not matter."""
    good = {'tools/CMakeLists.txt': '', 'tools/check': '', 'tools/cmd/run/run.c': '#include "cli/io.h"\nint main(void) { printf(""); }\n',
            'harness/low/a.c': '#include "low/a.h"\n/* printf(x); exit(1); */\nint f(void) { return g("exit(1) stdout"); }\n'
                               'void h(struct s *s) { s->exit(1); fprintf(file, "x"); }\n',
            'harness/low/a.h': '', 'harness/low/CMakeLists.txt': 'rsp_add_layer(low)\n', 'reports/b.c': 'int b;\n', 'include/rsp/c.h': '',
            'harness/fuzzing/targets/replay.c': 'int main(void) { printf("x"); exit(1); }\n'}
    bad = [('tools/journal.c', 'int x;\n'), ('harness/low/a.c', '#include "../../tools/campaign.h"\n'),
           ('harness/fuzzing/targets/fuzz_a.c', '#include "tools/cli/io.h"\n'), ('reports/b.c', '#include "cli/io.h"\n'),
           ('harness/low/b.c', 'void f(void) { printf("x"); }\n'), ('harness/low/b.c', 'void f(void) { fputs("x", stderr); }\n'),
           ('reports/b.c', 'void f(void) { (void)write(STDOUT_FILENO, "x", 1); }\n'),
           ('harness/low/b.c', 'void f(void) { exit(1); }\n'),
           ('harness/low/CMakeLists.txt', 'target_link_libraries(a stubborn_tools)\n')]
    for name, text in [(None, '')] + bad:
        with tempfile.TemporaryDirectory() as root:
            files = {**good, **({name: text} if name else {})}
            for path, content in files.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                    f.write(content)
            problems = check(root)
            assert len(problems) == (1 if name else 0), (name, problems)


def main():
    self_test()
    problems = check(sys.argv[1])
    print('\n'.join(problems) or 'no library includes, links or acts like tools')
    return 1 if problems else 0


sys.exit(main())
