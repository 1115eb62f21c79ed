#!/usr/bin/env python3
# One decoder for a byte that comes from a link, and one machine for acknowledgments: harness/base/wire.
# usage: conversation.py ROOT
# Fails where something else deframes, expands runs, decodes a stream, writes '+' or '-', or decides about no-ack mode.
# Each exception is a file or folder with the reason; one that is no longer needed fails, too.
# SPDX-License-Identifier: MIT
import os
import re
import sys
import tempfile

import tree

FOLDERS = ('harness', 'include', 'tools', 'reports')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
PLAYED = 'its input is a stream, or it plays a side of one'

# name of the rule: (what it looks for, what to do instead, {file or folder: why it may})
RULES = {
    'deframing': (
        re.compile(r'\brsp_(deframe|deframe_flush|rle_expand|rle_expand_lenient)\('),
        'use rsp_decode or the events of an endpoint', {
            'harness/base/codec/deframer.h': 'declares it',
            'harness/base/codec/rle.h': 'declares it',
            'harness/base/codec/deframer.c': 'defines it',
            'harness/base/codec/rle.c': 'defines it',
            'harness/base/codec/frame.c': 'the decoder',
            'harness/base/codec/explain.c': 'explains a single payload to people',
            'harness/connection/capture/cost/detect.c': 'looks for the beginning of a packet in unknown bytes',
            'harness/fuzzing/netfuzz/play/message_class.c': 'looks at bytes that will be sent',
            'harness/fuzzing/targets/': PLAYED,
            'tools/cli/packet_printer.c': 'shows payloads and wire bytes to people, from wherever they are',
            'tools/cli/speaker.c': 'looks at bytes that will be sent',
            'harness/fuzzing/campaign/seed_files.c': 'bytes from a file',
            'tools/bench/': PLAYED,
        }),
    'decoding': (
        re.compile(r'\brsp_decode\('),
        'a live stream has one decoder: its endpoint\'s', {
            'include/rsp/frame.h': 'declares it',
            'harness/base/wire/endpoint.h': 'the endpoint',
            'harness/base/codec/frame.c': 'defines it',
            'harness/base/trace/transcript/transcript.c': 'bytes that are only watched: captures, what passes a proxy, what we send',
            'harness/connection/proxy/guard.c': 'bytes that it only passes',
            'harness/judge/rehearsal/stage.c': 'a rehearsed debugger acknowledges and resends as that debugger does, mistakes included',
            'harness/judge/manners/stub_line.c': 'learns how a stub acknowledges: an endpoint takes that for granted',
        }),
    'acknowledging': (
        re.compile(r"""rsp_buf_push\([^;]*'[+-]'|\b\w*(?:push_mark|put_raw|send_raw|put|append|str)\([^;]*"[+-]"\)?\)"""),
        'acknowledgments are the endpoint\'s: rsp_endpoint_take, rsp_endpoint_accept', {
            'harness/base/wire/endpoint.c': 'the machine',
            'harness/base/codec/hostio.c': 'the sign of a number',
            'harness/judge/scenario/play/failure.c': 'a byte that means nothing, to see whether a stub waits for more before it answers',
            'harness/reference/stub/faults/': 'deliberate faults',
            'harness/fuzzing/netfuzz/play/send.c': 'one in place of what raw bytes of a fuzzer left out',
            'harness/fuzzing/netfuzz/play/wait.c': 'accepts what stays damaged, so that a stub goes on',
            'harness/fuzzing/netfuzz/play/connect.c': 'a greeting is no part of the conversation',
            'harness/fuzzing/netfuzz/hunt/finding.c': 'a text for people',
            'harness/connection/capture/read/log_forms.c': 'rebuilds acknowledgments that a log left out',
            'harness/base/trace/transcript/render.c': 'a text for people',
            'reports/matrix/matrix_counts.c': 'a text for people',
            'harness/judge/scenario/ends/client_end.c': 'asks for a damaged reply again where a step takes acknowledgments itself, and greets',
            'harness/fuzzing/targets/': PLAYED,
        }),
    'no-ack mode': (
        re.compile(r'\bRSP_PACKET_QSTART_NO_ACK_MODE\b|"\$?QStartNoAckMode"|\brsp_(endpoint|session)_set_no_ack\('),
        'an endpoint that follows switches by itself', {
            'harness/base/wire/endpoint.h': 'declares it',
            'include/rsp/session.h': 'declares it',
            'harness/base/codec/packet_list.h': 'the packet table',
            'include/rsp/client.h': 'names what it may be told not to use',
            'harness/base/wire/endpoint.c': 'the machine',
            'harness/base/codec/negotiated.c': 'what was agreed on in a conversation that is watched',
            'harness/base/trace/transcript/exchange.c': 'likewise',
            'harness/base/trace/transcript/symptom.c': 'leaves it out of the commands that it shows',
            'harness/base/trace/result/cause.c': 'ranks what acknowledgments alone show',
            'harness/judge/rehearsal/': 'a rehearsed debugger asks for it as that debugger does',
            'harness/judge/manners/': 'a text for people',
            'harness/connection/capture/': 'likewise, in a recording',
            'harness/connection/proxy/accelerate.c': 'its pairing knows which request an OK answers',
            'harness/fuzzing/netfuzz/play/watch.c': 'its pairing knows which of a fuzzer\'s bytes are requests',
            'harness/fuzzing/netfuzz/play/message_class.c': 'looks at bytes that will be sent',
            'harness/fuzzing/netfuzz/make/': 'begins sessions with it',
            'harness/fuzzing/grammar/generate.c': 'begins sessions with it',
            'harness/judge/scenario/run/probe.c': 'asks what a stub announces',
            'harness/judge/scenario/connect/handshake.c': 'asks for it with bytes of its own',
            'harness/connection/session/': 'offers and asks for it',
            'harness/connection/client/operation/connect.c': 'asks for it',
            'harness/connection/client/operation/opening.c': 'tells what it has sent',
            'harness/reference/stub/objects/feature_list.c': 'the handler: a request may have waited for a stop',
            'harness/reference/stub/faults/': 'deliberate faults',
            'harness/fuzzing/targets/': PLAYED,
            'harness/connection/playback/playback.c': 'the recorded debugger switched there',
            'tools/': 'options, and streams that are played',
        }),
}


def code_of(text):
    """The file with its comments blanked, so that lines keep their numbers."""
    return COMMENT.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def check(root, rules):
    used, problems = set(), []
    for name, text in tree.sources(root, *FOLDERS):
        code = code_of(text)
        for rule, (pattern, instead, exceptions) in rules.items():
            place = tree.place_of(exceptions, name)
            for match in pattern.finditer(code):
                used.add((rule, place))
                if not place:
                    problems.append(f'{name}:{tree.line_of(code, match.start())}: {rule}: {instead}')
    return problems + [f'conversation.py: {rule}: the exception for {place} is not needed'
                       for rule, (_, _, exceptions) in rules.items() for place in exceptions
                       if (rule, place) not in used]


def self_test():
    """A second machine is found, whichever part of one it is."""
    wrong = ('size_t n = rsp_deframe(&d, in, &event);', 'status = rsp_rle_expand(&out, wire, NULL);',
             'n = rsp_decode(&d, in, &event);', "rsp_buf_push(s->out, '+');", "rsp_buf_push(&p->out, good ? '+' : '-');",
             'rsp_session_send_raw(s, RSP_LIT("-"));', 'rsp_buf_append(&held, RSP_LIT("+"));',
             'if (rsp_bytes_equal(request, RSP_LIT("QStartNoAckMode")))', 'if (id == RSP_PACKET_QSTART_NO_ACK_MODE)',
             'rsp_endpoint_set_no_ack(&e, true);')
    bare = {name: (pattern, instead, {}) for name, (pattern, instead, _) in RULES.items()}
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f'{root}/harness/new')
        for line in wrong:
            with open(f'{root}/harness/new/a.c', 'w', encoding='utf-8') as f:
                f.write(f'/* rsp_deframe( */\n{line}\n')
            problems = check(root, bare)
            assert len(problems) == 1 and problems[0].startswith('harness/new/a.c:2: '), (line, problems)
        excused = {name: (*bare[name][:2], {'harness/new/': 'why'}) for name in bare}
        assert len(check(root, excused)) == len(excused) - 1


self_test()
found = check(sys.argv[1], RULES)
print('\n'.join(found) or 'one decoder, one machine for acknowledgments')
sys.exit(bool(found))
