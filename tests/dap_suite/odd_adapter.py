#!/usr/bin/env python3
# A debug adapter that debugs nothing and goes through the motions of one stop, with one habit of adapters of the field.
# usage: odd_adapter.py HABIT [STARTS]      STARTS is a file that gets a byte for each adapter that was started.
# Its console knows "shell sleep N", and where it can be seen at work "shell touch FILE; sleep N".
# SPDX-License-Identifier: MIT
import collections
import json
import os
import pathlib
import select
import signal
import sys
import threading
import time

HABIT = sys.argv[1]
LOCK = threading.Lock()
NUM_STARTS = 0
NEWER = {'newer': 'right', 'newer-wrong': 'wrong'}.get(HABIT)  # what adapters of today can do, and how it goes wrong
CANCELS = HABIT in ('cancels-waiting', 'cancels-waiting-seen', 'interrupts-seen')


def frame(message):
    text = json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(text) + text


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Adapter:
    def __init__(self):
        self.seq = 0
        self.line = 0
        self.k = 1
        self.counter = 0
        self.frame = 1
        self.alive = [1]
        self.interrupted = threading.Event()

    def say(self, **message):
        with LOCK:
            self.seq += 1
            write(frame({'seq': self.seq, **message}))

    def initialize(self, _):
        if HABIT == 'slow-start':
            time.sleep(2)
        newer = {'supportsRestartFrame': True, 'supportsTerminateThreadsRequest': True, 'supportsExceptionOptions': True,
                 'breakpointModes': [{'mode': 'hardware', 'label': 'Hardware', 'appliesTo': ['source'][NEWER == 'wrong':]}],
                 'supportedChecksumAlgorithms': ['MD5', 'timestamp' if NEWER == 'right' else 'SHA512'],
                 'additionalModuleColumns': [{'attributeName': 'vsLoadAddress' if NEWER == 'right' else '', 'label': 'Address'}],
                 'completionTriggerCharacters': ['.', '->' if NEWER == 'right' else '']} if NEWER else {}
        return {'supportsConfigurationDoneRequest': True, 'supportsSetVariable': True, 'supportsCancelRequest': CANCELS, **newer}

    def setBreakpoints(self, arguments):  # pylint: disable=invalid-name
        lines = [point['line'] for point in arguments['breakpoints']]
        self.line = lines[0] if lines else 0
        if NEWER == 'wrong' and any('mode' in point for point in arguments['breakpoints']):
            return {'breakpoints': [{'verified': False} for _ in lines]}
        return {'breakpoints': [{'id': line, 'verified': True, **({} if HABIT == 'no-lines' else {'line': line})} for line in lines]}

    def stackTrace(self, _):  # pylint: disable=invalid-name
        return {'stackFrames': [{'id': self.frame, 'name': 'deep' if NEWER else 'main', 'line': self.line, 'column': 1}], 'totalFrames': 1}

    def restartFrame(self, arguments):  # pylint: disable=invalid-name
        return {} if NEWER == 'wrong' or (NEWER and arguments['frameId'] == self.frame) else None

    def terminateThreads(self, arguments):  # pylint: disable=invalid-name
        if NEWER == 'right':
            self.alive = [one for one in self.alive if one not in arguments['threadIds']]
        return {} if NEWER else None

    def threads(self, _):
        return {'threads': [{'id': one, 'name': 'main'} for one in self.alive]}

    def setExceptionBreakpoints(self, arguments):  # pylint: disable=invalid-name
        return {} if NEWER == 'right' or 'exceptionOptions' not in arguments else None

    def scopes(self, _):
        scopes = [{'name': 'Locals', 'presentationHint': 'locals', 'variablesReference': 1, 'expensive': False}]
        if HABIT == 'arguments-first':
            scopes.insert(0, {'name': 'Arguments', 'presentationHint': 'arguments', 'variablesReference': 2, 'expensive': False})
        return {'scopes': scopes}

    def variables(self, arguments):
        names = {1: {'a': 1, 'b': 2, 'c': 3, 'k': self.k}, 2: {'argc': 1}}.get(arguments['variablesReference'])
        return names and {'variables': [{'name': name, 'value': str(value), 'variablesReference': 0} for name, value in names.items()]}

    def setVariable(self, arguments):  # pylint: disable=invalid-name
        if (arguments['variablesReference'], arguments['name']) != (1, 'k') or not arguments['value'].isdigit():
            return None
        self.k = int(arguments['value'])
        return {'value': str(self.k)}

    def sleep(self, text):
        words = text.replace(';', '').split()
        if words[1] == 'touch' and HABIT.endswith('seen'):
            pathlib.Path(words[2]).touch()
            words = words[2:]
        if words[1] != 'sleep':
            return None
        self.interrupted.clear()
        if self.interrupted.wait(int(words[2])):
            raise InterruptedError
        return {'result': '', 'variablesReference': 0}

    def evaluate(self, arguments):
        text = arguments['expression']
        if text.startswith('shell '):
            return self.sleep(text)
        if text == 'touch(5)' and HABIT == 'renumbers':
            self.counter = 5
            self.frame += 1
        if text in ('k', 'counter', 'touch(5)') and arguments.get('frameId', self.frame) == self.frame or text == 'touch(5)':
            return {'result': str(self.k if text == 'k' else self.counter), 'variablesReference': 0}
        return {'result': 'NameError', 'variablesReference': 0} if HABIT == 'says-errors' else None

    def body_of(self, command, arguments):
        plain = {'launch': {}, 'configurationDone': {}, 'disconnect': {}, 'next': {}}
        return getattr(self, command)(arguments) if hasattr(Adapter, command) else plain.get(command)

    def serve(self, request):
        command = request['command']
        message = f'no {command}'
        try:
            body = self.body_of(command, request.get('arguments', {}))
        except InterruptedError:
            body, message = None, 'cancelled'
        more = {'body': body} if body is not None else {'message': message}
        self.say(type='response', request_seq=request['seq'], command=command, success=body is not None, **more)
        if command == 'launch':
            self.say(type='event', event='initialized')
        if command == 'restartFrame' and body is not None:
            self.say(type='event', event='stopped', body={'reason': 'restart' if NEWER == 'right' else 'step', 'threadId': 1})
        if (command == 'configurationDone' and self.line) or command == 'next':
            self.say(type='event', event='stopped', body={'reason': 'step' if command == 'next' else 'breakpoint', 'threadId': 1, 'allThreadsStopped': True})
        return command != 'disconnect'


def begin():
    if len(sys.argv) > 2:
        with open(sys.argv[2], 'ab+') as starts:
            starts.write(b'.')
            starts.flush()
            global NUM_STARTS  # pylint: disable=global-statement
            NUM_STARTS = starts.tell()
    if HABIT == 'dead' or (HABIT == 'dies-later' and NUM_STARTS > 3):
        sys.exit(1)
    if HABIT == 'crashes':
        os.kill(os.getpid(), signal.SIGSEGV)
    if HABIT == 'silent':
        sys.stdin.buffer.read()
        sys.exit(0)


def requests():
    """Each request, and None where no other one comes for a moment."""
    data = b''
    while True:
        if not select.select([0], [], [], 0.05)[0]:
            yield None
            continue
        more = os.read(0, 65536)
        if not more:
            return
        data += more
        while b'\r\n\r\n' in data:
            header, rest = data.split(b'\r\n\r\n', 1)
            length = int(header.split(b':')[1])
            if len(rest) < length:
                break
            yield json.loads(rest[:length])
            data = rest[length:]


class Worker(threading.Thread):
    """Serves one request after the other. A cancel is read meanwhile, and hits what waits, or what is in work."""

    def __init__(self, adapter):
        super().__init__(daemon=True)
        self.adapter, self.waiting, self.active, self.going, self.turn = adapter, collections.deque(), None, True, threading.Condition()

    def run(self):
        while self.going:
            with self.turn:
                self.turn.wait_for(lambda: self.waiting)
                self.active = self.waiting.popleft()
            self.going = self.adapter.serve(self.active)
            self.active = None
        os._exit(0)

    def cancel(self, request):
        seq = request['arguments'].get('requestId')
        with self.turn:
            hit = [one for one in self.waiting if one['seq'] == seq]
            for one in hit:
                self.waiting.remove(one)
                self.adapter.say(type='response', request_seq=seq, command=one['command'], success=False, message='cancelled')
        if self.active and self.active['seq'] == seq and HABIT == 'interrupts-seen':
            self.adapter.interrupted.set()
        self.adapter.say(type='response', request_seq=request['seq'], command='cancel', success=True)

    def feed(self):
        read = []
        for request in requests():
            if request and request['command'] == 'cancel':
                with self.turn:
                    self.waiting.extend(read)
                    read = []
                self.cancel(request)
            elif request:
                read.append(request)
            else:
                with self.turn:
                    self.waiting.extend(read)
                    read = []
                    self.turn.notify()


def main():
    begin()
    adapter = Adapter()
    if CANCELS:
        worker = Worker(adapter)
        worker.start()
        worker.feed()
        return
    going = True
    while going and (header := sys.stdin.buffer.readline()):
        sys.stdin.buffer.readline()
        going = adapter.serve(json.loads(sys.stdin.buffer.read(int(header.split(b':')[1]))))


main()
