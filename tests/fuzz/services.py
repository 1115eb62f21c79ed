#!/usr/bin/env python3
# Form of the files for OSS-Fuzz and ClusterFuzzLite: keys that they know, actions with a version, and what they name exists.
# usage: services.py ROOT
# What only their images can tell (whether they build) is not looked at. A copy with a mistake in it must be refused.
# SPDX-License-Identifier: MIT
import copy
import pathlib
import re
import sys

import yaml

PROJECT_KEYS = {'homepage', 'main_repo', 'language', 'primary_contact', 'auto_ccs', 'vendor_ccs', 'fuzzing_engines', 'sanitizers',
                'architectures', 'disabled', 'builds_per_day', 'run_tests', 'help_url', 'file_github_issue', 'labels', 'view_restrictions'}
ENGINES = {'libfuzzer', 'afl', 'honggfuzz', 'centipede', 'none'}
SANITIZERS = {'address', 'undefined', 'memory', 'none', 'coverage'}
ARCHITECTURES = {'x86_64', 'i386', 'aarch64'}
ACTIONS = {
    'build_fuzzers': {'language', 'github-token', 'sanitizer', 'architecture', 'keep-unaffected-fuzz-targets', 'bad-build-check',
                      'allowed-broken-targets-percentage', 'upload-build', 'storage-repo', 'storage-repo-branch'},
    'run_fuzzers': {'language', 'github-token', 'sanitizer', 'fuzz-seconds', 'mode', 'output-sarif', 'parallel-fuzzing', 'storage-repo',
                    'storage-repo-branch', 'storage-repo-branch-coverage', 'report-unreproducible-crashes', 'report-timeouts',
                    'report-ooms', 'minimize-crashes', 'no-clusterfuzz-deployment'},
}
MODES = {'code-change', 'batch', 'prune', 'coverage'}


def project(data, whole):
    yield from (f'unknown key {key}' for key in data.keys() - PROJECT_KEYS)
    if data.get('language') not in {'c', 'c++'}:
        yield 'language is neither c nor c++'
    for key in ('homepage', 'main_repo', 'primary_contact') if whole else ():
        if not isinstance(data.get(key), str):
            yield f'{key} is missing'
    for key, known in (('fuzzing_engines', ENGINES), ('sanitizers', SANITIZERS), ('architectures', ARCHITECTURES)):
        yield from (f'{key}: {value}' for value in data.get(key, []) if value not in known)


def step(data, matrix):
    match = re.fullmatch(r'google/clusterfuzzlite/actions/(\w+)@v\d+', data.get('uses', ''))
    if not match or match.group(1) not in ACTIONS:
        yield f'{data.get("uses")}: no action of ClusterFuzzLite with a version'
        return
    given = data.get('with', {})
    yield from (f'{match.group(1)}: unknown input {key}' for key in given.keys() - ACTIONS[match.group(1)])
    sanitizers = matrix if given.get('sanitizer') == '${{ matrix.sanitizer }}' else [given.get('sanitizer')]
    yield from (f'sanitizer {s}' for s in sanitizers if s not in SANITIZERS)
    if match.group(1) == 'run_fuzzers':
        if given.get('mode') not in MODES:
            yield f'mode {given.get("mode")}'
        if not isinstance(given.get('fuzz-seconds'), int):
            yield 'fuzz-seconds is no number'
        if (given.get('mode') == 'coverage') != (sanitizers == ['coverage']):
            yield 'mode coverage goes with sanitizer coverage'


def workflow(data, root):
    on = data.get('on', data.get(True, {}))  # YAML 1.1 reads a bare `on` as a truth value
    yield from (f'{key} is missing' for key in ('name', 'permissions', 'jobs') if key not in data)
    if not set(on) <= {'pull_request', 'schedule', 'push', 'workflow_dispatch'} or not on:
        yield f'on: {on}'
    for entry in on.get('schedule', []):
        if len(entry.get('cron', '').split()) != 5:
            yield f'cron {entry}'
    for path in (on.get('pull_request') or {}).get('paths', []):
        if not (root / path.split('*')[0]).exists():
            yield f'{path} is not there'
    for name, job in data.get('jobs', {}).items():
        uses = [s.get('uses', '') for s in job.get('steps', [])]
        matrix = job.get('strategy', {}).get('matrix', {}).get('sanitizer', [])
        for one in job.get('steps', []):
            yield from (f'{name}: {what}' for what in step(one, matrix))
        if [u.split('/')[-1].split('@')[0] for u in uses] != ['build_fuzzers', 'run_fuzzers']:
            yield f'{name}: builds and runs, in this order'


def dockerfile(text, folder):
    if not re.search(r'^FROM gcr\.io/oss-fuzz-base/base-builder(:\S+)?$', text, re.M):
        yield 'not from base-builder'
    for source in re.findall(r'^COPY (\S+)', text, re.M):
        if source != '.' and not (folder.parent / source).exists() and not (folder / source).exists():
            yield f'COPY {source}: not there'


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    projects = {folder: yaml.safe_load((root / folder / 'project.yaml').read_text()) for folder in ('oss-fuzz', '.clusterfuzzlite')}
    for folder, data in projects.items():
        found += [f'{folder}/project.yaml: {what}' for what in project(data, folder == 'oss-fuzz')]
        found += [f'{folder}/Dockerfile: {what}' for what in dockerfile((root / folder / 'Dockerfile').read_text(), root / folder)]
        if not (root / folder / 'build.sh').stat().st_mode & 0o100:
            found.append(f'{folder}/build.sh cannot be run')
    flows = {path.name: yaml.safe_load(path.read_text()) for path in sorted((root / '.github/workflows').glob('cflite_*.yml'))}
    found += [f'{name}: {what}' for name, data in flows.items() for what in workflow(data, root)]
    found += [] if len(flows) == 4 else [f'{len(flows)} workflows, four are wanted']
    print('\n'.join(found) or f'{len(projects)} projects and {len(flows)} workflows have their form')

    # The check itself: mistakes that people make.
    wrong = copy.deepcopy(flows['cflite_pr.yml'])
    steps = wrong['jobs']['pr']['steps']
    steps[0]['uses'] = steps[0]['uses'].replace('@v1', '')
    steps[1]['with']['mode'] = 'pr'
    steps[1]['with']['fuzz_seconds'] = 600
    assert len(list(workflow(wrong, root))) >= 3
    assert list(project({**projects['oss-fuzz'], 'sanitizer': ['address'], 'fuzzing_engines': ['libFuzzer']}, True))
    return 1 if found else 0


sys.exit(main())
