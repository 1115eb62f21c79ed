#!/usr/bin/env python3
# Files of a layer that call each other in a circle can only be understood together: there are few, and no more.
# usage: circles.py ROOT LAYERS_TXT
# A file calls another one where its object wants a symbol that the other's defines. A circle is as large as can be.
# SPDX-License-Identifier: MIT
import collections
import os
import sys

import symbols

# Layer: how many of its files are in circles. May only fall; a layer that is not named has none.
MOST = {
    'client': 11,
    'dap_adapter': 16,
    'dap_suite': 3,
    'debugger_fuzz': 2,
    'dwarf': 8,
    'machine': 14,
    'manners': 7,
    'rehearsal': 3,
    'scenario': 24,
    'session': 3,
    'stub': 17,
    'stub_machine': 4,
}


def objects_of(folder, archive):
    """The objects of files that are there: a build folder keeps those of files that have gone."""
    objects = os.path.join(os.path.dirname(archive), 'CMakeFiles', os.path.basename(archive)[len('lib'):-len('.a')] + '.dir')
    for base, _, files in os.walk(objects):
        for name in (f for f in files if f.endswith('.o')):
            if os.path.exists(os.path.join(folder, os.path.relpath(base, objects), name[:-len('.o')])):
                yield os.path.join(base, name)


def calls_of(objects):
    """Object -> the objects that it calls, or whose data it uses."""
    owner, wants = {}, collections.defaultdict(list)
    for symbol in symbols.read(*objects):
        if symbol.weak or not symbol.defined:
            wants[symbol.path].append(symbol.name)
        else:
            owner[symbol.name] = symbol.path
    return {path: {owner[s] for s in wants[path] if owner.get(s, path) != path} for path in objects}


def reached(calls, start):
    seen, left = set(), [start]
    while left:
        for target in calls[left.pop()]:
            if target not in seen:
                seen.add(target)
                left.append(target)
    return seen


def circles(calls):
    """Lists of what reaches itself, the largest first."""
    reach = {path: reached(calls, path) for path in calls}
    found = {frozenset(other for other in reach[path] if path in reach[other]) for path in calls if path in reach[path]}
    return sorted((sorted(circle) for circle in found), key=lambda circle: (-len(circle), circle))


def archives(layers_txt):
    """(layer, its folder, its archive) of each line."""
    with open(layers_txt, encoding='utf-8') as f:
        for fields in (line.rstrip('\n').split('|') for line in f if line.strip()):
            yield fields[0], fields[1], fields[-1]


def check(root, layers, most):
    problems = []
    for name, folder, archive in layers:
        objects = sorted(objects_of(os.path.join(root, folder), archive))
        found = circles(calls_of(objects)) if objects else []
        num = sum(len(circle) for circle in found)
        if num > most.get(name, 0):
            problems.append(f'layer {name}: {num} files are in circles, {most.get(name, 0)} were; what one of them needs of '
                            'another belongs into a file below both:')
            problems += ['  ' + ' '.join(os.path.basename(path)[:-len('.c.o')] for path in circle) for circle in found]
    return problems


def self_test():
    calls = {'a': {'b'}, 'b': {'c'}, 'c': {'b', 'd'}, 'd': {'e'}, 'e': {'f'}, 'f': {'d'}, 'g': {'a'}}
    assert circles(calls) == [['d', 'e', 'f'], ['b', 'c']], circles(calls)
    assert circles({'a': {'b'}, 'b': set()}) == []


def main(root, layers_txt):
    self_test()
    problems = check(root, archives(layers_txt), MOST)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2]))
