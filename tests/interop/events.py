"""Conditions in a program that sends itself signals, forks, executes another one, and has threads that hit together.

usage: events.py STUBBORN PROGRAM gdbserver|lldb-server
Each way gives the same stops, none is lost, and the program finds its own results right.
"""
# SPDX-License-Identifier: MIT
import json
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).parent / 'events' / 'program.c'
DEADLINE_S = 120
THREADS = 24


def line_of(comment):
    for number, line in enumerate(SOURCE.read_text(encoding='utf-8').splitlines(), 1):
        if line.endswith(f'/* {comment} */'):
            return number
    raise SystemExit(f'no line with {comment}')


def run(stubborn, program, stub, way, mode, condition):
    place = f'program.c:{line_of("the place")}'
    done = subprocess.run([stubborn, 'condition', '-s', f'profile:{stub}', '-p', program, '-a', mode, '--at', place, '--if', condition,
                           '--way', way, '--stops', '1000', '-t', '60s', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=DEADLINE_S)
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    site, = report['breakpoints']
    assert site['way'] == way, site
    if mode == 'signals' and way == 'inferior':  # 80 of them: the stub delivers them by itself
        assert report['cost']['round_trips'] < 80, report['cost']
    return [{value['name']: value['value'] for value in stop['values']} for stop in report['stops']], report['end']


def check(what, seen, wanted):
    assert seen == wanted, f'{what}: {seen}, not {wanted}'


def main():
    stubborn, program, stub = sys.argv[1:]
    for way in ('host', 'stub', 'inferior') if stub == 'gdbserver' else ('host', 'inferior'):
        def stops(mode, condition, way=way):
            return run(stubborn, program, stub, way, mode, condition)
        end = 'the program ended (exit 0)'
        check(f'{way} signals', stops('signals', 'number == 1 && round % 20 == 3'),
              ([{'number': '1', 'round': '3'}, {'number': '1', 'round': '23'}], end))
        check(f'{way} in a handler', stops('signals', 'number == 1000 && passed == 1'), ([{'number': '1000', 'passed': '1'}], end))
        if stub != 'lldb-server' or way == 'inferior':  # it does not tell of forks: a breakpoint of the host's stays in the child
            check(f'{way} forks', stops('forks', 'number == 2 && round == 1 || number == 1'),
                  ([{'number': '2', 'round': '1'}], end))
        seen, told = stops('together', 'round == 1')
        check(f'{way} together', (len(seen), told), (THREADS, end))
        seen, told = stops('exec', 'number == 5')
        assert len(seen) == 1 and told.startswith('the program has executed '), (way, seen, told)
        seen, told = stops('fault', 'number == 5')
        assert told.startswith(f'the program stopped by SIGSEGV at program.c:{line_of("the fault")} in main, 0x'), (way, told)


if __name__ == '__main__':
    main()
