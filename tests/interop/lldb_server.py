# An lldb-server that picks its port itself and tells it, so that no other program can take the port before it listens.
# For the tests beside it: lldb_server.start(WORDS) gives the process and its port.
# SPDX-License-Identifier: MIT
import os
import subprocess

PROGRAM = 'lldb-server-19'


def start(words, **how):
    """With `words` after the place to listen at: `--attach PID`, or `-- PROGRAM ARGUMENTS`. `how` is subprocess's."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen([PROGRAM, 'gdbserver', '--pipe', str(write_end), '127.0.0.1:0', *words], pass_fds=[write_end], **how)
    os.close(write_end)
    with os.fdopen(read_end) as told:
        port = told.readline().strip('\0\n')
    if not port:
        raise SystemExit(f'{PROGRAM} does not listen: it ended with status {process.wait()}')
    return process, int(port)
