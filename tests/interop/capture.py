#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records a session of a real debugger with a real stub and looks whether `stubborn capture` tells the truth of it.

usage: capture.py STUBBORN BUILD SESSION
       capture.py STUBBORN --count NAME...      counts only, of captures that are there already, in $STUBBORN_CAPTURES
                                                or shared/captures beside the source tree; exit status 77 for none

Four things must hold: the counts are those of a counter that shares no code with ours (and of tshark's reassembly,
where tshark is installed); the capture, said again to the same stub, is answered to the end and nearly alike; as a
scenario it passes lint; and that scenario passes against the same stub. Who stops first is the machine's choice where
threads race: the last two have a second try.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))
import count  # noqa: E402
import record  # noqa: E402

GDB = ['-nx', '-q', '-batch', '-ex', 'set pagination off', '-ex', 'set debuginfod enabled off', '-ex', 'set sysroot /']
CONNECT = ['-ex', 'target remote 127.0.0.1:{port}']
WALK = ['-ex', 'break main', '-ex', 'continue', '-ex', 'backtrace', '-ex', 'info registers', '-ex', 'stepi', '-ex',
        'stepi', '-ex', 'x/8xw $sp', '-ex', 'delete', '-ex', 'continue']
NON_STOP = ['-ex', 'set non-stop on'] + CONNECT
ALL_ON = ['-ex', 'break main', '-ex', 'continue -a', '-ex', 'info threads', '-ex', 'stepi', '-ex', 'delete', '-ex',
          'continue -a']
LLDB = ['--no-lldbinit', '--batch', '-o', 'settings set symbols.enable-external-lookup false', '-o',
        'gdb-remote 127.0.0.1:{port}', '-o', 'breakpoint set --name main', '-o', 'process continue', '-o', 'bt', '-o',
        'register read', '-o', 'thread step-inst', '-o', 'breakpoint delete 1', '-o', 'process continue']

# name: stub, client, debuggee, folder of it, what `run` and `replay` are told
SESSIONS = {
    'gdb-gdbserver': (['gdbserver', '--once', '127.0.0.1:{port}', '{program}'], ['gdb'] + GDB + CONNECT + WALK,
                      'hello', 'host', 'profile:gdbserver'),
    'gdb-gdbserver-non-stop': (['gdbserver', '--once', '127.0.0.1:{port}', '{program}'],
                               ['gdb'] + GDB + NON_STOP + ALL_ON, 'hello', 'host', 'profile:gdbserver'),
    'lldb-lldb-server': (['lldb-server-19', 'gdbserver', '127.0.0.1:{port}', '--', '{program}'],
                         ['lldb-19', '{program}'] + LLDB, 'hello', 'host', 'profile:lldb-server'),
    'gdb-qemu': (['qemu-riscv64', '-g', '{port}', '{program}'], ['gdb-multiarch'] + GDB + CONNECT + WALK, 'hello',
                 'riscv64', 'profile:qemu-riscv64'),
    'gdb-reference': (['{stubborn}', 'stub', '-q', '--once', '--listen', 'tcp:{port}', 'threads4'],
                      ['gdb-multiarch'] + GDB + CONNECT + WALK, 'threads4', 'riscv64', 'reference'),
    'gdb-reference-non-stop': (['{stubborn}', 'stub', '-q', '--once', '--listen', 'tcp:{port}', 'threads4'],
                               ['gdb-multiarch'] + GDB + NON_STOP + ALL_ON, 'threads4', 'riscv64', 'reference'),
}
KEYS = ['packets_to_stub', 'packets_from_stub', 'notifications', 'acks', 'interrupts', 'bytes_to_stub',
        'bytes_from_stub']
MOST_DIFFERENCES = 0.08  # of all packets: strings in registers, random numbers, times


def run(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False, **more)


def fail(what, text=b''):
    print(f'FAIL {what}')
    sys.stdout.flush()
    sys.stdout.buffer.write(text)
    sys.exit(1)


def check_counts(stubborn, path):
    done = subprocess.run([stubborn, 'capture', 'analyze', '-o', 'json', path], stdout=subprocess.PIPE, check=True)
    summary = json.loads(done.stdout)['summary']
    ours = {key: summary[key] for key in KEYS}
    for key in ('tcp_gaps', 'bad_checksums'):
        if summary[key]:
            fail(f'{path}: {key} {summary[key]}')
    counters = {'counter': count.streams}
    if shutil.which('tshark'):
        counters['tshark'] = count.tshark_streams
    for name, streams in counters.items():
        theirs = count.count(streams(path), None)
        if ours != theirs:
            fail(f'{path}: {name} counts otherwise\n  ours   {ours}\n  theirs {theirs}')
    return ours, list(counters)


def check_replay(stubborn, path, stub, program):
    for _ in range(2):
        done = run([stubborn, 'capture', 'replay', '-o', 'json', '--stub', stub, '--program', program, path])
        try:
            report = json.loads(done.stdout)
        except ValueError:
            fail('replay gives no report', done.stdout)
        packets = report['alike'] + report['differences']
        if report['end'] == 'OK' and report['replayed'] == report['requests'] and \
                report['differences'] + report['unexpected'] <= packets * MOST_DIFFERENCES:
            return report
    fail('replay', run([stubborn, 'capture', 'replay', '-v', '--stub', stub, '--program', program, path]).stdout)
    return None


def check_scenario(stubborn, path, stub, program, folder):
    scenario = os.path.join(folder, 'session.yaml')
    done = run([stubborn, 'capture', 'to-scenario', '--program', program, '-o', f'yaml:{scenario}', path])
    if done.returncode:
        fail('to-scenario', done.stdout)
    lint = run([stubborn, 'lint', scenario])
    if lint.returncode:
        fail('lint', lint.stdout)
    for _ in range(2):
        done = run([stubborn, 'run', '--stub', stub, scenario])
        if done.returncode == 0 and (b'1 pass' in done.stdout or b'1 xfail' in done.stdout):
            return  # xfail: what the stub is known to do wrong, it did here, too
    fail('run', done.stdout)


def record_session(stubborn, build, session, folder):
    stub, client, program, kind, profile = SESSIONS[session]
    program_path = os.path.join(build, 'corpora', kind, program)
    fill = lambda words: [w.replace('{program}', program_path).replace('{stubborn}', stubborn) for w in words]
    path = os.path.join(folder, session + '.pcap')
    command = fill(client)
    if 'gdb' in command[0]:
        command.append(program_path)
    output = record.run_both(path, fill(stub), command)
    if b'exited normally' not in output and b'exited with status = 0' not in output:
        fail('the session did not go to its end', output)
    return path, program, profile


def count_known(stubborn, names):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
    folders = [os.environ.get('STUBBORN_CAPTURES', ''), os.path.join(root, '..', 'shared', 'captures'),
               os.path.join(root, '..', '..', 'shared', 'captures')]
    found = 0
    for name in names:
        path = next((path for path in (os.path.join(folder, name) for folder in folders) if os.path.exists(path)), None)
        if path:
            ours, by = check_counts(stubborn, path)
            print(f'{name}: {ours} as by {" and ".join(by)}')
            found += 1
    if not found:
        sys.exit(77)


def main():
    stubborn = os.path.abspath(sys.argv[1])
    if sys.argv[2] == '--count':
        count_known(stubborn, sys.argv[3:])
        return
    with tempfile.TemporaryDirectory() as folder:
        path, program, profile = record_session(stubborn, os.path.abspath(sys.argv[2]), sys.argv[3], folder)
        ours, by = check_counts(stubborn, path)
        print(f'{ours} as by {" and ".join(by)}')
        report = check_replay(stubborn, path, profile, program)
        print(f'replayed {report["replayed"]}, {report["differences"]} of {report["alike"]} differ, ids {report["ids"]}')
        check_scenario(stubborn, path, profile, program, folder)


if __name__ == '__main__':
    main()
