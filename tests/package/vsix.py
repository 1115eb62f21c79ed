#!/usr/bin/env python3
# The VS Code extension as it is packed: an editor's steps with its package.json, up to a program that stops.
# usage: vsix.py ROOT STUBBORN PROGRAM
# Installed like an editor does it: the zip is read, the adapter is started by the words of package.json from the PATH.
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile

SCHEMA = '{http://schemas.microsoft.com/developer/vsx-schema/2011}'


def pack(root, path):
    subprocess.run([root / 'tools/dev/vsix', path], check=True, env=dict(os.environ, SOURCE_DATE_EPOCH='1700000000'))
    return path.read_bytes()


def read(path):
    """package.json of the archive, whose manifest names it and is the same extension."""
    with zipfile.ZipFile(path) as vsix:
        manifest = ET.fromstring(vsix.read('extension.vsixmanifest'))
        types = ET.fromstring(vsix.read('[Content_Types].xml'))
        known = {row.get('Extension') for row in types}
        package = json.loads(vsix.read('extension/package.json'))
        for name in vsix.namelist():
            assert name == '[Content_Types].xml' or pathlib.PurePath(name).suffix in known, name
        for asset in manifest.iter(f'{SCHEMA}Asset'):
            vsix.getinfo(asset.get('Path'))
    identity = manifest.find(f'.//{SCHEMA}Identity')
    assert (identity.get('Id'), identity.get('Version')) == (package['name'], package['version']), identity.attrib
    assert 'main' not in package and 'browser' not in package, 'there is code in it'
    return package


def filled(value):
    """A snippet as a user leaves it: each place has its default, and what begins with ^ is JSON itself."""
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    text = re.sub(r'(?<!\\)\$\{\d+:([^}]*)\}', r'\1', value).replace('\\$', '$')
    return json.loads(text[1:]) if text.startswith('^') else text


def check_snippets(debugger):
    snippets = [filled(row['body']) for row in debugger['configurationSnippets']]
    for one in snippets + debugger['initialConfigurations']:
        attributes = debugger['configurationAttributes'][one['request']]
        known = set(attributes['properties']) | {'type', 'request', 'name'}
        assert one['type'] == debugger['type'] and set(one) <= known, one
        assert set(attributes.get('required', [])) <= set(one), one
    return snippets


class Editor:
    def __init__(self, debugger, stubborn):
        env = dict(os.environ, PATH=f'{pathlib.Path(stubborn).parent}:{os.environ["PATH"]}')
        # pylint: disable-next=consider-using-with
        self.adapter = subprocess.Popen([debugger['runtime'], *debugger['runtimeArgs']], env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.seq = 0

    def send(self, command, arguments):
        self.seq += 1
        content = json.dumps({'seq': self.seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
        self.adapter.stdin.write(b'Content-Length: %d\r\n\r\n' % len(content) + content)
        self.adapter.stdin.flush()

    def wait(self, kind, name):
        """The next response or event of this name; a refusal on the way ends the test."""
        while True:
            header = self.adapter.stdout.readline()
            assert header, f'the adapter ended before {name}'
            self.adapter.stdout.readline()
            message = json.loads(self.adapter.stdout.read(int(header.split(b':')[1])))
            assert message.get('success', True), message
            if (message['type'], message.get(kind)) == ('event' if kind == 'event' else 'response', name):
                return message

    def end(self):
        self.adapter.stdin.close()
        return self.adapter.wait()


def main():
    root, stubborn, program = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        first = pack(root, pathlib.Path(folder) / 'one.vsix')
        assert first == pack(root, pathlib.Path(folder) / 'two.vsix'), 'not the same bytes again'
        package = read(pathlib.Path(folder) / 'one.vsix')
    debugger = package['contributes']['debuggers'][0]
    launch = next(one for one in check_snippets(debugger) if one['request'] == 'launch' and 'stub' not in one)
    editor = Editor(debugger, stubborn)
    editor.send('initialize', {'adapterID': debugger['type'], 'linesStartAt1': True})
    editor.wait('command', 'initialize')
    editor.send('launch', dict(launch, program=program))
    editor.wait('event', 'initialized')
    editor.send('configurationDone', {})
    reason = editor.wait('event', 'stopped')['body']['reason']
    assert reason == 'entry', reason
    editor.send('disconnect', {})
    editor.wait('command', 'disconnect')
    assert editor.end() == 0
    print('the extension is packed, and its adapter stops a program')


if __name__ == '__main__':
    main()
