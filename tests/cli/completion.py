#!/usr/bin/env python3
# What bash, zsh and fish complete after they have read our script: each shell is asked as a user would, at a terminal.
# usage: completion.py STUBBORN
# A line is typed, followed by a tab; then the shell tells its line. Shells that are not installed are left out.
# SPDX-License-Identifier: MIT
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

STUBBORN = os.path.abspath(sys.argv[1])
TIMEOUT_S = 60
LINES = (
    ('sel', 'selftest '),
    ('run --stu', 'run --stub '),
    ('run --stub profile:gdbs', 'run --stub profile:gdbserver '),
    ('run --stub refe', 'run --stub reference '),
    ('run --fault frame-dollar-r', 'run --fault frame-dollar-raw '),
    ('run --filter acks/plus-at', 'run --filter acks/plus-at-the-start '),
    ('run --matrix byt', None),
    ('run --color alw', 'run --color always '),
    ('run --baseline here.ya', 'run --baseline here.yaml '),
    ('bench library-e', 'bench library-events '),
    ('list req', 'list requirements '),
    ('stub threads', 'stub threads4 '),
    ('help capt', 'help capture '),
    ('help --completion zs', 'help --completion zsh '),
    ('stub --multimem l', 'stub --multimem lldb '),
)


def environment():
    kept = {k: v for k, v in os.environ.items() if not k.startswith('STUBBORN')}
    return dict(kept, PATH=f'{os.path.dirname(STUBBORN)}:{os.environ["PATH"]}', LC_ALL='C', TERM='dumb', HOME='.')


class Terminal:
    """A shell at a terminal, in a folder with one file."""

    def __init__(self, test, words):
        held = tempfile.TemporaryDirectory()
        test.addCleanup(held.cleanup)
        with open(f'{held.name}/here.yaml', 'w', encoding='utf-8'):
            pass
        self.folder, self.seen = held.name, b''
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(self.folder)
            os.execvpe(words[0], words, environment())
        test.addCleanup(self.end)

    def end(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait(self, mark):
        """All that the shell prints up to a mark, which is thrown away."""
        while mark not in self.seen:
            if not select.select([self.fd], [], [], TIMEOUT_S)[0]:
                raise TimeoutError(f'no {mark!r} in {self.seen!r}')
            self.seen += os.read(self.fd, 4096)
        before, self.seen = self.seen.split(mark, 1)
        return before


class Completion(unittest.TestCase):
    def setUp(self):
        self.shell = self.id().rsplit('_', 1)[1]
        if not shutil.which(self.shell):
            if 'CI' in os.environ:
                self.fail(f'{self.shell} is not installed; see tools/setup test')
            self.skipTest(f'{self.shell} is not installed')

    def ask(self, terminal, typed, wanted):
        """Types a line and a tab, and then the key that tells the line."""
        terminal.type(f'stubborn {typed}\t\x18')
        terminal.wait(b'<<')
        line = terminal.wait(b'>>').decode()
        self.assertEqual(line.rstrip(), f'stubborn {wanted or typed}'.rstrip())

    def test_bash(self):
        terminal = Terminal(self, ['bash', '--norc', '--noprofile', '-i'])
        terminal.type("source <(stubborn help --completion bash); tell() { printf '<%s%s>%s' '<' \"$READLINE_LINE\" '>'; "
                      "READLINE_LINE=; }; bind -x '\"\\C-x\": tell'; bind 'set bell-style none'; echo rea''dy\n")
        terminal.wait(b'ready')
        for typed, wanted in LINES:
            self.ask(terminal, typed, wanted)

    def test_zsh(self):
        terminal = Terminal(self, ['zsh', '-f', '-i'])
        terminal.type("autoload -U compinit; compinit -u -D; source <(stubborn help --completion zsh); unsetopt beep; "
                      "tell() { print -rn -- \"<${:-<}$BUFFER>${:->}\"; BUFFER=; }; zle -N tell; bindkey '^X' tell; "
                      "unsetopt auto_menu auto_list; echo rea''dy\n")
        terminal.wait(b'ready')
        for typed, wanted in LINES:
            self.ask(terminal, typed, wanted)

    def test_fish(self):
        script = 'stubborn help --completion fish | source; complete -C "stubborn $argv[1]"'
        with tempfile.TemporaryDirectory() as folder:
            with open(f'{folder}/here.yaml', 'w', encoding='utf-8'):
                pass
            for typed, wanted in LINES:
                done = subprocess.run(['fish', '--no-config', '-c', script, typed], cwd=folder, env=environment(),
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=TIMEOUT_S, check=True)
                words = [line.split('\t')[0] for line in done.stdout.decode().splitlines()]
                start = (wanted or typed).rsplit(' ', 1)[0] if not wanted else wanted.rstrip().rsplit(' ', 1)[-1]
                self.assertEqual(words, [start] if wanted else [], typed)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=1)
