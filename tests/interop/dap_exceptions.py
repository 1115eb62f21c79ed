"""Steps of `stubborn dap` over calls that exceptions of C++ leave: they end where the exception is caught.

usage: dap_exceptions.py STUBBORN PROGRAM SOURCE      (exceptions/program.cpp)
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session, labels


def main():
    stubborn, program, source = sys.argv[1:]
    line = labels(source)
    s = Session(stubborn)
    s.begin('launch', source, [line['kept']], program=program)
    thread = s.event('stopped')['threadId']

    def go(how, label):
        s.ask(how, threadId=thread)
        stop = s.event('stopped')
        assert stop['threadId'] == thread, stop
        at = s.top(thread)[1]
        assert at == line[label], f'{how}: expected line {line[label]} ({label}), got {at}, {stop["reason"]}'

    go('next', 'after')  # caught in the function that was called: the call returns
    s.breakpoints(source, [line['near']])
    go('continue', 'near')
    go('next', 'caught')
    frame, _ = s.top(thread)
    assert s.ask('evaluate', expression='caught', frameId=frame)['result'] == '7'
    s.breakpoints(source, [line['pass']])
    go('continue', 'pass')
    go('next', 'far')  # in an outer function
    s.ask('continue', threadId=thread)
    assert s.event('exited')['exitCode'] == 6 + 1 + 7 + 9
    s.leave()

    s = Session(stubborn)
    s.begin('launch', source, [line['throw']], program=program)
    thread = s.event('stopped')['threadId']
    s.breakpoints(source, [])
    s.ask('stepOut', threadId=thread)
    s.event('stopped')
    frame, _ = s.top(thread)
    assert s.ask('evaluate', expression='caught', frameId=frame)['result'] == '5'
    go('stepOut', 'kept')
    go('next', 'after')
    s.leave()
    print('steps end in the handlers')


if __name__ == '__main__':
    main()
