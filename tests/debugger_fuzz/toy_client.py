"""A debugger of a hundred lines with known bugs, for tests of `fuzz --debugger`: it believes what its stub says.

Lines of its input are commands. Seven replies break it: a stop reply without a number (it dies by SIGABRT and prints
a stack as GDB does), a thread 0 (an assertion), a list of threads that never ends (it asks for ever), registers of
odd length (it computes for ever), memory longer than it has asked for (it grows), an error for memory (it ends without
a word), and packets of no bytes (it has its registers, and rests for ever).
"""
# SPDX-License-Identifier: MIT
import os
import re
import signal
import socket
import sys


class Stub:
    def __init__(self, address):
        host, port = address.split(':')
        self.socket = socket.create_connection((host, int(port)))
        self.bytes = b''

    def byte(self):
        if not self.bytes:
            self.bytes = self.socket.recv(65536)
            if not self.bytes:
                raise EOFError
        first, self.bytes = self.bytes[:1], self.bytes[1:]
        return first

    def ask(self, payload):
        """The reply, acknowledged; '' when the stub has gone."""
        self.socket.sendall(b'$%s#%02x' % (payload.encode(), sum(payload.encode()) & 0xff))
        try:
            while self.byte() != b'$':
                pass
            reply = b''
            while (byte := self.byte()) != b'#':
                reply += byte
            self.byte(), self.byte()
            self.socket.sendall(b'+')
        except (EOFError, OSError):
            return ''
        return reply.decode('latin-1')


def abort():
    print('Fatal signal: Aborted\n----- Backtrace -----\n0x55d0c0a012ab parse_stop\n0x55d0c0a01371 attach\n---------------------')
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGABRT)


def attach(stub):
    features = stub.ask('qSupported:swbreak+')
    stub.has_room = 'PacketSize=0;' not in features
    print('features %d' % len(features.split(';')))
    stop = stub.ask('?')
    if stop and not re.match('[STWX][0-9a-f]{2}', stop):
        abort()
    if 'thread:0;' in stop:
        print("toy/stop.py:77: internal-error: attach: Assertion `thread != 0' failed.")
        sys.stdout.flush()
        sys.exit(1)


def threads(stub):
    reply = stub.ask('qfThreadInfo')
    while reply.startswith('m'):
        reply = stub.ask('qsThreadInfo')
    print('threads')


def registers(stub):
    reply = stub.ask('g')
    while len(reply) % 2:
        pass
    if not stub.has_room:
        signal.pause()
    print('registers %d' % len(reply))


def memory(stub):
    taken = []
    while len(reply := stub.ask('m1000,4')) > 8 and len(taken) < 64:
        taken.append(bytearray(os.urandom(1)) * (8 << 20))
    if reply.startswith('E'):
        sys.exit(3)
    print('memory')


def main():
    stub = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(' ')
        if word == 'attach':
            stub = Stub(rest)
            attach(stub)
        elif word == 'version':
            print('toy 1.0')
        elif word.startswith('mark'):
            print('<%s>' % word[4:])
        elif stub and word in ('threads', 'registers', 'memory'):
            {'threads': threads, 'registers': registers, 'memory': memory}[word](stub)
        sys.stdout.flush()


main()
