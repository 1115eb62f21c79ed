#!/usr/bin/env python3
# run --load in processes of a system, whose memory is either written or run: the process maps some that is both, scenarios are
# judged there, and the mapping goes again. Where neither program is installed nothing is tested, and it says so.
# usage: process_test.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SCENARIOS = ['breakpoints/stops-before-the-instruction', 'memory/write-then-read', 'resume/any-step-moves']
STUBS = {'gdbserver': 'gdbserver --once 127.0.0.1:{port} sleep 1000', 'qemu-x86_64': 'qemu-x86_64 -g {port} /bin/sleep 1000'}


def check(stubborn, command, folder):
    report = pathlib.Path(folder, 'report.json')
    filters = [word for name in SCENARIOS for word in ('--filter', name)]
    done = subprocess.run([stubborn, 'run', '--no-config', '--load', '--stub', f'exec:{command}', *filters, '-o', f'json:{report}'],
                          capture_output=True, text=True, check=False)
    assert report.exists(), done.stderr
    run = json.loads(report.read_text(encoding='utf-8'))
    assert 'memory that the process has mapped' in run.get('loaded', ''), run.get('loaded')
    assert not run.get('left_changed'), run['left_changed']
    verdicts = {r['scenario']: r['verdict'] for r in run['results']}
    assert set(verdicts.values()) <= {'pass', 'warn'}, verdicts


def main():
    there = [command for name, command in STUBS.items() if shutil.which(name)]
    if not there:
        print(f'none of {", ".join(STUBS)} is installed')
        return 77
    for command in there:
        with tempfile.TemporaryDirectory() as folder:
            check(sys.argv[1], command, folder)
    print(f'{len(there)} processes run a guest')
    return 0


if __name__ == '__main__':
    sys.exit(main())
