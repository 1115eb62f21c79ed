"""`run` on a machine without debug registers: what gdbserver cannot have is not judged, and the report says that the machine is why.

usage: no_watchpoints.py STUBBORN PRELOAD SCENARIOS
PRELOAD makes this machine such a one for gdbserver and stubborn alike. With it for gdbserver alone the stub is blamed: then
the machine is whole, as far as stubborn can tell.
"""
# SPDX-License-Identifier: MIT
import json
import os
import subprocess
import sys

import machine

NEEDED = {'breakpoints/write-watchpoint', 'breakpoints/write-watchpoint-of-an-element', 'breakpoints/hardware-stops'}


def run(stubborn, scenarios, stub, preload):
    environment = {**os.environ, 'ASAN_OPTIONS': 'verify_asan_link_order=0', **({'LD_PRELOAD': preload} if preload else {})}
    done = subprocess.run([stubborn, 'run', '--forecast', '--stub', stub, f'{scenarios}/breakpoints/hardware.yaml', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, env=environment)
    report = json.loads(done.stdout)
    watchpoints = {cell['debugger']: cell for cell in report['forecast'] if cell['action'] == 'watchpoints'}
    return {r['scenario']: r for r in report['results']}, watchpoints, done.returncode


def main():
    stubborn, preload, scenarios = sys.argv[1:]
    plain, forecast, _ = run(stubborn, scenarios, 'profile:gdbserver', None)
    if plain['breakpoints/write-watchpoint']['verdict'] != 'pass':
        print('this machine has no watchpoints anyhow')
    else:
        # The program ends by itself: the rehearsal knows no place that it writes.
        assert all(cell['outlook'] in ('works', 'not-judged') for cell in forecast.values()), forecast
        blamed, _, code = run(stubborn, scenarios, f'exec:env LD_PRELOAD={preload} gdbserver --once 127.0.0.1:{{port}} {{program}}', None)
        assert code == 1 and all(blamed[name]['verdict'] == 'fail' for name in NEEDED), {name: blamed[name]['verdict'] for name in NEEDED}
    excused, forecast, code = run(stubborn, scenarios, 'profile:gdbserver', preload)
    assert code == 0, excused
    for name in NEEDED:
        assert excused[name]['verdict'] == 'skip' and machine.DEAF in excused[name]['reason'], excused[name]
    for debugger in ('gdb', 'lldb'):
        cell = forecast[debugger]
        assert cell['outlook'] == 'not-judged', cell


if __name__ == '__main__':
    main()
