"""Log points of `stubborn dap`: what they say at each hit, and that a hit looks for no name that an earlier one has found.

usage: dap_log_points.py STUBBORN PROGRAM SEARCHES gdbserver|lldb-server
SEARCHES is preloaded into the adapter and counts how it goes through debug information.
"""
# SPDX-License-Identifier: MIT
import os
import pathlib
import re
import sys
import tempfile

from dap_gdbserver import Session

SOURCE = pathlib.Path(__file__).parent / 'log_points' / 'program.c'
TEXT = 'i {i}, {distant}: {word}, {nowhere}.'
FEW, MANY = 20, 200


def line_of(comment):
    return next(n for n, line in enumerate(SOURCE.read_text(encoding='utf-8').splitlines(), 1) if line.endswith(f'/* {comment} */'))


def lines(s):
    """The lines up to the end of the program."""
    said = []
    while True:
        message = s.wait(lambda m: m.get('event') in ('output', 'terminated'))
        if message['event'] == 'terminated':
            return said
        if message['body']['category'] == 'console':
            said += message['body']['output'].splitlines()


def searches(stubborn, program, preload, stub, hits):
    """Plays a session with so many hits; how often the adapter went from one entry to the next."""
    with tempfile.TemporaryDirectory() as folder:
        told = pathlib.Path(folder) / 'searches'
        os.environ.update(LD_PRELOAD=preload, SEARCHES=str(told), ASAN_OPTIONS='verify_asan_link_order=0')
        s = Session(stubborn)
        os.environ.pop('LD_PRELOAD')
        s.ask('initialize', adapterID='stubborn')
        start = s.send('launch', stub=f'profile:{stub}', program=program, args=[str(hits)])
        s.event('initialized')
        asked = [{'line': line_of('work'), 'logMessage': TEXT}, {'line': line_of('inlined'), 'logMessage': 'part {part}'}]
        body = s.ask('setBreakpoints', source={'path': 'log_points/program.c'}, breakpoints=asked)
        assert all(b['verified'] for b in body['breakpoints']), body
        s.ask('configurationDone')
        assert s.response(start)['success']
        said = lines(s)
        s.leave()
        shown = [re.sub('0x[0-9a-f]+ "far"', '"far"', line) for line in said]
        expected = []
        for i in range(hits):
            expected += [f"""i {i}, {40 + i}: "far", ('nowhere': no such variable here).""", f'part {i + 1}', f'part {i + 2}']
        assert shown == expected, (shown[:6], expected[:6])
        return int(told.read_text(encoding='utf-8'))


def main():
    stubborn, program, preload, stub = sys.argv[1:]
    few, many = (searches(stubborn, program, preload, stub, hits) for hits in (FEW, MANY))
    print(f'{stub}: {FEW} hits {few} steps through debug information, {MANY} hits {many}')
    assert few == many, 'names are looked for at each hit'


if __name__ == '__main__':
    main()
