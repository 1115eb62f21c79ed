#!/usr/bin/env python3
# No scenario knows a stub or a debugger by its name: it asks for behaviour, or for an option that it rests on.
# usage: names.py ROOT
# Fails on the keys `stub` and `not-stub` in needs and conditions of scenarios, and on both in the language itself.
# A name in a note, a title or a reason is for readers, and fine.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

SCENARIOS = 'scenarios'
KEYS = 'harness/judge/scenario/language/keys.h'
# These are no scenarios: a profile is of one stub, a baseline too.
NO_SCENARIOS = {'profiles', 'baselines'}
KEY = re.compile(r'(?:^[ \t-]*|[{,][ \t]*)["\']?(not-stub|stub)["\']?[ \t]*:', re.M)
# What is quoted is a payload or a text, and a comment is one for readers.
QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\'\'|[^\'\n])*\'|(?:^|(?<=\s))#[^\n]*', re.M)
PROSE = re.compile(r'^[ \t-]*(?:note|title|because|role)[ \t]*:[^\n]*', re.M)
ROW = re.compile(r'^\s*X\(\w+, "((?:not-)?stub)",', re.M)


def line_of(text, at):
    return text.count('\n', 0, at) + 1


def blank(match):
    """As long as it was, so that places stay; the quotes of a key stay, too."""
    text = match.group(0)
    return text if text[1:-1] in ('stub', 'not-stub') else ' ' * len(text)


def check_scenarios(path, text):
    code = QUOTED.sub(blank, PROSE.sub(blank, text))
    for match in KEY.finditer(code):
        yield f'{path}:{line_of(code, match.start(1))}: {match.group(1)}: ask for behaviour, not for a name'


def check_language(path, text):
    for match in ROW.finditer(text):
        yield f'{path}:{line_of(text, match.start(1))}: the language has the key "{match.group(1)}" again'


def files(root):
    for base, folders, names in os.walk(os.path.join(root, SCENARIOS)):
        folders[:] = sorted(f for f in folders if f not in NO_SCENARIOS)
        if base == os.path.join(root, SCENARIOS):
            continue
        for name in sorted(n for n in names if n.endswith('.yaml')):
            path = os.path.join(base, name)
            with open(path, encoding='utf-8') as f:
                yield os.path.relpath(path, root), f.read()


def check(root):
    problems = []
    number = 0
    for path, text in files(root):
        number += 1
        problems += check_scenarios(path, text)
    with open(os.path.join(root, KEYS), encoding='utf-8') as f:
        problems += check_language(KEYS, f.read())
    if number == 0:
        problems.append(f'{SCENARIOS}: no scenarios')
    return problems


def self_test():
    """Each form of the keys is found, and what only looks like them is not."""
    good = '#define A(X) \\\n    X(manner, "manner", manners, OPTIONAL, "Text.")\n'
    cases = [
        ('needs: { program: hello }\nrole: stub\nnote: stub: gdbserver\n', good, 0),
        ('needs: { stub: [reference] }\n', good, 1),
        ('    when: { feature: x, not-stub: gdbserver }\n', good, 1),
        ('needs:\n  program: hello\n  stub: [reference]\n', good, 1),
        ('needs: { "stub": reference }\n', good, 1),
        ("  - send: 'x, stub: y' # when: { stub: gdbserver }\n", good, 0),
        ('needs: { program: hello }\n', good + '    X(stub, "stub", names, OPTIONAL, "Text.")\n', 1),
    ]
    for scenario, keys, wanted in cases:
        with tempfile.TemporaryDirectory() as root:
            for path, text in ((f'{SCENARIOS}/area/a.yaml', scenario), (KEYS, keys)):
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                    f.write(text)
            problems = check(root)
            assert len(problems) == wanted, f'{scenario!r}: {wanted} wanted, found: {problems}'


if __name__ == '__main__':
    self_test()
    found = check(sys.argv[1])
    print('\n'.join(found) or 'no scenario knows a stub by name')
    sys.exit(1 if found else 0)
