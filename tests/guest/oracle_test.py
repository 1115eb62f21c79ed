#!/usr/bin/env python3
# fuzz --load knows what the loaded program is: a stub that shows the traps of its breakpoints is found by it within seconds, and
# not without it; a stub without a defect is not accused. The stub is the reference stub, served over TCP with its own program.
# usage: oracle_test.py STUBBORN
# SPDX-License-Identifier: MIT
import glob
import os
import subprocess
import sys
import tempfile


def fuzz(stubborn, fault, *options):
    """The kinds of what was found."""
    with tempfile.TemporaryDirectory() as folder:
        broken = f'--fault {fault} ' if fault else ''
        done = subprocess.run([stubborn, 'fuzz', '--no-config', *options, '--until-first', '--cut', '0s', '--max-messages', '1500', '-c',
                               os.path.join(folder, 'campaign'), '--stub', f'exec:{stubborn} stub {broken}--quiet --listen tcp:{{port}} spin'],
                              capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        assert ('loaded: the guest riscv64' in done.stderr) == ('--load' in options), done.stderr
        return [os.path.basename(path).split('-')[0] for path in glob.glob(os.path.join(folder, 'campaign', 'findings', '*'))]


def main():
    stubborn = os.path.abspath(sys.argv[1])
    found = fuzz(stubborn, 'mem-trap-visible', '--load')
    assert found == ['contradiction'], found
    found = fuzz(stubborn, 'mem-trap-visible')
    assert not found, found
    found = fuzz(stubborn, None, '--load')
    assert not found, found
    return 0


sys.exit(main())
