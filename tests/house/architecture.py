#!/usr/bin/env python3
# docs/architecture.md and harness/README.md show the houses as they are: layers with what they stand on, rooms, the picture, who
# uses the system. No house uses one that stands on it.
# usage: architecture.py ROOT LAYERS_TXT [--write]
# LAYERS_TXT as for layering.py. --write puts what the code says into the columns "stands on" and the picture.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import rooms
import tree

PAGE = 'harness/README.md'
HOUSE_PAGE = 'docs/architecture.md'
UNLISTED = {'programs'}  # the debuggees: data, no code of ours
BY_FOLDER = {'embed_fuzz': 'embed'}  # what the page calls a layer
INCLUDE = re.compile(r'^\s*#\s*include\s*<([^>]+)>', re.M)


def read_layers(path):
    """name -> the layers that it is linked to, by the page's names."""
    layers = {}
    with open(path, encoding='utf-8') as f:
        for line in filter(str.strip, f):
            name, _, deps, *_ = line.split('|')
            if name not in UNLISTED:
                layers[BY_FOLDER.get(name, name)] = [BY_FOLDER.get(d, d) for d in deps.split(',') if d and d not in UNLISTED]
    return layers


def read_houses(path):
    """house -> its layers, by the page's names; those outside of harness/ have none."""
    houses = {}
    with open(path, encoding='utf-8') as f:
        for line in filter(str.strip, f):
            name, folder, *_ = line.split('|')
            parts = folder.split('/')
            if parts[0] == 'harness':
                houses.setdefault(parts[1], []).append(BY_FOLDER.get(name, name))
    return houses


def houses_below(layers, houses):
    """house -> the others that its layers use."""
    home = {layer: house for house, members in houses.items() for layer in members}
    return {house: {home[d] for layer in members for d in layers[layer] if d in home} - {house} for house, members in houses.items()}


def check_order(layers, houses):
    """Houses can be sorted: none uses one that stands on it."""
    left = houses_below(layers, houses)
    while left:
        free = [house for house, uses in left.items() if not uses & set(left)]
        if not free:
            return [f'the houses {", ".join(sorted(left))} use each other in a circle']
        for house in free:
            del left[house]
    return []


def house_cells(text, layers, houses):
    """(line, column, what must stand there) of the table of houses; first what is wrong with the names."""
    rows = table(text, 'house', 'stands on')
    if rows is None:
        return [f'{HOUSE_PAGE}: no table begins with "house | stands on"'], []
    names = [words(c[0])[0] for _, c in rows]
    problems = [p.replace(PAGE, HOUSE_PAGE) for p in compare_names('house', names, houses)]
    uses = houses_below(layers, houses)
    order = [n for n in names if n in houses]
    cells = [(i, 1, code(n for n in order if n in uses[words(c[0])[0]])) for i, c in rows if words(c[0])[0] in houses]
    return problems, cells + [(i, 2, code(houses[words(c[0])[0]])) for i, c in rows if words(c[0])[0] in houses]


def check_houses(root, layers, houses):
    with open(os.path.join(root, HOUSE_PAGE), encoding='utf-8') as f:
        text = f.read()
    problems, cells = house_cells(text, layers, houses)
    wrong = with_cells(text, cells) != text
    problems += [f'{HOUSE_PAGE}: the table of houses is not that of the code; architecture.py --write does it'] if wrong else []
    return problems + check_order(layers, houses)


def below(layers, name):
    found = set()
    for dep in layers.get(name, []):
        found |= {dep} | below(layers, dep)
    return found


def stands_on(layers, name):
    """The layers right below: those that no other of them stands on."""
    deps = set(layers[name])
    return sorted(d for d in deps if not any(d in below(layers, other) for other in deps))


def level(layers, name):
    return 1 + max((level(layers, d) for d in layers[name]), default=-1)


def picture(layers):
    """Floors from the top: each layer above all that it stands on."""
    floors = {}
    for name in layers:
        floors.setdefault(level(layers, name), []).append(name)
    return [f'{number}  ' + '   '.join(sorted(floors[number])) for number in sorted(floors, reverse=True)]


def table(text, first, second):
    """(line number, cells) of the rows of the table whose head begins with these two words."""
    lines = text.split('\n')
    head = next((i for i, l in enumerate(lines) if l.startswith(f'| {first} | {second} |')), None)
    if head is None:
        return None
    rows = []
    for i in range(head + 2, len(lines)):
        if not lines[i].startswith('|'):
            break
        rows.append((i, [c.strip() for c in lines[i].strip('|').split('|')]))
    return rows


def words(cell):
    return re.findall(r'`([^`]+)`', cell)


def code(names):
    return ', '.join(f'`{n}`' for n in names)


def compare_names(what, written, real):
    yield from (f'{PAGE}: {what} {n} is not in the table' for n in real if n not in written)
    yield from (f'{PAGE}: there is no {what} {n}' for n in written if n not in real)


def wanted_cells(text, layers, all_rooms):
    """(line, column, what must stand there) of the columns that follow from the code; first what is wrong with the names."""
    problems, cells = [], []
    layer_rows, room_rows = table(text, 'layer', 'stands on'), table(text, 'room', 'stands on')
    if layer_rows is None or room_rows is None:
        return [f'{PAGE}: no table begins with "layer | stands on" or none with "room | stands on"'], []
    problems += compare_names('layer', [words(c[0])[0] for _, c in layer_rows], layers)
    real_rooms = {f'{layer}/{room}': uses for layer, table_of in all_rooms.items() for room, uses in table_of.items()}
    problems += compare_names('room', [words(c[0])[0] for _, c in room_rows], real_rooms)
    cells += [(i, 1, code(stands_on(layers, words(c[0])[0]))) for i, c in layer_rows if words(c[0])[0] in layers]
    cells += [(i, 1, code(real_rooms[words(c[0])[0]])) for i, c in room_rows if words(c[0])[0] in real_rooms]
    return problems, cells


def with_cells(text, cells):
    lines = text.split('\n')
    for i, column, value in cells:
        parts = lines[i].split('|')
        parts[column + 1] = f' {value} ' if value else ' '
        lines[i] = '|'.join(parts)
    return '\n'.join(lines)


def with_picture(text, layers):
    """The text with the picture behind the line that ends with "from the ground up:"."""
    return re.sub(r'(from the ground up:\n\n```\n).*?(```)', lambda m: m.group(1) + ''.join(f'{l}\n' for l in picture(layers)) + m.group(2),
                  text, flags=re.S)


def check_system(root, text, layers):
    """Each row of "what of the system": these headers are included by these layers and by no others."""
    rows = table(text, 'of the system', 'headers')
    if rows is None:
        return [f'{PAGE}: no table begins with "of the system | headers"']
    users = {}
    for path, source in tree.sources(root, 'harness', 'reports'):
        parts = path.split(os.sep)
        if {'targets', 'fuzz_targets', 'shim'} & set(parts[1:-1]):  # nothing that is linked into the program
            continue
        layer = 'reports' if parts[0] == 'reports' else parts[2]  # harness/HOUSE/LAYER
        layer = 'tools' if layer == 'commands' else layer
        for header in INCLUDE.findall(source):
            users.setdefault(header, {}).setdefault(layer, path)
    problems = []
    for _, cells in rows:
        headers, allowed = words(cells[1]), words(cells[2])
        found = {layer: path for h in headers for layer, path in users.get(h, {}).items()}
        problems += [f'{path}: layer {layer} uses {cells[0]}; {PAGE} gives that to {", ".join(allowed)}'
                     for layer, path in sorted(found.items()) if layer not in allowed]
        problems += [f'{PAGE}: {layer} makes no use of {cells[0]}' for layer in allowed if layer != 'tools' and layer not in found]
    return problems


def check(root, layers, all_rooms):
    with open(os.path.join(root, PAGE), encoding='utf-8') as f:
        text = f.read()
    problems, cells = wanted_cells(text, layers, all_rooms)
    if not problems:
        lines = text.split('\n')
        for i, column, value in cells:
            if lines[i].split('|')[column + 1].strip() != value:
                problems.append(f'{PAGE}:{i + 1}: "stands on" must say {value or "nothing"}; architecture.py --write does it')
        if with_picture(text, layers) != text or '```\n' + picture(layers)[0] not in text:
            problems.append(f'{PAGE}: the picture is not that of the code; architecture.py --write draws it')
    return problems + check_system(root, text, layers)


def write(root, layers, all_rooms):
    path = os.path.join(root, PAGE)
    with open(path, encoding='utf-8') as f:
        text = f.read()
    text = with_picture(with_cells(text, wanted_cells(text, layers, all_rooms)[1]), layers)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def write_houses(root, layers, houses):
    path = os.path.join(root, HOUSE_PAGE)
    with open(path, encoding='utf-8') as f:
        text = f.read()
    with open(path, 'w', encoding='utf-8') as f:
        f.write(with_cells(text, house_cells(text, layers, houses)[1]))


def self_test_houses():
    """A circle of houses is found, and a table that is not true."""
    layers, houses = {'low': [], 'mid': ['low'], 'top': ['mid']}, {'h': ['low', 'mid'], 'k': ['top']}
    assert check_order(layers, houses) == [] and len(check_order(layers, {'h': ['low', 'top'], 'k': ['mid']})) == 1
    good = '| house | stands on | layers |\n|---|---|---|\n| `h` | | `low`, `mid` |\n| `k` | `h` | `top` |\n'
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, os.path.dirname(HOUSE_PAGE)))
        for text, number in ((good, 0), (good.replace('| `h` | `top`', '| | `top`'), 1), (good.replace('`k`', '`j`'), 2), ('', 1)):
            with open(os.path.join(root, HOUSE_PAGE), 'w', encoding='utf-8') as f:
                f.write(text)
            assert len(check_houses(root, layers, houses)) == number, (text, check_houses(root, layers, houses))


def self_test():
    """A page that tells the truth passes; each lie is found; --write mends what follows from the code."""
    layers = {'low': [], 'mid': ['low'], 'top': ['low', 'mid']}
    all_rooms = {'top': {'a': [], 'b': ['a']}}
    good = ('from the ground up:\n\n```\n2  top\n1  mid\n0  low\n```\n'
            '| layer | stands on | knows |\n|---|---|---|\n| `low` | | x |\n| `mid` | `low` | x |\n| `top` | `mid` | x |\n\n'
            '| room | stands on | in it |\n|---|---|---|\n| `top/a` | | x |\n| `top/b` | `a` | x |\n\n'
            '| of the system | headers | only in |\n|---|---|---|\n| sockets | `sys/socket.h` | `low`, `tools` |\n')
    lies = [('2  top\n1  mid', '2  mid\n1  top', 1), ('| `top` | `mid` |', '| `top` | `low` |', 1), ('| `mid` | `low` | x |\n', '', 1),
            ('`top/b`', '`top/c`', 2), ('| `low`, `tools` |', '| `mid`, `tools` |', 2), ('| room |', '| chamber |', 1)]
    with tempfile.TemporaryDirectory() as root:
        for path, text in {PAGE: good, 'harness/house/low/a.c': '#include <sys/socket.h>\n', 'reports/b.c': '#include <stdio.h>\n'}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                f.write(text)
        assert check(root, layers, all_rooms) == [], check(root, layers, all_rooms)
        for true, false, number in lies:
            assert true in good, true
            with open(os.path.join(root, PAGE), 'w', encoding='utf-8') as f:
                f.write(good.replace(true, false))
            assert len(check(root, layers, all_rooms)) == number, (false, check(root, layers, all_rooms))
        with open(os.path.join(root, PAGE), 'w', encoding='utf-8') as f:
            f.write(good.replace('2  top\n1  mid', '?').replace('| `top` | `mid` |', '| `top` | |'))
        write(root, layers, all_rooms)
        with open(os.path.join(root, PAGE), encoding='utf-8') as f:
            assert f.read() == good


def main():
    root, record = sys.argv[1], sys.argv[2]
    self_test()
    self_test_houses()
    layers, houses = read_layers(record), read_houses(record)
    if '--write' in sys.argv:
        write(root, layers, rooms.ROOMS)
        write_houses(root, layers, houses)
    problems = check(root, layers, rooms.ROOMS) + check_houses(root, layers, houses)
    print('\n'.join(problems) or f'{HOUSE_PAGE} and {PAGE} show {len(houses)} houses and {len(layers)} layers as they are')
    return 1 if problems else 0


sys.exit(main())
