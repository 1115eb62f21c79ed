#!/usr/bin/env python3
# Rooms of a layer: which folder may include which header of another, and that playing a scenario reads no YAML.
# usage: rooms.py ROOT
# Also: in the scenario layer no key of the language is looked up by a literal: keys.h is the one place that writes it.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

LAYER = 'harness/scenario'
# room -> what it may include of the others: a room, or single headers of it
ROOMS = {
    'language': set(),
    'play': {'language/' + h for h in ('automaton.h', 'expr.h', 'fact.h', 'pattern.h', 'script.h', 'spec.h',
                                       'template.h', 'value.h')},
    'files': {'language'},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
# What reads nodes, shapes or YAML; playing has none of it.
YAML = re.compile(r'\b(rsp_node|rsp_source|node_\w+|shape_\w+|spec_compile|yaml_\w+)\b')
LOOKUP = re.compile(r'\b(node_get|node_key_is|shape_field)\s*\((?:[^()"]|\([^()"]*\))*"')
COMMENT = re.compile(r'/\*.*?\*/', re.S)


def sources(root, room):
    folder = os.path.join(root, LAYER, room)
    for base, _, files in os.walk(folder):
        for name in sorted(files):
            if name.endswith(('.c', '.h')):
                path = os.path.join(base, name)
                yield os.path.relpath(path, root), open(path, encoding='utf-8').read()


def without_comments(text):
    """The same lines, without what is said about the code."""
    return COMMENT.sub(lambda m: '\n' * m.group(0).count('\n'), text)


def check_includes(room, path, text):
    for number, line in enumerate(text.split('\n'), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(1)
        other = target.split('/')[0]
        if '/' not in target or other not in ROOMS:
            yield f'{path}:{number}: "{target}" names no room'
        elif other != room and other not in ROOMS[room] and target not in ROOMS[room]:
            yield f'{path}:{number}: room {room} includes "{target}"'


def check_code(room, path, text):
    code = without_comments(text)
    patterns = [(LOOKUP, 'looks a key up by a literal; it stands in keys.h')] if room != 'files' else []
    if room == 'play':
        patterns.append((YAML, 'reads YAML while playing'))
    for pattern, what in patterns:
        for match in pattern.finditer(code):
            yield f'{path}:{code.count(chr(10), 0, match.start()) + 1}: {match.group(1)} {what}'


def check(root):
    problems = []
    for room in ROOMS:
        for path, text in sources(root, room):
            problems += [*check_includes(room, path, text), *check_code(room, path, text)]
    known = set(ROOMS) | {'CMakeLists.txt'}
    problems += [f'{LAYER}/{name}: is in no room' for name in sorted(os.listdir(os.path.join(root, LAYER)))
                 if name not in known]
    return problems


def self_test():
    """Each rule fails for a file that breaks it, and a file that keeps them all passes."""
    cases = {
        'play/good.c': ('#include "language/spec.h"\n/* node_get(x, "y") is a comment */\nint a;\n', 0),
        'play/nodes.c': ('#include "language/node.h"\n', 1),
        'play/reads.c': ('int f(void) {\n    return node_bool(x, &ok);\n}\n', 1),
        'language/up.c': ('#include "play/play.h"\n', 1),
        'language/literal.c': ('const void *f(void) {\n    return node_get(root,\n        "steps");\n}\n', 1),
        'language/name.c': ('const void *f(void) {\n    if (!node_get(n, s->fields[i].name))\n        g("x");\n}\n', 0),
        'language/flat.c': ('#include "node.h"\n', 1),
        'files/own.c': ('#include "language/node.h"\nconst void *f(void) { return node_get(root, "title"); }\n', 0),
    }
    with tempfile.TemporaryDirectory() as root:
        for room in ROOMS:
            os.makedirs(os.path.join(root, LAYER, room))
        for name, (text, wanted) in cases.items():
            path = os.path.join(root, LAYER, name)
            open(path, 'w', encoding='utf-8').write(text)
            found = check(root)
            assert len(found) == wanted, (name, found)
            os.remove(path)
        open(os.path.join(root, LAYER, 'stray.c'), 'w', encoding='utf-8').close()
        assert len(check(root)) == 1
    print('self-test passed')


def main():
    self_test()
    problems = check(sys.argv[1])
    print('\n'.join(problems) or f'{len(ROOMS)} rooms, playing reads no YAML')
    return 1 if problems else 0


sys.exit(main())
