# A gdbserver that picks its port itself; what it says is read all the time, so that it never waits for a reader.
# For the tests beside it: gdb_server.start(WORDS) gives the process and its port, gdb_server.said(PROCESS) what it said to its end.
# SPDX-License-Identifier: MIT
import re
import subprocess
import threading


def start(words, **how):
    """With `words` behind the name: `--attach 127.0.0.1:0 PID`, or `127.0.0.1:0 PROGRAM ARGUMENTS`. `how` is subprocess's."""
    process = subprocess.Popen(['gdbserver', *words], stderr=subprocess.PIPE, text=True, **how)
    stream, process.stderr = process.stderr, None
    process.lines = []
    for line in stream:
        process.lines.append(line)
        found = re.match(r'Listening on port (\d+)', line)
        if found:
            process.reader = threading.Thread(target=process.lines.extend, args=[stream], daemon=True)
            process.reader.start()
            return process, int(found[1])
    raise SystemExit(f'gdbserver does not listen: {"".join(process.lines)}')


def said(process):
    """All that it said; waits for its end, or for that of whatever else holds its error output."""
    process.reader.join()
    return ''.join(process.lines)


def writes_vectors():
    """Whether GDB and gdbserver 13 can write floating-point and vector registers on this machine.

    Their block is too short for processors with AMX: the kernel refuses it ("Couldn't write extended state status: Bad address."),
    gdbserver prints a warning each time it lets a thread run, and confirms the write.
    """
    with open('/proc/cpuinfo', encoding='ascii') as told:
        return ' amx_tile' not in told.read()
