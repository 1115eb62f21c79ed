"""Data breakpoints of `stubborn dap` on a variable of a function: they go when it returns, and not before.

usage: dap_frames.py STUBBORN PROGRAM SOURCE      (frames/program.c)
"""
# SPDX-License-Identifier: MIT
import sys

import machine
from dap_gdbserver import Session, labels


class Watch:
    """A session that stands in `work`, at a depth of its recursion, and watches the variable of that frame."""

    def __init__(self, stubborn, program, source, at, condition):
        self.line, self.source = labels(source), source
        s = self.s = Session(stubborn)
        s.begin('launch', source, [self.line[at]], program=program)
        self.thread = s.event('stopped')['threadId']
        self.set_line('local', condition)
        s.ask('continue', threadId=self.thread)
        assert s.event('stopped')['reason'] == 'breakpoint'
        self.id = self.info()
        body = s.ask('setDataBreakpoints', breakpoints=[{'dataId': self.id, 'accessType': 'write'}])
        assert body['breakpoints'][0]['verified'], body
        self.number = body['breakpoints'][0]['id']
        s.breakpoints(source, [])

    def set_line(self, label, condition):
        wanted = [{'line': self.line[label], 'condition': condition}]
        assert self.s.ask('setBreakpoints', source={'path': self.source}, breakpoints=wanted)['breakpoints'][0]['verified']

    def info(self, name='local'):
        return self.s.ask('dataBreakpointInfo', name=name, frameId=self.s.top(self.thread)[0])['dataId']

    def hits(self, label):
        self.s.ask('continue', threadId=self.thread)
        stop = self.s.event('stopped')
        at = self.s.top(self.thread)[1]
        assert stop['reason'] == 'data breakpoint' and stop['threadId'] == self.thread, f'{stop} at {at}'
        assert at in (self.line[label], self.line[label] + 1), f'expected {label}, got {at}'

    def ends(self):
        """The program goes on, and the removal is told once."""
        removed = self.s.event('breakpoint')
        assert removed['reason'] == 'removed' and removed['breakpoint']['id'] == self.number, removed
        said = self.s.wait(lambda m: m.get('event') == 'output' and m['body']['category'] == 'console')['body']['output']
        assert 'is removed' in said, said

    def exits(self):
        first = self.s.wait(lambda m: m.get('event') in ('stopped', 'exited'))
        assert first['event'] == 'exited', first
        assert not any(m.get('event') == 'breakpoint' for m in self.s.kept), self.s.kept
        self.s.leave()


def recursion(stubborn, program, source):
    """The frame in the middle: an inner call returns to the same place."""
    w = Watch(stubborn, program, source, 'main', 'depth == 1')
    w.hits('local')
    w.hits('call')
    w.hits('change')
    w.s.breakpoints(source, [w.line['again']])
    w.s.ask('continue', threadId=w.thread)
    w.ends()
    stop = w.s.event('stopped')
    assert stop['reason'] == 'breakpoint' and w.s.top(w.thread)[1] == w.line['again'], stop
    w.s.breakpoints(source, [])
    again = w.s.ask('setDataBreakpoints', breakpoints=[{'dataId': w.id, 'accessType': 'write'}])['breakpoints'][0]
    assert not again['verified'] and 'returned' in again['message'], again
    w.s.ask('continue', threadId=w.thread)
    w.exits()


def stepped(stubborn, program, source):
    """A step out of the function ends as ever; a watched global stays."""
    w = Watch(stubborn, program, source, 'main', 'depth == 2')
    other = w.info('global')
    body = w.s.ask('setDataBreakpoints', breakpoints=[{'dataId': w.id, 'accessType': 'write'}, {'dataId': other, 'accessType': 'write'}])
    assert all(b['verified'] for b in body['breakpoints']), body
    w.hits('local')
    w.hits('call')
    w.hits('change')
    w.s.ask('stepOut', threadId=w.thread)
    w.ends()
    stop = w.s.event('stopped')
    assert stop['reason'] == 'step' and w.s.top(w.thread)[1] == w.line['main'], stop
    w.s.ask('continue', threadId=w.thread)
    stop = w.s.event('stopped')
    assert stop['reason'] == 'data breakpoint', stop
    w.s.ask('setDataBreakpoints', breakpoints=[])
    w.s.ask('continue', threadId=w.thread)
    w.exits()


def threads(stubborn, program, source):
    """Another thread returns to the same place meanwhile."""
    w = Watch(stubborn, program, source, 'threads', 'depth == 0')
    w.hits('local')
    w.hits('change')
    w.set_line('threads-again', '1')
    w.s.ask('continue', threadId=w.thread)
    w.ends()
    stop = w.s.event('stopped')
    assert w.s.top(w.thread)[1] == w.line['threads-again'], stop
    w.s.breakpoints(source, [])
    w.s.ask('continue', threadId=w.thread)
    w.exits()


def beside(stubborn, program, source):
    w = Watch(stubborn, program, source, 'threads', 'depth == 1')
    w.hits('local')
    w.hits('call')
    w.hits('change')  # after the other thread has returned ten times
    w.s.ask('continue', threadId=w.thread)
    w.ends()
    w.exits()


def main():
    if machine.lacks_watchpoints(sys.argv[1]):
        print('not tried:', machine.DEAF)
        sys.exit(77)
    for play in (recursion, stepped, threads, beside):
        play(*sys.argv[1:])
    print('data breakpoints go with their frames')


if __name__ == '__main__':
    main()
