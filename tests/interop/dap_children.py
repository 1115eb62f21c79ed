"""`stubborn dap` before gdbserver: children of the program run on by themselves, and the session is the program's. Large arrays, too.

usage: dap_children.py STUBBORN PROGRAM SOURCE      PROGRAM is made of SOURCE, children/program.c
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session, labels


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


def large_arrays(stubborn, program, source, line):
    """Editors ask for pages of as many elements as they are told of."""
    s = Session(stubborn)
    s.begin('launch', source, [line['told']], program=program, args=['fork'])
    frame = s.top(s.event('stopped')['threadId'])[0]
    array = s.ask('evaluate', expression='large', frameId=frame, context='watch')
    assert array['indexedVariables'] == 100000, array
    last = {'variablesReference': array['variablesReference'], 'filter': 'indexed', 'start': 99998, 'count': 100}
    assert [(v['name'], v['value']) for v in s.ask('variables', **last)['variables']] == [('[99998]', '0'), ('[99999]', '2')]
    s.ask('setVariable', variablesReference=array['variablesReference'], name='[99998]', value='8')
    assert s.ask('variables', **last)['variables'][0]['value'] == '8'
    assert 'no variable' in s.refused('setVariable', variablesReference=array['variablesReference'], name='[100000]', value='8')
    s.leave()


def leaves_at_once(stubborn, _program, _source, _line):
    """An editor whose initialize failed sends disconnect all the same."""
    s = Session(stubborn)
    s.leave()


def main():
    stubborn, program, source = sys.argv[1:4]
    line = labels(source)
    for test in (children, steps, large_arrays, leaves_at_once):
        test(stubborn, program, source, line)
        print(test.__name__, 'ok', flush=True)


if __name__ == '__main__':
    main()
