#!/usr/bin/env python3
"""Every option of every command stands in a page, and every option that a page names exists.

usage: options.py ROOT STUBBORN

A command's page is in PAGES; a command without an entry may have its options on any page that calls it.
"""
# SPDX-License-Identifier: MIT
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import pages  # noqa: E402

PAGES = {
    'run': ['running', 'ci'], 'init': ['running', 'ci'], 'selftest': ['running'], 'matrix': ['running', 'scale'], 'list': ['running'], 'lint': ['running'],
    'send': ['by-hand'], 'probe': ['by-hand'], 'decode': ['by-hand'], 'stub': ['by-hand', 'reference-stub'], 'packet-reference': ['by-hand'],
    'adapter': ['debug-adapters'], 'help': ['by-hand'], 'fuzz': ['fuzzing', 'scale'], 'capture': ['captures'], 'bench': ['bench'], 'proxy': ['proxy'],
}
OPTION = re.compile(r'^  (?:-\w, |    )(--[a-z][\w-]*)', re.M)
COMMAND = re.compile(r'^  ([a-z][\w-]*) {2,}', re.M)


def help_of(stubborn, *words):
    return subprocess.run([stubborn, *words, '--help'], capture_output=True, text=True, check=True).stdout


def options_of(stubborn):
    """command: set of its long options."""
    overview = help_of(stubborn).partition('commands:')[2].partition('first steps:')[0]
    return {name: set(OPTION.findall(help_of(stubborn, name))) for name in COMMAND.findall(overview)}


def names(text, option):
    return re.search(re.escape(option) + r'(?![\w-])', text) is not None


def missing(known, texts):
    """Options without a page."""
    for command, options in known.items():
        where = PAGES.get(command) or [name for name, text in texts.items() if f'stubborn {command}' in text]
        text = '\n'.join(texts.get(name, '') for name in where)
        for option in sorted(options - {'--help'}):
            if not names(text, option):
                yield f'docs/{(where or ["?"])[0]}.md: nothing about option {option} of stubborn {command}'


def calls(line):
    """The calls of stubborn in a line of a shell block: (command, options)."""
    line = re.sub(r"'[^']*'|\"[^\"]*\"", 'X', line.partition(' #')[0])
    for call in re.findall(r'(?:^|[ $/])stubborn ([a-z][\w-]*[^|&;>]*)', line):
        words = call.split()
        yield words[0], [word.partition('=')[0] for word in words if word.startswith('--')]


def unknown(known, texts):
    """Commands and options in the pages that the program does not have."""
    for name, text in texts.items():
        for number, language, lines in pages.blocks(text):
            if language not in ('sh', 'console', 'bash'):
                continue
            for i, line in enumerate(lines, number + 1):
                if language == 'console' and not line.startswith(('$ ', '> ')):
                    continue
                for command, options in calls(line):
                    if command not in known:
                        yield f'{name}.md:{i}: there is no command "{command}"'
                    for option in options:
                        if option not in known.get(command, {option}):
                            yield f'{name}.md:{i}: stubborn {command} has no option {option}'


def self_test():
    known = {'fly': {'--high', '--far', '--help'}}
    texts = {'a': '```sh\nstubborn fly --high 3\nstubborn walk\nstubborn fly --low\n```\n'}
    assert list(missing(known, texts)) == ['docs/a.md: nothing about option --far of stubborn fly']
    assert len(list(unknown(known, texts))) == 2
    assert not names('--higher', '--high')


def main():
    self_test()
    root, stubborn = sys.argv[1:]
    known = options_of(stubborn)
    texts = {path.stem: path.read_text(encoding='utf-8') for path in pages.guides(root)}
    problems = list(missing(known, texts)) + list(unknown(known, texts))
    print('\n'.join(problems) or f'{sum(map(len, known.values()))} options of {len(known)} commands, each with a page')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
