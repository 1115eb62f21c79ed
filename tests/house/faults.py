#!/usr/bin/env python3
# The reference stub reads as the protocol: its faults stand in harness/reference/stub/faults, and in no file beside it.
# usage: faults.py ROOT
# The calls that are left are counted. Their number may only fall: then LEFT falls with it.
# Of the files there, those with a hook have no table of rows: tables call the protocol, which calls the hooks.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

STUB = 'harness/reference/stub'
FAULTS = f'{STUB}/faults/'
CALL = re.compile(r'\bstub_fault\(')
NAME = re.compile(r'\bRSP_FAULT_[A-Z0-9_]+\b')
NO_FAULT = {'RSP_FAULT_NONE', 'RSP_FAULT_COUNT', 'RSP_FAULT_LIST'}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
HOOK = re.compile(r'^(?:\w+ )+\*?(stub_fault_\w+)\([^;{]*\{', re.M)
TABLE = re.compile(r'^STUB_FAULT_TABLE\(', re.M)
LEFT = 0


def calls(root):
    """(path, line) of each call in a file of the protocol, and of each fault that is named there without one."""
    found = []
    for path, text in tree.sources(root, STUB):
        if path.startswith(FAULTS):
            continue
        code = COMMENT.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)
        places = [m.start() for m in CALL.finditer(code)]
        named = [m.start() for m in NAME.finditer(code) if m.group() not in NO_FAULT]
        if len(named) > len(places):
            places = named
        found += [(path, tree.line_of(code, at)) for at in places]
    return found


def mixed(root):
    """(path, hook) of each hook that a file with a table defines, if hooks.h declares it."""
    files = list(tree.sources(root, FAULTS))
    declared = [name for path, text in files if path.endswith('hooks.h') for name in re.findall(r'\b(stub_fault_\w+)\(', text)]
    return [(path, name) for path, text in files if TABLE.search(text)
            for name in HOOK.findall(text) if name in declared]


def check(root, left):
    both = mixed(root)
    if both:
        return [f'{path}: the hook {name} beside a table: give it a file of its own' for path, name in both]
    found = calls(root)
    if len(found) > left:
        return [f'{path}:{line}: a fault in the protocol; put it into {FAULTS} (CONTRIBUTING.md, "Add a fault")'
                for path, line in found] + [f'{len(found)} are there, {left} were']
    if len(found) < left:
        return [f'{len(found)} faults are left in the protocol: set LEFT to that, so that none comes back']
    return []


def self_test():
    with tempfile.TemporaryDirectory() as temp:
        for folder in (STUB, FAULTS):
            os.makedirs(os.path.join(temp, folder), exist_ok=True)
        def write(path, text):
            with open(os.path.join(temp, path), 'w', encoding='utf-8') as f:
                f.write(text)
        write(FAULTS + 'hooks.h', 'void stub_fault_sent(int a,\n    int b);\n')
        write(FAULTS + 'h.c', 'void stub_fault_sent(int a,\n    int b) {\n}\n')
        write(FAULTS + 't.c', 'bool stub_fault_other(int a) {\n}\nSTUB_FAULT_TABLE(x, rows);\n')
        assert mixed(temp) == [], mixed(temp)
        write(FAULTS + 'h.c', 'void stub_fault_sent(int a,\n    int b) {\n}\nSTUB_FAULT_TABLE(x, rows);\n')
        assert mixed(temp) == [(FAULTS + 'h.c', 'stub_fault_sent')], mixed(temp)
        os.remove(os.path.join(temp, FAULTS + 'h.c'))
        write(FAULTS + 'a.c', 'if (stub_fault(s, RSP_FAULT_A)) x();')
        write(STUB + '/b.c', '/* stub_fault(s, RSP_FAULT_B) */ bool x = s->opt.fault != RSP_FAULT_NONE;')
        assert check(temp, 0) == [], check(temp, 0)
        assert len(check(temp, 1)) == 1, 'a limit that is too high'
        write(STUB + '/c.c', 'if (stub_fault(s, RSP_FAULT_C))\n    y = s->opt.fault == RSP_FAULT_D;')
        assert calls(temp) == [(STUB + '/c.c', 1), (STUB + '/c.c', 2)], calls(temp)
        assert len(check(temp, 1)) == 3 and check(temp, 2) == []


def main(root):
    self_test()
    problems = check(root, LEFT)
    for problem in problems:
        print(problem)
    if not problems:
        print(f'{LEFT} faults stand in the protocol, and no more')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
