#!/usr/bin/env python3
"""Runs the `console` blocks of pages, as a reader would, and compares what comes with what the page shows.

usage: commands.py ROOT STUBBORN [--show] PAGE...        --show prints what came instead
"""
# SPDX-License-Identifier: MIT
# "$ " begins a command, "> " continues it. In the output a line "..." stands for any lines, "..." within a line for
# any text. Times and blanks are not compared. The commands of a page share one shell, in a folder that looks like a
# clone. Ports 1234 to 1236 become free ones. Exit status 77: the page needs a program ("<!-- needs: gdb -->") that
# is not installed.
import difflib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
import pages  # noqa: E402

PAGE_S = 400
END = 'the-end-of-this-command'
TIME = re.compile(r'\b\d[\d.,]* ?(?:ns|us|ms|s|MiB/s)\b')
NEEDS = re.compile(r'<!-- needs: ([\w -]+) -->')
PORTS = ('1234', '1235', '1236')
LINKED = ('corpora', 'docs', 'include', 'scenarios', 'tests', 'tools')


def commands(text):
    """(line, command, expected lines) of all console blocks."""
    found = []
    for number, language, lines in pages.blocks(text):
        if language != 'console':
            continue
        for i, line in enumerate(lines, number + 1):
            if line.startswith('$ '):
                found.append((i, line[2:], []))
            elif line.startswith('> ') and not found[-1][2]:
                found[-1] = (found[-1][0], found[-1][1] + '\n' + line[2:], [])
            elif found:
                found[-1][2].append(line)
    return found


def plain(line):
    return re.sub(r'\s+', ' ', TIME.sub('TIME', line)).strip()


def same(expected, got):
    """Whether the lines fit, "..." standing for any."""
    pattern = ''
    for line in expected:
        if line.strip() == '...':
            pattern += r'(?:[^\n]*\n)*?'
        else:
            pattern += '.*?'.join(re.escape(part) for part in re.split(r'\s*\.\.\.\s*', plain(line))) + '\n'
    return re.fullmatch(pattern, ''.join(plain(line) + '\n' for line in got)) is not None


def free_ports(count):
    held = [socket.create_server(('127.0.0.1', 0)) for _ in range(count)]
    numbers = [str(s.getsockname()[1]) for s in held]
    for s in held:
        s.close()
    return numbers


class Shell:
    """One bash for a page; all that it started ends with it."""

    def __init__(self, root, stubborn, folder):
        for name in LINKED:
            (folder / name).symlink_to(pathlib.Path(root).resolve() / name)
        env = {k: v for k, v in os.environ.items() if not k.startswith('STUBBORN') and k not in ('NO_COLOR', 'FORCE_COLOR', 'CI')}
        env.update(PATH=f'{pathlib.Path(stubborn).resolve().parent}:{env["PATH"]}', LC_ALL='C', TERM='dumb', COLUMNS='100', HOME=str(folder))
        self.process = subprocess.Popen(['bash', '--noprofile', '--norc'], cwd=folder, env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        self.watch = threading.Timer(PAGE_S, self.end)
        self.watch.start()
        self.to = dict(zip(PORTS, free_ports(len(PORTS))))

    def run(self, command):
        for port, free in self.to.items():
            command = re.sub(rf'\b{port}\b', free, command)
        self.process.stdin.write(f'{{ {command}\n}} </dev/null\nprintf "\\n{END}\\n"\n'.encode())
        self.process.stdin.flush()
        text = ''
        for raw in self.process.stdout:
            line = raw.decode('utf-8', errors='backslashreplace')
            if line.strip() == END:
                break
            text += line
        for port, free in self.to.items():
            text = re.sub(rf'\b{free}\b', port, text)
        return text.removesuffix('\n').splitlines()

    def end(self):
        self.watch.cancel()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run_page(root, stubborn, path, show):
    """Number of commands, number of those that gave something else."""
    wrong, all_of_them = 0, commands(path.read_text(encoding='utf-8'))
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(root, stubborn, pathlib.Path(folder))
        try:
            for number, command, expected in all_of_them:
                got = shell.run(command)
                if show:
                    print(f'$ {command}', *got, sep='\n')
                elif not same(expected, got):
                    wrong += 1
                    print(f'{path}:{number}: $ {command}')
                    print('\n'.join(difflib.unified_diff(expected, got, 'the page', 'what came', lineterm='', n=2)))
        finally:
            shell.end()
            shell.process.wait()
    return len(all_of_them), wrong


def self_test():
    text = '```console\n$ echo a \\\n> b\n...\n$ false\n```\n```sh\n$ no\n```\n'
    assert commands(text) == [(2, 'echo a \\\nb', ['...']), (5, 'false', [])]
    assert same(['a', '...', 'z 3 ms'], ['a', 'b', 'z  12,5 ms'])
    assert same(['x ... y'], ['x 1 2 y']) and same(['...'], [])
    assert not same(['a'], ['a', 'b']) and not same([], ['b']) and not same(['a', '...'], ['b'])


def main():
    self_test()
    arguments = [a for a in sys.argv[1:] if a != '--show']
    root, stubborn, failed = arguments[0], arguments[1], 0
    for name in arguments[2:]:
        path = pathlib.Path(name)
        for program in sum((words.split() for words in NEEDS.findall(path.read_text(encoding='utf-8'))), []):
            if not shutil.which(program):
                print(f'{path}: needs {program}, which is not installed')
                return 77
        count, wrong = run_page(root, stubborn, path, '--show' in sys.argv)
        print(f'{path}: {count} commands, {wrong} gave something else')
        failed += wrong > 0 or count == 0
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
