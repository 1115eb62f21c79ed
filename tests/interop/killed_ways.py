"""What becomes of a program when the client of a condition that is false is killed, as docs/conditions.md has it for each way.

usage: killed_ways.py STUBBORN PROGRAM
The program waits for a line first, so that all of its calls come to the breakpoint; the client is killed when it has printed some.
"""
# SPDX-License-Identifier: MIT
import re
import subprocess
import sys

CALLS = 30000
SUM = str(CALLS * (CALLS - 1) // 2)
WHOLE = 0, [SUM]
BY_A_TRAP = -5, []  # gdbserver detaches, and leaves the breakpoint in the program
# (attached, way): its exit status, and the last line if it is not one of those that tell of progress
ENDS = {(True, 'inferior'): WHOLE, (True, 'stub'): WHOLE, (True, 'host'): BY_A_TRAP,
        (False, 'inferior'): WHOLE, (False, 'stub'): WHOLE, (False, 'host'): (None, [])}


def listen(command):
    """A stub with its port; the rest of what it says is read at the end."""
    stub = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return stub, next(found[1] for line in stub.stderr if (found := re.match(r'Listening on port (\d+)', line)))


def play(stubborn, program, attached, way, lines):
    """How the program ended, and its last line."""
    victim = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) if attached else None
    stub, port = listen(['gdbserver', '--once', *(['--attach', '127.0.0.1:0', str(victim.pid)] if attached else ['127.0.0.1:0', program])])
    streams = victim or stub
    client = subprocess.Popen([stubborn, 'condition', '--stub', f'tcp:127.0.0.1:{port}', '--program', program, '--at', 'work', '--if', 'i < 0',
                               '--way', way, '--timeout', '500s'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    streams.stdin.write('\n')
    streams.stdin.close()
    for _ in range(lines):
        streams.stdout.readline()
    client.kill()
    client.wait()
    last = [line for line in streams.stdout.read().splitlines()[-1:] if line != 'on']
    words = stub.stderr.read()
    stub.wait()
    if victim:
        return victim.wait(), last
    exited = re.search(r'Child exited with status (\d+)', words)
    assert exited or 'Killing process' in words, words
    return int(exited[1]) if exited else None, last


def main():
    stubborn, program = sys.argv[1:]
    for (attached, way), end in ENDS.items():
        for lines in (1, 3):
            got = play(stubborn, program, attached, way, lines)
            assert got == end, (attached, way, lines, got)
        print(f'{"attached" if attached else "launched"}, {way}: {end}')


if __name__ == '__main__':
    main()
