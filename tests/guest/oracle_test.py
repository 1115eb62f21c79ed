#!/usr/bin/env python3
# fuzz --load knows what the loaded program is and does: a stub that shows the traps of its breakpoints, steps twice, or runs over a
# breakpoint is found by it within seconds, named in plain words, and not without it; a stub without a defect is not accused. The stub is
# the reference stub, served over TCP with its own program.
# usage: oracle_test.py STUBBORN
# SPDX-License-Identifier: MIT
import glob
import os
import subprocess
import sys
import tempfile

FAULTS = {
    'mem-trap-visible': "the loaded program's byte at 0x",
    'run-fourth-step-twice': '1 step in code without branches led 8 bytes on, not 4',
    'brk-stops-once': 'the program passed a breakpoint that was confirmed, without',
}


def fuzz(stubborn, fault, *options):
    """The kinds of what was found, and what is said of the first."""
    with tempfile.TemporaryDirectory() as folder:
        broken = f'--fault {fault} ' if fault else ''
        done = subprocess.run([stubborn, 'fuzz', '--no-config', *options, '--until-first', '--cut', '0s', '--max-messages', '4000', '-c',
                               os.path.join(folder, 'campaign'), '--stub', f'exec:{stubborn} stub {broken}--quiet --listen tcp:{{port}} spin'],
                              capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        assert ('loaded: the guest riscv64' in done.stderr) == ('--load' in options), done.stderr
        found = sorted(glob.glob(os.path.join(folder, 'campaign', 'findings', '*')))
        kinds = [os.path.basename(path).split('-')[0] for path in found]
        said = next((line for line in done.stdout.splitlines() if 'contradiction' in line), '')
        return kinds, said


def main():
    stubborn = os.path.abspath(sys.argv[1])
    for fault, words in FAULTS.items():
        found, said = fuzz(stubborn, fault, '--load')
        assert found == ['contradiction'] and words in said, (fault, found, said)
        found, said = fuzz(stubborn, fault)
        assert not found, (fault, found, said)
    found, said = fuzz(stubborn, None, '--load')
    assert not found, (found, said)
    return 0


sys.exit(main())
