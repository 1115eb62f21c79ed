"""`stubborn dap` on gdbserver, judged: what becomes of a process, and of breakpoints in libraries, shows only where there are some.

usage: dap_judge_gdbserver.py STUBBORN
"""
# SPDX-License-Identifier: MIT
import subprocess
import sys

import machine

AREAS = ('breakpoints/', 'run/', 'capabilities/')
FIRE = ('!capabilities/data-breakpoint-is-hit', '!capabilities/data-breakpoint-by-address')


def main():
    stubborn = sys.argv[1]
    filters = [*AREAS, *(FIRE if machine.lacks_watchpoints(stubborn) else ())]
    options = [option for name in filters for option in ('--filter', name)]
    sys.exit(subprocess.run([stubborn, 'adapter', 'run', '--profile', 'stubborn-gdbserver', '--strict', '--min-judged', '80%', *options], check=False).returncode)


if __name__ == '__main__':
    main()
