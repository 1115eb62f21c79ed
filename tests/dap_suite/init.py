#!/usr/bin/env python3
# `stubborn adapter init` finds out how a small adapter wants to be launched and what it can do, and `adapter run` takes the profile.
# usage: init.py STUBBORN
# SPDX-License-Identifier: MIT
import json
import pathlib
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
LAUNCH = {'program': '${program}', 'cwd': '${folder}', 'arguments': '${words}'}
FACTS = {'calls': True, 'call': 'call ', 'slow': 'shell sleep 3', 'slow-context': 'repl'}


def init(stubborn, path, *more, sources=None):
    adapter = ' '.join([sys.executable, str(HERE / 'small_adapter.py'), *more])
    return subprocess.run([stubborn, 'adapter', 'init', '--timeout', '8s', '--start', '20s', '--adapter', f'exec:{adapter}', path,
                           *(['--sources', sources] if sources else [])], check=False,
                          capture_output=True, text=True)


def expect(what, wanted, got):
    if wanted != got:
        sys.exit(f'{what}: expected {wanted!r}, got {got!r}')


def main():
    stubborn = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = f'{folder}/small.yaml'
        expect('status', 0, init(stubborn, path).returncode)
        text = pathlib.Path(path).read_text(encoding='utf-8')
        profile = yaml.safe_load(text)
        expect('launch', LAUNCH, profile['launch'])
        expect('facts', FACTS, profile['facts'])
        expect('the time to start that was given', '20000ms', profile['start'])
        for line in ('#   supportsNothing\\x0a', '#   stop-on-entry: no stop came', '#   interruptible: the adapter does not announce'):
            expect(f'{line} in the profile', True, line in text)
        ran = subprocess.run([stubborn, 'adapter', 'run', '--profile', path, '--filter', 'stack/a-page', '-o', 'json:-'], check=False,
                             capture_output=True, text=True)
        expect('verdict of a scenario by the profile', ['fail'], [row['verdict'] for row in json.loads(ran.stdout)['results']])
        expect('status of a file that is there', 2, init(stubborn, path).returncode)
        refused = f'{folder}/refused.yaml'
        expect('status of a launch that is refused', 1, init(stubborn, refused, 'stubborn').returncode)
        expect('what was tried', True, '"cwd":"${folder}"}: launch is refused: no launch\n' in pathlib.Path(refused).read_text(encoding='utf-8'))
        expect('what needs no debuggee', True, '#   --filter init/response-comes-first\n' in pathlib.Path(refused).read_text(encoding='utf-8'))
        other = f'{folder}/elsewhere.yaml'
        expect('status of a stop in another source', 1, init(stubborn, other, 'elsewhere').returncode)
        expect('where it stopped', True, "it stopped in sample.rs, which is not the debuggee's source\n" in pathlib.Path(other).read_text(encoding='utf-8'))
        ends = init(stubborn, f'{folder}/ends.yaml', 'ends')
        expect('status of an adapter that ends at each launch', 3, ends.returncode)
        expect('its reason', True, 'the adapter ended at each launch' in ends.stderr)
        for name in ('sample', 'chatty'):
            (pathlib.Path(folder) / f'{name}.toy').write_text('line /* @work */\n', encoding='utf-8')
        toy = f'{folder}/toy.yaml'
        expect('status with a language of its own', 0, init(stubborn, toy, 'toy', sources=folder).returncode)
        profile = yaml.safe_load(pathlib.Path(toy).read_text(encoding='utf-8'))
        expect('its debuggees', ('.toy', '${source}'), (profile['extension'], profile['launch']['program']))
        ran = subprocess.run([stubborn, 'adapter', 'init', '--adapter', 'exec:false'], check=False, capture_output=True)
        expect('status without an adapter', 3, ran.returncode)
    print('launch and facts are found')


if __name__ == '__main__':
    main()
