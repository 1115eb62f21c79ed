#!/usr/bin/env python3
# States have names: a struct has fewer than eight states without one, and at most 30 members.
# usage: structs.py ROOT
# A bool is such a state, and a value that means "none" ("0: none" in its comment). What excludes each other is one enum;
# independent facts are a set (a mask of named bits) or stand in several structs.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

FOLDERS = ('harness', 'tools', 'reports', 'include')
MOST_STATES = 7
MOST_MEMBERS = 30
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
STRUCT = re.compile(r'\bstruct\b\s*(\w*)\s*\{')
FIELD = re.compile(r'(?:^|[;{}])\s*(?:const\s+)?bool\s+([^;(){}]+);')

SENTINEL = re.compile(r'\b(?:0|NULL|U?INT\d+_MAX|SIZE_MAX|RSP_NEVER_NS|-1)\s*:\s')

# (file, struct): why it has more. One that is no longer needed must go.
EXCEPTIONS = {
    ('include/rsp/stub.h', 'rsp_stub_options'): 'options of stubborn stub, each switched on by itself',
    ('include/rsp/stub.h', 'rsp_target_ops'): 'a table of operations: one for each that the protocol has',
}

def body_of(text, start):
    """From behind an opening brace up to the closing one."""
    depth, at = 1, start
    while depth and at < len(text):
        depth += {'{': 1, '}': -1}.get(text[at], 0)
        at += 1
    return text[start:at - 1]


def fields_of(body):
    """The declarations of a struct's own members; of a struct without a name inside, its members."""
    plain = COMMENT.sub(' ', body)
    plain = re.sub(r'\benum\s*\w*\s*\{[^{}]*\}', 'enum', plain)
    plain = re.sub(r'\bstruct\s+\w+\s*\{[^{}]*\}', 'struct', plain)
    flat = re.sub(r'\b(?:struct|union)\s*\{', '', plain).replace('}', ' ')
    fields = []
    for declaration in re.sub(r'\([^()]*\)', '', flat).split(';'):
        if declaration.strip():
            fields += declaration.split(',')
    return fields


def structs_of(text):
    """(name, states, members) of each struct, named or not; a struct inside counts for both."""
    bare = COMMENT.sub(lambda comment: re.sub(r'[{}]|\bstruct\b', ' ', comment.group()), text)
    for match in STRUCT.finditer(bare):
        body = body_of(bare, match.end())
        name = match.group(1)
        if not name:
            behind = re.match(r'\s*(\w+)', bare[match.end() + len(body) + 1:])
            name = behind.group(1) if behind else ''
        plain = COMMENT.sub(' ', body)
        booleans = sum(fields.count(',') + 1 for fields in FIELD.findall(';' + plain.replace(';', ';;')))
        sentinels = sum(1 for comment in COMMENT.findall(body) if SENTINEL.search(comment))
        yield name, booleans + sentinels, len(fields_of(body))


def complaint(states, members):
    """What is wrong with a struct; '' if nothing is."""
    found = []
    if states > MOST_STATES:
        found.append(f'{states} booleans and values for "none", at most {MOST_STATES}: which exclude each other?')
    if members > MOST_MEMBERS:
        found.append(f'{members} members, at most {MOST_MEMBERS}: which belong together?')
    return ' and '.join(found)


def check(root, exceptions):
    used, problems = set(), []
    for path, text in tree.sources(root, *FOLDERS):
        for name, states, members in structs_of(text):
            wrong = complaint(states, members)
            if wrong and (path, name) in exceptions:
                used.add((path, name))
            elif wrong:
                problems.append(f'{path}: struct {name} has {wrong}')
    return problems + [f'structs.py: the exception for {name} in {path} is not needed' for path, name in exceptions
                       if (path, name) not in used]


def self_test():
    """The checks themselves can fail."""
    text = 'typedef struct a { bool x, y; /* bool no; { */ const bool z; bool set[2]; bool (*f)(bool b, int c); int i; /* 0: none */ } a;'
    assert list(structs_of(text)) == [('a', 5, 6)], list(structs_of(text))
    assert list(structs_of('struct e { enum { A, B } x; struct l { int a; int b; } *l; };'))[0] == ('e', 0, 2)
    assert list(structs_of('struct o { bool p; struct { bool q; bool r; } in; };')) == [('o', 3, 4), ('in', 2, 2)]
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f'{root}/harness/new')
        with open(f'{root}/harness/new/a.h', 'w', encoding='utf-8') as f:
            f.write('struct many {\n' + ''.join(f'    bool b{i};\n' for i in range(MOST_STATES + 1)) + '};\n')
            f.write('struct large {\n' + ''.join(f'    int i{i};\n' for i in range(MOST_MEMBERS + 1)) + '};\n')
        both = {('harness/new/a.h', 'many'): 'why', ('harness/new/a.h', 'large'): 'why'}
        assert len(check(root, {})) == 2
        assert check(root, both) == []
        assert len(check(root, {**both, ('harness/new/a.h', 'few'): ''})) == 1


def main():
    self_test()
    problems = check(sys.argv[1], EXCEPTIONS)
    print('\n'.join(problems) or f'no struct has more than {MOST_STATES} states without a name or {MOST_MEMBERS} members, but for {len(EXCEPTIONS)}')
    return 1 if problems else 0


sys.exit(main())
