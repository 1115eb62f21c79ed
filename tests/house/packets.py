#!/usr/bin/env python3
# The names of packets stand in the packet table: elsewhere code uses their ids (rsp_packet_identify, rsp_packet_name).
# usage: packets.py ROOT
# Reads the names from harness/base/codec/packet_list.h and fails on a string literal that is a request by the table's rules.
# Names of one letter are left out: "m" or "s" may be anything. A literal with a blank is a text for people.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

FOLDERS = ('harness', 'tools', 'reports')
LIST = 'harness/base/codec/packet_list.h'
ROW = re.compile(r'^    X\(\w+, "([^"]+)", (\w+), (?:0|\'(.)\'),', re.M)
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\\n])+\'|"((?:\\.|[^"\\\n])*)"', re.S)

# (file or folder, name of the packet): why the name stands there. One that no longer occurs must go.
EXCEPTIONS = {
    ('tools/bench/', 'qSupported'): 'a request that a benchmark plays',
    ('tools/bench/', 'QStartNoAckMode'): 'a request that a benchmark plays',
    ('tools/bench/', 'QNonStop'): 'a request that a benchmark plays',
    ('tools/bench/', 'vCont'): 'a request that a benchmark plays',
    ('tools/bench/', 'vStopped'): 'a request that a benchmark plays',
    ('harness/base/codec/feature.h', 'Qbtrace'): 'features that begin so, of objects and formats that are no packets of the table',
    ('harness/base/codec/feature.h', 'Qbtrace-conf'): 'features that begin so, of objects and formats that are no packets of the table',
    ('harness/base/codec/feature.h', 'qXfer'): 'features that begin so, of objects and formats that are no packets of the table',
    ('harness/fuzzing/targets/fuzz_session.c', 'qSupported'): 'a request that a fuzz target plays',
    ('harness/fuzzing/targets/fuzz_session.c', 'vCont'): 'a request that a fuzz target plays',
    ('harness/fuzzing/netfuzz/play/calibrate.c', 'vCont'): 'how a reply begins',
    ('harness/fuzzing/grammar/generate.c', 'qSupported'): 'offers of real debuggers, as they send them',
    ('harness/judge/rehearsal/', 'QDisableRandomization'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QEnableErrorStrings'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QEnvironmentReset'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QListThreadsInStopReply'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QSetWorkingDir'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QStartNoAckMode'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QStartupWithShell'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'QThreadSuffixSupported'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qAttached'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qC'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qHostInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qMemoryRegionInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qOffsets'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qProcessInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qRegisterInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qShlibInfoAddr'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qSupported'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qSymbol'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qTStatus'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qThreadExtraInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qVAttachOrWaitSupported'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qWatchpointSupportInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qXfer'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qXfer:features:read'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qXfer:memory-map:read'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qXfer:threads:read'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qfThreadInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'qsThreadInfo'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vCont'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vCont?'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vFlashDone'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vFlashErase'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vFlashWrite'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vKill'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vMustReplyEmpty'): 'the bytes of a debugger, as it sends them',
    ('harness/judge/rehearsal/', 'vRun'): 'the bytes of a debugger, as it sends them',
    ('harness/debugger/dwarf/debug_holder.c', '_M'): "members of C++'s library begin so",
    ('harness/fuzzing/grammar/generate.c', 'QNonStop'): 'the beginning of a session, as debuggers send it',
}

def read_names(text):
    """name -> (match, delimiter), without names of one letter."""
    rows = {name: (match, delimiter) for name, match, delimiter in ROW.findall(text)}
    assert len(rows) > 100, f'{LIST}: only {len(rows)} rows could be read'
    return {name: row for name, row in rows.items() if len(name) > 1}


def accepts(match, delimiter, rest):
    """As the table does; a conversion of printf may stand for arguments."""
    if rest == '' or match == 'PREFIX' or rest[0] == '%':
        return True
    return (match == 'HEX' and rest[0] in '0123456789abcdefABCDEF') or (match == 'DELIM' and rest[0] == delimiter)


def packet_of(names, literal):
    """The name of the packet that the literal is a request of, or None."""
    if ' ' in literal:
        return None
    for length in range(len(literal), 1, -1):
        row = names.get(literal[:length])
        if row and accepts(*row, literal[length:]):
            return literal[:length]
    return None


def literals_of(text):
    for match in TOKEN.finditer(text):
        if match.group(1) is not None:
            yield tree.line_of(text, match.start()), match.group(1)


def occurrences(root, names):
    for path, text in tree.sources(root, *FOLDERS):
        if path == LIST:
            continue
        for line, literal in literals_of(text):
            name = packet_of(names, literal)
            if name:
                yield path, line, literal, name


def check(root, names, exceptions):
    used, problems = set(), []
    for path, line, literal, name in occurrences(root, names):
        exception = tree.place_of((p for p, n in exceptions if n == name), path)
        if exception:
            used.add((exception, name))
        else:
            problems.append(f'{path}:{line}: "{literal}" names the packet {name}: use its id')
    return problems + [f'packets.py: the exception for {name} in {path} is not needed' for path, name in exceptions
                       if (path, name) not in used]


def self_test(names):
    """The checks themselves can fail."""
    for literal, name in {'vCont': 'vCont', 'vCont;c': 'vCont', 'vCont?': 'vCont?', '_M%x,rx': '_M', 'qL1': 'qL',
                          'vContSupported+': None, 'qCX': None, 'vCont without an action': None, 's': None}.items():
        assert packet_of(names, literal) == name, (literal, packet_of(names, literal))
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f'{root}/harness/new')
        with open(f'{root}/harness/new/a.c', 'w', encoding='utf-8') as f:
            f.write('/* "vCont" */\nchar quote = \'"\';\nask("vCont;c"); // "vRun"\n')
        problems = check(root, names, {})
        assert len(problems) == 1 and problems[0].startswith('harness/new/a.c:3: "vCont;c" names'), problems
        assert check(root, names, {('harness/new/', 'vCont'): 'why'}) == []
        assert len(check(root, names, {('harness/new/', 'vCont'): '', ('harness/new/', 'vRun'): ''})) == 1


def main():
    root = sys.argv[1]
    with open(os.path.join(root, LIST), encoding='utf-8') as f:
        names = read_names(f.read())
    self_test(names)
    problems = check(root, names, EXCEPTIONS)
    print('\n'.join(problems) or f'no packet of the table is named in code, but for {len(EXCEPTIONS)} exceptions')
    return 1 if problems else 0


sys.exit(main())
