"""`stubborn dap` attached to threads with names: a condition that asks for the thread, and values in floating-point registers.

The condition moves into the program, so the thread that stops stands in code beside it: it must be shown at the breakpoint.

usage: dap_named_threads.py STUBBORN PROGRAM      (the program of named_threads.py)
"""
# SPDX-License-Identifier: MIT
import subprocess
import sys

import gdb_server
from dap_gdbserver import Session
from named_threads import threads_of


def variables(s, frame):
    """Name to value of the frame's locals, and the number that stands for them."""
    scope = s.ask('scopes', frameId=frame)['scopes'][0]['variablesReference']
    return {v['name']: v['value'] for v in s.ask('variables', variablesReference=scope)['variables']}, scope


def play(stubborn, victim):
    assert victim.stdout.readline() == 'named\n'
    worker = threads_of(victim.pid)['worker-1']
    s = Session(stubborn)
    s.begin('attach', pid=victim.pid)
    condition = 'i == 77 && $_thread_name == "worker-1" && x > 76.5'
    body = s.ask('setFunctionBreakpoints', breakpoints=[{'name': 'scale', 'condition': condition}])
    assert body['breakpoints'][0]['verified'], body
    victim.stdin.write('x')
    victim.stdin.flush()
    stop = s.event('stopped')
    assert stop['reason'] in ('breakpoint', 'function breakpoint') and stop['threadId'] == worker, (stop, worker)
    frame, _ = s.top(worker)
    values, scope = variables(s, frame)
    assert {name: float(value) for name, value in values.items()} == {'x': 77, 'y': 1, 'i': 77}, values
    assert s.ask('evaluate', expression='$_tid', frameId=frame)['result'] == str(worker)
    assert s.ask('evaluate', expression='$_thread_name == "worker-1"', frameId=frame)['result'] == '1'
    assert s.ask('evaluate', expression='x', frameId=frame)['result'] == '77'
    s.ask('setVariable', variablesReference=scope, name='x', value='1077.5')
    frame, _ = s.top(worker)
    values, _ = variables(s, frame)
    assert float(values['x']) == 1077.5 and float(values['y']) == 1, values
    frames = s.ask('stackTrace', threadId=worker)['stackFrames']
    assert [f['name'] for f in frames[:2]] == ['scale', 'work'], frames
    s.ask('setFunctionBreakpoints', breakpoints=[])
    s.leave()
    total, _ = victim.communicate(timeout=60)
    more = 2 * 1000 + 1 if gdb_server.writes_vectors() else 0
    assert total.strip() == str(3 * sum(3 * i for i in range(300)) + 900 + more), (total, more)
    print(f'worker-1 is {worker}, and x was 77, then 1077.5: {total.strip()}')


def main():
    stubborn, program = sys.argv[1:]
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as victim:
        try:
            play(stubborn, victim)
        finally:
            victim.kill()


if __name__ == '__main__':
    main()
