#!/usr/bin/env python3
# A layer's folders are rooms: each includes and calls only the rooms that the table allows it, and none both ways.
# usage: rooms.py ROOT LAYERS_TXT [--self-test]
# LAYERS_TXT as for layering.py. A room's public headers count through the symbols that they declare.
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

import symbols

# Layer -> room -> the rooms that it may use. A layer with rooms has nothing outside of them but the headers that it shares.
ROOMS = {
    'capture': {
        'read': [],                  # files, frames, TCP streams: bytes with a time
        'cost': ['read'],            # the conversations in them, and what each cost
        'list': ['read', 'cost'],    # exchanges one by one, and which of them are wanted
        'replay': ['read', 'cost'],  # a conversation as turns: played again, compared, written as a scenario
    },
    'dap': {
        'codec': [],             # frames and messages
        'session': ['codec'],    # a connection, and the log of it
        'rule': ['codec', 'session'],  # shapes of bodies, and the passive rules on a log
    },
    'dap_adapter': {
        'serve': [],                     # requests, their order and replies; what handlers see
        'code': [],                      # instructions: their text, and those that call and return
        'control': ['serve', 'code'],    # what begins, moves and ends the program
        'look': ['serve', 'code'],       # what shows it
        'faults': ['serve', 'control', 'look'],  # deliberate defects, at the hooks of serve
        'whole': ['serve', 'control', 'look', 'faults'],  # tables together, and the loop
    },
    'dap_fuzz': {
        'make': [],                # sequences of requests and worse
        'play': [],                # one sequence to a fresh adapter, and what comes of it
        'hunt': ['make', 'play'],  # from a symptom to a finding
    },
    'dap_suite': {
        'language': [],                # scenarios and profiles, from YAML to steps
        'play': [],                    # one play: its session, values, patterns, steps
        'run': ['language', 'play'],   # from a scenario to its result, and to those of the rules
    },
    'netfuzz': {
        'play': [],                # messages to a stub, and what comes of it
        'make': ['play'],          # sequences of messages; it asks the player what a stub supports
        'hunt': ['play', 'make'],  # from a symptom to a finding
    },
    'trace': {
        'transcript': [],                   # events, exchanges, symptoms: what was said
        'rule': ['transcript'],             # passive rules on it
        'result': ['transcript', 'rule'],   # verdicts and results of a run, their causes, the forecast made of them
    },
    'scenario': {
        'language': [],         # nodes, keys, compiling; the requirements that scenarios name
        'files': ['language'],  # profiles, baselines, workloads, loading by path
        # Of the language these use only what playing.py allows.
        'ends': [],             # the two ends of a played conversation; how long they wait
        'play': ['language', 'ends'],              # one play: its state, values, facts, failures
        'match': ['language', 'ends', 'play'],     # whether a reply is what the scenario says
        'connect': ['language', 'ends', 'play'],   # a link to the stub, the handshake, the only connection
        # What a scenario asks of stub and program before it starts.
        'needs': ['language', 'files', 'ends', 'play', 'match', 'connect'],
        'steps': ['language', 'ends', 'play', 'match', 'connect', 'needs'],
        'run': ['language', 'files', 'ends', 'play', 'connect', 'needs', 'steps'],  # from a scenario to its result
    },
}
OTHER_FOLDERS = {'netfuzz': ['shim']}  # for somebody else's program, not part of the layer
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def check_table(layer, rooms):
    """The table itself has no cycle: rooms can be sorted."""
    left = dict(rooms)
    while left:
        free = [room for room, uses in left.items() if not any(use in left for use in uses)]
        if not free:
            return [f'layer {layer}: the rooms {", ".join(left)} use each other in a circle']
        for room in free:
            del left[room]
    return []


def check_includes(root, layer, folder, rooms, others, shared):
    problems = []
    for base, _, files in os.walk(os.path.join(root, folder)):
        room = os.path.relpath(base, os.path.join(root, folder)).split(os.sep)[0]
        for name in sorted(f for f in files if f.endswith(('.c', '.h'))):
            path = os.path.join(base, name)
            if room in others or (room == '.' and name in shared):
                continue
            if room not in rooms:
                problems.append(f'{os.path.relpath(path, root)}: in none of the rooms of layer {layer} ({", ".join(rooms)})')
                continue
            with open(path, encoding='utf-8') as f:
                for number, line in enumerate(f, 1):
                    match = INCLUDE.match(line)
                    target = match.group(1).split('/')[0] if match and '/' in match.group(1) else None
                    if target in rooms and target != room and target not in rooms[room]:
                        problems.append(f'{os.path.relpath(path, root)}:{number}: room {room} includes "{match.group(1)}"; '
                                        f'it may use {", ".join(rooms[room]) or "no other room"}')
    return problems


def check_symbols(root, layer, folder, rooms, archive):
    room_of = {}
    problems = []
    for room in rooms:
        for name in os.listdir(os.path.join(root, folder, room)):
            if name.endswith('.c'):
                if name[:-2] in room_of:
                    problems.append(f'layer {layer}: {name} is in {room_of[name[:-2]]} and in {room}')
                room_of[name[:-2]] = room
    found = symbols.read(archive)
    owner = {s.name: room_of.get(s.member.removesuffix('.c.o')) for s in found if s.defined}
    for symbol, member in ((s.name, s.member.removesuffix('.c.o')) for s in found if not s.defined):
        room, used = room_of.get(member), owner.get(symbol)
        if room and used and used != room and used not in rooms[room]:
            problems.append(f'{folder}/{room}/{member}.c: room {room} calls {symbol} of room {used}')
    return problems


def self_test():
    """The checks themselves can fail."""
    import tempfile
    rooms = {'low': [], 'high': ['low']}
    assert check_table('x', {'a': ['b'], 'b': ['a']}) and not check_table('x', rooms)
    with tempfile.TemporaryDirectory() as root:
        for path, text in {'x/low/a.c': '#include "high/b.h"\n#include "a.h"\nint low(void);int high(void);int low(void){return high();}\n',
                           'x/high/b.h': '', 'x/low/a.h': '', 'x/stray.c': '', 'x/own.h': '', 'x/shim/s.c': '#include "high/b.h"\n',
                           'x/high/b.c': '#include "low/a.h"\nint high(void);int high(void){return 1;}\n'}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                f.write(text)
        problems = check_includes(root, 'x', 'x', rooms, ['shim'], ['own.h'])
        assert [p.split(':')[0] for p in sorted(problems)] == ['x/low/a.c', 'x/stray.c'], problems
        for name in ('low/a', 'high/b'):
            subprocess.run(['cc', '-c', f'-I{root}/x', f'{root}/x/{name}.c', '-o', f'{root}/{name[-1]}.c.o'], check=True)
        subprocess.run(['ar', 'rcs', f'{root}/x.a', f'{root}/a.c.o', f'{root}/b.c.o'], check=True)
        problems = check_symbols(root, 'x', 'x', rooms, f'{root}/x.a')
        assert problems == ['x/low/a.c: room low calls high of room high'], problems
    print('self-test passed')


def main():
    root, record = sys.argv[1], sys.argv[2]
    if '--self-test' in sys.argv:
        self_test()
    layers = {}
    with open(record, encoding='utf-8') as f:
        for line in f:
            if line.strip():
                fields = line.rstrip('\n').split('|')
                layers[fields[0]] = (fields[1], fields[4].split(','), fields[5])
    problems = []
    for layer, rooms in ROOMS.items():
        folder, shared, archive = layers[layer]
        problems += check_table(layer, rooms)
        problems += check_includes(root, layer, folder, rooms, OTHER_FOLDERS.get(layer, []), shared)
        problems += check_symbols(root, layer, folder, rooms, archive) if os.path.exists(archive) else []
    print('\n'.join(problems) or f'{sum(map(len, ROOMS.values()))} rooms in {len(ROOMS)} layers, no use against their order')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
