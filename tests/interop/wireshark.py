#!/usr/bin/env python3
# The dissector that we write for Wireshark, in tshark: what it counts is what `stubborn capture` counts.
# usage: wireshark.py STUBBORN CAPTURE...
# Then a session by hand: split packets, a wrong checksum, a resend, a notification, runs, garbage. Nothing may fail in Lua.
# SPDX-License-Identifier: MIT
import collections
import json
import os
import struct
import subprocess
import sys
import tempfile

CLIENT, STUB = 40000, 1234


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


class Tshark:
    def __init__(self, script):
        self.script = script

    def fields(self, capture, *names):
        """A list for each packet of the protocol: the values of each field, in order."""
        options = [o for n in names for o in ('-e', n)]
        done = subprocess.run(['tshark', '-X', f'lua_script:{self.script}', '-r', capture, '-Y', 'gdbrsp', '-T', 'fields', *options,
                               '-E', 'occurrence=a', '-E', 'aggregator=/s', '-E', 'separator=/t'],
                              capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0 and 'Lua Error' not in done.stdout + done.stderr, (done.stdout[-500:], done.stderr)
        return [[cell.split(' ') if cell else [] for cell in line.split('\t')] for line in done.stdout.split('\n') if line]


def compare(tshark, stubborn, capture):
    """Answered requests by packet."""
    report = json.loads(run(stubborn, 'capture', 'analyze', '-o', 'json', capture))
    ours = collections.Counter({name: kind['count'] for name, kind in report['kinds'].items()})
    theirs = collections.Counter()
    for packets, answered in tshark.fields(capture, 'gdbrsp.packet', 'gdbrsp.reply_to'):
        theirs.update(packets if answered else [])
    assert ours == theirs, (ours - theirs, theirs - ours)
    return sum(ours.values())


def packet(payload, start=b'$', wrong=0):
    return start + payload + b'#%02x' % ((sum(payload) + wrong) % 256)


def segment(number, sender, data, sequence, acknowledged):
    ports = (CLIENT, STUB) if sender == CLIENT else (STUB, CLIENT)
    tcp = struct.pack('>HHIIBBHHH', *ports, sequence, acknowledged, 0x50, 0x18, 65535, 0, 0) + data
    address = b'\x7f\0\0\1'
    ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(tcp), number, 0, 64, 6, 0, address, address)
    return struct.pack('<IIII', 1, number * 1000, 20 + len(tcp), 20 + len(tcp)) + ip + tcp


def write_capture(path, said):
    """said: (sender, bytes), each a segment of its own, a millisecond apart."""
    at = {CLIENT: 1, STUB: 1}
    with open(path, 'wb') as f:
        f.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 101))
        for number, (sender, data) in enumerate(said, 1):
            other = STUB if sender == CLIENT else CLIENT
            f.write(segment(number, sender, data, at[sender], at[other]))
            at[sender] += len(data)


def by_hand(tshark, folder):
    read = packet(b'm1000,20')
    said = [(CLIENT, packet(b'qSupported:multiprocess+')),        # 1
            (STUB, b'+' + packet(b'PacketSize=1000;multiprocess+')),
            (CLIENT, b'+' + read[:5]), (CLIENT, read[5:]),         # 3, 4
            (STUB, b'+' + packet(b'0* 1234')),                     # 5: four zeros
            (CLIENT, b'+' + packet(b'vCont;c:p1.-1')),             # 6
            (STUB, b'+' + packet(b'O68690a')),                     # 7
            (STUB, packet(b'Stop:T05thread:p1.1;watch:1000;', b'%')),
            (STUB, packet(b'T05thread:p1.1;swbreak:;')),           # 9
            (CLIENT, b'-'),                                        # 10
            (STUB, packet(b'T05thread:p1.1;swbreak:;')),
            (CLIENT, b'+' + packet(b'g', wrong=1)),                # 12
            (STUB, b'-'), (CLIENT, packet(b'g')),
            (STUB, b'+' + packet(b'E01')),                         # 15
            (CLIENT, b'+' + packet(b'qNoSuchThing')),
            (STUB, b'+' + packet(b'')),
            (STUB, b'noise'),
            (CLIENT, b'\3'), (CLIENT, packet(b'}\x03}\x04' + bytes(range(128, 256)))), (CLIENT, packet(b'X10,2:}\x03*'))]
    path = os.path.join(folder, 'by-hand.pcap')
    write_capture(path, said)
    seen = {}
    for frame, *cells in tshark.fields(path, 'frame.number', 'gdbrsp.kind', 'gdbrsp.packet', 'gdbrsp.payload', 'gdbrsp.reply_to',
                                       'gdbrsp.checksum.bad', 'gdbrsp.address', 'gdbrsp.thread', 'gdbrsp.time'):
        seen[int(frame[0])] = [' '.join(c) for c in cells]
    expected = {
        1: ['request', 'qSupported', 'qSupported:multiprocess+'],
        2: ['acknowledgment reply', 'qSupported', 'PacketSize=1000;multiprocess+', '1'],
        4: ['request', 'm', 'm1000,20', '', '', '0x0000000000001000'],
        5: ['acknowledgment reply', 'm', '00001234', '4', '', '', '', '0.001000000'],
        7: ['acknowledgment console output', '', 'O68690a', ''],
        8: ['notification', '', 'Stop:T05thread:p1.1;watch:1000;', ''],
        9: ['reply', 'vCont', 'T05thread:p1.1;swbreak:;', '6', '', '', 'p1.1'],
        10: ['negative acknowledgment'],
        11: ['reply, sent again', '', 'T05thread:p1.1;swbreak:;', ''],
        12: ['acknowledgment damaged request', '', 'g', '', '1'],
        14: ['request', 'g', 'g', ''],
        15: ['acknowledgment reply', 'g', 'E01', '14'],
        17: ['acknowledgment reply', '', '', '16'],
        19: ['interrupt'],
    }
    for number, cells in expected.items():
        assert seen[number][:len(cells)] == cells, (number, seen[number], cells)


def main():
    stubborn, captures = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, 'gdbrsp.lua')
        run(stubborn, 'packet-reference', '-o', 'wireshark:' + str(script))
        tshark = Tshark(script)
        by_hand(tshark, folder)
        for capture in captures:
            print(f'{capture}: {compare(tshark, stubborn, capture)} requests, as stubborn capture counts them')


main()
