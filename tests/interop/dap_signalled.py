"""`stubborn dap` and the registers of a function that a signal handler interrupted: shown as they were, and not to be set.

The handler uses s3 for something else by then, so a register that is set would be the handler's.

usage: dap_signalled.py STUBBORN PROGRAM      (tests/debugger/debuggee/programs/signalled.c, for the built-in machine)
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session


def values_of(s, reference):
    return {v['name']: v for v in s.ask('variables', variablesReference=reference)['variables']}


def registers(s, frame):
    """The number that stands for the frame's general registers; s3, and fs3 of the others."""
    scopes = s.ask('scopes', frameId=frame)['scopes']
    scope = next(x['variablesReference'] for x in scopes if x['name'] == 'Registers')
    general = values_of(s, scope)
    others = values_of(s, general['Other registers']['variablesReference'])
    return scope, int(general['s3']['value'], 0), others['fs3']['value']


def main():
    stubborn, program = sys.argv[1:]
    s = Session(stubborn)
    s.ask('initialize', adapterID='stubborn')
    start = s.send('launch', program=program)
    s.event('initialized')
    s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'look'}])
    s.ask('configurationDone')
    assert s.response(start)['success']
    thread = s.event('stopped')['threadId']
    frames = s.ask('stackTrace', threadId=thread)['stackFrames']
    assert [f['name'].split('+')[0] for f in frames[:3]] == ['look', 'interrupt', 'main'], frames
    look, interrupted = frames[0]['id'], frames[2]['id']
    scope, *values = registers(s, interrupted)
    assert values == [41, '<not known in this frame>'], values
    message = s.refused('setVariable', variablesReference=scope, name='s3', value='42')
    assert 'innermost frame' in message, message
    message = s.refused('setExpression', frameId=interrupted, expression='kept', value='42')
    assert "only the innermost frame's can be set" in message, message
    assert registers(s, interrupted)[1] == 41
    scope, *values = registers(s, look)
    assert values == [99, '0x0000000000000000'], values
    s.ask('setVariable', variablesReference=scope, name='s3', value='7')
    assert registers(s, look)[1] == 7
    s.leave()
    print('s3 of the interrupted function is 41 and stays so; the innermost one is set')


if __name__ == '__main__':
    main()
