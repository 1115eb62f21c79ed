"""Strings, vectors and pointers of C++'s standard library: in conditions, decided in each way, and as `stubborn dap` shows them.

usage: holders.py STUBBORN PROGRAM gdbserver|lldb-server      (holders/orders.cpp)
"""
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys

from dap_gdbserver import Session

LONG = 'somebody whose name does not fit into the object itself'


def customer(i):
    return '' if i % 7 == 0 else LONG if i % 5 == 0 else 'alice' if i % 2 else 'al\0ce'


# a condition, and whether it holds for order number i
CONDITIONS = [
    ('order.customer == "alice"', lambda i: customer(i) == 'alice'),
    ('order.customer != "alice" && order.id > 40', lambda i: customer(i) != 'alice' and i > 40),
    (f'order.customer == "{LONG}"', lambda i: customer(i) == LONG),
    ('order.customer == "al"', lambda i: False),
    ('order.customer == ""', lambda i: customer(i) == ''),
    ('order.customer.empty()', lambda i: customer(i) == ''),
    ('order.customer.size() == 5 && order.customer[2] == 0', lambda i: customer(i) == 'al\0ce'),
    ('order.code == "a"', lambda i: i % 8 == 1),
    ('order.code.length() == 4 && order.code[3] == \'c\'', lambda i: i % 8 == 4),
    ('order.parts.size() == 3 && order.parts[2].name == "wheel" && order.parts[1].weight > 300', lambda i: i % 4 == 3 and i > 30),
    ('order.parts.empty() && order.id < 9', lambda i: i % 4 == 0 and i < 9),
    ('order.dates[0] == -33 && order.dates.size() == 3', lambda i: i == 33),
    ('order.gift && order.gift->name == "ribbon" && order.gift->weight > 40', lambda i: i % 3 == 0 and i > 40),
    ('!order.gift && order.id % 10 == 1', lambda i: i % 3 and i % 10 == 1),
    ('order.before && order.before->before && order.before->before->id == 11', lambda i: i == 13),
    ('order.before.get() == 0', lambda i: i == 0),
]


def stops(stubborn, program, stub, condition, way):
    """Numbers of the orders at which the condition stopped the program."""
    done = subprocess.run([stubborn, 'condition', '-s', f'profile:{stub}', '-p', program, '--at', 'handle', '--way', way, '-t', '60s',
                           '--if', f'{condition} && (order.id >= 0)', '--stops', '60', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stdout, f'{condition}, {way}: status {done.returncode}: {done.stderr}'
    report = json.loads(done.stdout)
    assert report['breakpoints'][0]['way'] == way, report['breakpoints']
    assert report['breakpoints'][0]['lies'] == 0, report['breakpoints']
    return [int(value['value']) for stop in report['stops'] for value in stop['values'] if value['name'] == 'order.id']


def shown(stubborn, program):
    """Name to variable of the members of order 22."""
    s = Session(stubborn)
    s.begin('launch', program=program, stopOnEntry=True)
    thread = s.event('stopped')['threadId']
    s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'handle', 'condition': 'order.id == 22 && order.customer.size() == 5'}])
    s.ask('continue', threadId=thread)
    frame, _ = s.top(s.event('stopped')['threadId'])

    def of(reference):
        return {v['name']: v for v in s.ask('variables', variablesReference=reference)['variables']}

    order = of(of(s.ask('scopes', frameId=frame)['scopes'][0]['variablesReference'])['order']['variablesReference'])
    assert order['customer']['value'] == r'"al\x00ce"', order['customer']
    assert order['code']['value'] == r'"a\x00bcde"', order['code']
    assert order['dates']['value'] == '{-22, 66, 7}', order['dates']
    assert order['gift']['value'] == '0x0' and order['gift']['variablesReference'] == 0, order['gift']
    assert order['parts']['value'].startswith('size=2 {{weight = 220, name = "bolt"}'), order['parts']
    assert order['parts']['indexedVariables'] == 2, order['parts']
    part = of(order['parts']['variablesReference'])['[1]']
    assert part['evaluateName'] == 'order.parts[1]', part
    assert of(part['variablesReference'])['weight']['value'] == '221'
    before = of(order['before']['variablesReference'])
    assert before['id']['value'] == '21' and before['id']['evaluateName'] == 'order.before->id', before['id']
    gift = of(before['gift']['variablesReference'])
    assert gift['name']['value'] == '"ribbon"' and gift['name']['evaluateName'] == 'order.before->gift->name', gift
    assert s.ask('evaluate', expression=gift['name']['evaluateName'], frameId=frame)['result'] == '"ribbon"'
    s.leave()


def main():
    stubborn, program, stub = sys.argv[1:]
    for condition, holds in CONDITIONS:
        expected = [i for i in range(60) if holds(i)]
        for way in ('inferior', 'stub', 'host') if stub == 'gdbserver' else ('inferior', 'host'):
            found = stops(stubborn, program, stub, condition, way)
            assert found == expected, f'{condition}, {way}: expected {expected}, got {found}'
    if stub == 'gdbserver':
        shown(stubborn, program)
    print(f'{stub}: {len(CONDITIONS)} conditions stop where they hold')


if __name__ == '__main__':
    main()
