#!/usr/bin/env python3
# bench --load on an AVR, whose sp does not hold the 0x800000 at which debuggers have its data: the guest is loaded and entered.
# Without simavr nothing is tested, and it says so.
# usage: simavr_test.py STUBBORN
# SPDX-License-Identifier: MIT
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUB = f'exec:{ROOT}/tools/dev/relay {{port}} 1234 simavr -m atmega328p -f 1000000 -g {ROOT}/scenarios/profiles/firmware/avr-loop.hex'


def main():
    if not shutil.which('simavr'):
        print('simavr is not installed')
        return 77
    done = subprocess.run([sys.argv[1], 'bench', '--no-config', '--load', '--stub', STUB, '--batch', 'none', '-n', '3', 'steps', 'hits'],
                          capture_output=True, text=True, check=False)
    assert 'loaded: the guest avr' in done.stderr, done.stderr
    assert done.returncode == 0 and 'FAILED' not in done.stdout and 'skipped' not in done.stdout, done.stdout + done.stderr
    return 0


sys.exit(main())
