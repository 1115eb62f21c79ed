"""Conditions in AArch64 programs under qemu: the program itself must decide as the host does, and come to the same results.

usage: aarch64.py STUBBORN CC QEMU
The guest is compiled without and with optimization, static and dynamic. A line is found by the comment at its end.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).parent / 'aarch64' / 'guest.c'
SYSROOT = '/usr/aarch64-linux-gnu'
BUILDS = {'static': ['-O0', '-static'], 'dynamic': ['-O0'], 'optimized': ['-O1', '-static']}
PLAIN = [
    ('weighed', 'i % 60 == 59'), ('weighed', 'it->weight == -25 && i > 100'), ('weighed', 'it->flags == 5 && it->rank < 0'),
    ('weighed', 'it->colour == BLUE && i > 250'), ('weighed', 'it->price == 12.5'), ('weighed', 'share > 37.0 && share < 37.2'),
    ('weighed', 'it->name == "i63"'), ('weighed', 'it->next != 0 && it->next->weight == 24'), ('weighed', 'low == 255 || low == 0'),
    ('weighed', 'total % 1000u == 77 || balance < -42000'), ('weighed', 'it->id == 0x2a0000004d'), ('weighed', 'sum / (i - 150) == -3'),
    ('weighed', '(unsigned char)i == 44'), ('weighed', 'title[0] == \'r\''), ('weighed', 'items[i].share >= 0.875 && i < 9'),
    ('hashed', 'h % 977u == 3 && *p == 49'), ('hashed', '$sp != 0 && $x30 == 0'), ('compared', 'l->name[1] == 50 && r->name[2] == 53'),
    ('weighed', 'it->next->next == 0'),
]
OPTIMIZED = [('weigh', 'i % 60 == 59'), ('weigh', 'it->flags == 5 && it->rank < 0'), ('weigh', '$x1 == 200'), ('hash', '$x0 == 0 || *text == 0'),
             ('by_name', '$x30 == 0'), ('weigh', '$v0 != 5 && $v31 + 1 > 0 && $x1 == 200')]


def line_of(comment):
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if line.endswith(f'/* {comment} */'):
            return f'{SOURCE.name}:{number}'
    return comment


class Bench:
    def __init__(self, stubborn, compiler, qemu, folder):
        self.stubborn, self.compiler, self.qemu, self.folder = stubborn, compiler, qemu, pathlib.Path(folder)
        self.environment = {**os.environ, 'QEMU_LD_PREFIX': SYSROOT}

    def build(self, name):
        path = self.folder / name
        subprocess.run([self.compiler, '-g', *BUILDS[name], '-o', path, SOURCE], check=True)
        output = subprocess.run([self.qemu, path], stdout=subprocess.PIPE, check=True, env=self.environment).stdout
        return path, output

    def run(self, path, place, condition, way):
        """Stops with their values, the end, what the program wrote."""
        report = self.folder / 'report.json'
        written = self.folder / 'written'
        script = f'exec {self.qemu} -g {{port}} {path} >{written}'
        done = subprocess.run([self.stubborn, 'condition', '--stub', f'exec:sh -c "{script}"', '--program', path, '--at', place,
                               '--if', condition, '--way', way, '--stops', '40', '--timeout', '60s', '-o', f'json:{report}'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment, check=False, timeout=200)
        if done.returncode not in (0, 1):
            raise SystemExit(f'{path.name}, {place} {condition!r}, {way}: status {done.returncode}: {done.stderr}')
        result = json.loads(report.read_text())
        stops = [(s['address'], s.get('no_value'), [(v['name'], v['value']) for v in s['values']]) for s in result['stops']]
        return stops, result.get('end', ''), written.read_bytes(), result


def main():
    stubborn, compiler, qemu = sys.argv[1:]
    num, stops = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(stubborn, compiler, qemu, folder)
        for name in BUILDS:
            path, output = bench.build(name)
            for place, condition in OPTIMIZED if name == 'optimized' else PLAIN[::1 if name == 'static' else 4]:
                host, inferior = (bench.run(path, line_of(place), condition, way) for way in ('host', 'inferior'))
                assert host[:2] == inferior[:2], (name, place, condition, host[:2], inferior[:2])
                assert all(b['way'] == 'inferior' and b['lies'] == 0 for b in inferior[3]['breakpoints']), inferior[3]
                for one in (host, inferior):
                    if 'ended' in one[1]:
                        assert one[1] == 'the program ended (exit 0)' and one[2] == output, (name, condition, one[1:3], output)
                num, stops = num + 1, stops + len(host[0])
    print(f'{num} conditions, {stops} stops, all the same')
    assert stops > num


if __name__ == '__main__':
    main()
