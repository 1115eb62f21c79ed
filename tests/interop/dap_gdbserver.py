"""`stubborn dap` on gdbserver, by the raw protocol: attach to a running process, data breakpoints, restart, the end of a session.

usage: dap_gdbserver.py STUBBORN PROGRAM SOURCE [RISCV64]     Both programs are made of SOURCE, corpora/adapters/sample.c.
"""
# SPDX-License-Identifier: MIT
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import gdb_server
import lldb_server
import machine


@contextlib.contextmanager
def ended(process):
    """It ends with the block, also when a check has failed in it: a wait for it would hide that."""
    with process:
        try:
            yield process
        finally:
            process.kill()
            for adapter in Session.adapters:  # while one traces it, nobody sees it end
                adapter.kill()


class Session:
    """One adapter. Messages that nobody has asked for are kept."""

    adapters = []

    def __init__(self, stubborn, *options, **start):
        self.adapter = subprocess.Popen([stubborn, 'dap', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **start)
        self.adapters.append(self.adapter)
        self.seq = 0
        self.kept = []
        self.answers = {}

    def send(self, command, **arguments):
        """Sends a request and gives its number."""
        self.seq += 1
        content = json.dumps({'seq': self.seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
        self.adapter.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(content), content))
        self.adapter.stdin.flush()
        return self.seq

    def answer(self, request, **response):
        """Answers a request of the adapter's."""
        content = json.dumps({'seq': 9000, 'type': 'response', 'request_seq': request['seq'], 'command': request['command'], **response}).encode()
        self.adapter.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(content), content))
        self.adapter.stdin.flush()

    def read(self):
        """The next message."""
        length = 0
        while line := self.adapter.stdout.readline().strip():
            length = int(line.split(b':')[1])
        assert length, 'the adapter has ended'
        message = json.loads(self.adapter.stdout.read(length))
        if message['type'] == 'response':
            assert message['request_seq'] not in self.answers, f'answered twice: {message}'
            self.answers[message['request_seq']] = message
        return message

    def wait(self, fits):
        """The first message that fits, and was not taken before."""
        for message in self.kept:
            if fits(message):
                self.kept.remove(message)
                return message
        while not fits(message := self.read()):
            self.kept.append(message)
        return message

    def response(self, seq):
        """The response to a request that was sent."""
        return self.wait(lambda m: m.get('request_seq') == seq)

    def ask(self, command, **arguments):
        """The body of a response that has success."""
        response = self.response(self.send(command, **arguments))
        assert response['success'], response
        return response.get('body', {})

    def refused(self, command, **arguments):
        """The text of an error."""
        response = self.response(self.send(command, **arguments))
        assert not response['success'], response
        return response['message']

    def event(self, name):
        """The body of the next event of a name."""
        return self.wait(lambda m: m.get('event') == name).get('body', {})

    def begin(self, how, source=None, lines=(), **arguments):
        """Up to configurationDone, with breakpoints."""
        self.ask('initialize', adapterID='stubborn')
        start = self.send(how, **arguments)
        first = self.wait(lambda m: m.get('event') == 'initialized' or m.get('request_seq') == start)
        assert first['type'] == 'event', first
        if lines:
            self.breakpoints(source, lines)
        self.ask('configurationDone')
        started = self.response(start)
        assert started['success'], started

    def breakpoints(self, source, lines):
        """Sets them; each is verified."""
        body = self.ask('setBreakpoints', source={'path': str(source)}, breakpoints=[{'line': line} for line in lines])
        assert all(b['verified'] for b in body['breakpoints']), body

    def top(self, thread):
        """Number and line of the innermost frame."""
        frame = self.ask('stackTrace', threadId=thread, levels=1)['stackFrames'][0]
        return frame['id'], frame['line']

    def leave(self, **arguments):
        """disconnect, and the adapter ends."""
        self.ask('disconnect', **arguments)
        self.adapter.stdin.close()
        assert self.adapter.wait() == 0


def state_of(pid):
    """The letter of /proc, and who traces it."""
    lines = dict(line.split(':\t', 1) for line in pathlib.Path(f'/proc/{pid}/status').read_text(encoding='utf-8').splitlines() if ':\t' in line)
    return lines['State'][0], int(lines['TracerPid'])


def assert_left_alone(victim):
    """It runs, nobody traces it, and no signal of ours waits for it."""
    status = pathlib.Path(f'/proc/{victim.pid}/status').read_text(encoding='utf-8')
    for name in ('SigPnd', 'ShdPnd'):
        pending = int(re.search(rf'{name}:\s+(\S+)', status)[1], 16)
        assert not pending & (1 << signal.SIGSTOP - 1 | 1 << signal.SIGINT - 1), f'{name} {pending:x}'
    assert victim.poll() is None
    state, tracer = state_of(victim.pid)  # later than what was pending
    assert state not in 'tT' and tracer == 0, (state, tracer)


def check_registers(s, thread):
    """By role as on other machines, and set to a number also where no source is known."""
    frame = s.ask('stackTrace', threadId=thread, levels=1)['stackFrames'][0]['id']
    for role, name in (('$sp', '$rsp'), ('$pc', '$rip'), ('$fp', '$rbp')):
        assert s.ask('evaluate', expression=role, frameId=frame) == s.ask('evaluate', expression=name, frameId=frame), role
    kept = s.ask('evaluate', expression='$r15', frameId=frame)['result']
    assert s.ask('setExpression', expression='$r15', value='0x5a', frameId=frame)['value'].endswith('5a')
    assert s.ask('setExpression', expression='$r15', value=kept, frameId=frame)['value'] == kept


def attach(stubborn, program, source, line):
    """Attach to a process that leads no process group, breakpoint, pause, detach; the program lives on."""
    with ended(subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE)) as victim:
        assert os.getpgid(victim.pid) != victim.pid
        victim.stdout.readline()
        for pid in (victim.pid, str(victim.pid)):  # editors' pickers give texts
            s = Session(stubborn)
            s.ask('initialize', adapterID='stubborn')
            assert 'pid is no process' in s.refused('attach', pid=f'{pid}x')
            s.leave()
            s = Session(stubborn)
            s.begin('attach', pid=pid)
            threads = s.ask('threads')['threads']
            assert [t['id'] for t in threads] == [victim.pid], threads
            s.breakpoints(source, [line['loop']])  # while it runs
            stop = s.event('stopped')
            assert stop['reason'] == 'breakpoint', stop
            assert s.top(stop['threadId'])[1] == line['loop']
            s.breakpoints(source, [])
            s.ask('continue', threadId=victim.pid)
            for _ in range(3):
                s.ask('pause', threadId=victim.pid)
                stop = s.event('stopped')
                assert stop['reason'] == 'pause', stop
                check_registers(s, stop['threadId'])
                s.ask('continue', threadId=victim.pid)
            s.leave()
            assert_left_alone(victim)
        victim.kill()


def attach_and_race(stubborn, program, source, line):
    """Pauses in the moment of a breakpoint, and a detach behind them: no signal of ours is left for the program."""
    with ended(subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE)) as victim:
        victim.stdout.readline()
        for number in (30, *range(9)):
            s = Session(stubborn)
            s.begin('attach', pid=victim.pid)
            s.breakpoints(source, [line['loop']])
            s.event('stopped')
            for _ in range(number):
                s.send('continue', threadId=victim.pid)
                s.send('pause', threadId=victim.pid)
                stop = s.event('stopped')
                assert stop['reason'] in ('pause', 'breakpoint'), stop
            s.send('continue', threadId=victim.pid)
            s.send('pause', threadId=victim.pid)
            s.leave()
            assert_left_alone(victim)
        victim.kill()


def block_interrupts():
    """For a child, and what it executes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def assert_blocks_interrupts(pid):
    """A test of the test."""
    status = pathlib.Path(f'/proc/{pid}/status').read_text(encoding='utf-8')
    assert int(re.search(r'SigBlk:\s+(\S+)', status)[1], 16) & 1 << signal.SIGINT - 1, status


def pauses(s, thread):
    """It stops whenever it is asked to, also on the way of a breakpoint's change."""
    for _ in range(10):
        s.ask('pause', threadId=thread)
        stop = s.event('stopped')
        assert stop['reason'] == 'pause', stop
        s.ask('continue', threadId=thread)


def blocked_interrupts(stubborn, program, source, line):
    """A program that blocks SIGINT can be paused, and gets nothing of that."""
    with ended(subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE, preexec_fn=block_interrupts)) as victim:
        victim.stdout.readline()
        assert_blocks_interrupts(victim.pid)
        for _ in range(2):
            s = Session(stubborn)
            s.begin('attach', pid=victim.pid)
            pauses(s, victim.pid)
            s.breakpoints(source, [line['loop']])  # while it runs
            assert s.event('stopped')['reason'] == 'breakpoint'
            s.leave()
            assert_left_alone(victim)
        victim.kill()
    s = Session(stubborn)
    s.begin('launch', program=shutil.which('env'), args=['--block-signal=INT', str(program), 'loop'])
    assert s.event('stopped')['reason'] == 'exec'
    thread = s.event('process')['systemProcessId']
    assert_blocks_interrupts(thread)
    s.ask('continue', threadId=thread)
    pauses(s, thread)
    s.ask('terminate')
    assert s.event('exited')['exitCode'] == 128 + 15
    s.leave()


def data_breakpoint(s, thread):
    """The next write of a global stops."""
    info = s.ask('dataBreakpointInfo', name='counter', frameId=s.top(thread)[0])
    body = s.ask('setDataBreakpoints', breakpoints=[{'dataId': info['dataId'], 'accessType': 'write'}])
    assert body['breakpoints'][0]['verified'], body
    s.ask('continue', threadId=thread)
    stop = s.event('stopped')
    assert stop['reason'] == 'data breakpoint', stop
    assert stop['hitBreakpointIds'] == [body['breakpoints'][0]['id']], stop


def launched(stubborn, program, source, line):
    """Data breakpoint, restart, pause and terminate of a program that gdbserver runs."""
    s = Session(stubborn)
    s.begin('launch', source, [line['work']], program=str(program), args=['loop'])
    thread = s.event('stopped')['threadId']
    if machine.lacks_watchpoints(stubborn):
        print('left out:', machine.DEAF)
    else:
        data_breakpoint(s, thread)
    s.ask('restart')
    stop = s.event('stopped')
    assert stop['reason'] == 'breakpoint', stop
    thread = stop['threadId']
    assert s.top(thread)[1] == line['work']
    s.ask('setDataBreakpoints', breakpoints=[])
    s.ask('continue', threadId=thread)
    assert [t['id'] for t in s.ask('threads')['threads']] == [thread]
    s.ask('pause', threadId=thread)
    assert s.event('stopped')['reason'] == 'pause'
    s.ask('continue', threadId=thread)
    s.ask('terminate')
    assert s.event('exited')['exitCode'] == 128 + 15
    s.event('terminated')
    s.leave()


def left_in_work(stubborn, program, source, line):
    """disconnect behind an evaluate in work: each request is answered, once."""
    s = Session(stubborn)
    s.begin('launch', source, [line['work']], program=str(program))
    frame = s.top(s.event('stopped')['threadId'])[0]
    slow = s.send('evaluate', expression='sleep 60', context='repl', frameId=frame)
    waits = s.send('evaluate', expression='k', frameId=frame)
    s.leave()
    for seq in (slow, waits):
        assert not s.response(seq)['success']


def attach_elsewhere(stubborn, program, source, line):
    """A gdbserver that somebody else has attached does not stop for 0x03: that is told, and the program lives on."""
    with ended(subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE)) as victim:
        victim.stdout.readline()
        server, port = gdb_server.start(['--once', '--attach', '127.0.0.1:0', str(victim.pid)])
        with ended(server):
            s = Session(stubborn, '--timeout', '2s')  # of every answer: a busy gdbserver needs more than a moment
            s.begin('attach', stub=f'tcp:127.0.0.1:{port}', program=str(program))
            while state_of(victim.pid)[0] == 't':  # until it runs, nothing has to be interrupted
                assert victim.poll() is None
            message = s.refused('setBreakpoints', source={'path': str(source)}, breakpoints=[{'line': line['loop']}])
            assert 'process group' in message, message
            s.ask('pause', threadId=victim.pid)
            told = s.event('output')
            assert 'cannot be paused' in told['output'], told
            os.kill(victim.pid, signal.SIGINT)
            assert s.event('stopped')['reason'] == 'pause'
            s.leave()
        assert victim.poll() is None and state_of(victim.pid)[1] == 0
        victim.kill()


def called_from(stubborn, source, line, launch):
    """A session stopped at `work`, and a function that gives all registers as text."""
    s = Session(stubborn, '--wait', '10s')
    s.begin('launch', source, [line['work']], **launch)
    thread = s.event('stopped')['threadId']
    frame, at = s.top(thread)
    scope = next(x for x in s.ask('scopes', frameId=frame)['scopes'] if 'egister' in x['name'])['variablesReference']

    def shown():
        """All registers, groups opened."""
        rows, wanted = [], [scope]
        while wanted:
            for v in s.ask('variables', variablesReference=wanted.pop())['variables']:
                if v['name'] not in ('cycle', 'time', 'instret'):  # they count while nothing runs, too
                    rows.append((v['name'], v['value']))
                if v['variablesReference'] and not v['value']:
                    wanted.append(v['variablesReference'])
        return rows

    return s, thread, frame, at, shown


def play_calls(stubborn, source, line, launch, rounds=200):
    """Calls have a result and an effect, no hover makes one, and those that do not return are undone.
    The one that is cancelled spins: with 200 rounds it returns too late, unless the stub hears the interrupt."""
    s, thread, frame, at, shown = called_from(stubborn, source, line, launch)
    before = shown()
    message = s.refused('evaluate', expression='touch(5)', frameId=frame, context='hover')
    assert 'console and in watches' in message, message
    assert s.ask('evaluate', expression='counter', frameId=frame, context='watch')['result'] == '0'
    assert s.ask('evaluate', expression='touch(k + a.id - 7)', frameId=frame, context='watch')['result'] == '-5'
    assert s.ask('evaluate', expression='counter', frameId=frame, context='hover')['result'] == '-5'
    assert shown() == before, [x for x in zip(before, shown()) if x[0] != x[1]]
    s.breakpoints(source, [line['work'], line['deep']])
    message = s.refused('evaluate', expression='deep(3)', frameId=frame, context='repl')
    assert 'breakpoint' in message and 'undone' in message, message
    assert s.top(thread) == (frame, at) and shown() == before
    s.ask('setBreakpoints', source={'path': str(source)}, breakpoints=[{'line': line['work']}, {'line': line['deep'], 'logMessage': 'at {n}'}])
    assert s.ask('evaluate', expression='deep(3)', frameId=frame, context='repl')['result'] == '-2'
    s.wait(lambda m: m.get('event') == 'output' and m['body']['output'] == 'at 0\n')
    s.breakpoints(source, [line['work']])
    slow = s.send('evaluate', expression=f'spin({rounds})', frameId=frame, context='repl')
    s.ask('cancel', requestId=slow)
    assert s.response(slow)['message'] == 'cancelled'
    assert s.top(thread) == (frame, at) and shown() == before
    assert 'arguments' in s.refused('evaluate', expression='touch()', frameId=frame, context='repl')
    s.ask('next', threadId=thread)  # off the breakpoint at which it stands since before the calls
    stop = s.event('stopped')
    assert stop['reason'] == 'step', (stop, launch)
    assert s.top(thread)[1] == line['call']
    s.ask('continue', threadId=thread)
    assert s.event('exited')['exitCode'] == 3
    s.leave()


def calls(stubborn, program, source, line):
    """On gdbserver, which has no P."""
    play_calls(stubborn, source, line, {'program': str(program)})


def calls_elsewhere(stubborn, program, source, line):
    """On lldb-server, which has no G, and on qemu-riscv64, which leaves registers out of g; where they are installed.
    qemu 7.2 reads nothing while its program runs: a call that has begun is cancelled when it returns."""
    if shutil.which(lldb_server.PROGRAM):
        server, port = lldb_server.start(['--', program], stdout=subprocess.DEVNULL)
        with ended(server):
            play_calls(stubborn, source, line, {'program': program, 'stub': f'tcp:127.0.0.1:{port}'})
    else:
        print('left out:', lldb_server.PROGRAM)
    made = sys.argv[4] if len(sys.argv) > 4 else ''
    if made and shutil.which('qemu-riscv64'):
        with tempfile.TemporaryDirectory() as folder:
            with ended(subprocess.Popen(['qemu-riscv64', '-g', f'{folder}/stub', made], stdout=subprocess.DEVNULL)):
                play_calls(stubborn, source, line, {'program': made, 'stub': f'unix:{folder}/stub'}, rounds=1)
    else:
        print('left out: qemu-riscv64')


def signals_of_lldb_server(stubborn, program, source, line):
    """Its numbers are those of Linux: a pause is one, though it comes as SIGSTOP, and signals have their names."""
    if not shutil.which(lldb_server.PROGRAM):
        print('left out:', lldb_server.PROGRAM)
        return
    server, port = lldb_server.start(['--', program, 'loop'], stdout=subprocess.DEVNULL)
    with ended(server):
        s = Session(stubborn, '--wait', '10s')
        s.begin('attach', source, [line['loop']], stub=f'tcp:127.0.0.1:{port}', program=str(program))
        thread = s.event('stopped')['threadId']
        s.breakpoints(source, [])
        s.ask('setExceptionBreakpoints', filters=['signals'])
        for _ in range(3):
            s.ask('continue', threadId=thread)
            s.ask('pause', threadId=thread)
            assert s.event('stopped')['reason'] == 'pause'
        s.ask('continue', threadId=thread)
        os.kill(thread, signal.SIGUSR1)
        stop = s.event('stopped')
        assert (stop['reason'], stop['text']) == ('exception', 'signal SIGUSR1'), stop
        s.ask('disconnect', terminateDebuggee=True)
        s.adapter.stdin.close()
        assert s.adapter.wait() == 0


def calls_and_signals(stubborn, program, source, line):
    """A signal is passed on to a call; one at which the program is to stop ends the call, and comes afterwards."""
    s, thread, frame, _, _ = called_from(stubborn, source, line, {'program': str(program), 'args': ['ignore']})
    pid = thread
    call = s.send('evaluate', expression='spin(3)', frameId=frame, context='repl')
    os.kill(pid, signal.SIGTERM)
    assert s.response(call)['body']['result'] == '300000000'
    s.leave()
    s, thread, frame, at, shown = called_from(stubborn, source, line, {'program': str(program), 'args': ['tidy']})
    before = shown()
    s.ask('setExceptionBreakpoints', filters=['signals'])
    call = s.send('evaluate', expression='spin(200)', frameId=frame, context='repl')
    os.kill(thread, signal.SIGTERM)
    answer = s.response(call)
    assert not answer['success'] and 'signal SIGTERM came; the call is undone' in answer['message'], answer
    assert s.top(thread) == (frame, at) and shown() == before
    s.ask('continue', threadId=thread)
    assert s.event('exited')['exitCode'] == 5
    s.leave()


def calls_that_end_the_program(stubborn, program, source, line):
    """The call fails, and the end is told."""
    s, _, frame, _, _ = called_from(stubborn, source, line, {'program': str(program)})
    message = s.refused('evaluate', expression='tidy(15)', frameId=frame, context='repl')
    assert 'the program has ended in it' in message, message
    assert s.event('exited')['exitCode'] == 5
    s.event('terminated')
    assert not s.response(s.send('stackTrace', threadId=1))['success']
    s.leave()


def calls_in_a_system_call(stubborn, program, source, line):
    """A thread that was interrupted in a system call makes calls; when the session ends in one, the program goes on as it was."""
    with ended(subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE)) as victim:
        victim.stdout.readline()
        for leaves in (False, True):
            s = Session(stubborn)
            s.begin('attach', pid=victim.pid)
            for number in range(5):
                s.ask('pause', threadId=victim.pid)
                assert s.event('stopped')['reason'] == 'pause'
                assert s.ask('evaluate', expression=f'touch({number})', context='repl')['result'] == str(number)
                s.ask('continue', threadId=victim.pid)
            s.ask('pause', threadId=victim.pid)
            s.event('stopped')
            if leaves:
                call = s.send('evaluate', expression='spin(200)', context='repl')
                s.leave()
                assert not s.response(call)['success']
            else:
                s.leave()
            assert victim.poll() is None and state_of(victim.pid)[1] == 0
        s = Session(stubborn)
        s.begin('attach', pid=victim.pid)
        s.breakpoints(source, [line['loop']])
        assert s.event('stopped')['reason'] == 'breakpoint'  # it is in its loop
        s.leave()
        victim.kill()


def jumps(stubborn, program, source, line):
    """goto executes nothing on its way; stepIn with a target enters one call of a line."""
    s, thread, frame, _, _ = called_from(stubborn, source, line, {'program': str(program)})
    path = {'path': str(source)}
    assert s.ask('gotoTargets', source=path, line=line['deep'])['targets'] == [] or \
        'function' in s.refused('goto', threadId=thread, targetId=s.ask('gotoTargets', source=path, line=line['deep'])['targets'][0]['id'])
    target = s.ask('gotoTargets', source=path, line=line['two'])['targets'][0]
    assert target['line'] == line['two'], target
    s.ask('goto', threadId=thread, targetId=target['id'])
    assert s.event('stopped')['reason'] == 'goto'
    frame, at = s.top(thread)
    assert at == line['two']
    assert s.ask('evaluate', expression='k', frameId=frame, context='watch')['result'] == '1'  # nothing was executed
    targets = s.ask('stepInTargets', frameId=frame)['targets']
    assert sorted(t['label'].split('(')[0] for t in targets) == ['deep', 'touch'], targets
    wanted = next(t['id'] for t in targets if 'deep' in t['label'])
    s.ask('stepIn', threadId=thread, targetId=wanted)
    assert s.event('stopped')['reason'] == 'step'
    name = s.ask('stackTrace', threadId=thread, levels=1)['stackFrames'][0]['name']
    assert name.startswith('deep'), name
    assert s.ask('evaluate', expression='counter', context='watch')['result'] == '0'  # touch has run, or is still to run
    s.leave()


def in_terminal(stubborn, program, source, line):
    """The editor runs the stub: input, output, arguments, folder and environment are the terminal's, and a restart asks again."""
    words = ['x y', "it's $HOME `id` \\ *"]
    for name in [program, *sys.argv[4:5]]:
        s = Session(stubborn)
        s.ask('initialize', adapterID='stubborn', supportsRunInTerminalRequest=True)
        with tempfile.TemporaryDirectory() as folder:
            started = s.send('launch', program=name, args=words, cwd=folder, env={'TRIED': 'a b'}, console='integratedTerminal')
            terminals = [run_in_terminal(s, folder)]
            s.event('initialized')
            s.breakpoints(source, [line['after']])
            s.ask('configurationDone')
            assert s.response(started)['success']
            pid = s.event('process').get('systemProcessId')
            s.event('stopped')
            if name == program:
                assert pathlib.Path(f'/proc/{pid}/cmdline').read_bytes().split(b'\0')[1:-1] == [w.encode() for w in words]
                assert b'TRIED=a b' in pathlib.Path(f'/proc/{pid}/environ').read_bytes().split(b'\0')
                assert os.readlink(f'/proc/{pid}/cwd') == folder
            again = s.send('restart')
            terminals.append(run_in_terminal(s, folder))
            assert s.response(again)['success']
            s.event('stopped')
            s.leave()
            for terminal in terminals:
                said = terminal.communicate()[0]
                assert b'hello' in said, said
        assert not any(m.get('event') == 'output' and m['body']['category'] == 'stdout' for m in s.kept), s.kept


def run_in_terminal(s, folder):
    """What an editor does: no shell."""
    asked = s.wait(lambda m: m.get('command') == 'runInTerminal' and m['type'] == 'request')
    arguments = asked['arguments']
    assert arguments['cwd'] == folder and arguments['kind'] == 'integrated' and 'argsCanBeInterpretedByShell' not in arguments, arguments
    process = subprocess.Popen(arguments['args'], cwd=arguments['cwd'], env={**os.environ, **arguments.get('env', {})},
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    s.answer(asked, success=True, body={'processId': process.pid})
    return process


def without_terminal(stubborn, program, _source, _line):
    """An editor that refuses, answers nonsense, cannot do it, or goes meanwhile."""
    for answer, text in (({'success': False, 'message': 'no terminal'}, 'no terminal'), ({'success': True, 'body': [1]}, 'can not be read')):
        s = Session(stubborn)
        s.ask('initialize', adapterID='stubborn', supportsRunInTerminalRequest=True)
        started = s.send('launch', program=program, runInTerminal=True)
        s.answer(s.wait(lambda m: m.get('command') == 'runInTerminal'), **answer)
        response = s.response(started)
        assert not response['success'] and text in response['message'], response
        s.leave()
    s = Session(stubborn)
    s.ask('initialize', adapterID='stubborn', supportsRunInTerminalRequest=True)
    started = s.send('launch', program=program, console='externalTerminal')
    s.wait(lambda m: m.get('command') == 'runInTerminal' and m['arguments']['kind'] == 'external')
    s.leave()  # and nobody has answered
    assert s.answers[started]['message'] == 'cancelled', s.answers
    s = Session(stubborn)
    s.begin('launch', program=program, console='integratedTerminal')
    assert 'supportsRunInTerminalRequest' in s.event('output')['output']
    assert s.event('exited')['exitCode'] == 3
    s.leave()


def wrong_programs(stubborn, program, source, line):
    """Errors name the program and what is wrong with it."""
    for arguments, text in (({'program': '/no/such'}, '/no/such: can not be opened: No such file or directory'),
                            ({'program': 7}, 'program is 7, no string'),
                            ({'program': str(source)}, f'{source}: it is no ELF file'),
                            ({'program': program, 'cwd': '/no/such'}, 'cwd: /no/such: no such folder'),
                            ({}, '`program` names the program')):
        s = Session(stubborn)
        s.ask('initialize', adapterID='stubborn')
        message = s.refused('launch', **arguments)
        assert text in message, message
        s.leave()


def without_debug_information(stubborn, program, _source, _line):
    """The user is told why there are no lines, and the program runs to its end."""
    with tempfile.TemporaryDirectory() as folder:
        bare = f'{folder}/bare'
        subprocess.run(['objcopy', '--strip-debug', program, bare], check=True)
        s = Session(stubborn)
        s.begin('launch', program=bare)
        said = s.wait(lambda m: m.get('event') == 'output' and m['body']['category'] == 'important')['body']['output']
        assert f'{bare} has no debug information' in said, said
        assert s.event('exited')['exitCode'] == 3
        s.leave()


def labels(source):
    """Label to number of the lines that have one: /* @work */."""
    lines = enumerate(pathlib.Path(source).read_text(encoding='utf-8').splitlines(), 1)
    return {text.split('/* @')[1].split()[0]: number for number, text in lines if '/* @' in text}


def main():
    stubborn, program, source = sys.argv[1:4]
    line = labels(source)
    for test in (attach, attach_and_race, attach_elsewhere, blocked_interrupts, launched, left_in_work, calls, calls_elsewhere, signals_of_lldb_server, calls_and_signals,
                 calls_that_end_the_program, calls_in_a_system_call, jumps, in_terminal, without_terminal, wrong_programs, without_debug_information):
        test(stubborn, program, source, line)
        print(test.__name__, 'ok', flush=True)


if __name__ == '__main__':
    main()
