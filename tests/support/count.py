#!/usr/bin/env python3
# Counts the packets of a debugging session in a capture, without anything of ours: for comparing with.
# usage: count.py FILE.pcap [STUB_PORT]     prints packets_to_stub, packets_from_stub, notifications, acks, bytes
#        count.py --tshark FILE.pcap [PORT] reassembled by tshark instead of here
# Reads classic pcap (Ethernet, raw IPv4), one TCP connection, no loss; a packet is $...#hh in the stream.
# SPDX-License-Identifier: MIT
import json
import re
import struct
import subprocess
import sys

# Towards the client % begins a notification; in a packet both are data.
TOKEN = re.compile(rb'\$[^#$]*#[0-9a-fA-F]{2}|%[^#$]*#[0-9a-fA-F]{2}|\+|-|\x03', re.S)


def segments(path):
    """(source port, target port, sequence number, flags, payload) of each TCP segment."""
    data = open(path, 'rb').read()
    magic, = struct.unpack_from('<I', data)
    if magic not in (0xa1b2c3d4, 0xa1b23c4d):
        raise SystemExit(f'{path}: no little-endian pcap')
    link, = struct.unpack_from('<I', data, 20)
    skip = {1: 14, 101: 0, 113: 16, 276: 20}[link]
    at = 24
    while at + 16 <= len(data):
        _, _, captured, _ = struct.unpack_from('<IIII', data, at)
        frame = data[at + 16 + skip:at + 16 + captured]
        at += 16 + captured
        if len(frame) < 40 or frame[0] >> 4 != 4 or frame[9] != 6:
            continue
        total, = struct.unpack_from('>H', frame, 2)
        tcp = frame[(frame[0] & 15) * 4:total]
        source, target, seq, _, offset, flags = struct.unpack_from('>HHIIBB', tcp)
        yield source, target, seq, flags, tcp[(offset >> 4) * 4:]


def streams(path):
    """The bytes by source port, ordered by sequence number; what was sent twice counts once."""
    first, pieces, ports = {}, {}, {}
    for source, target, seq, flags, payload in segments(path):
        if flags & 2:
            first[source] = (seq + 1) & 0xffffffff
        if payload:
            first.setdefault(source, seq)
            pieces.setdefault(source, []).append(((seq - first[source]) & 0xffffffff, payload))
        ports[source] = target
    result = {}
    for source, list_ in pieces.items():
        out = bytearray()
        for offset, payload in sorted(list_, key=lambda piece: piece[0]):
            if offset > len(out):
                raise SystemExit(f'{path}: {offset - len(out)} bytes are missing')
            out += payload[len(out) - offset:]
        result[source] = bytes(out)
    return result


def tshark_streams(path):
    """The same from tshark's reassembly (follow), raw."""
    result = {}
    text = subprocess.run(['tshark', '-r', path, '-q', '-z', 'follow,tcp,raw,0'], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout.decode()
    nodes = re.findall(r'^Node \d: .*:(\d+)$', text, re.M)
    for line in text.splitlines():
        if re.fullmatch(r'\t?[0-9a-f]+', line):
            port = int(nodes[line.startswith('\t')])
            result[port] = result.get(port, b'') + bytes.fromhex(line.strip())
    return result


def count(by_port, stub_port):
    asks = [port for port, data in by_port.items() if b'$qSupported' in data]
    client_port = asks[0] if stub_port is None else next(port for port in by_port if port != stub_port)
    stub_port = next(port for port in by_port if port != client_port)
    to_stub, from_stub = by_port[client_port], by_port[stub_port]
    asked = TOKEN.findall(to_stub)
    said = TOKEN.findall(from_stub)
    return {
        'packets_to_stub': sum(token[:1] == b'$' for token in asked),
        'packets_from_stub': sum(token[:1] == b'$' for token in said),
        'notifications': sum(token[:1] == b'%' for token in said),
        'acks': asked.count(b'+') + said.count(b'+'),
        'interrupts': asked.count(b'\x03'),
        'bytes_to_stub': len(to_stub),
        'bytes_from_stub': len(from_stub),
    }


def main():
    words = sys.argv[1:]
    tshark = words[:1] == ['--tshark']
    words = words[tshark:]
    by_port = tshark_streams(words[0]) if tshark else streams(words[0])
    print(json.dumps(count(by_port, int(words[1]) if len(words) > 1 else None), indent=1))


if __name__ == '__main__':
    main()
