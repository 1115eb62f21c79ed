#!/usr/bin/env python3
# The suite for debug adapters is proved by the faults of our own: each is noticed, and without one all scenarios pass.
# usage: selftest.py STUBBORN AREA...      an area is that of scenarios; its faults are those of its requirements
# SPDX-License-Identifier: MIT
import json
import subprocess
import sys
import tempfile

GROUPS = {'framing': 'FRAME', 'base': 'BASE', 'init': 'INIT', 'queue': 'QUEUE', 'cancel': 'CANCEL', 'run': 'RUN', 'move': 'MOVE', 'breakpoints': 'BRK',
          'capabilities': 'CAP', 'stack': 'STACK', 'variables': 'VAR', 'memory': 'MEM', 'events': 'EVENT', 'robustness': 'ROBUST'}
# A scenario of another area that notices a fault of this one.
BESIDE = {'framing': ['events/output-in-order'], 'run': ['init/program-that-is-missing']}
# The built-in machine loads no libraries: interop.dap.FAULT shows these in front of gdbserver.
ELSEWHERE = {'brk-later-unsaid', 'brk-later-other-id'}


def faults_of(stubborn, areas):
    rows = subprocess.run([stubborn, 'adapter', 'faults'], check=True, capture_output=True, text=True).stdout.splitlines()
    groups = {f'DAP-{GROUPS[area]}' for area in areas}
    names = [row.split()[0] for row in rows if row.split()[1].rsplit('-', 1)[0] in groups]
    return [name for name in names if name not in ELSEWHERE]


def report_of(stubborn, areas, faults):
    with tempfile.NamedTemporaryFile(suffix='.json') as file:
        command = [stubborn, 'adapter', 'selftest', '-j', '4', '-o', f'json:{file.name}']
        for name in faults:
            command += ['--fault', name]
        for area in areas:
            for chosen in [f'{area}/', *BESIDE.get(area, [])]:
                command += ['--filter', chosen]
        ended = subprocess.run(command, capture_output=True, text=True)
        if ended.returncode not in (0, 1):
            sys.exit(f'status {ended.returncode}: {ended.stderr}')
        return json.load(open(file.name, encoding='utf-8'))


def main():
    stubborn, areas = sys.argv[1], sys.argv[2:]
    faults = faults_of(stubborn, areas)
    report = report_of(stubborn, areas, faults)
    wrong = [f'{r["scenario"]} does not pass without a fault: {r.get("message", "")}' for r in report['results']
             if r['verdict'] not in ('pass', 'skip')]
    shown = {row['fault']: row.get('killed_by', '') for row in report['fault_list']}
    wrong += [f'{name} survives' for name in faults if not shown.get(name)]
    print('\n'.join(wrong) or f'{len(faults)} faults, {len(report["results"])} scenarios')
    return 1 if wrong or not faults else 0


if __name__ == '__main__':
    sys.exit(main())
