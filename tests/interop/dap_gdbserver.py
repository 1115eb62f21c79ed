"""`stubborn dap` on gdbserver, by the raw protocol: attach to a running process, data breakpoints, restart, the end of a session.

usage: dap_gdbserver.py STUBBORN PROGRAM SOURCE     PROGRAM is made of SOURCE, corpora/adapters/sample.c.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile


class Session:
    """One adapter. Messages that nobody has asked for are kept."""

    def __init__(self, stubborn, *options):
        self.adapter = subprocess.Popen([stubborn, 'dap', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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
        self.event('initialized')
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


def attach(stubborn, program, source, line):
    """Attach to a process that leads no process group, breakpoint, pause, detach; the program lives on."""
    with subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE) as victim:
        assert os.getpgid(victim.pid) != victim.pid
        victim.stdout.readline()
        for _ in range(2):
            s = Session(stubborn)
            s.begin('attach', pid=victim.pid)
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
                s.ask('continue', threadId=victim.pid)
            s.leave()
            assert victim.poll() is None
            assert state_of(victim.pid) != ('t', 0) and state_of(victim.pid)[1] == 0, state_of(victim.pid)
        victim.kill()


def attach_and_race(stubborn, program, source, line):
    """Pauses in the moment of a breakpoint, and a detach behind them: no signal of ours is left for the program."""
    with subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE) as victim:
        victim.stdout.readline()
        s = Session(stubborn)
        s.begin('attach', pid=victim.pid)
        s.breakpoints(source, [line['loop']])
        s.event('stopped')
        for _ in range(30):
            s.send('continue', threadId=victim.pid)
            s.send('pause', threadId=victim.pid)
            stop = s.event('stopped')
            assert stop['reason'] in ('pause', 'breakpoint'), stop
        s.send('continue', threadId=victim.pid)
        s.send('pause', threadId=victim.pid)
        s.leave()
        assert victim.poll() is None
        assert state_of(victim.pid)[1] == 0
        victim.kill()


def launched(stubborn, program, source, line):
    """Data breakpoint, restart, pause and terminate of a program that gdbserver runs."""
    s = Session(stubborn)
    s.begin('launch', source, [line['work']], program=str(program), args=['loop'])
    stop = s.event('stopped')
    thread = stop['threadId']
    info = s.ask('dataBreakpointInfo', name='counter', frameId=s.top(thread)[0])
    body = s.ask('setDataBreakpoints', breakpoints=[{'dataId': info['dataId'], 'accessType': 'write'}])
    assert body['breakpoints'][0]['verified'], body
    s.ask('continue', threadId=thread)
    stop = s.event('stopped')
    assert stop['reason'] == 'data breakpoint', stop
    assert stop['hitBreakpointIds'] == [body['breakpoints'][0]['id']], stop
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
    with subprocess.Popen([program, 'loop'], stdout=subprocess.PIPE) as victim:
        victim.stdout.readline()
        with subprocess.Popen(['gdbserver', '--once', '--attach', '127.0.0.1:0', str(victim.pid)], stderr=subprocess.PIPE) as stub:
            port = next(text.split()[-1].decode() for text in stub.stderr if text.startswith(b'Listening'))
            s = Session(stubborn, '--timeout', '100ms')
            s.begin('attach', stub=f'tcp:127.0.0.1:{port}', program=str(program))
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


def wrong_programs(stubborn, program, source, line):
    """Errors name the program and what is wrong with it."""
    for arguments, text in (({'program': '/no/such'}, '/no/such: can not be opened: No such file or directory'),
                            ({'program': 7}, 'program is no string'),
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


def main():
    stubborn, program, source = sys.argv[1:]
    line = {}
    for number, text in enumerate(pathlib.Path(source).read_text(encoding='utf-8').splitlines(), 1):
        if '/* @' in text:
            line[text.split('/* @')[1].split()[0]] = number
    for test in (attach, attach_and_race, attach_elsewhere, launched, left_in_work, wrong_programs, without_debug_information):
        test(stubborn, program, source, line)
        print(test.__name__, 'ok', flush=True)


if __name__ == '__main__':
    main()
