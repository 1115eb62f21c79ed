"""Conditions in non-stop: threads hit the same place all at once, and the program checks its own results.

usage: nonstop.py STUBBORN VICTIM BRIEF gdbserver|lldb-server
On gdbserver each way must show each true hit once, for its thread, and let the program come to its end by itself.
BRIEF is position-independent, and its threads end soon after their hit: the stub has nobody selected then.
lldb-server takes QNonStop but stops all threads together: it is refused with the reason.
"""
# SPDX-License-Identifier: MIT
import collections
import json
import subprocess
import sys

ROUNDS = 1500
HOLDS = [149, 749, 1349]  # i % 600 == 149
THREADS = 3


def start(stubborn, victim, stub, way):
    return subprocess.run([stubborn, 'condition', '--non-stop', '-s', f'profile:{stub}', '-p', victim, '-a', str(ROUNDS),
                           '--at', 'work', '--if', 'i % 600 == 149', '--way', way, '--stops', '1000', '-t', '100s', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def run(stubborn, victim, way):
    """The report of a run to the program's end."""
    done = start(stubborn, victim, 'gdbserver', way)
    if done.returncode != 0:
        raise SystemExit(f'{way}: status {done.returncode}: {done.stderr}')
    return json.loads(done.stdout)


def run_brief(stubborn, brief, way):
    """Each of three threads stops in `brief` and ends, then the main thread in `work`."""
    done = subprocess.run([stubborn, 'condition', '--non-stop', '-s', 'profile:gdbserver', '-p', brief, '--at', 'brief', '--if', 'i >= 0', '--at', 'work',
                           '--if', 'i >= 0', '--way', way, '--stops', '1000', '-t', '100s', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f'{way}, {brief}: status {done.returncode}: {done.stderr}')
    report = json.loads(done.stdout)
    seen = [(stop['function'], value['value']) for stop in report['stops'] for value in stop['values']]
    print(f'{way}: {seen}, {report["end"]}')
    assert seen == [(name, str(i)) for i in range(3) for name in ('brief', 'work')], way
    assert report['end'] == 'the program ended (exit 0)', way


def main():
    stubborn, victim, brief, stub = sys.argv[1:]
    if stub == 'lldb-server':
        done = start(stubborn, victim, stub, 'best')
        print(done.stderr)
        assert done.returncode != 0
        assert 'stops all threads of a process together' in done.stderr
        return
    for way in ('inferior', 'stub', 'host'):
        run_brief(stubborn, brief, way)
        report = run(stubborn, victim, way)
        seen = collections.defaultdict(list)
        for stop in report['stops']:
            values = {value['name']: value['value'] for value in stop['values']}
            seen[stop['thread']].append(int(values['i']))
        print(f'{way}: {dict(seen)}, {report["end"]}')
        assert len(seen) == THREADS, way
        assert all(hits == HOLDS for hits in seen.values()), way
        assert report['end'] == 'the program ended (exit 0)', way


if __name__ == '__main__':
    main()
