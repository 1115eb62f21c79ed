#!/usr/bin/env python3
# The static program's tools: check-static finds what a program lacks, package and sysroot say which machines they know.
# usage: static.py ROOT CC      exit status 77: no folder can be made a root here
# STUBBORN_FULL=1: the program itself too, for this machine and for aarch64, twice, in two folders (minutes of work, and Debian's mirror).
# SPDX-License-Identifier: MIT
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, CC = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
CROSS = 'aarch64-linux-gnu-gcc'
PRESETS = ('static', 'static-aarch64')

# As much of stubborn as check-static asks for; LACKS is what this one does not do.
STAND_IN = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (!strcmp(command, LACKS)) {
        return 5;
    }
    if (!strcmp(command, "--version")) {
        puts("stand-in 1.0");
    } else if (!strcmp(command, "list")) {
        puts("a/scenario");
    } else if (!strcmp(command, "init")) {
        keep("/stubborn.yaml", strcmp(LACKS, "settings") ? "stub: reference\n" : "");
    } else if (access("/tmp", W_OK)) {
        fputs(strcmp(LACKS, "words") ? "no folder; see XDG_CACHE_HOME\n" : "no folder\n", stderr);
        return 2;
    } else {
        keep("/report.html", strcmp(LACKS, "page") ? "<html></html>\n" : "<html>");
        puts(strcmp(LACKS, "counts") ? "5 pass   2 skip" : "nothing");
    }
    return 0;
}
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          check=False, text=True, errors='replace', **options)
    return done.returncode, done.stdout


class Tools(unittest.TestCase):
    def test_unknown_machines_and_options_are_named(self):
        self.assertEqual(run(ROOT / 'tools/dev/package', '--arch', 'vax'),
                         (2, f'package: --arch "vax": there is aarch64, and this machine\'s {os.uname().machine}\n'))
        self.assertEqual(run(ROOT / 'tools/dev/package', '--sttic'),
                         (2, 'package: no option "--sttic"; there are --static and --arch ARCH\n'))
        self.assertEqual(run(ROOT / 'tools/dev/sysroot', 'vax'), (2, 'sysroot: no libraries for "vax", only for aarch64\n'))


class Check(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        (self.folder / 'stand-in.c').write_text(STAND_IN, encoding='utf-8')

    def check(self, compiler, lacks='', link='-static'):
        program = self.folder / f'stand-in-{lacks}'
        status, out = run(compiler, link, f'-DLACKS="{lacks}"', '-o', program, self.folder / 'stand-in.c')
        self.assertEqual(status, 0, out)
        return run(ROOT / 'tools/dev/check-static', program)

    def test_each_thing_that_is_lacking_is_said(self):
        status, out = self.check(CC)
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r'^stand-in 1\.0 for \w+ in an empty root: \d+ bytes; --version \d+ ms, .* the suite \d+ ms\n$')
        for lacks, words in (('--version', '--version ends with 5'), ('list', 'list scenarios ends with 5'), ('init', 'init ends with 5'),
                             ('settings', 'init wrote no stubborn.yaml'), ('run', 'run ends with 5'), ('page', 'run wrote no page'),
                             ('counts', 'run says: nothing'), ('words', 'without /tmp it ends with 2: no folder')):
            with self.subTest(lacks):
                status, out = self.check(CC, lacks)
                self.assertEqual((status, out.startswith(f'check-static: {words}')), (1, True), out)

    def test_a_library_is_one_too_many(self):
        status, out = self.check(CC, link='-rdynamic')
        self.assertEqual((status, out.endswith(' needs shared libraries\n')), (1, True), out)

    @unittest.skipUnless(shutil.which(CROSS) and shutil.which('qemu-aarch64'), f'{CROSS} or qemu-aarch64 is not installed (tools/setup cross)')
    def test_another_machine_is_emulated(self):
        status, out = self.check(CROSS)
        self.assertEqual(status, 0, out)
        self.assertIn(' for aarch64 in an empty root', out)
        self.assertEqual(self.check(CROSS, 'init')[0], 1)


@unittest.skipUnless(os.environ.get('STUBBORN_FULL'), 'the program itself: only with STUBBORN_FULL=1, it takes minutes')
class Program(unittest.TestCase):
    """Built in a folder of another name, each gives the same bytes."""

    def test_two_folders_give_the_same_bytes(self):
        made = []
        for name in ('one', 'in/another/folder'):
            held = tempfile.TemporaryDirectory()
            self.addCleanup(held.cleanup)
            folder = pathlib.Path(held.name) / name
            self.assertEqual(run('git', '-c', 'safe.directory=*', 'clone', '-q', ROOT, folder)[0], 0)
            status, out = run('tools/dev/sysroot', 'aarch64', cwd=folder)
            self.assertEqual(status, 0, out)
            for preset in PRESETS:
                status, out = run('tools/build', preset, '--target', 'stubborn', '-DRSP_PLOTS=OFF', cwd=folder)
                self.assertEqual(status, 0, out)
                status, out = run('tools/dev/check-static', f'build/{preset}/tools/stubborn', cwd=folder)
                self.assertEqual(status, 0, out)
                print(out, end='')
            made.append([(folder / f'build/{preset}/tools/stubborn').read_bytes() for preset in PRESETS])
        self.assertTrue(made[0] == made[1], 'two builds differ')


if run('unshare', *([] if os.geteuid() == 0 else ['-r']), 'chroot', '/', 'true')[0]:
    print('no folder can be made a root here: neither root nor a namespace of a user')
    sys.exit(77)
unittest.main(argv=sys.argv[:1])
