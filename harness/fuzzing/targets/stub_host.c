/* Runs the reference stub with counted memory and without any I/O; the rules watch its traffic.
 * The machine is small: a program that forks without end meets a limit, it is not a slow input.
 * See stub_host.h. */
/* SPDX-License-Identifier: MIT */
#include "stub_host.h"

#include "corpora/programs.h"
#include <rsp/frame.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    RUN_INSNS = 3000,    /* after each message */
    PAUSE_INSNS = 30000, /* in a pause */
    MOST_PAGES = 4096,
    MOST_PROCESSES = 32,
    MOST_THREADS = 64,
    PACKET_BYTES = 4096,
    RECORD_BYTES = 1024 * 1024,
};

/* All output of the current host. The digest must not depend on how it was split. */
static rsp_buf said;

/* Buffers of the previous host, reused by the next. */
static rsp_buf spare_out;
static rsp_buf spare_wire;

static rsp_bytes program_of(uint8_t choice) {
    static const char *const programs[] = {"/bin/hello", "/bin/threads4", "/bin/scratch", "/bin/fork3"};
    return rsp_bytes_str(programs[choice & 3]);
}

static rsp_stub_options options_of(uint8_t choice) {
    rsp_stub_options options = rsp_stub_options_default();
    options.ops = rsp_machine_target_ops();
    options.packet_bytes = choice & 4 ? PACKET_BYTES : 512;
    options.multimem = choice & 8 ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    options.x_dialect = choice & 8 ? RSP_X_GDB : RSP_X_LLDB;
    options.run_length = (choice & 16) != 0;
    options.native_signals = (choice & 32) != 0;
    return options;
}

void stub_host_begin(stub_host *h, uint8_t choice, uint64_t fail_at) {
    *h = (stub_host){.out = spare_out, .wire = spare_wire};
    spare_out = spare_wire = (rsp_buf){0};
    rsp_buf_clear(&said);
    fuzz_mem_init(&h->mem, STUB_HOST_MEMORY_BYTES, fail_at);
    rsp_machine_options machine = rsp_machine_options_default();
    machine.files = rsp_programs;
    machine.num_files = rsp_num_programs;
    machine.mem = &h->mem.mem;
    machine.max_pages = MOST_PAGES;
    machine.max_processes = MOST_PROCESSES;
    machine.max_threads = MOST_THREADS;
    machine.record_bytes = choice & 64 ? RECORD_BYTES : 0; /* without it sanitizers see each block */
    h->target = rsp_machine_target_new(&machine);
    const rsp_bytes argv[] = {program_of(choice)};
    rsp_stub_options options = options_of(choice);
    options.mem = &h->mem.mem;
    options.target = h->target;
    options.argv = argv;
    options.argc = 1;
    if (h->target)
        h->stub = rsp_stub_new(&options, NULL);
    if (h->stub)
        rsp_stub_connect(h->stub);
    FUZZ_MUST(h->stub || fail_at > 0);
    h->failed = !h->stub;
}

void stub_host_judge(stub_host *h) {
    static rsp_transcript *transcript;
    static rsp_rules *rules;
    if (!transcript) {
        transcript = rsp_transcript_new(NULL);
        rules = rsp_rules_new(NULL);
        FUZZ_MUST(transcript && rules && rsp_transcript_observe(transcript, rsp_rules_observe, rules));
    }
    rsp_transcript_reset(transcript);
    rsp_rules_reset(rules);
    h->transcript = transcript;
    h->rules = rules;
}

uint64_t stub_host_digest(const stub_host *h) {
    return fuzz_digest_bytes(fuzz_digest(FUZZ_DIGEST, h->failed), rsp_buf_bytes(&said));
}

void stub_host_end(stub_host *h) {
    rsp_stub_free(h->stub);
    rsp_machine_target_free(h->target);
    rsp_buf_clear(&h->out);
    rsp_buf_clear(&h->wire);
    spare_out = h->out;
    spare_wire = h->wire;
    FUZZ_MUST(h->mem.live == 0);
}

static void record(const stub_host *h, rsp_direction direction, rsp_bytes bytes) {
    if (h->transcript && bytes.len > 0)
        FUZZ_MUST(rsp_transcript_feed(h->transcript, direction, 0, bytes) == RSP_OK);
}

/* Takes the output since the last call. */
static void take_output(stub_host *h, rsp_status status) {
    FUZZ_MUST(status == RSP_OK || (status == RSP_NO_MEMORY && h->mem.fail_at > 0));
    h->failed |= status != RSP_OK || h->out.status != RSP_OK;
    if (!h->failed)
        record(h, RSP_TO_CLIENT, rsp_buf_bytes(&h->out));
    rsp_buf_append(&said, rsp_buf_bytes(&h->out));
    rsp_buf_clear(&h->out);
}

void stub_host_send(stub_host *h, rsp_bytes bytes) {
    if (h->failed || rsp_stub_finished(h->stub))
        return;
    record(h, RSP_TO_STUB, bytes);
    while (bytes.len > 0 && !h->failed) {
        rsp_bytes piece = fuzz_take(&bytes, h->pieces ? fuzz_piece(&h->pieces, bytes.len) : bytes.len);
        take_output(h, rsp_stub_input(h->stub, piece, &h->out));
    }
}

void stub_host_run(stub_host *h, uint64_t budget_insns) {
    if (!h->failed && rsp_stub_busy(h->stub) && !rsp_stub_finished(h->stub))
        take_output(h, rsp_stub_run(h->stub, budget_insns, &h->out));
}

void stub_host_reconnect(stub_host *h) {
    if (h->failed || rsp_stub_finished(h->stub))
        return;
    rsp_stub_disconnect(h->stub);
    rsp_stub_connect(h->stub);
    if (h->transcript)
        FUZZ_MUST(rsp_transcript_connect(h->transcript, 0, "again") == RSP_OK);
}

void stub_host_play(stub_host *h, const rsp_messages *list) {
    for (size_t i = 0; i < list->num && !h->failed; i++) {
        rsp_message_kind kind = list->items[i].kind;
        if (kind == RSP_MESSAGE_RECONNECT)
            stub_host_reconnect(h);
        rsp_message_wire(&h->wire, kind, rsp_messages_bytes(list, i));
        if (kind == RSP_MESSAGE_HURRIED)
            continue;
        stub_host_send(h, rsp_buf_bytes(&h->wire));
        rsp_buf_clear(&h->wire);
        stub_host_run(h, kind == RSP_MESSAGE_PAUSE ? PAUSE_INSNS : RUN_INSNS);
    }
    stub_host_send(h, rsp_buf_bytes(&h->wire));
}

/* The reference stub breaks no rule. Prints the broken rule and the transcript around it. */
static void check_rules(const stub_host *h) {
    FUZZ_MUST(rsp_rules_status(h->rules) == RSP_OK);
    if (rsp_rules_count(h->rules) == 0)
        return;
    rsp_transcript_style style = {.acks = true, .before = 12, .after = 2};
    const rsp_violation *v = rsp_rules_violation(h->rules, 0);
    rsp_buf text = {0};
    (void)fprintf(stderr, "rule %s: %s; expected %s, got %s\n", rsp_rule_get(v->rule)->id, v->message,
                  v->expected, v->got);
    rsp_transcript_render(h->transcript, &text, v->entry, &style);
    (void)fprintf(stderr, "%s", rsp_buf_cstr(&text));
    fuzz_fail("no rule is broken", __FILE__, __LINE__);
}

void stub_host_check(stub_host *h) {
    if (h->failed)
        return;
    if (h->rules)
        check_rules(h);
    FUZZ_MUST(!rsp_stub_finished(h->stub) || !rsp_stub_busy(h->stub));
    if (rsp_stub_finished(h->stub))
        return;
    if (!rsp_stub_busy(h->stub)) {
        FUZZ_MUST(rsp_stub_run(h->stub, 100, &h->out) == RSP_OK || h->mem.fail_at > 0);
        FUZZ_MUST(h->out.len == 0);
    }
    h->transcript = NULL;
    stub_host_reconnect(h);
    rsp_status status = rsp_stub_input(h->stub, RSP_LIT("$vMustReplyEmpty#3a"), &h->out);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&h->out), RSP_LIT("+$#00")) || h->mem.fail_at > 0);
    take_output(h, status);
}
