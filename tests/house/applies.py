#!/usr/bin/env python3
# A scenario judges a requirement only where it applies: what `applies` of the catalogue names, the scenario asks for.
# usage: applies.py ROOT [--prose]
# Features, packets and modes are compared. Conditions in prose are counted; --prose lists them for a reader.
# SPDX-License-Identifier: MIT
import collections
import glob
import os
import re
import sys

import yaml

NAME = r'[!A-Za-z_?][A-Za-z0-9_:?-]*'
FEATURE = re.compile(r'(?<![\w:*-])([A-Za-z][A-Za-z0-9:*-]*)\+')
PACKETS = re.compile(rf"^'?({NAME}(?:(?:, | or |/){NAME})*)'? supported")
FILES = re.compile(r'^vFile:')
MODES = {  # the first words of `applies`: what brings that mode about
    'ack mode': 'ack', 'no-ack mode': 'no-ack', 'non-stop': 'non-stop', 'extended mode': 'extended',
    'multiprocess': 'multiprocess', 'tracepoints supported': 'tracepoints', 'LLDB dialect': 'dialect',
    'RFC dialect': 'dialect', 'memory map has flash': 'flash'}
YES = (True, 'yes')
# Steps that skip where the program can't be moved, and facts that are learned by moving it.
MOVES = {'advance', 'run-on', 'reach', 'resume', 'run-to', 'halt'}
LEARNED = {'place', 'places'}
STEPPING = {'step': ('s', 'vCont;s'), 's': ('s', 'vCont'), 'C': ('C', 'vCont'), 'S': ('S', 'vCont')}
# A stub that announces one of the features has the packet.
IMPLIED = {'x': {'binary-upload'}, 'vCont': {'QNonStop', 'multiprocess', 'vContSupported'}, 'vKill': {'multiprocess'}}
# Not a stub's scenarios, and debuggers' whole sessions, which take what the debugger takes.
OTHERS = {'adapters', 'baselines', 'profiles', 'workloads', 'transcripts', 'clients', 'debuggers'}


def documents(path):
    with open(path, encoding='utf-8') as f:
        return [d for d in yaml.safe_load_all(f) if d]


def as_list(of):
    return of if isinstance(of, list) else [] if of is None else [of]


def inside(of):
    return of.values() if isinstance(of, dict) else of if isinstance(of, list) else ()


def walk(of):
    """All maps in a document."""
    if isinstance(of, dict):
        yield of
    for value in inside(of):
        yield from walk(value)


def texts(of):
    """All texts in a document, whatever they stand under."""
    if isinstance(of, str):
        yield of
    for value in inside(of):
        yield from texts(value)


def asked_packets(scenario, steps, conditions):
    """Requests that the stub is known to serve where the scenario goes on: asked in `needs`, or in an optional step."""
    packets = {t for c in conditions for key in ('answers', 'any-answer', 'works') for t in texts(c.get(key))}
    packets |= {t for m in steps if m.get('optional') in YES for t in texts(m)}
    for m in steps:
        if 'for-each' in m and any(s.get('optional') in YES for s in as_list(m.get('steps'))):
            packets |= set(texts(m['for-each']))
    if any(t.startswith('${') for t in packets):
        packets |= {str(v) for case in as_list(scenario.get('cases')) for v in case.values()}
    return packets


def asked_features(steps, conditions):
    features = {str(f) for c in conditions for f in as_list(c.get('feature'))}
    features |= {f for m in steps if 'advertised' in m for f in m['advertised']}
    return features | {f for m in steps if 'features' in m for f in texts(m['features'])}


class Asked:
    """What a scenario asks for before it judges."""

    def __init__(self, scenario):
        steps = list(walk([scenario.get(key) for key in ('setup', 'steps')]))
        conditions = [scenario.get('needs') or {}] + [m['when'] for m in steps if isinstance(m.get('when'), dict)]
        connect = scenario.get('connect') or {}
        self.ours = any(c.get('options') for c in conditions)
        self.features = asked_features(steps, conditions)
        self.packets = asked_packets(scenario, steps, conditions)
        self.goes_on = any(MOVES & set(m) for m in steps) or any(LEARNED & set(as_list(c.get('facts'))) for c in conditions)
        said = lambda key, values: any(c.get(key) in values for c in conditions)
        have = {
            'ack': said('mode', ('ack',)) or any({'acks', 'ack'} & set(m) for m in steps),
            'no-ack': said('mode', ('no-ack',)) or connect.get('no-ack') in YES or self.has('QStartNoAckMode'),
            'non-stop': connect.get('non-stop') in YES or self.has('QNonStop'),
            'extended': connect.get('extended') in YES or self.has('!'),
            'multiprocess': 'multiprocess' in self.features or said('multiprocess', YES),
            'dialect': any('dialect' in c for c in conditions) or 'MultiBreakpoint' in self.features,
            'tracepoints': any(t.startswith(('qT', 'QT')) for t in self.packets) or self.has('QTBuffer'),
            'flash': any({'flash', 'flash_block'} & set(as_list(c.get('facts'))) for c in conditions)}
        self.modes = {name for name, here in have.items() if here}
        if 'multiprocess' in self.modes:
            self.features.add('multiprocess')

    def has(self, packet):
        """Whether the stub is known to have the packet. z has what Z has."""
        if packet[:1] == 'Z' and self.has('z' + packet[1:]):
            return True
        if packet in STEPPING and (self.goes_on or any(t.startswith(STEPPING[packet]) for t in self.packets)):
            return True
        if IMPLIED.get(packet, set()) & self.features or any(packet == f.split(':')[0] for f in self.features):
            return True
        return any(t.startswith((packet, packet[:1] + '${')) and (len(packet) == 1 or not t[len(packet):][:1].isalpha())
                   for t in self.packets)

    def announces(self, names):
        pattern = re.compile('(' + '|'.join(re.escape(n).replace(r'\*', '.*') for n in names) + ')$')
        return any(pattern.match(f) for f in self.features | self.packets)


def wanted(applies):
    """What `applies` says in terms that can be compared, as a test of what was asked; None: it is prose."""
    if ' not ' in applies:
        return None
    for mode, name in MODES.items():
        if applies.startswith(mode):
            return lambda a: name in a.modes
    features = FEATURE.findall(applies)
    if features:
        return lambda a: a.announces(features)
    packets = PACKETS.match(applies)
    if packets:
        return lambda a: any(a.has(n) for n in re.split(', | or |/', packets[1]))
    return (lambda a: a.has('vFile')) if FILES.match(applies) else None


def covered(scenario):
    return {str(i) for m in [scenario, *walk(scenario.get('steps'))] for i in as_list(m.get('covers'))}


def compare(requirements, scenarios, counts):
    """Yields what is judged where nothing says that it applies; fills `counts`, and `counts.prose` for a reader."""
    known = {r['id']: r for r in requirements if r['role'] == 'stub' and r['applies'] != 'always'}
    for path, scenario in scenarios:
        asked = Asked(scenario)
        for name in sorted(covered(scenario) & set(known)):
            applies = known[name]['applies']
            test = wanted(applies)
            counts['compared' if test else 'prose'] += 1
            if not test:
                counts['prose: ' + '\t'.join((name, applies, scenario['scenario'], str(scenario.get('needs'))))] += 1
            elif not asked.ours and not test(asked):
                yield f'{path}: {scenario["scenario"]} judges {name}, which applies to "{applies}"'


def self_test():
    """The rule can fail: for a feature, a packet and a mode that nobody asks for."""
    steps = [{'send': 'x0,1'}]
    for applies, needs in (('foo+ advertised', {'feature': 'foo'}), ('x supported', {'answers': ['x0,1']}),
                           ('no-ack mode', {'mode': 'no-ack'})):
        requirements = [{'id': 'A-1', 'role': 'stub', 'applies': applies}]
        for asks, expected in ((None, 1), (needs, 0)):
            scenario = {'scenario': 'a/b', 'covers': ['A-1'], 'needs': asks, 'steps': steps}
            assert len(list(compare(requirements, [('p', scenario)], collections.Counter()))) == expected, applies


def main():
    self_test()
    root = sys.argv[1]
    folder = os.path.join(root, 'scenarios')
    scenarios = [(os.path.relpath(path, root), d) for path in sorted(glob.glob(os.path.join(folder, '*', '*.yaml')))
                 if os.path.basename(os.path.dirname(path)) not in OTHERS
                 for d in documents(path) if d.get('role') != 'stub']
    counts = collections.Counter()
    found = list(compare(documents(os.path.join(folder, 'requirements.yaml'))[0], scenarios, counts))
    if '--prose' in sys.argv[2:]:
        print('\n'.join(sorted(key[7:] for key in counts if key.startswith('prose: '))))
    print('\n'.join(found + [f'{counts["compared"]} pairs of scenario and requirement compared, {counts["prose"]} more say in '
                             f'prose where they apply; {len(found)} judge where nothing says that it applies']))
    return 1 if found else 0


sys.exit(main())
