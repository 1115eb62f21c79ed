"""Steps of `stubborn dap` over calls that longjmp leaves: they end where setjmp returns once more.

usage: dap_leaps.py STUBBORN SOURCE PROGRAM...      (leaps/program.c, linked in several ways)
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session, labels


def play(stubborn, program, source):
    line = labels(source)
    s = Session(stubborn)
    s.begin('launch', source, [line['call']], program=program)
    thread = s.event('stopped')['threadId']
    s.breakpoints(source, [])

    def go(how, label, reason='step'):
        s.ask(how, threadId=thread)
        stop = s.event('stopped')
        at = s.top(thread)[1]
        assert stop['reason'] == reason and stop['threadId'] == thread, f'{program}: {stop}'
        assert at == line[label], f'{program}: {how}: expected line {line[label]} ({label}), got {at}'

    def run_to(label):
        s.breakpoints(source, [line[label]])
        go('continue', label, 'breakpoint')
        s.breakpoints(source, [])

    go('next', 'near')  # out of five calls
    go('next', 'near-test')
    go('next', 'near-got')
    go('next', 'kept')
    go('next', 'after')  # one that stays within the call
    run_to('passer')
    go('next', 'far')  # in an outer function
    go('next', 'far-after')
    run_to('mask')
    go('next', 'masked')  # of longjmp itself
    go('next', 'masked-after')
    s.ask('continue', threadId=thread)
    assert s.event('exited')['exitCode'] == 3 + 5 + 1 + 2 + 4
    s.leave()

    s = Session(stubborn)
    s.begin('launch', source, [line['pass']], program=program)
    thread = s.event('stopped')['threadId']
    s.breakpoints(source, [])
    go('stepOut', 'far')
    go('next', 'far-after')
    s.ask('next', threadId=thread, granularity='instruction')
    s.event('stopped')
    s.leave()


def main():
    stubborn, source, *programs = sys.argv[1:]
    for program in programs:
        play(stubborn, program, source)
    print(f'steps end where setjmp returns to, in {len(programs)} programs')


if __name__ == '__main__':
    main()
