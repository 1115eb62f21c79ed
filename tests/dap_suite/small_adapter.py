#!/usr/bin/env python3
# A debug adapter that debugs nothing: it goes through the motions, with habits that `stubborn adapter init` has to find out.
# usage: small_adapter.py [stubborn | toy | ends | elsewhere]      "stubborn" refuses each launch, "toy" those of other programs than
# its own; "ends" ends at the launch; "elsewhere" stops in a source of another language.
# Words of the program are one text, `arguments`; calls need "call "; the console knows "shell sleep N" and no cancel.
# SPDX-License-Identifier: MIT
import json
import sys
import time

source, seq, counter, words = '', 0, 0, ''


def say(**message):
    global seq
    seq += 1
    text = json.dumps({'seq': seq, **message}).encode()
    sys.stdout.buffer.write(b'Content-Length: %d\r\n\r\n' % len(text) + text)
    sys.stdout.buffer.flush()


def evaluate(text):
    global counter
    if text == 'argc':
        return str(1 + len(words.split()))
    if text == 'counter':
        return str(counter)
    if text == 'call touch(5)':
        counter = 5
        return '5'
    if text.startswith('shell sleep '):
        time.sleep(int(text.split()[2]))
        return ''
    return None


def body_of(command, arguments):
    global source, words
    if command == 'initialize':
        return {'supportsConfigurationDoneRequest': True, 'supportsNothing\n': True}
    if command == 'launch':
        words = arguments.get('arguments', '')
        other = 'toy' in sys.argv and not arguments['program'].endswith('.toy')
        return None if 'stubborn' in sys.argv or other else {}
    if command == 'setBreakpoints':
        source = arguments['breakpoints'][0]['line']
        return {'breakpoints': [{'id': 1, 'verified': True}]}
    if command == 'stackTrace':
        where = {'source': {'path': '/nowhere/sample.rs'}} if 'elsewhere' in sys.argv else {}
        return {'stackFrames': [{'id': 1, 'name': 'main', 'line': source, 'column': 1, **where}]}
    if command == 'scopes':
        return {'scopes': [{'name': 'Locals', 'variablesReference': 1, 'expensive': False}]}
    if command == 'evaluate':
        result = evaluate(arguments['expression'])
        return None if result is None else {'result': result, 'variablesReference': 0}
    return {'configurationDone': {}, 'disconnect': {}}.get(command)


def serve(request):
    command = request['command']
    if command == 'launch' and 'ends' in sys.argv:
        sys.exit(0)
    body = body_of(command, request.get('arguments', {}))
    more = {'body': body} if body is not None else {'message': f'no {command}'}
    say(type='response', request_seq=request['seq'], command=command, success=body is not None, **more)
    if command == 'launch' and body is not None:
        say(type='event', event='initialized')
    if command == 'configurationDone' and source:
        say(type='event', event='stopped', body={'reason': 'breakpoint', 'threadId': 1, 'allThreadsStopped': True})
    return command != 'disconnect'


def main():
    going = True
    while going and (header := sys.stdin.buffer.readline()):
        sys.stdin.buffer.readline()
        going = serve(json.loads(sys.stdin.buffer.read(int(header.split(b':')[1]))))


main()
