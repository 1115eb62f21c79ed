#!/usr/bin/env python3
# A debug adapter that debugs nothing and goes through the motions of one stop, with one habit of adapters of the field.
# usage: odd_adapter.py HABIT [STARTS]      STARTS is a file that gets a byte for each adapter that was started.
# SPDX-License-Identifier: MIT
import json
import os
import signal
import sys
import time

HABIT = sys.argv[1]
NUM_STARTS = 0


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

    def say(self, **message):
        self.seq += 1
        write(frame({'seq': self.seq, **message}))

    def initialize(self, _):
        if HABIT == 'slow-start':
            time.sleep(2)
        return {'supportsConfigurationDoneRequest': True, 'supportsSetVariable': True}

    def setBreakpoints(self, arguments):  # pylint: disable=invalid-name
        lines = [point['line'] for point in arguments['breakpoints']]
        self.line = lines[0] if lines else 0
        return {'breakpoints': [{'id': line, 'verified': True, **({} if HABIT == 'no-lines' else {'line': line})} for line in lines]}

    def stackTrace(self, _):  # pylint: disable=invalid-name
        return {'stackFrames': [{'id': 1, 'name': 'main', 'line': self.line, 'column': 1}], 'totalFrames': 1}

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

    def evaluate(self, arguments):
        if arguments['expression'] == 'k':
            return {'result': str(self.k), 'variablesReference': 0}
        return {'result': 'NameError', 'variablesReference': 0} if HABIT == 'says-errors' else None

    def body_of(self, command, arguments):
        plain = {'launch': {}, 'configurationDone': {}, 'disconnect': {}, 'next': {}, 'threads': {'threads': [{'id': 1, 'name': 'main'}]}}
        return getattr(self, command)(arguments) if hasattr(Adapter, command) else plain.get(command)

    def serve(self, request):
        command = request['command']
        body = self.body_of(command, request.get('arguments', {}))
        more = {'body': body} if body is not None else {'message': f'no {command}'}
        self.say(type='response', request_seq=request['seq'], command=command, success=body is not None, **more)
        if command == 'launch':
            self.say(type='event', event='initialized')
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


def main():
    begin()
    adapter = Adapter()
    going = True
    while going and (header := sys.stdin.buffer.readline()):
        sys.stdin.buffer.readline()
        going = adapter.serve(json.loads(sys.stdin.buffer.read(int(header.split(b':')[1]))))


main()
