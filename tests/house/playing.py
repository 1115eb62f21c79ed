#!/usr/bin/env python3
# Playing a scenario reads no YAML: it includes of the language what is compiled, and names no node.
# usage: playing.py ROOT
# Also: no key of the language is looked up by a literal. keys.h is the one place that writes it. For rooms see rooms.py.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

LAYER = 'harness/judge/scenario'
LANGUAGE = os.path.join(LAYER, 'language')
PLAYING = [os.path.join(LAYER, room) for room in ('ends', 'play', 'match', 'connect', 'needs', 'steps', 'run')]
PLAY = PLAYING[1]
# The headers of the compiled form.
COMPILED = {'language/' + h for h in ('automaton.h', 'expr.h', 'fact.h', 'pattern.h', 'script.h', 'spec.h', 'template.h',
                                      'value.h')}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
# What reads nodes or YAML; playing has none of it.
READING = ('language', 'files')
YAML = re.compile(r'\b(rsp_node|rsp_source|node_\w+|spec_compile|yaml_\w+)\b')
LOOKUP = re.compile(r'\b(node_get|node_key_is|node_type_field)\s*\((?:[^()"]|\([^()"]*\))*"')
COMMENT = re.compile(r'/\*.*?\*/', re.S)


def without_comments(text):
    """The same lines, without what is said about the code."""
    return COMMENT.sub(lambda m: '\n' * m.group(0).count('\n'), text)


def find(pattern, path, text, what):
    for match in pattern.finditer(text):
        yield f'{path}:{tree.line_of(text, match.start())}: {match.group(1)} {what}'


def check_playing(path, text):
    for number, line in enumerate(text.split('\n'), 1):
        match = INCLUDE.match(line)
        room, slash, _ = match.group(1).partition('/') if match else ('', '', '')
        if match and (not slash or room in READING) and match.group(1) not in COMPILED:
            yield f'{path}:{number}: "{match.group(1)}" is not of the compiled form'
    yield from find(YAML, path, text, 'reads YAML while playing')


def check(root):
    problems = []
    for room in (LANGUAGE, *PLAYING):
        for path, text in tree.sources(root, room):
            code = without_comments(text)
            problems += find(LOOKUP, path, code, 'looks a key up by a literal; it stands in keys.h')
            if room != LANGUAGE:
                problems += check_playing(path, code)
    return problems


def self_test():
    """Each rule fails for a file that breaks it, and a file that keeps them all passes."""
    cases = {
        f'{PLAY}/good.c': ('#include "language/spec.h"\n#include "play/play.h"\n/* node_get(x, "y") */\nint a;\n', 0),
        f'{PLAY}/nodes.c': ('#include "language/node.h"\n', 1),
        f'{PLAY}/flat.c': ('#include "play.h"\n', 1),
        f'{PLAY}/reads.c': ('int f(void) {\n    return node_bool(x, &ok);\n}\n', 1),
        f'{PLAY}/yaml.c': ('#include <yaml.h>\nvoid f(yaml_event_t *e);\n', 1),
        f'{LANGUAGE}/literal.c': ('const void *f(void) {\n    return node_get(root,\n        "steps");\n}\n', 1),
        f'{LANGUAGE}/inner.c': ('const void *f(void) {\n    return node_get(g(root, 1), "steps");\n}\n', 1),
        f'{LANGUAGE}/name.c': ('const void *f(void) {\n    if (!node_get(n, s->fields[i].name))\n        g("x");\n}\n', 0),
    }
    with tempfile.TemporaryDirectory() as root:
        for room in (LANGUAGE, *PLAYING):
            os.makedirs(os.path.join(root, room))
        for name, (text, wanted) in cases.items():
            path = os.path.join(root, name)
            with open(path, 'w', encoding='utf-8') as f:
                f.write(text)
            found = check(root)
            assert len(found) == wanted, (name, found)
            os.remove(path)
    print('self-test passed')


def main():
    self_test()
    problems = check(sys.argv[1])
    print('\n'.join(problems) or 'playing reads no YAML, and each key is written once')
    return 1 if problems else 0


sys.exit(main())
