/* A recorded conversation, and the fuzzer of a toy debugger
 * that has it: see toy_client.py. The limits are small, for
 * the toy does nothing else. Included after rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef TOY_SESSION_H
#define TOY_SESSION_H

#include "debugger_fuzz/fuzzer.h"
#include "dialogue_script.h"

#define TOY_YAML                                                                                             \
    "title: Toy\nprograms: [toy]\nmark: 'mark{mark}'\nmarked: '<{mark}>'\nstopped: 'halted'\n"               \
    "version: version\nversion-line: toy\nactions:\n  attach: { steps: [ { say: say hello } ] }\n"           \
    "lies:\n  settings: [nothing]\n  before: [nothing]\n  attach: ['attach {address}']\n  lines: [threads, " \
    "registers, memory]\n"

/* All-zero: nothing. */
typedef struct toy_session {
    rsp_dialogue dialogue;
    rsp_script_debugger *script;
    rsp_script_facts facts;
    rsp_debugger_fuzzer_options options;
    rsp_debugger_fuzzer *fuzzer;
} toy_session;

static inline void toy_open(toy_session *toy, const rsp_debugger_fuzzer_options *options) {
    static const char *const lines[] = {"> qSupported:swbreak+",
                                        "< PacketSize=1000;swbreak+",
                                        "> ?",
                                        "< T05thread:1;",
                                        "> qfThreadInfo",
                                        "< m1,2",
                                        "> qsThreadInfo",
                                        "< l",
                                        "> g",
                                        "< 0011223344556677",
                                        "> m1000,4",
                                        "< 13000000"};
    rsp_diagnostics d = {0};
    *toy = (toy_session){.options = *options};
    dialogue_script(&toy->dialogue, lines, RSP_ARRAY_LEN(lines));
    toy->script = rsp_script_debugger_load_memory("interop/toy.yaml", rsp_bytes_str(TOY_YAML), NULL, &d);
    assert_non_null(toy->script);
    toy->options.debugger = toy->script;
    toy->options.command = "python3 -S -E " TOY_CLIENT;
    toy->options.facts = &toy->facts;
    toy->options.recorded = &toy->dialogue;
    toy->options.limits =
        (rsp_watch_limits){.quiet_ns = RSP_NS_PER_S / 2, .memory_bytes = (uint64_t)96 << 20, .requests = 200};
    toy->fuzzer = rsp_debugger_fuzzer_new(&toy->options);
    assert_non_null(toy->fuzzer);
    rsp_diagnostics_free(&d);
}

static inline void toy_close(toy_session *toy) {
    rsp_debugger_fuzzer_free(toy->fuzzer);
    rsp_script_debugger_free(toy->script);
    rsp_dialogue_free(&toy->dialogue);
}

/* Lies of one packet, with the toy's lines. */
static inline void toy_lie(rsp_lies *lies, const char *packet, const char *reply, bool every) {
    static const char *const lines[] = {"attach {address}", "threads", "registers", "memory"};
    for (size_t i = lies->num_lines; i < RSP_ARRAY_LEN(lines); i++)
        assert_true(rsp_lies_add_line(lies, lines[i]));
    assert_true(rsp_lies_add(
        lies,
        &(rsp_lie){.kind = RSP_LIE_SAY, .packet = packet, .every = every, .bytes = rsp_bytes_str(reply)}));
}

#endif
