"""A condition over a thread-local variable, decided in each way: the same stop, and the inferior takes it, too.

usage: thread_local.py STUBBORN PROGRAM gdbserver|lldb-server      (the program of sleepers.py)
"""
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys


def main():
    stubborn, program, stub = sys.argv[1:]
    for way in ('inferior', 'stub', 'host') if stub == 'gdbserver' else ('inferior', 'host'):
        done = subprocess.run([stubborn, 'condition', '-s', f'profile:{stub}', '-p', program, '-a', 'read', '--at', 'work',
                               '--if', 'turns == 77', '--way', way, '-t', '60s', '-o', 'json:-'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, f'{way}: status {done.returncode}: {done.stderr}'
        report = json.loads(done.stdout)
        values = {value['name']: value['value'] for stop in report['stops'] for value in stop['values']}
        print(f'{stub}, {way}: {values}, by {report["breakpoints"][0]["way"]}')
        assert report['breakpoints'][0]['way'] == way
        assert report['breakpoints'][0]['lies'] == 0
        assert {name: int(value) for name, value in values.items()} == {'turns': 77}


if __name__ == '__main__':
    main()
