#!/usr/bin/env python3
# What large requests cost `stubborn dap`: memory in proportion to their size, and a name that is said back once.
# usage: large.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import re
import subprocess
import sys

MOST_TIMES = 8


class Editor:
    def __init__(self, stubborn):
        # pylint: disable-next=consider-using-with
        self.adapter = subprocess.Popen([stubborn, 'dap'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask(b'{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}')

    def ask(self, content):
        self.adapter.stdin.write(b'Content-Length: %d\r\n\r\n' % len(content) + content)
        self.adapter.stdin.flush()
        length = int(self.adapter.stdout.readline().split(b':')[1])
        self.adapter.stdout.readline()
        return self.adapter.stdout.read(length)

    def most_memory(self):
        with open(f'/proc/{self.adapter.pid}/status', encoding='ascii') as status:
            return 1024 * int(re.search(r'VmHWM:\s+(\d+)', status.read()).group(1))

    def close(self):
        self.adapter.stdin.close()
        self.adapter.wait()


def expect(what, good, shown):
    if not good:
        sys.exit(f'{what}: {shown}')


def main():
    for item in (b'[]', b'{}', b'1', b'""'):
        editor = Editor(sys.argv[1])
        content = b'{"seq":2,"type":"request","command":"threads","arguments":[%s]}' % b','.join([item] * (30_000_000 // (len(item) + 1)))
        reply = json.loads(editor.ask(content))
        expect(f'{item} and its like are refused', (reply['request_seq'], reply['success']) == (2, False), reply)
        used = editor.most_memory()
        expect(f'at most {MOST_TIMES} times the size', used <= MOST_TIMES * len(content), used)
        expect('the reason is said', 'of memory' in reply['message'], reply)
        editor.close()
    editor = Editor(sys.argv[1])
    name = b'x' * 1_000_000
    reply = editor.ask(b'{"seq":2,"type":"request","command":"%s"}' % name)
    expect('a name is said back once', reply.count(b'x' * 100) < 1.1 * len(name) / 100, len(reply))
    expect('as the command', json.loads(reply)['command'] == name.decode(), reply[:200])
    editor.close()
    print('large requests cost memory in proportion, and are answered')


if __name__ == '__main__':
    main()
