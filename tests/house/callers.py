#!/usr/bin/env python3
# Each function that a layer exports has a caller in the product, or is public API. What only tests call is not kept.
# usage: callers.py ROOT LAYERS_TXT
# Callers are sought in the objects of all layers but fuzz, of reports and tools, and in their text (asserts, other builds).
# SPDX-License-Identifier: MIT
import collections
import os
import re
import subprocess
import sys
import tempfile

import symbols
import tree

FOLDERS = ('harness', 'reports', 'tools', 'corpora')
NOT_PRODUCT = ('harness/fuzzing/targets/', 'harness/debugger/fuzz_targets/', 'tools/bench/')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
NAME = re.compile(r'[A-Za-z_]\w*')
# What somebody else calls: engines of fuzzers, and the C runtime.
ELSEWHERE = re.compile(r'main$|LLVMFuzzer|__|afl_')

TESTS_SEE = 'tests see by it what the product does'
TESTS_MAKE = 'tests make their inputs with it'
INVERSE = 'the inverse of what the product does: tests and fuzz targets compare both ways'

# function: who needs it though no product code calls it. One that is called or gone must go, and so must a function that
# only tests of itself call.
EXCEPTIONS = {
    'rsp_baseline_count': TESTS_SEE,
    'rsp_baseline_get': TESTS_SEE,
    'rsp_client_pending': TESTS_SEE,
    'rsp_conditional_next': TESTS_SEE,
    'rsp_fork_server_pid': TESTS_SEE,
    'rsp_fuzzer_corpus': TESTS_SEE,
    'rsp_machine_event_text': TESTS_SEE,
    'rsp_mem_budget_used': TESTS_SEE,
    'rsp_mem_fuzzed_init': 'tests make allocation fail with it',
    'rsp_pcap_bytes': TESTS_SEE,
    'rsp_pcap_write_frame': TESTS_MAKE,
    'rsp_pcap_write_header': TESTS_MAKE,
    'rsp_process_arg': TESTS_SEE,
    'rsp_process_cwd': TESTS_SEE,
    'rsp_process_entry': TESTS_SEE,
    'rsp_process_num_breakpoints': TESTS_SEE,
    'rsp_report_formats': TESTS_SEE,
    'rsp_rle_compress': INVERSE,
}
MOST_EXCEPTIONS = 18  # may only fall


def objects_of(build):
    """The objects of the product that belong to no layer's archive."""
    for base, _, files in os.walk(os.path.join(build, 'tools')):
        if '/bench' not in base[len(build):]:
            yield from (os.path.join(base, f) for f in files if f.endswith('.o'))


def words(root, folders):
    """How often each word stands in C files, and in headers, without comments and strings."""
    sources, headers = collections.Counter(), collections.Counter()
    for path, text in tree.sources(root, *folders):
        if not path.startswith(NOT_PRODUCT):
            (headers if path.endswith('.h') else sources).update(NAME.findall(COMMENT.sub(' ', text)))
    return sources, headers


def dead(root, archives, others):
    sources, headers = words(root, FOLDERS)
    public = words(root, ('include',))[1]
    given, asked = symbols.read(*archives), symbols.read(*others)
    used = {s.name for s in (*given, *asked) if not s.defined}
    exported = {s.name for s in given if s.defined and s.function and not s.weak}
    return sorted(name for name in exported - used
                  if sources[name] == 1 and headers[name] < 2 and name not in public and not ELSEWHERE.match(name))


def self_test():
    """The checks themselves can fail."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in {'harness/a/a.h': 'int a_called(void);\nint a_own(void);\nint a_dead(void);\n',
                           'harness/a/a.c': 'int a_called(void) { return 1; }\nint a_own(void) { return 2; }\n'
                                            'int a_user(void) { return a_own(); }\n/* a_dead(); */\nint a_dead(void) { return 3; }\n'
                                            'int rsp_api(void) { return 4; }\n',
                           'include/rsp/a.h': 'int rsp_api(void);\n',
                           'tools/t.c': 'int a_called(void);\nint a_user(void);\nint main(void) { return a_called() + a_user(); }\n'}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                f.write(text)
        for name, source in (('a', 'harness/a/a.c'), ('t', 'tools/t.c')):
            subprocess.run(['cc', '-c', f'{root}/{source}', '-o', f'{root}/{name}.o'], check=True)
        subprocess.run(['ar', 'rcs', f'{root}/a.a', f'{root}/a.o'], check=True)
        assert dead(root, [f'{root}/a.a'], [f'{root}/t.o']) == ['a_dead']


def main():
    self_test()
    root, record = sys.argv[1], sys.argv[2]
    layers = [line.rstrip('\n').split('|') for line in open(record, encoding='utf-8') if line.strip()]
    archives = [layer[5] for layer in layers if layer[0] != 'fuzz' and os.path.exists(layer[5])]
    others = list(objects_of(os.path.dirname(record)))
    if not others:
        print('the program is not built: nobody can be asked who calls what')
        return 1
    found = dead(root, archives, others)
    problems = [f'{name}: exported, and nobody in the product calls it' for name in found if name not in EXCEPTIONS]
    problems += [f'callers.py: the exception for {name} is not needed' for name in EXCEPTIONS if name not in found]
    if len(EXCEPTIONS) > MOST_EXCEPTIONS:
        problems.append(f'callers.py: {len(EXCEPTIONS)} exceptions, at most {MOST_EXCEPTIONS}')
    print('\n'.join(problems) or f'every exported function of {len(archives)} layers is called, or public')
    return 1 if problems else 0


sys.exit(main())
