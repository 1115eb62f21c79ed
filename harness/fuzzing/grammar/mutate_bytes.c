/* Changes of one message's bytes: numbers, separators, reserved bytes, lengths.
 * Each appends the changed form to a buffer; what is not there to be changed is copied.
 * See the list in grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "grammar_internal.h"

#include "core/hex.h"
#include <rsp/packets.h>

enum { MOST_TAIL = 8 };

/* Replaces [at, at + len) of `bytes` by `with`. */
static void put_instead(rsp_buf *out, rsp_bytes bytes, size_t at, size_t len, rsp_bytes with) {
    rsp_buf_append(out, rsp_bytes_sub(bytes, 0, at));
    rsp_buf_append(out, with);
    rsp_buf_append(out, rsp_bytes_from(bytes, at + len));
}

/* A random run of hex digits, preferably behind the name. */
static size_t pick_run(rsp_grammar *g, rsp_bytes bytes, size_t *out_len) {
    size_t first = next_hex_run(bytes, bytes.len > 1, out_len);
    size_t at = next_hex_run(bytes, below(g, bytes.len), out_len);
    return *out_len > 0 ? at : (next_hex_run(bytes, first, out_len));
}

static void put_instead_number(rsp_buf *out, rsp_bytes bytes, size_t at, size_t len, uint64_t number) {
    rsp_buf_append(out, rsp_bytes_sub(bytes, 0, at));
    rsp_hex_append_u64(out, number);
    rsp_buf_append(out, rsp_bytes_from(bytes, at + len));
}

static uint64_t other_number(rsp_grammar *g, uint64_t number) {
    switch (below(g, 6)) {
    case 0:
        return number + 1;
    case 1:
        return number - 1;
    case 2:
        return (uint64_t)1 << below(g, 64);
    case 3:
        return ((uint64_t)1 << below(g, 64)) - 1;
    case 4:
        return below(g, 0x400);
    default:
        return ~number;
    }
}

static void change_number(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    static const char *const odd[] = {"-1", "0",  "00000000000000000000",    "10000000000000000", "0x10",
                                      "",   "-0", "ffffffffffffffffffffffff"};
    size_t len = 0;
    size_t at = pick_run(g, bytes, &len);
    uint64_t number = 0;
    if (below(g, 4) == 0)
        put_instead(out, bytes, at, len, rsp_bytes_str(odd[below(g, RSP_ARRAY_LEN(odd))]));
    else if (rsp_hex_u64(&number, rsp_bytes_sub(bytes, at, len < 16 ? len : 16)) == RSP_OK)
        put_instead_number(out, bytes, at, len, other_number(g, number));
    else
        rsp_buf_append(out, bytes);
}

static void change_to_fact(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    const rsp_grammar_facts *facts = g->facts;
    size_t len = 0;
    size_t at = pick_run(g, bytes, &len);
    if (!facts || facts->num_numbers == 0 || len == 0)
        rsp_buf_append(out, bytes);
    else
        put_instead_number(out, bytes, at, len, facts->numbers[below(g, facts->num_numbers)]);
}

/* A packet that is not in the table becomes one that is. */
static void change_arguments(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    const rsp_packet_row *row = rsp_packet_lookup(bytes, NULL);
    if (row)
        rsp_grammar_request_of(g, out, row);
    else
        rsp_grammar_request(g, out);
}

static void change_byte(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    uint8_t byte = (uint8_t)below(g, 256);
    size_t at = below(g, bytes.len);
    if (below(g, 2) && bytes.len > 0)
        byte = (uint8_t)(bytes.ptr[at] ^ (1U << below(g, 8)));
    put_instead(out, bytes, at, below(g, 4) != 0, rsp_bytes_make(&byte, 1));
}

static void change_separator(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    static const char separators[] = ";:,.=-+?{}[]\"";
    size_t at = below(g, bytes.len + 1);
    rsp_bytes with = rsp_bytes_make(&separators[below(g, sizeof(separators) - 1)], 1);
    put_instead(out, bytes, at, below(g, 2), with);
}

static void put_reserved(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    static const char *const reserved[] = {"}",  "}\x03", "}\x04", "}]", "}\x0a", "*",
                                           "* ", "*~",    "#",     "$",  "%",     "\x03"};
    rsp_bytes with = rsp_bytes_str(reserved[below(g, RSP_ARRAY_LEN(reserved))]);
    put_instead(out, bytes, below(g, bytes.len + 1), 0, with);
}

static void erase(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    size_t at = below(g, bytes.len);
    put_instead(out, bytes, at, 1 + below(g, bytes.len - at), (rsp_bytes){0});
}

/* Mostly a few times; sometimes to just around a power of two, where buffers end. */
static void stretch(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    size_t at = below(g, bytes.len);
    rsp_bytes part = rsp_bytes_sub(bytes, at, 1 + below(g, 16));
    size_t more = part.len * (1 + below(g, 4));
    if (below(g, 4) == 0)
        more = ((size_t)1 << (4 + below(g, 11))) + below(g, 5);
    rsp_buf_append(out, rsp_bytes_sub(bytes, 0, at));
    for (size_t done = 0; part.len > 0 && done < more; done += part.len)
        rsp_buf_append(out, rsp_bytes_sub(part, 0, more - done));
    rsp_buf_append(out, rsp_bytes_from(bytes, at));
}

static void add_tail(rsp_grammar *g, rsp_buf *out, rsp_bytes bytes) {
    rsp_buf_append(out, bytes);
    size_t len = 1 + below(g, MOST_TAIL);
    for (size_t i = 0; i < len; i++)
        rsp_buf_push(out, (uint8_t)(below(g, 2) ? rsp_hex_digits[below(g, 16)] : (char)below(g, 256)));
}

void change_bytes(rsp_grammar *g, rsp_buf *out, rsp_mutation mutation, rsp_bytes bytes) {
    static void (*const changes[])(rsp_grammar *, rsp_buf *,
                                   rsp_bytes) = {[RSP_MUTATION_NUMBER] = change_number,
                                                 [RSP_MUTATION_FACT] = change_to_fact,
                                                 [RSP_MUTATION_ARGUMENTS] = change_arguments,
                                                 [RSP_MUTATION_BYTE] = change_byte,
                                                 [RSP_MUTATION_SEPARATOR] = change_separator,
                                                 [RSP_MUTATION_RESERVED] = put_reserved,
                                                 [RSP_MUTATION_ERASE] = erase,
                                                 [RSP_MUTATION_STRETCH] = stretch,
                                                 [RSP_MUTATION_TAIL] = add_tail};
    if (mutation == RSP_MUTATION_CUT)
        rsp_buf_append(out, rsp_bytes_sub(bytes, 0, below(g, bytes.len)));
    else
        changes[mutation](g, out, bytes);
}
