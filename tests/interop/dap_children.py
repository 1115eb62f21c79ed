"""`stubborn dap` before gdbserver: children of the program run on by themselves, and the session is the program's.

usage: dap_children.py STUBBORN PROGRAM SOURCE      PROGRAM is made of SOURCE, children/program.c
"""
# SPDX-License-Identifier: MIT
import pathlib
import sys

from dap_gdbserver import Session


def children(stubborn, program, source, line):
    """A breakpoint is the parent's alone, and what the child does is no stop."""
    for how in ('fork', 'vfork', 'system'):
        for lines in ([line['work'], line['told']], []):
            s = Session(stubborn)
            s.begin('launch', source, lines, program=program, args=[how])
            for wanted in reversed(lines):
                thread = s.event('stopped')['threadId']
                assert s.top(thread)[1] == wanted, how
                assert [t['id'] for t in s.ask('threads')['threads']] == [thread]
                s.ask('continue', threadId=thread)
            assert s.event('exited')['exitCode'] == 5, how
            said = ''.join(m['body']['output'] for m in s.kept if m.get('event') == 'output')
            assert said == 'child 7\n', said
            s.leave()


def steps(stubborn, program, source, line):
    """A step over the making of a child is a step."""
    for how, after in (('fork', 'wait'), ('vfork', 'wait'), ('system', 'told')):
        s = Session(stubborn)
        s.begin('launch', source, [line[how], line['work']], program=program, args=[how])
        thread = s.event('stopped')['threadId']
        while s.top(thread)[1] < line[after]:
            s.ask('next', threadId=thread)
            stop = s.event('stopped')
            assert (stop['reason'], stop['threadId']) == ('step', thread), stop
        s.breakpoints(source, [])
        s.ask('continue', threadId=thread)
        assert s.event('exited')['exitCode'] == 5
        s.leave()


def main():
    stubborn, program, source = sys.argv[1:4]
    line = {}
    for number, text in enumerate(pathlib.Path(source).read_text(encoding='utf-8').splitlines(), 1):
        if '/* @' in text:
            line[text.split('/* @')[1].split()[0]] = number
    for test in (children, steps):
        test(stubborn, program, source, line)
        print(test.__name__, 'ok', flush=True)


if __name__ == '__main__':
    main()
