/* Transcript and rules: any split of a conversation gives the same entries and verdicts.
 * Two choice bytes, two for an allocation that fails; then lines as in conversation_lines.h.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "conversation_lines.h"
#include "counted_memory.h"

#include "core/limits.h"
#include "trace/client_rule.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <rsp/rule.h>

enum { MEMORY_BYTES = 64 << 20 };

/* A transcript without limits, or with tight ones. */
static rsp_transcript *new_transcript(uint8_t choice, uint8_t how, fuzz_mem *mem) {
    rsp_transcript_options options = {.mem = &mem->mem};
    if (choice & 2) {
        options.max_bytes = 256;
        options.max_entries = 1 + how % 16;
        options.max_packet = 1 + how;
    }
    return rsp_transcript_new(&options);
}

static void show(const rsp_transcript *transcript, uint64_t around, uint8_t how) {
    rsp_transcript_style style = {.acks = how & 1, .explain = how & 2, .wire = how & 4, .before = how & 8};
    rsp_buf text = {0};
    rsp_transcript_render(transcript, &text, around, &style);
    for (size_t i = 0; i < text.len; i++)
        FUZZ_MUST((text.ptr[i] >= 0x20 && text.ptr[i] < 0x7f) || text.ptr[i] == '\n');
    rsp_buf_free(&text);
}

static uint64_t judge_violations(const rsp_transcript *transcript, const rsp_rules *rules, uint8_t how) {
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, rsp_rules_last_pairing(rules)->role);
    const rsp_exchanges *x = rsp_rules_exchanges(rules);
    FUZZ_MUST((unsigned)rsp_rules_last_pairing(rules)->role <= RSP_ROLE_GREETING);
    FUZZ_MUST(rsp_exchanges_outstanding(x) <= RSP_LIMIT_PENDING_REQUESTS);
    uint64_t counted = rsp_rules_dropped(rules);
    for (unsigned id = 0; id < RSP_RULE_COUNT; id++)
        counted -= rsp_rules_count_of(rules, (rsp_rule_id)id);
    FUZZ_MUST(counted + rsp_rules_count(rules) == 0);
    for (size_t i = 0; i < rsp_rules_count(rules); i++) {
        const rsp_violation *v = rsp_rules_violation(rules, i);
        FUZZ_MUST(*v->message && v->entry < rsp_transcript_end(transcript));
        FUZZ_MUST(rsp_rule_find(rsp_bytes_str(rsp_rule_get(v->rule)->id)) == v->rule);
        digest = fuzz_digest(fuzz_digest(digest, v->rule), v->entry);
        digest = fuzz_digest_bytes(digest, rsp_bytes_str(v->got));
        if (i == 0)
            show(transcript, v->entry, how);
    }
    return digest;
}

static uint64_t judge_client(const rsp_transcript *transcript, const rsp_client_rules *rules) {
    uint64_t digest = FUZZ_DIGEST;
    for (unsigned id = 0; id < RSP_CLIENT_RULE_COUNT; id++)
        digest = fuzz_digest(digest, rsp_client_rules_count_of(rules, (rsp_client_rule_id)id));
    for (size_t i = 0; i < rsp_client_rules_count(rules); i++) {
        const rsp_client_breach *b = rsp_client_rules_breach(rules, i);
        FUZZ_MUST(*b->message && b->entry < rsp_transcript_end(transcript));
        for (const char *at = b->message; *at; at++)
            FUZZ_MUST(*at >= 0x20 && *at < 0x7f);
        digest = fuzz_digest(fuzz_digest(digest, b->rule), b->entry);
    }
    return digest;
}

/* Feeds the conversation, up to the first line that cannot be kept. */
static rsp_status hear(rsp_rules *rules, rsp_client_rules *client, rsp_transcript *transcript,
                       rsp_bytes lines, bool split) {
    conversation_lines t = {.transcript = transcript,
                            .exchanges = rsp_rules_exchanges(rules),
                            .pieces = split ? 1 + lines.len : 0};
    FUZZ_MUST(rsp_transcript_observe(transcript, rsp_rules_observe, rules));
    FUZZ_MUST(rsp_transcript_observe(transcript, rsp_client_rules_observe, client));
    return conversation_lines_say(&t, lines);
}

/* Checks the violations and all entries. Equal conversations give equal digests. */
static uint64_t judge(const rsp_transcript *transcript, const rsp_rules *rules, uint8_t how) {
    uint64_t digest = judge_violations(transcript, rules, how);
    show(transcript, RSP_NO_ENTRY, how);
    rsp_entry e;
    for (uint64_t i = rsp_transcript_first(transcript); i < rsp_transcript_end(transcript); i++) {
        FUZZ_MUST(rsp_transcript_get(transcript, i, &e) && e.index == i &&
                  *rsp_entry_kind_name(e.kind) != '?');
        digest = fuzz_digest(fuzz_digest(digest, e.kind), e.offset);
        digest = fuzz_digest_bytes(fuzz_digest_bytes(digest, e.raw), e.payload);
    }
    FUZZ_MUST(!rsp_transcript_get(transcript, rsp_transcript_end(transcript), &e));
    return fuzz_digest(digest, rsp_transcript_dropped_bytes(transcript));
}

static uint64_t run(rsp_bytes in, uint8_t choice, uint8_t how, fuzz_mem *mem, bool split) {
    rsp_transcript *transcript = new_transcript(choice, how, mem);
    rsp_rules *rules = rsp_rules_new(&(rsp_rules_options){.midstream = choice & 1, .mem = &mem->mem});
    rsp_client_rules *client = rsp_client_rules_new(
        &(rsp_client_rules_options){.midstream = choice & 1, .without_acks = choice & 8, .mem = &mem->mem});
    rsp_rule_id off = choice & 4 ? (rsp_rule_id)(how % RSP_RULE_COUNT) : RSP_RULE_COUNT;
    rsp_status status = RSP_NO_MEMORY;
    uint64_t digest = 0;
    if (transcript && rules && client) {
        rsp_rules_enable(rules, off, false);
        status = hear(rules, client, transcript, in, split);
        FUZZ_MUST(rsp_rules_status(rules) != RSP_NO_MEMORY || mem->fail_at > 0);
        FUZZ_MUST(rsp_client_rules_status(client) != RSP_NO_MEMORY || mem->fail_at > 0);
    }
    FUZZ_MUST(status == RSP_OK || (status == RSP_NO_MEMORY && mem->fail_at > 0));
    if (status == RSP_OK && rsp_rules_status(rules) == RSP_OK) {
        digest = judge(transcript, rules, how);
        FUZZ_MUST(off == RSP_RULE_COUNT || rsp_rules_count_of(rules, off) == 0);
    }
    if (status == RSP_OK && rsp_client_rules_status(client) == RSP_OK)
        digest = fuzz_digest(digest, judge_client(transcript, client));
    rsp_rules_free(rules);
    rsp_client_rules_free(client);
    rsp_transcript_free(transcript);
    FUZZ_MUST(mem->live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    uint8_t how = fuzz_take_byte(&in);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    uint64_t whole = run(in, choice, how, &mem, false);
    FUZZ_MUST(mem.fail_at > 0 || run(in, choice, how, &mem, true) == whole);
    return 0;
}
