"""`stubborn dap` before a stub whose stops have a register without bytes: it attaches, and shows it as unavailable.

usage: dap_unreadable.py STUBBORN PROGRAM      (corpora/debuggees/scratch.c, for the built-in machine)
"""
# SPDX-License-Identifier: MIT
import sys

from dap_gdbserver import Session


def values_of(s, reference):
    return {v['name']: v for v in s.ask('variables', variablesReference=reference)['variables']}


def main():
    stubborn, program = sys.argv[1:]
    s = Session(stubborn)
    s.ask('initialize', adapterID='stubborn')
    start = s.send('launch', program=program, stub=f'exec:{stubborn} stub --listen stdio --fault reg-without-bytes {program}')
    s.event('initialized')
    s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'main'}])
    s.ask('configurationDone')
    started = s.response(start)
    assert started['success'], started
    thread = s.event('stopped')['threadId']
    frame = s.ask('stackTrace', threadId=thread)['stackFrames'][0]
    assert frame['name'].startswith('main'), frame
    scopes = s.ask('scopes', frameId=frame['id'])['scopes']
    general = values_of(s, next(x['variablesReference'] for x in scopes if x['name'] == 'Registers'))
    others = values_of(s, general['Other registers']['variablesReference'])
    assert others['fcsr']['value'] == '<unavailable>', others['fcsr']
    assert others['frm']['value'] == '0x00000000', others['frm']
    assert general['sp']['value'].startswith('0x'), general['sp']
    s.leave()
    print('the stop is taken, and fcsr is unavailable')


if __name__ == '__main__':
    main()
