#!/usr/bin/env python3
# States instead of booleans: a struct has fewer than eight fields that are bool.
# usage: structs.py ROOT
# What excludes each other is one enum; independent facts are a set (a mask of named bits) or stand in several structs.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

FOLDERS = ('harness', 'tools', 'reports', 'include')
MOST = 7
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
STRUCT = re.compile(r'\bstruct\b\s*(\w*)\s*\{')
FIELD = re.compile(r'(?:^|[;{}])\s*(?:const\s+)?bool\s+([^;(){}]+);')

# (file, struct): why each of its booleans is a fact of its own. One that is no longer needed must go.
EXCEPTIONS = {
    ('include/rsp/stub.h', 'rsp_stub_options'): 'options of stubborn stub, each switched on by itself',
}

def body_of(text, start):
    """From behind an opening brace up to the closing one."""
    depth, at = 1, start
    while depth and at < len(text):
        depth += {'{': 1, '}': -1}.get(text[at], 0)
        at += 1
    return text[start:at - 1]


def structs_of(text):
    """(name, number of bool fields) of each struct, named or not; a struct inside counts for both."""
    text = COMMENT.sub(' ', text)
    for match in STRUCT.finditer(text):
        body = body_of(text, match.end())
        name = match.group(1)
        if not name:
            behind = re.match(r'\s*(\w+)', text[match.end() + len(body) + 1:])
            name = behind.group(1) if behind else ''
        yield name, sum(fields.count(',') + 1 for fields in FIELD.findall(';' + body.replace(';', ';;')))


def occurrences(root):
    for path, text in tree.sources(root, *FOLDERS):
        for name, number in structs_of(text):
            if number > MOST:
                yield path, name, number


def check(root, exceptions):
    used, problems = set(), []
    for path, name, number in occurrences(root):
        if (path, name) in exceptions:
            used.add((path, name))
        else:
            problems.append(f'{path}: struct {name} has {number} booleans, at most {MOST}: which exclude each other?')
    return problems + [f'structs.py: the exception for {name} in {path} is not needed' for path, name in exceptions
                       if (path, name) not in used]


def self_test():
    """The checks themselves can fail."""
    text = 'typedef struct a { bool x, y; /* bool no; */ const bool z; bool set[2]; bool (*f)(bool b); int bool_; } a;'
    assert list(structs_of(text)) == [('a', 4)], list(structs_of(text))
    assert list(structs_of('struct o { bool p; struct { bool q; bool r; } in; };')) == [('o', 3), ('in', 2)]
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f'{root}/harness/new')
        with open(f'{root}/harness/new/a.h', 'w', encoding='utf-8') as f:
            f.write('struct many {\n' + ''.join(f'    bool b{i};\n' for i in range(MOST + 1)) + '};\n')
        assert len(check(root, {})) == 1
        assert check(root, {('harness/new/a.h', 'many'): 'why'}) == []
        assert len(check(root, {('harness/new/a.h', 'many'): '', ('harness/new/a.h', 'few'): ''})) == 1


def main():
    self_test()
    problems = check(sys.argv[1], EXCEPTIONS)
    print('\n'.join(problems) or f'no struct has more than {MOST} booleans, but for {len(EXCEPTIONS)} exception')
    return 1 if problems else 0


sys.exit(main())
