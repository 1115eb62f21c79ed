#!/usr/bin/env python3
# What the reference stub has stands in the scenarios that hold it, and other stubs, to it.
# usage: promises.py ROOT
# Features that announce a packet: qsupported/promises.yaml. Packets with a handler: the lists of standard/reference.yaml.
# SPDX-License-Identifier: MIT
import os
import re
import sys

import yaml

# What cannot be asked in passing: the connection is another one afterwards, or there is none.
NOT_IN_PASSING = {'QStartNoAckMode': 'the requests after it have no acknowledgments', 'k': 'nothing comes after it',
                  'ReverseStep': 'a scenario of its own goes back one step', 'ReverseContinue': 'and one to a breakpoint'}


def documents(root, path):
    with open(os.path.join(root, 'scenarios', path), encoding='utf-8') as f:
        return [d for d in yaml.safe_load_all(f) if d]


def texts(of):
    """All texts in a document, whatever they stand under."""
    if isinstance(of, dict):
        for value in of.values():
            yield from texts(value)
    elif isinstance(of, list):
        for value in of:
            yield from texts(value)
    elif isinstance(of, str):
        yield of


def promised(promises):
    return {name for scenario in promises for step in scenario['steps'] for name in step.get('advertised') or ()}


def asks(request, packet):
    rest = request[len(packet):]
    return request.startswith(packet) and (len(packet) == 1 or not rest[:1].isalpha())


def problems(packets, profile, promises, answers):
    announced = [re.split('[+=]', item)[0] for item in profile['facts']['features'].split(';')]
    requests = [text for scenario in answers for text in texts(scenario['steps'])]
    have = promised(promises)
    for name in announced:
        if name in packets and name not in have and name not in NOT_IN_PASSING:
            yield f'{name} is announced, and scenarios/qsupported/promises.yaml has no request for it'
    for packet in map(str, profile['serves']):
        if packet not in NOT_IN_PASSING and not any(asks(request, packet) for request in requests):
            yield f'{packet} has a handler, and no list of scenarios/standard/reference.yaml asks it'


def self_test():
    """Each of the two checks can fail."""
    profile = {'facts': {'features': 'PacketSize=1;QFoo+;swbreak+'}, 'serves': ['g', 'qBar']}
    promises = [{'steps': [{'advertised': {'QFoo': 'QFoo:1'}}]}]
    answers = [{'steps': [{'for-each': [{'request': 'g', 'reply': '0'}, {'request': 'qBar:1', 'reply': ''}]}]}]
    assert not list(problems({'QFoo'}, profile, promises, answers))
    assert len(list(problems({'QFoo'}, profile, [], answers))) == 1
    assert len(list(problems({'QFoo'}, profile, promises, [{'steps': ['g', 'qBarn']}]))) == 1


def main():
    self_test()
    root = sys.argv[1]
    with open(os.path.join(root, 'harness/base/codec/packet_list.h'), encoding='utf-8') as f:
        packets = set(re.findall(r'"([^"]+)"', f.read()))
    profile = documents(root, 'profiles/reference.yaml')[0]
    found = list(problems(packets, profile, documents(root, 'qsupported/promises.yaml'),
                          documents(root, 'standard/reference.yaml')))
    print('\n'.join(found) or f'{len(profile["serves"])} packets and their features are asked for')
    return 1 if found else 0


sys.exit(main())
