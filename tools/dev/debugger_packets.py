#!/usr/bin/env python3
# Which debugger sends which packet and names which feature, by version: a page made of recordings and of GDB's NEWS.
# usage: debugger_packets.py collect STUBBORN NEWS.gz DATA.json 'NAME=FILE,FILE'...  |  page DATA.json  |  check ROOT
#        debugger_packets.py news STUBBORN NEWS.gz DATA.json: only what NEWS says, of a newer GDB
# The page is docs/packets-by-debugger.md; reports/field/debuggers.json is its data, and unknown stays empty.
# SPDX-License-Identifier: MIT
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

VERSION = re.compile(r'^\*\*\* Changes in GDB ([0-9.]+)')
HEADING = re.compile(r'^\* (.*)')
REQUEST = re.compile(r"^\s*- send: '?(qSupported:[^'\n]*)", re.M)
FEATURES = re.compile(r'features: \[([^\]]*)\]')
# Features of stubs that no debugger names, and whose NEWS is asked for.
IN_STUBS = {'binary-upload', 'QNonStop', 'QStartNoAckMode', 'ConditionalBreakpoints', 'BreakpointCommands', 'QThreadOptions'}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', check=False).stdout


def kinds_of(stubborn, file):
    with tempfile.NamedTemporaryFile(suffix='.json') as out:
        run(stubborn, 'capture', 'analyze', '-o', f'json:{out.name}', file)
        return set(json.loads(pathlib.Path(out.name).read_text())['kinds'])


def features_of(stubborn, file):
    """The names in the debugger's qSupported, without their suffix or value."""
    text = run(stubborn, 'capture', 'to-scenario', file)
    items = [item for request in REQUEST.findall(text) for item in request.partition(':')[2].split(';')]
    items += [item.strip() for found in FEATURES.findall(text) for item in found.split(',')]
    return {re.sub(r'(=.*|[+?-])$', '', item) for item in items if item and not item.startswith("'")}


def news_of(path):
    """(version, heading, line) of each line that a section about remote packets has at its margin."""
    version, heading = '', ''
    for line in gzip.open(path, 'rt', encoding='utf-8', errors='replace'):
        if VERSION.match(line):
            version, heading = VERSION.match(line).group(1), ''
        elif HEADING.match(line):
            heading = HEADING.match(line).group(1).lower()
        elif 'remote packet' in heading and line[:1] not in ('', ' ', '\t', '\n'):
            yield version, heading, line.strip()


def lists(line, name, names):
    """Whether a line of NEWS is about the packet itself: no longer name, and no new form of an old one (vCont;r)."""
    found = re.search(r'(^|[\s,`"\'(])' + re.escape(name) + r'(?=$|[\s,:;\'"`)])', line)
    rest = line[found.end():] if found else ''
    if len(name) <= 2 and not re.match(re.escape(name) + r' addr\b', line):
        return False
    return bool(found) and not re.match(r';[a-z]\b|:[a-z0-9-]+:', rest) and not any(
        other.startswith(name + ':') and (name + rest).startswith(other) for other in names)


def since(names, path, are_features):
    """The oldest version whose NEWS lists the name as new: a packet that changed is an older one, its new feature is not."""
    known = {}
    for version, heading, line in news_of(path):
        in_features = ' in qSupported' in line
        if in_features and not are_features or 'changed' in heading and not in_features:
            continue
        known.update({name: version for name in names if lists(line, name, names)})
    return dict(sorted(known.items()))


def newest(path):
    return next(VERSION.match(line).group(1) for line in gzip.open(path, 'rt', errors='replace') if VERSION.match(line))


def news(stubborn, path, found):
    """What NEWS says of all packets and features that are known, whoever was seen to send them."""
    listed = lambda what: {line.split()[0] for line in run(stubborn, 'list', what).splitlines() if line.strip()}
    packets = listed('packets')
    features = {name for one in found for name in one['features']} | IN_STUBS
    return {'up_to': newest(path), 'packets': since(packets, path, False), 'features': since(features, path, True)}


def collect(stubborn, news_path, data, *debuggers):
    found = []
    for word in debuggers:
        name, _, files = word.partition('=')
        files = files.split(',')
        found.append({'name': name,
                      'packets': sorted(set().union(*(kinds_of(stubborn, file) for file in files))),
                      'features': sorted(set().union(*(features_of(stubborn, file) for file in files)))})
    write(data, found, news(stubborn, news_path, found))


def write(data, found, since_when):
    pathlib.Path(data).write_text(json.dumps({'version': 1, 'debuggers': found, 'since': since_when}, indent=1) + '\n')


def renew(stubborn, news_path, data):
    found = json.loads(pathlib.Path(data).read_text())['debuggers']
    write(data, found, news(stubborn, news_path, found))


def table(data, key, heading):
    told = data['since'][key]
    names = sorted({name for one in data['debuggers'] for name in one[key]} | set(told))
    yield f'| {heading} | ' + ' | '.join(f'{one["name"]}, seen' for one in data['debuggers']) + ' | since, by GDB\'s NEWS |'
    yield '|---|' + '---|' * (len(data['debuggers']) + 1)
    for name in names:
        cells = ['yes' if name in one[key] else '' for one in data['debuggers']]
        yield f'| `{name}` | ' + ' | '.join([*cells, f'GDB {told[name]}' if name in told else '']) + ' |'


INTRODUCTION = """# Packets and features by debugger

Two sources, and nothing is inferred from one to the other:

- **Seen**: what {debuggers} sent in our recordings: breakpoints, steps, watchpoints, memory, interrupts, threads, forks and
  detaching, on gdbserver, lldb-server, QEMU and a plain stub. An empty cell means that it was not seen, not that it is never
  sent. No other version was recorded for this page.
- **Since, by GDB's NEWS**: the oldest GDB whose NEWS lists the packet among its new remote packets, or the feature as new, from 6.6
  to {up_to}. NEWS tells what GDB or gdbserver learned; it does not tell when GDB sends it, and does not list everything. LLDB has no
  such list: since when LLDB sends a packet is only as exact as the versions that were recorded.

Made by `tools/dev/debugger_packets.py` from `reports/field/debuggers.json`. What each packet means is in
[packet-reference.md](packet-reference.md).
"""


def page(path):
    data = json.loads(pathlib.Path(path).read_text())
    seen = [one['name'] for one in data['debuggers']]
    head = INTRODUCTION.format(debuggers=', '.join(seen[:-1]) + ' and ' + seen[-1], up_to=data['since']['up_to'])
    lines = [head, '## Packets\n', *table(data, 'packets', 'packet'),
             '\n## Features in qSupported\n', *table(data, 'features', 'feature')]
    return '\n'.join(lines) + '\n'


def check(root):
    """The page is that of the data, and each packet in it is one of the packet reference."""
    path = pathlib.Path(root) / 'reports/field/debuggers.json'
    known = set(re.findall(r'^\| `([^`]+)` \|', (pathlib.Path(root) / 'docs/packet-reference.md').read_text(), re.M))
    data = json.loads(path.read_text())
    unknown = {name for one in data['debuggers'] for name in one['packets']} - known
    if unknown:
        sys.exit(f'{path}: not in docs/packet-reference.md: ' + ', '.join(sorted(unknown)))
    if page(path) != (pathlib.Path(root) / 'docs/packets-by-debugger.md').read_text():
        sys.exit('docs/packets-by-debugger.md: not what tools/dev/debugger_packets.py page reports/field/debuggers.json prints')


def main():
    words = sys.argv[1:]
    if len(words) >= 5 and words[0] == 'collect':
        collect(*words[1:])
    elif len(words) == 4 and words[0] == 'news':
        renew(*words[1:])
    elif len(words) == 2 and words[0] == 'page':
        print(page(words[1]), end='')
    elif len(words) == 2 and words[0] == 'check':
        check(words[1])
    else:
        sys.exit('usage: debugger_packets.py collect STUBBORN NEWS.gz DATA.json NAME=FILES... | news STUBBORN NEWS.gz DATA.json | page DATA.json | '
                 'check ROOT')


if __name__ == '__main__':
    main()
