#!/usr/bin/env python3
# Records a debugging session without any right to capture: stands between client and stub, forwards bytes, and
# writes what passed as a classic pcap file of raw IPv4 packets, as tcpdump would have seen it.
# usage: record.py OUT.pcap STUB CLIENT_COMMAND...
# STUB is the port of one that runs, or a command that starts one; {port} in either command is where it listens, or
# where to connect.
# Written apart from the program's own writer, so that one can not hide the other's faults.
# SPDX-License-Identifier: MIT
import os
import select
import shlex
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

FIN, SYN, PSH, ACK = 1, 2, 8, 16
MOST = 16384


class Pcap:
    """One TCP connection between CLIENT and STUB."""

    def __init__(self, path, client_port, stub_port):
        self.file = open(path, 'wb')
        self.file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 101))
        self.ports = (client_port, stub_port)
        self.seq = [1000, 0xfffffff0]  # the stub's numbers wrap early
        self.lock = threading.Lock()

    def packet(self, side, flags, payload=b''):
        now = time.time()
        ack = self.seq[1 - side] if flags & ACK else 0
        tcp = struct.pack('>HHIIBBHHH', self.ports[side], self.ports[1 - side], self.seq[side], ack, 5 << 4, flags,
                          65535, 0, 0) + payload
        addresses = (bytes([127, 0, 0, 1]), bytes([127, 0, 0, 1]))
        ip = struct.pack('>BBHHHBBH', 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0) + addresses[0] + addresses[1]
        frame = ip + tcp
        self.file.write(struct.pack('<IIII', int(now), int(now % 1 * 1e6), len(frame), len(frame)) + frame)
        self.seq[side] = (self.seq[side] + len(payload) + bool(flags & (SYN | FIN))) & 0xffffffff

    def open(self):
        self.packet(0, SYN)
        self.packet(1, SYN | ACK)
        self.packet(0, ACK)

    def data(self, side, data):
        for at in range(0, len(data), MOST):
            self.packet(side, PSH | ACK, data[at:at + MOST])

    def fin(self, side):
        self.packet(side, FIN | ACK)

    def close(self):
        self.file.close()


def connect(port, deadline):
    while True:
        try:
            return socket.create_connection(('127.0.0.1', port), 1)
        except OSError:
            if time.time() > deadline:
                raise
            time.sleep(0.02)


def forward(client, stub, pcap):
    """Until both have closed; what one closes is closed for the other."""
    ends = [client, stub]
    for end in ends:
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    pcap.open()
    reading = set(ends)
    while reading:
        for end in select.select(list(reading), [], [], 60)[0]:
            side = ends.index(end)
            try:
                data = end.recv(65536)
            except ConnectionError:
                data = b''
            # Written before it is passed on: an answer can not come before its question.
            if data:
                pcap.data(side, data)
            else:
                pcap.fin(side)
                reading.discard(end)
            try:
                if data:
                    ends[1 - side].sendall(data)
                else:
                    ends[1 - side].shutdown(socket.SHUT_WR)
            except OSError:
                pass
    client.close()
    stub.close()


def record(path, listener, stub_port, timeout=60):
    """Takes one client at `listener` and connects it to the stub."""
    listener.settimeout(timeout)
    client, peer = listener.accept()
    client.settimeout(None)
    stub = connect(stub_port, time.time() + 10)
    stub.settimeout(None)
    pcap = Pcap(path, peer[1], stub_port)
    try:
        forward(client, stub, pcap)
    finally:
        pcap.close()


def listen(port=0):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(('127.0.0.1', port))
    listener.listen(1)
    return listener


def free_port():
    with listen() as listener:
        return listener.getsockname()[1]


def wait_until_it_listens(port, process, deadline):
    """Looks at the kernel's table: a connection to try would be a session for stubs that take one."""
    wanted = f':{port:04X}'
    while time.time() < deadline and process.poll() is None:
        for table in ('/proc/net/tcp', '/proc/net/tcp6'):
            for line in open(table).readlines()[1:]:
                words = line.split()
                if words[1].endswith(wanted) and words[3] == '0A':
                    return
        time.sleep(0.02)
    raise SystemExit(f'the stub does not listen at {port}')


def run_client(path, stub_port, command, timeout=60):
    """Runs a client through a recorder; its output as bytes."""
    listener = listen()
    port = str(listener.getsockname()[1])
    recorder = threading.Thread(target=record, args=(path, listener, stub_port, timeout), daemon=True)
    recorder.start()
    done = subprocess.run([word.replace('{port}', port) for word in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False)
    recorder.join(timeout)
    listener.close()
    return done.stdout


def run_both(path, stub, command, timeout=60):
    """The same with a stub of its own, a list of words with {port}, that is ended afterwards."""
    port = free_port()
    process = subprocess.Popen([word.replace('{port}', str(port)) for word in stub], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until_it_listens(port, process, time.time() + 10)
        return run_client(path, port, command, timeout)
    finally:
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def main():
    path, stub, *command = sys.argv[1:]
    if stub.isdigit():
        output = run_client(path, int(stub), command)
    else:
        output = run_both(path, shlex.split(stub), command)
    sys.stdout.buffer.write(output)


if __name__ == '__main__':
    main()
