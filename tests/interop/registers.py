"""Conditions over structures in registers, at the line of a call in line, decided in each way: the same stops.

usage: registers.py STUBBORN PROGRAM SOURCE gdbserver|lldb-server      (the program of registers/program.c)
"""
# SPDX-License-Identifier: MIT
import json
import pathlib
import re
import subprocess
import sys

# Mark, condition, and what the stop shows.
CASES = (
    ('call', "word.length == 2625 && word.start[0] == 'h'", {'word.length': '2625', 'word.start[0]': "104 'h'"}),
    ('call', 'turn == 900 && word.length > 0', {'turn': '900', 'word.length': '6300'}),
    ('small', 'one.delta == -31', {'one.delta': '-31'}),
    ('small', 'one.count + one.delta == 0 && one.count >= 500', {'one.count': '500', 'one.delta': '-500'}),
)


def line_of(source, mark):
    lines = pathlib.Path(source).read_text(encoding='utf-8').splitlines()
    return next(number for number, text in enumerate(lines, 1) if re.search(rf'/\* @{mark} \*/', text))


def main():
    stubborn, program, source, stub = sys.argv[1:]
    for way in ('inferior', 'stub', 'host') if stub == 'gdbserver' else ('inferior', 'host'):
        for mark, condition, shown in CASES:
            done = subprocess.run([stubborn, 'condition', '-s', f'profile:{stub}', '-p', program, '--at', f'program.c:{line_of(source, mark)}',
                                   '--if', condition, '--way', way, '-t', '60s', '-o', 'json:-'],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            assert done.returncode == 0, f'{way}, {condition}: status {done.returncode}: {done.stderr}'
            report = json.loads(done.stdout)
            stop = report['stops'][0]
            values = {value['name']: value['value'] for value in stop['values']}
            assert report['breakpoints'][0]['way'] == way and report['breakpoints'][0]['lies'] == 0, report['breakpoints']
            assert values == shown, f'{way}, {condition}: {values}'
            assert stop['function'] == ('read_text' if mark == 'call' else 'read_small'), stop
        print(f'{stub}, {way}: {len(CASES)} conditions')


if __name__ == '__main__':
    main()
