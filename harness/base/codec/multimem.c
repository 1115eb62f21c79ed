/* MultiMemRead in both wire forms.
 * LLDB: ranges:A,N,A,N;  ->  N,N;<bytes><bytes>     RFC: ranges:A,N;A,N;  ->  N,<bytes>;N,<bytes>
 * Source: requirement groups MMR and MMR-RFC. */
/* SPDX-License-Identifier: MIT */
#include "codec/multimem.h"

#include "codec/escape.h"
#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static uint8_t range_separator(rsp_multimem_form form) {
    return form == RSP_MULTIMEM_RFC ? ';' : ',';
}

/* The RFC's own example writes addresses as 0x1000. */
static rsp_status take_range(rsp_mem_range *out, rsp_bytes *in, rsp_multimem_form form) {
    rsp_bytes rest = *in;
    if (form == RSP_MULTIMEM_RFC)
        (void)(rsp_take_text(&rest, RSP_LIT("0x")) || rsp_take_text(&rest, RSP_LIT("0X")));
    rsp_status status = rsp_take_addr_len(&out->addr, &out->len, &rest);
    if (status == RSP_OK)
        *in = rest;
    return status;
}

typedef struct reader {
    rsp_mem_range *ranges;
    size_t cap;
    size_t num;
    rsp_bytes rest;
} reader;

/* Ranges up to the closing `;`, which is the last byte. */
static rsp_status take_ranges(reader *r, rsp_multimem_form form) {
    size_t most = r->cap > 0 && r->cap < RSP_LIMIT_BATCH_ITEMS ? r->cap : RSP_LIMIT_BATCH_ITEMS;
    for (;;) {
        rsp_mem_range range;
        rsp_status status = r->num < most ? take_range(&range, &r->rest, form) : RSP_LIMIT;
        if (status != RSP_OK)
            return status;
        if (r->cap > 0)
            r->ranges[r->num] = range;
        r->num++;
        if (r->rest.len == 1 && r->rest.ptr[0] == ';')
            return RSP_OK;
        if (!rsp_take_byte(&r->rest, range_separator(form)))
            return RSP_MALFORMED;
    }
}

static const char ranges_key[] = "ranges:";

rsp_status rsp_multimem_parse(rsp_mem_range *ranges, size_t cap, size_t *out_num, rsp_bytes payload,
                              rsp_multimem_form form, rsp_error *error) {
    reader r = {.ranges = ranges, .cap = cap, .rest = payload};
    if (!rsp_packet_take(&r.rest, RSP_PACKET_MULTI_MEM_READ))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "not a MultiMemRead request");
    if (!rsp_take_text(&r.rest, rsp_bytes_str(ranges_key)))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, payload.len - r.rest.len,
                               "`ranges:` must come first");
    rsp_status status = take_ranges(&r, form);
    if (status != RSP_OK)
        return rsp_fail_offset(error, status, NULL, payload.len - r.rest.len, "bad list of ranges");
    *out_num = r.num;
    return RSP_OK;
}

void rsp_multimem_begin(rsp_buf *out) {
    rsp_packet_begin(out, RSP_PACKET_MULTI_MEM_READ);
    rsp_buf_str(out, ranges_key);
}

size_t rsp_multimem_begin_len(void) {
    return rsp_packet_name(RSP_PACKET_MULTI_MEM_READ).len + 1 + sizeof ranges_key - 1;
}

void rsp_multimem_build(rsp_buf *out, const rsp_mem_range *ranges, size_t num, rsp_multimem_form form) {
    assert(ranges || num == 0);
    rsp_multimem_begin(out);
    for (size_t i = 0; i < num; i++) {
        if (i > 0)
            rsp_buf_push(out, range_separator(form));
        rsp_hex_append_u64(out, ranges[i].addr);
        rsp_buf_push(out, ',');
        rsp_hex_append_u64(out, ranges[i].len);
    }
    rsp_buf_push(out, ';');
}

static const char *const bad_count = "bad byte count, or one above the range's length";

/* A count, kept as the length of the chunk until its data is reached. */
static bool take_count(rsp_bytes *chunk, const rsp_mem_range *range, rsp_bytes *rest) {
    uint64_t count = 0;
    rsp_bytes in = *rest;
    if (rsp_take_hex(&count, &in) != RSP_OK || count > range->len || count > SIZE_MAX)
        return false;
    *chunk = rsp_bytes_make(NULL, (size_t)count);
    *rest = in;
    return true;
}

static bool take_data(rsp_bytes *chunk, rsp_bytes *rest) {
    if (chunk->len > rest->len)
        return false;
    *chunk = rsp_bytes_sub(*rest, 0, chunk->len);
    *rest = rsp_bytes_from(*rest, chunk->len);
    return true;
}

static const char *parse_lldb(rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num, rsp_bytes *rest) {
    for (size_t i = 0; i < num; i++) {
        if (!take_count(&chunks[i], &ranges[i], rest))
            return bad_count;
        if (!rsp_take_byte(rest, i + 1 < num ? ',' : ';'))
            return "another number of counts than ranges";
    }
    for (size_t i = 0; i < num; i++)
        if (!take_data(&chunks[i], rest))
            return "less data than the counts promise";
    return rest->len > 0 ? "more data than the counts promise" : NULL;
}

static const char *parse_rfc(rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num, rsp_bytes *rest) {
    for (size_t i = 0; i < num; i++) {
        if (!take_count(&chunks[i], &ranges[i], rest) || !rsp_take_byte(rest, ','))
            return bad_count;
        if (!take_data(&chunks[i], rest))
            return "less data than the count promises";
        if (!rsp_take_byte(rest, ';') && (i + 1 < num || rest->len > 0))
            return "missing `;` between ranges";
    }
    return rest->len > 0 ? "more elements than ranges" : NULL;
}

rsp_status rsp_multimem_reply_parse(rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num,
                                    rsp_bytes decoded, rsp_multimem_form form, rsp_error *error) {
    rsp_bytes rest = decoded;
    const char *wrong = form == RSP_MULTIMEM_RFC ? parse_rfc(chunks, ranges, num, &rest)
                                                 : parse_lldb(chunks, ranges, num, &rest);
    if (wrong)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, decoded.len - rest.len, "%s", wrong);
    return RSP_OK;
}

void rsp_multimem_reply_build(rsp_buf *out, const rsp_bytes *chunks, size_t num, rsp_multimem_form form) {
    assert(chunks || num == 0);
    for (size_t i = 0; i < num; i++) {
        if (i > 0)
            rsp_buf_push(out, range_separator(form));
        rsp_hex_append_u64(out, chunks[i].len);
        if (form != RSP_MULTIMEM_RFC)
            continue;
        rsp_buf_push(out, ',');
        rsp_escape_append(out, chunks[i]);
    }
    if (form == RSP_MULTIMEM_RFC)
        return;
    rsp_buf_push(out, ';');
    for (size_t i = 0; i < num; i++)
        rsp_escape_append(out, chunks[i]);
}

size_t rsp_multimem_counts_bytes(const rsp_mem_range *ranges, size_t num, uint64_t limit) {
    size_t sum = 0;
    for (size_t i = 0; i < num; i++)
        sum += 1 + rsp_hex_width(ranges[i].len < limit ? ranges[i].len : limit);
    return sum;
}
