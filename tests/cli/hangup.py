#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A terminal that is closed ends a run as SIGTERM does: with its report. Under nohup the run goes on.

usage: hangup.py STUBBORN
The signal is sent when a relay between run and stub sees the packet of the second scenario, which it then keeps."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

STUBBORN = os.path.abspath(sys.argv[1])
SCENARIOS = """\
scenario: area/first
title: answers
covers: [STD-001]
steps:
  - send: qAsked
    expect: empty
---
scenario: area/second
title: is kept
covers: [STD-001]
steps:
  - send: qKept
    expect: empty
"""


class Relay:
    """Passes bytes both ways; calls `seen` once when qKept comes, and passes it on only if `seen` says so."""

    def __init__(self, port, seen):
        self.to, self.seen = port, seen
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client = self.listener.accept()[0]
            stub = socket.create_connection(('127.0.0.1', self.to))
            threading.Thread(target=self.pump, args=(client, stub), daemon=True).start()
            threading.Thread(target=self.pump, args=(stub, client), daemon=True).start()

    def pump(self, source, target):
        try:
            while data := source.recv(65536):
                if b'qKept' not in data or self.seen():
                    target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def judge(number, ignored):
    """The report of a run to which the signal was sent, and its exit status."""
    stub = subprocess.Popen([STUBBORN, 'stub', '--listen', 'tcp:127.0.0.1:0', 'hello'], stdout=subprocess.PIPE, text=True)
    try:
        port = int(next(line for line in stub.stdout if 'listening on' in line).split(',')[0].rsplit(':', 1)[1])
        relay = Relay(port, None)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'two.yaml'), 'w', encoding='utf-8') as file:
                file.write(SCENARIOS)
            command = [STUBBORN, 'run', '--no-config', '-j', '1', '--stub', f'tcp:127.0.0.1:{relay.port}', '--timeout', '100s', '-o', 'json:r.json', 'two.yaml']
            prepare = (lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) if ignored else None
            # A list that the relay reads: it may see the packet before Popen returns, and then waits.
            ready = threading.Event()
            started = []
            relay.seen = lambda: ready.wait(60) and (started[0].send_signal(number), ignored)[1]
            started.append(subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                            text=True, preexec_fn=prepare))
            ready.set()
            said = started[0].communicate(timeout=120)[0]
            assert os.path.exists(os.path.join(folder, 'r.json')), (started[0].returncode, said)
            with open(os.path.join(folder, 'r.json'), encoding='utf-8') as file:
                return json.load(file), started[0].returncode, said
    finally:
        stub.kill()
        stub.wait()
        stub.stdout.close()


def main():
    for number in (signal.SIGHUP, signal.SIGTERM):
        report, status, said = judge(number, False)
        assert status == 1, (status, said)
        assert report['interrupted'] and len(report['results']) == 1, report
    report, status, said = judge(signal.SIGHUP, True)
    assert status == 0, (status, said)
    assert not report['interrupted'] and len(report['results']) == 2, report


main()
