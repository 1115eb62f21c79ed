#!/usr/bin/env python3
# Arrows point from user to used and never back: checks includes and symbols of every layer.
# usage: layering.py ROOT LAYERS_TXT [--self-test]
# LAYERS_TXT has a line per layer: name|folder|deps|headers|shared|archive (written by CMake).
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

import symbols

# Functions that whoever links a layer writes (include/rsp/embed.h).
GIVEN_BY_USERS = {'rsp_embed_reset', 'rsp_embed_feed', 'rsp_embed_take'}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def read_layers(path):
    layers = {}
    for line in open(path, encoding='utf-8'):
        if line.strip():
            name, folder, deps, headers, shared, archive = line.rstrip('\n').split('|')
            layers[name] = {'folder': folder, 'deps': [d for d in deps.split(',') if d],
                            'headers': [h for h in headers.split(',') if h],
                            'shared': [h for h in shared.split(',') if h], 'archive': archive}
    return layers


def reachable(layers, name, seen=None):
    seen = set() if seen is None else seen
    if name not in seen:
        seen.add(name)
        for dep in layers[name]['deps']:
            if dep in layers:
                reachable(layers, dep, seen)
    return seen


def includes_of(path):
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            match = INCLUDE.match(line)
            if match:
                yield number, match.group(1) == '<', match.group(2)


def sources_of(root, layer, generated):
    folder = os.path.join(root, layer['folder'])
    for base, _, files in os.walk(folder):
        yield from (os.path.join(base, f) for f in sorted(files) if f.endswith(('.c', '.h')))
    for header in layer['headers']:
        path = os.path.join(root, 'include/rsp', header)
        yield path if os.path.exists(path) else os.path.join(generated, header)


def check_shared(root, layers):
    """What a layer lists as shared is there."""
    return [f'layer {name}: its shared header {h} is missing in {layer["folder"]}'
            for name, layer in layers.items() for h in layer['shared']
            if not os.path.exists(os.path.join(root, layer['folder'], h))]


def check_quoted(name, target, layers, folders, allowed):
    """What is wrong with #include "LAYER/x.h" in layer NAME, or None."""
    folder, _, header = target.partition('/')
    of = folders.get(folder)
    if of is None or of == name:
        return None
    if of not in allowed:
        return (f'layer {name} includes "{target}" of layer {of}, '
                f'which is not among its dependencies ({", ".join(layers[name]["deps"]) or "none"})')
    if header not in layers[of]['shared']:
        return f'layer {name} includes "{target}", which is private to layer {of}'
    return None


def check_includes(root, layers, generated):
    owner = {h: name for name, layer in layers.items() for h in layer['headers']}
    folders = {os.path.basename(layer['folder']): name for name, layer in layers.items()}
    problems = [f'layer {n}: its dependency {d} is no layer'
                for n, layer in layers.items() for d in layer['deps'] if d not in layers]
    for name, layer in layers.items():
        allowed = reachable(layers, name)
        for path in sources_of(root, layer, generated):
            for line, angled, target in includes_of(path):
                where = f'{os.path.relpath(path, root)}:{line}'
                if angled and target.startswith('rsp/'):
                    of = owner.get(target[4:])
                    if of is None:
                        problems.append(f'{where}: <{target}> belongs to no layer')
                    elif of not in allowed:
                        problems.append(f'{where}: layer {name} includes <{target}> of layer {of}, '
                                        f'which is not among its dependencies ({", ".join(layer["deps"]) or "none"})')
                elif not angled and '..' in target.split('/'):
                    problems.append(f'{where}: "{target}" reaches out of its folder')
                elif not angled:
                    wrong = check_quoted(name, target, layers, folders, allowed)
                    if wrong:
                        problems.append(f'{where}: {wrong}')
    return problems


def check_symbols(layers):
    built = {n: l for n, l in layers.items() if os.path.exists(l['archive'])}
    found = {n: symbols.read(l['archive']) for n, l in built.items()}
    defined = {n: {s.name for s in given if s.defined} for n, given in found.items()}
    problems = []
    for name, layer in built.items():
        allowed = set().union(*(defined.get(n, set()) for n in reachable(layers, name)))
        for symbol, where in {s.name: f"{layer['archive']}({s.member})" for s in found[name] if not s.defined}.items():
            if symbol in allowed or symbol in GIVEN_BY_USERS:
                continue
            owners = [n for n, d in defined.items() if symbol in d]
            if owners or symbol.startswith('rsp_'):
                problems.append(f'{where}: layer {name} calls {symbol} of {owners or "nobody"}')
    return problems


def self_test():
    """The checks themselves can fail: a made-up tree with one upward include, and a cycle-free closure."""
    import tempfile
    layers = {'low': {'folder': 'low', 'deps': [], 'headers': ['low.h'], 'shared': ['own.h'], 'archive': ''},
              'high': {'folder': 'high', 'deps': ['low'], 'headers': ['high.h'], 'shared': ['gone.h'], 'archive': ''}}
    with tempfile.TemporaryDirectory() as root:
        for path, text in {'include/rsp/low.h': '', 'include/rsp/high.h': '#include <rsp/low.h>\n',
                           'low/own.h': '',
                           'low/a.c': '#include <rsp/high.h>\n#include "../high/b.h"\n#include <rsp/ghost.h>\n'
                                      '#include "high/b.h"\n#include "low/own.h"\n',
                           'high/b.c': '#include <rsp/low.h>\n#include "low/own.h"\n#include "low/a.h"\n'}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            open(os.path.join(root, path), 'w').write(text)
        problems = check_includes(root, layers, root)
        assert len(check_shared(root, layers)) == 1
        assert len(problems) == 5, problems
        assert problems[0].startswith('low/a.c:1: layer low includes <rsp/high.h>'), problems
        for layer, text in (('low', 'int rsp_low(void);int rsp_high(void);int rsp_low(void){return rsp_high();}'),
                            ('high', 'int rsp_high(void);int rsp_high(void){return 1;}')):
            subprocess.run(['cc', '-x', 'c', '-c', '-', '-o', f'{root}/{layer}.o'], input=text, text=True, check=True)
            layers[layer]['archive'] = f'{root}/{layer}.a'
            subprocess.run(['ar', 'rcs', f'{root}/{layer}.a', f'{root}/{layer}.o'], check=True)
        problems = check_symbols(layers)
        assert len(problems) == 1 and 'layer low calls rsp_high' in problems[0], problems
    print('self-test passed')


def main():
    root, record = sys.argv[1], sys.argv[2]
    if '--self-test' in sys.argv:
        self_test()
    layers = read_layers(record)
    generated = os.path.join(os.path.dirname(record), 'include/rsp')
    problems = check_shared(root, layers) + check_includes(root, layers, generated) + check_symbols(layers)
    print('\n'.join(problems) or f'{len(layers)} layers, no upward include or call')
    return 1 if problems else 0


sys.exit(main())
