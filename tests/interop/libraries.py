"""Conditions at places in a shared library: the same stop in each way, started and attached, with the library's own variables.

usage: libraries.py STUBBORN PROGRAM LIBRARY gdbserver|lldb-server
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from sleepers import attach, end_of

SOURCE = pathlib.Path(__file__).parent / 'libraries'
DEADLINE_S = 60
CONDITION = 'n == 1500 && item->price > 10.5 && sum > limit'
VALUES = {'n': '1500', 'item->price': '750', 'sum': '3000', 'limit': '7'}


def line_of(name, comment, folder=SOURCE):
    for number, line in enumerate((folder / name).read_text(encoding='utf-8').splitlines(), 1):
        if line.endswith(f'/* {comment} */'):
            return f'{name}:{number}'
    raise SystemExit(f'{name} has no line with {comment}')


def condition(stubborn, options):
    done = subprocess.run([stubborn, 'condition', '-t', '60s', '-o', 'json:-', *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, timeout=DEADLINE_S)
    return (json.loads(done.stdout) if done.returncode == 0 else None), done.stderr


def check_stop(report, library, way):
    stop, = report['stops']
    site, = report['breakpoints']
    assert {value['name']: value['value'] for value in stop['values']} == VALUES, stop
    assert stop['function'] == 'counted_add' and stop['callers'][0].startswith('program.c:'), stop
    assert site['way'] == way and site['lies'] == 0, site
    assert os.path.samefile(site['library'], library), site


def attached(stubborn, program, library, stub):
    victim = subprocess.Popen([program, 'wait'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert victim.stdout.readline() == 'ready\n'
    server, port = attach(stub, victim.pid)
    victim.stdin.write('x')
    victim.stdin.flush()
    report, message = condition(stubborn, ['-s', f'tcp:127.0.0.1:{port}', '-p', program, '--at', 'counted_add', '--if', 'n == 1500',
                                           '--stack'])
    printed = end_of(victim, server)
    assert report, message
    assert os.path.samefile(report['breakpoints'][0]['library'], library)
    assert printed == '3998016\n', printed


def replaced(stubborn, program, library, stub):
    """The file is another one than what is loaded: it is not believed."""
    told = subprocess.run(['readelf', '-n', library], stdout=subprocess.PIPE, check=True, text=True).stdout
    build_id = bytes.fromhex(re.search('Build ID: ([0-9a-f]+)', told)[1])
    with tempfile.TemporaryDirectory() as root:
        there = pathlib.Path(root + os.path.dirname(os.path.abspath(library)))
        there.mkdir(parents=True)
        other = pathlib.Path(library).read_bytes().replace(build_id, build_id[::-1])
        (there / os.path.basename(library)).write_bytes(other)
        report, message = condition(stubborn, ['-s', f'profile:{stub}', '-p', program, '--at', 'counted_add', '--sysroot', root])
        assert not report and 'libcounted.so: the running program is not this file' in message, message
        shutil.rmtree(there)
        report, message = condition(stubborn, ['-s', f'profile:{stub}', '-p', program, '--at', 'counted_add', '--sysroot', root])
        assert not report and '(0 of ' in message, message


def main():
    stubborn, program, library, stub = sys.argv[1:]
    start = ['-s', f'profile:{stub}', '-p', program]
    for way in ('inferior', 'stub', 'host') if stub == 'gdbserver' else ('inferior', 'host'):
        report, message = condition(stubborn, [*start, '--at', line_of('counted.c', 'the place'), '--if', CONDITION, '--way', way, '--stack'])
        assert report, f'{way}: {message}'
        check_stop(report, library, way)
        print(f'{stub}, {way}: {report["breakpoints"][0]["library"]}, {report["cost"]["round_trips"]} round trips')
    both, message = condition(stubborn, [*start, '--at', 'counted_add', '--at', line_of('program.c', 'the call'), '--if', 'n == 3',
                                         '--if', 'i == 3', '--stops', '2'])
    assert both, message
    assert [stop['function'] for stop in both['stops']] == ['main', 'counted_add'], both
    _, message = condition(stubborn, [*start, '--at', 'counted_add', '--if', 'depth == 3'])
    assert 'a thread-local variable of a library' in message, message
    _, message = condition(stubborn, [*start, '--at', 'nowhere'])
    assert 'nowhere: not in the program, nor in its' in message, message
    attached(stubborn, program, library, stub)
    replaced(stubborn, program, library, stub)


if __name__ == '__main__':
    main()
