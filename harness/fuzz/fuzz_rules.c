/* The transcript and the rules: the same entries and verdicts however a conversation is cut. Two bytes
 * choose, two may make an allocation fail; then lines: "> request", "< reply", "% notification", ">>bytes",
 * "<<bytes", "!" lost, "#" a remark, "x" closed, "|" connected. See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/clock.h>
#include <rsp/rule.h>

enum { MEMORY_BYTES = 64 << 20 };

typedef struct talk {
    rsp_transcript *transcript;
    rsp_rules *rules;
    uint64_t pieces; /* 0: whole */
    uint64_t now_ns;
} talk;

static rsp_status feed(talk *t, rsp_direction direction, rsp_bytes in) {
    rsp_status status = RSP_OK;
    t->now_ns += RSP_NS_PER_MS;
    while (in.len > 0 && status == RSP_OK) {
        rsp_bytes piece = fuzz_take(&in, t->pieces ? fuzz_piece(&t->pieces, in.len) : in.len);
        status = rsp_transcript_feed(t->transcript, direction, t->now_ns, piece);
    }
    return status;
}

/* A packet is acknowledged where that is due, so that a line is a whole turn. */
static rsp_status packet(talk *t, rsp_direction direction, rsp_bytes payload) {
    static rsp_buf wire;
    bool acks = !rsp_rules_exchanges(t->rules)->negotiated.no_ack;
    rsp_buf_clear(&wire);
    rsp_frame_packet(&wire, payload);
    rsp_status status = feed(t, direction, rsp_buf_bytes(&wire));
    if (status == RSP_OK && acks)
        status = feed(t, direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB, RSP_LIT("+"));
    return status;
}

static rsp_status say(talk *t, rsp_bytes line) {
    static rsp_buf wire;
    rsp_bytes rest = rsp_bytes_from(line, 2);
    if (rsp_bytes_starts(line, RSP_LIT(">>")))
        return feed(t, RSP_TO_STUB, rest);
    if (rsp_bytes_starts(line, RSP_LIT("<<")))
        return feed(t, RSP_TO_CLIENT, rest);
    if (rsp_bytes_starts(line, RSP_LIT("> ")) || rsp_bytes_starts(line, RSP_LIT("< ")))
        return packet(t, line.ptr[0] == '>' ? RSP_TO_STUB : RSP_TO_CLIENT, rest);
    switch (line.len > 0 ? line.ptr[0] : 0) {
    case '%':
        rsp_buf_clear(&wire);
        rsp_frame_notification(&wire, rest);
        return feed(t, RSP_TO_CLIENT, rsp_buf_bytes(&wire));
    case '!':
        return rsp_transcript_gap(t->transcript, line.len % 2 ? RSP_TO_CLIENT : RSP_TO_STUB, ++t->now_ns,
                                  "lost");
    case '#':
        return rsp_transcript_note(t->transcript, ++t->now_ns, rest);
    case 'x':
        return rsp_transcript_close(t->transcript, ++t->now_ns, "end");
    case '|':
        return rsp_transcript_connect(t->transcript, ++t->now_ns, "again");
    default:
        return RSP_OK;
    }
}

/* What is shown is printable, whatever was said. */
static void show(const talk *t, uint64_t around, uint8_t how) {
    rsp_transcript_style style = {.acks = how & 1, .explain = how & 2, .wire = how & 4, .before = how & 8};
    rsp_buf text = {0};
    rsp_transcript_render(t->transcript, &text, around, &style);
    for (size_t i = 0; i < text.len; i++)
        FUZZ_MUST((text.ptr[i] >= 0x20 && text.ptr[i] < 0x7f) || text.ptr[i] == '\n');
    rsp_buf_free(&text);
}

static uint64_t judge(const talk *t, uint8_t how) {
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, rsp_rules_last_pairing(t->rules)->role);
    const rsp_exchanges *x = rsp_rules_exchanges(t->rules);
    FUZZ_MUST(*rsp_role_name(rsp_rules_last_pairing(t->rules)->role) != '?');
    FUZZ_MUST(rsp_exchanges_outstanding(x) <= RSP_LIMIT_PENDING_REQUESTS);
    uint64_t counted = rsp_rules_dropped(t->rules);
    for (unsigned id = 0; id < RSP_RULE_COUNT; id++)
        counted -= rsp_rules_count_of(t->rules, (rsp_rule_id)id);
    FUZZ_MUST(counted + rsp_rules_count(t->rules) == 0);
    for (size_t i = 0; i < rsp_rules_count(t->rules); i++) {
        const rsp_violation *v = rsp_rules_violation(t->rules, i);
        FUZZ_MUST(*v->message && v->entry < rsp_transcript_end(t->transcript));
        FUZZ_MUST(rsp_rule_find(rsp_bytes_str(rsp_rule_get(v->rule)->id)) == v->rule);
        digest = fuzz_digest(fuzz_digest(digest, v->rule), v->entry);
        digest = fuzz_digest_bytes(digest, rsp_bytes_str(v->got));
        if (i == 0)
            show(t, v->entry, how);
    }
    rsp_entry e;
    for (uint64_t i = rsp_transcript_first(t->transcript); i < rsp_transcript_end(t->transcript); i++) {
        FUZZ_MUST(rsp_transcript_get(t->transcript, i, &e) && e.index == i &&
                  *rsp_entry_kind_name(e.kind) != '?');
        digest = fuzz_digest(fuzz_digest(digest, e.kind), e.offset);
        digest = fuzz_digest_bytes(fuzz_digest_bytes(digest, e.raw), e.payload);
    }
    FUZZ_MUST(!rsp_transcript_get(t->transcript, rsp_transcript_end(t->transcript), &e));
    return fuzz_digest(digest, rsp_transcript_dropped_bytes(t->transcript));
}

static uint64_t run(rsp_bytes in, uint8_t choice, uint8_t how, fuzz_mem *mem, bool split) {
    rsp_transcript_options options = {.mem = &mem->mem};
    if (choice & 2)
        options = (rsp_transcript_options){
            .max_bytes = 256, .max_entries = 1 + how % 16, .max_packet = 1 + how, .mem = &mem->mem};
    talk t = {.transcript = rsp_transcript_new(&options),
              .rules = rsp_rules_new(&(rsp_rules_options){.midstream = choice & 1, .mem = &mem->mem}),
              .pieces = split ? 1 + in.len : 0};
    rsp_status status = t.transcript && t.rules ? RSP_OK : RSP_NO_MEMORY;
    uint64_t digest = 0;
    if (status == RSP_OK && choice & 4)
        rsp_rules_enable(t.rules, (rsp_rule_id)(how % RSP_RULE_COUNT), false);
    if (status == RSP_OK)
        FUZZ_MUST(rsp_transcript_observe(t.transcript, rsp_rules_observe, t.rules));
    while (in.len > 0 && status == RSP_OK)
        status = say(&t, rsp_bytes_split(&in, '\n'));
    FUZZ_MUST(status == RSP_OK || (status == RSP_NO_MEMORY && mem->fail_at > 0));
    FUZZ_MUST(!t.rules || rsp_rules_status(t.rules) != RSP_NO_MEMORY || mem->fail_at > 0);
    if (status == RSP_OK && rsp_rules_status(t.rules) == RSP_OK) {
        digest = judge(&t, how);
        FUZZ_MUST(!(choice & 4) || rsp_rules_count_of(t.rules, (rsp_rule_id)(how % RSP_RULE_COUNT)) == 0);
        show(&t, RSP_NO_ENTRY, how);
    }
    rsp_rules_free(t.rules);
    rsp_transcript_free(t.transcript);
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
    if (mem.fail_at == 0)
        FUZZ_MUST(run(in, choice, how, &mem, true) == whole);
    return 0;
}
