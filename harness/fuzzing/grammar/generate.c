/* Requests and sessions made from the packet table.
 * Most rows are those with a handler in the reference stub; facts take the place of some numbers.
 * See grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "grammar_internal.h"

#include "codec/packet_schema.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

#define EVERYTHING                                                                                \
    ("qSupported:multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-events+;exec-events+;"        \
     "vContSupported+;QThreadEvents+;QThreadOptions+;no-resumed+;memory-tagging+;error-message+;" \
     "binary-upload+")

enum { MOST_ROWS = 8 }; /* draws until a row with a handler is found */

void rsp_grammar_init(rsp_grammar *grammar, uint64_t seed, const rsp_grammar_facts *facts,
                      const rsp_mem *mem) {
    *grammar = (rsp_grammar){.facts = facts};
    rsp_rng_seed(&grammar->rng, seed);
    rsp_buf_init(&grammar->scratch, mem, RSP_LIMIT_MESSAGES_BYTES);
}

void rsp_grammar_free(rsp_grammar *grammar) {
    if (grammar)
        rsp_buf_free(&grammar->scratch);
}

static uint64_t next_number(void *ctx) {
    return rsp_rng_next((rsp_rng *)ctx);
}

static const rsp_packet_row *any_row(rsp_grammar *g) {
    return rsp_packet_by_id((rsp_packet_id)(1 + below(g, RSP_PACKET_END - 1)));
}

static const rsp_packet_row *pick_row(rsp_grammar *g) {
    const rsp_packet_row *row = any_row(g);
    bool choosy = below(g, 16) != 0;
    for (unsigned i = 0; choosy && i < MOST_ROWS && strcmp(row->handler, "NONE") == 0; i++)
        row = any_row(g);
    return row;
}

size_t next_hex_run(rsp_bytes bytes, size_t from, size_t *out_len) {
    while (from < bytes.len && rsp_hex_value(bytes.ptr[from]) < 0)
        from++;
    size_t end = from;
    while (end < bytes.len && rsp_hex_value(bytes.ptr[end]) >= 0)
        end++;
    *out_len = end - from;
    return from;
}

/* Numbers stand behind the name: a name's own letters are often hex digits. */
static void put_facts(rsp_grammar *g, rsp_buf *out, size_t start) {
    if (!g->facts || g->facts->num_numbers == 0)
        return;
    rsp_buf *scratch = &g->scratch;
    rsp_buf_clear(scratch);
    rsp_bytes args = rsp_bytes_from(rsp_buf_bytes(out), start);
    for (size_t at = 0; at < args.len;) {
        size_t len = 0;
        size_t run = next_hex_run(args, at, &len);
        rsp_buf_append(scratch, rsp_bytes_sub(args, at, run - at));
        if (len > 0 && below(g, 4) != 0)
            rsp_hex_append_u64(scratch, g->facts->numbers[below(g, g->facts->num_numbers)]);
        else
            rsp_buf_append(scratch, rsp_bytes_sub(args, run, len));
        at = run + len;
    }
    rsp_buf_truncate(out, start);
    rsp_buf_append(out, rsp_buf_bytes(scratch));
}

void rsp_grammar_request_of(rsp_grammar *grammar, rsp_buf *out, const rsp_packet_row *row) {
    size_t start = out->len + row->name.len;
    rsp_packet_sample(out, row, next_number, &grammar->rng);
    if (out->status == RSP_OK && below(grammar, 4) != 0)
        put_facts(grammar, out, start);
}

void rsp_grammar_request(rsp_grammar *grammar, rsp_buf *out) {
    const rsp_grammar_facts *facts = grammar->facts;
    if (facts && facts->num_words > 0 && below(grammar, 4) == 0)
        rsp_buf_append(out, facts->words[below(grammar, facts->num_words)]);
    else
        rsp_grammar_request_of(grammar, out, pick_row(grammar));
}

static void append_text(rsp_messages *list, const char *payload) {
    (void)rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_bytes_str(payload));
}

static void append_handshake(rsp_grammar *g, rsp_messages *list) {
    static const char *const offers[] = {
        EVERYTHING, "qSupported:swbreak+;hwbreak+;vContSupported+",
        "qSupported:xmlRegisters=i386,arm,mips;multiprocess+;native-signals+", "qSupported"};
    append_text(list, offers[below(g, RSP_ARRAY_LEN(offers))]);
    if (below(g, 2))
        append_text(list, rsp_packet_text(RSP_PACKET_QSTART_NO_ACK_MODE));
    if (below(g, 3) == 0)
        append_text(list, "QNonStop:1");
    if (below(g, 4) == 0)
        append_text(list, rsp_packet_text(RSP_PACKET_EXTENDED));
    if (below(g, 2))
        append_text(list, rsp_packet_text(RSP_PACKET_REASON));
}

rsp_message_kind pick_kind(rsp_grammar *g) {
    static const rsp_message_kind rare[] = {RSP_MESSAGE_HURRIED,   RSP_MESSAGE_HURRIED, RSP_MESSAGE_BROKEN,
                                            RSP_MESSAGE_INTERRUPT, RSP_MESSAGE_PAUSE,   RSP_MESSAGE_PAUSE,
                                            RSP_MESSAGE_RECONNECT, RSP_MESSAGE_RAW};
    return below(g, 6) ? RSP_MESSAGE_PACKET : rare[below(g, RSP_ARRAY_LEN(rare))];
}

void insert_request(rsp_grammar *g, rsp_messages *list, size_t at, rsp_message_kind kind) {
    rsp_buf request = {0};
    rsp_buf_init(&request, g->scratch.mem, RSP_LIMIT_MESSAGES_BYTES);
    rsp_grammar_request(g, &request);
    if (request.status == RSP_OK)
        (void)rsp_messages_insert(list, at, kind, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
}

void rsp_grammar_generate(rsp_grammar *grammar, rsp_messages *list, size_t num) {
    size_t end = num > RSP_LIMIT_MESSAGES - list->num ? RSP_LIMIT_MESSAGES : list->num + num;
    if (num > 5 && below(grammar, 4) != 0)
        append_handshake(grammar, list);
    while (list->num < end) {
        size_t before = list->num;
        insert_request(grammar, list, list->num, pick_kind(grammar));
        if (list->num == before)
            return;
    }
}

void rsp_grammar_splice(rsp_grammar *grammar, rsp_messages *out, const rsp_messages *a,
                        const rsp_messages *b) {
    rsp_messages_clear(out);
    size_t cut_a = below(grammar, a->num + 1);
    size_t cut_b = below(grammar, b->num + 1);
    (void)rsp_messages_copy(out, a, 0, cut_a);
    (void)rsp_messages_copy(out, b, cut_b, b->num);
}
