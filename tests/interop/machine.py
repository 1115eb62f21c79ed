# SPDX-License-Identifier: MIT
"""What the machine that runs the tests can not do, whatever gdbserver is told."""
import pathlib
import subprocess

SCENARIOS = pathlib.Path(__file__).resolve().parent.parent.parent / 'scenarios'
DEAF = 'a watchpoint of this machine itself never fires'


def lacks_watchpoints(stubborn):
    """Whether debug registers can be set here and do nothing, as in some virtual machines. `stubborn run` tries one of its own."""
    done = subprocess.run([stubborn, 'run', '--stub', 'profile:gdbserver', SCENARIOS / 'breakpoints/hardware.yaml', '-o', 'json:-'],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return DEAF in done.stdout
