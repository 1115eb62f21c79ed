"""Steps and breakpoints of `stubborn dap` at calls that the compiler has put in line: each is shown at the call until it is entered.

usage: dap_inlines.py STUBBORN SOURCE PROGRAM...      (inlines/program.c, by several compilers)
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session, labels


class Walk:
    """A session that stands at a label of the program."""

    def __init__(self, stubborn, program, source, at):
        self.line = labels(source)
        self.name = {number: name for name, number in self.line.items()}
        self.program, self.source = program, source
        self.s = Session(stubborn)
        self.s.begin('launch', source, [self.line[at]], program=program)
        self.thread = self.s.event('stopped')['threadId']
        self.stands(at)

    def frames(self):
        return self.s.ask('stackTrace', threadId=self.thread, levels=20)['stackFrames']

    def stands(self, *expected):
        """Frames by their labels, innermost first: of the first the exact one, of the others their functions."""
        frames = self.frames()
        told = [(f['name'], self.name.get(f['line'], f['line'])) for f in frames]
        for (function, label), wanted in zip(told, expected):
            assert label == wanted, f'{self.program}: {told}, expected {expected}'
            assert function == wanted.split('-')[0], f'{self.program}: {told}, expected {expected}'

    def go(self, how, *expected):
        """One step, to these frames."""
        self.s.ask(how, threadId=self.thread)
        stop = self.s.event('stopped')
        assert stop['reason'] == 'step' and stop['threadId'] == self.thread, stop
        self.stands(*expected)

    def run_to(self, label, *outer):
        """To the only breakpoint."""
        self.s.breakpoints(self.source, [self.line[label]])
        self.s.ask('continue', threadId=self.thread)
        stop = self.s.event('stopped')
        assert stop['reason'] == 'breakpoint', stop
        self.stands(label, *outer)

    def locals(self):
        """Names of the innermost frame's variables."""
        frame = self.frames()[0]['id']
        scope = self.s.ask('scopes', frameId=frame)['scopes'][0]
        assert scope['name'] == 'Locals', scope
        return [v['name'] for v in self.s.ask('variables', variablesReference=scope['variablesReference'])['variables']]

    def value(self, expression):
        return self.s.ask('evaluate', expression=expression, frameId=self.frames()[0]['id'], context='watch')['result']

    def end(self):
        self.s.breakpoints(self.source, [])
        self.s.ask('continue', threadId=self.thread)
        assert self.s.event('exited')['exitCode'] == 0
        self.s.leave()


def steps(stubborn, program, source):
    w = Walk(stubborn, program, source, 'single')
    w.go('next', 'single-call', 'main')
    at = w.frames()[0]['instructionPointerReference']
    w.go('stepIn', 'inner', 'single-call', 'main')  # without a move
    assert w.frames()[0]['instructionPointerReference'] == at
    w.go('next', 'inner-second', 'single-call')
    w.go('next', 'single-after', 'main')

    w.run_to('nested')
    w.go('next', 'nested-call', 'main-nested')
    w.go('next', 'nested-after', 'main-nested')

    w.run_to('pair')
    w.go('next', 'pair-call', 'main-pair')
    w.go('stepIn', 'inner', 'pair-call')
    w.go('next', 'inner-second', 'pair-call')
    w.go('stepOut', 'pair-call', 'main-pair')  # before the second call
    w.go('stepIn', 'inner', 'pair-call')
    w.go('stepOut', 'pair-after', 'main-pair')

    w.run_to('deep')
    w.go('next', 'deep-call', 'main-deep')
    assert 'result' in w.locals() and 'local' not in w.locals(), w.locals()
    w.go('next', 'deep-after', 'main-deep')  # over the call within

    w.run_to('looped-call')
    w.s.breakpoints(source, [])
    moves = 0
    while w.frames()[0]['name'] == 'looped':  # whatever the compiler has made of it: never in what it calls
        w.go('next')
        moves += 1
        assert w.frames()[0]['name'] in ('looped', 'main'), w.frames()
    assert moves > 3
    w.end()


def nests(stubborn, program, source):
    """Into both, out of both."""
    w = Walk(stubborn, program, source, 'nested')
    w.go('stepIn', 'nested-call', 'main-nested')
    at = w.frames()[0]['instructionPointerReference']
    w.go('stepIn', 'middle', 'nested-call', 'main-nested')
    w.go('stepIn', 'inner', 'middle', 'nested-call', 'main-nested')
    assert w.frames()[0]['instructionPointerReference'] == at
    w.go('stepOut', 'middle-second', 'nested-call', 'main-nested')
    w.go('stepOut', 'nested-after', 'main-nested')
    w.run_to('main-first')
    w.go('stepIn', 'first', 'main-first')
    w.go('stepIn', 'middle', 'first', 'main-first')
    w.go('next', 'middle-second', 'first', 'main-first')
    w.go('next', 'first-after', 'main-first')
    w.end()


def breakpoints(stubborn, program, source):
    """At the line of a call the call is not entered; in the function that is called it is."""
    w = Walk(stubborn, program, source, 'inner')  # in each copy of it
    at = w.frames()[0]['instructionPointerReference']
    w.stands('inner', 'single-call', 'main')
    w.s.breakpoints(source, [w.line['single-after'], w.line['single-call']])
    w.s.breakpoints(source, [])
    function = w.s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'middle'}])['breakpoints']
    assert function[0]['verified'], function
    w.s.ask('continue', threadId=w.thread)
    assert w.s.event('stopped')['reason'] == 'breakpoint'
    w.stands('middle', 'nested-call', 'main-nested')  # and not in `inner`, which begins there as well
    assert w.frames()[0]['instructionPointerReference'] != at
    w.s.ask('setFunctionBreakpoints', breakpoints=[])
    condition = [{'line': w.line['deep-call'], 'condition': 'result == 3'}]
    set_at = w.s.ask('setBreakpoints', source={'path': source}, breakpoints=condition)['breakpoints'][0]
    assert set_at['verified'], set_at
    if set_at['line'] != w.line['deep-call']:  # clang has no row for the call
        condition = [{'line': w.line['deep'], 'condition': 'source == 3'}]
        w.s.ask('setBreakpoints', source={'path': source}, breakpoints=condition)
    w.s.ask('continue', threadId=w.thread)
    assert w.s.event('stopped')['reason'] == 'breakpoint'
    if set_at['line'] != w.line['deep-call']:
        w.go('next')
    w.stands('deep-call', 'main-deep')
    assert 'result' in w.locals() and 'local' not in w.locals(), w.locals()
    assert w.value('result') == '3'
    w.go('stepIn', 'calling', 'deep-call')
    assert 'local' in w.locals() and 'result' not in w.locals(), w.locals()
    w.end()


def main():
    stubborn, source, *programs = sys.argv[1:]
    for program in programs:
        for play in (steps, nests, breakpoints):
            play(stubborn, program, source)
    print(f'calls in line are shown before they are entered, in {len(programs)} programs')


if __name__ == '__main__':
    main()
