#!/usr/bin/env python3
# `stubborn dap` before stubs whose lists never end: all is answered after so many packets, and the user is told.
# usage: endless.py STUBBORN PROGRAM      PROGRAM: for x86-64, not position-independent, without a build id
# SPDX-License-Identifier: MIT
import collections
import json
import socket
import subprocess
import sys
import threading

MOST_PACKETS = 6000  # of one session: one list of 4,096 replies, and what is small
FEATURES = ('PacketSize=4000;QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;qXfer:libraries-svr4:read+;'
            'qXfer:auxv:read+;vContSupported+')
REGISTERS = ['rax', 'rbx', 'rcx', 'rdx', 'rsi', 'rdi', 'rbp', 'rsp'] + [f'r{i}' for i in range(8, 16)] + ['rip']
TARGET = ('<target><architecture>i386:x86-64</architecture><feature name="org.gnu.gdb.i386.core">' +
          ''.join(f'<reg name="{name}" bitsize="64"/>' for name in REGISTERS) + '</feature></target>')


class Stub(threading.Thread):
    """A stub for one client, whose lists are as `lists` says: the beginning of a request, and what answers it. `at` is a request and
    its number, and is told to `meet` before it is answered."""

    def __init__(self, lists, at=None):
        super().__init__(daemon=True)
        self.lists, self.at, self.meet = lists, at, None
        self.counts = collections.Counter()
        self.seen, self.no_ack = [], False
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.place = 'tcp:127.0.0.1:%d' % self.listener.getsockname()[1]
        self.start()

    def count(self, name):
        """How often this packet, or object, was asked for."""
        return self.counts[name]

    def answer(self, request):
        for prefix, reply in self.lists:
            if request.startswith(prefix):
                return reply(self.count(prefix)) if callable(reply) else reply
        usual = {'QStartNoAckMode': 'OK', '?': 'T05thread:1;', 'qC': 'QC1', 'qfThreadInfo': 'm1', 'qsThreadInfo': 'l', 'D': 'OK',
                 'vCont?': 'vCont;c;C;s;S', 'g': '0' * 16 * len(REGISTERS), 'vCont;c': 'T05thread:1;'}
        if request.startswith('qSupported'):
            return FEATURES
        if request.startswith('qXfer:features:read:target.xml:'):
            return 'l' + TARGET
        if request.startswith('H'):
            return 'OK'
        return usual.get(request.split(':')[0] if request.startswith('vCont;c:') else request, 'E01' if request[0] in 'mpM' else '')

    def run(self):
        client, _ = self.listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        piece = b''
        while data := client.recv(65536):
            piece += data
            while (end := piece.find(b'#')) >= 0 and len(piece) >= end + 3:
                request = piece[piece.index(b'$') + 1:end].decode('latin-1')
                piece = piece[end + 3:]
                self.seen.append(request)
                self.counts[':'.join(request.split(':')[:3]) if request.startswith('qXfer') else request] += 1
                if self.at and request.startswith(self.at[0]) and self.count(self.at[0]) == self.at[1]:
                    self.meet()
                reply = self.answer(request).encode('latin-1')
                client.sendall((b'' if self.no_ack else b'+') + b'$%b#%02x' % (reply, sum(reply) & 255))
                self.no_ack |= request == 'QStartNoAckMode'
        client.close()


class Editor:
    def __init__(self, stubborn):
        # pylint: disable-next=consider-using-with
        self.adapter = subprocess.Popen([stubborn, 'dap'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq, self.output = 0, ''

    def send(self, command, **arguments):
        self.seq += 1
        content = json.dumps({'seq': self.seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
        self.adapter.stdin.write(b'Content-Length: %d\r\n\r\n' % len(content) + content)
        self.adapter.stdin.flush()
        return self.seq

    def receive(self):
        length = int(self.adapter.stdout.readline().split(b':')[1])
        self.adapter.stdout.readline()
        message = json.loads(self.adapter.stdout.read(length))
        if message.get('event') == 'output':
            self.output += message['body']['output']
        return message

    def until(self, **wanted):
        while True:
            message = self.receive()
            if all(message.get(key) == value for key, value in wanted.items()):
                return message

    def ask(self, command, **arguments):
        return self.until(type='response', request_seq=self.send(command, **arguments))

    def attach(self, stub, program=None):
        self.ask('initialize', adapterID='x')
        more = {'program': program} if program else {}
        seq = self.send('attach', stub=stub.place, stopOnEntry=True, **more)
        while True:
            message = self.receive()
            if message.get('request_seq') == seq:
                return message
            if message.get('event') == 'initialized':
                self.send('configurationDone')

    def end(self):
        assert self.ask('disconnect')['success']
        self.adapter.stdin.close()
        assert self.adapter.wait() == 0


def expect(what, good, shown):
    if not good:
        sys.exit(f'{what}: {shown}')


def one(number):
    return 'm%x' % number


def many(number):
    return 'm' + ','.join('%x' % (number * 1000 + i) for i in range(1000))


THREADS = {
    'one thread a reply': [('qfThreadInfo', one), ('qsThreadInfo', one)],
    'the same thread again and again': [('qfThreadInfo', 'm1'), ('qsThreadInfo', 'm1')],
    'many threads a reply': [('qfThreadInfo', many), ('qsThreadInfo', many)],
}
OBJECTS = {
    'threads by the byte': [('qXfer:threads:read', 'm ')],
    'a description by the byte': [('qXfer:features:read', 'm ')],
    'windows without bytes': [('qXfer:', 'm')],
    'libraries by the byte': [('qXfer:libraries-svr4:read', 'm ')],
    'auxv by the byte': [('qXfer:auxv:read', 'm ')],
}


def sessions_come_to_their_end(stubborn, program):
    for name, lists in {**THREADS, **OBJECTS}.items():
        stub = Stub(lists)
        editor = Editor(stubborn)
        reply = editor.attach(stub, program)
        if reply['success']:
            editor.until(event='stopped')
            for again in range(2):
                threads = editor.ask('threads')
                expect(f'{name}: the thread that stopped is shown', threads['success'] and threads['body']['threads'][0]['id'] == 1, threads)
                expect(f'{name}: no other one is made up', len(threads['body']['threads']) == 1, threads)
                expect(f'{name}: its stack is asked for', editor.ask('stackTrace', threadId=1)['success'] or name in OBJECTS, name)
                if not again:
                    editor.ask('continue', threadId=1)
                    editor.until(event='stopped')
        elif 'auxv' not in name and 'windows' not in name:
            expect(f'{name}: attach', False, reply)
        editor.end()
        expect(f'{name}: packets', len(stub.seen) < MOST_PACKETS, len(stub.seen))
        if name in THREADS:
            expect(f'{name}: the user is told', editor.output.count('threads are not shown') == 1, editor.output)
        print(f'{name}: {len(stub.seen)} packets', flush=True)


def ends_are_not_waited_for(stubborn):
    """The list is being read when the editor wants to go: at most what is under way is waited for."""
    for name, lists in THREADS.items():
        if name == 'many threads a reply':
            continue  # the limit is reached before
        stub = Stub(lists, at=('qsThreadInfo', 100))
        editor = Editor(stubborn)
        stub.meet = lambda editor=editor: editor.send('disconnect')
        editor.ask('initialize', adapterID='x')
        editor.send('attach', stub=stub.place, stopOnEntry=True)
        editor.until(event='initialized')
        editor.send('configurationDone')
        expect(f'{name}: disconnect', editor.until(command='disconnect', type='response')['success'], name)
        editor.adapter.stdin.close()
        assert editor.adapter.wait() == 0
        expect(f'{name}: left at once', stub.count('qsThreadInfo') <= 101, stub.count('qsThreadInfo'))
        expect(f'{name}: the program is let go', stub.seen[-1] == 'D', stub.seen[-3:])


def requests_are_given_up(stubborn):
    """attach, while it reads an object of 16 bytes a window, by a cancel and by the end of the session."""
    for command, more in (('cancel', {'requestId': 2}), ('disconnect', {})):
        stub = Stub([('qXfer:features:read', 'm' + ' ' * 16)], at=('qXfer:features:read', 100))
        editor = Editor(stubborn)
        stub.meet = lambda editor=editor, command=command, more=more: editor.send(command, **more)
        reply = editor.attach(stub)
        expect(f'attach is given up by {command}', reply.get('message') == 'cancelled', reply)
        expect(f'{command}: at once', stub.count('qXfer:features:read') <= 102, stub.count('qXfer:features:read'))
        if command == 'cancel':
            editor.send('disconnect')
        expect(f'{command}: disconnect', editor.until(command='disconnect', type='response')['success'], command)
        editor.adapter.stdin.close()
        assert editor.adapter.wait() == 0
        stub.join()
        expect(f'{command}: the program is let go', stub.seen[-1] == 'D', stub.seen[-3:])


def main():
    sessions_come_to_their_end(*sys.argv[1:3])
    ends_are_not_waited_for(sys.argv[1])
    requests_are_given_up(sys.argv[1])
    print('lists without end cost so many packets, and no more')


if __name__ == '__main__':
    main()
