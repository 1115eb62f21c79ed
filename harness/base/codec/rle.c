/* Run-length coding both ways.
 * 0 * <29+n>  stands for n + 1 times "0".
 * Source: GDB manual, Overview. */
/* SPDX-License-Identifier: MIT */
#include "codec/rle.h"

#include "codec/escape.h"

#include <assert.h>

static bool count_made(size_t repeats) {
    uint8_t c = (uint8_t)(repeats + RSP_RLE_BIAS);
    return rsp_rle_count_legal(c) && c != '+' && c != '-';
}

/* The most repetitions that one token may stand for, at most `extra`; 0 when no token pays. */
static size_t token_repeats(size_t extra) {
    size_t repeats = extra < RSP_RLE_MAX_REPEATS ? extra : RSP_RLE_MAX_REPEATS;
    while (repeats >= RSP_RLE_MIN_REPEATS && !count_made(repeats))
        repeats--;
    return repeats >= RSP_RLE_MIN_REPEATS ? repeats : 0;
}

static size_t run_len(const uint8_t *at, size_t len) {
    size_t run = 1;
    while (run < len && at[run] == at[0])
        run++;
    return run;
}

/* Where the first run that a token pays for begins, or len. A byte that differs from the one before it rules
 * out all runs that would hold both. */
static size_t find_run(const uint8_t *at, size_t len) {
    size_t i = 0;
    while (i + RSP_RLE_MIN_REPEATS < len) {
        if (at[i + 3] != at[i + 2])
            i += 3;
        else if (at[i + 2] != at[i + 1])
            i += 2;
        else if (at[i + 1] != at[i] || at[i] == '*')
            i++;
        else
            return i;
    }
    return len;
}
_Static_assert(RSP_RLE_MIN_REPEATS == 3, "find_run looks at so many");

static size_t put_run(uint8_t *payload, size_t to, uint8_t c, size_t run) {
    while (run > 0) {
        size_t repeats = token_repeats(run - 1);
        payload[to++] = c;
        if (repeats > 0) {
            payload[to++] = '*';
            payload[to++] = (uint8_t)(repeats + RSP_RLE_BIAS);
        }
        run -= repeats + 1;
    }
    return to;
}

/* Moves `len` bytes without an escape down from `from` to `to`, runs as tokens; returns the place behind. */
static size_t compress_part(uint8_t *payload, size_t to, size_t from, size_t len) {
    size_t end = from + len;
    while (from < end) {
        size_t plain = find_run(payload + from, end - from);
        if (plain > 0 && to < from)
            memmove(payload + to, payload + from, plain);
        to += plain;
        from += plain;
        if (from == end)
            break;
        size_t run = run_len(payload + from, end - from);
        to = put_run(payload, to, payload[from], run);
        from += run;
    }
    return to;
}

size_t rsp_rle_compress_in_place(uint8_t *payload, size_t len) {
    assert(payload || len == 0);
    size_t to = 0;
    for (size_t from = 0; from < len;) {
        size_t plain = rsp_bytes_index(rsp_bytes_make(payload + from, len - from), RSP_ESCAPE_BYTE);
        to = compress_part(payload, to, from, plain);
        from += plain;
        /* The byte behind an escape belongs to it, and to no run. */
        for (size_t i = 0; i < 2 && from < len; i++)
            payload[to++] = payload[from++];
    }
    return to;
}

void rsp_rle_compress(rsp_buf *out, rsp_bytes payload) {
    size_t before = out->len;
    if (payload.len == 0)
        return;
    uint8_t *at = rsp_buf_extend(out, payload.len);
    if (!at)
        return;
    memcpy(at, payload.ptr, payload.len);
    rsp_buf_truncate(out, before + rsp_rle_compress_in_place(at, payload.len));
}

/* One token as it stands at the `*` at `at`. */
typedef struct token {
    const char *wrong; /* NULL when legal */
    size_t repeats;    /* what GDB would make of it; 0 when it can not be expanded */
    bool is_beyond;    /* nothing is wrong but that the count is above 126 */
} token;

static token look_at_token(rsp_bytes wire, size_t at, bool after_count) {
    if (at == 0)
        return (token){.wrong = "run-length `*` without a byte before it"};
    if (at + 1 == wire.len)
        return (token){.wrong = "run-length `*` without a count"};
    uint8_t c = wire.ptr[at + 1];
    size_t repeats = c >= 32 ? (size_t)c - RSP_RLE_BIAS : 0;
    if (!rsp_rle_count_legal(c))
        return (token){.wrong = "illegal run-length count",
                       .repeats = repeats,
                       .is_beyond = c > RSP_RLE_MAX_REPEATS + RSP_RLE_BIAS && !after_count};
    if (after_count)
        return (token){.wrong = "run-length `*` right after a count", .repeats = repeats};
    return (token){.repeats = repeats};
}

/* `plain`, and its last byte so many times more. Without plain bytes it is the one appended last. */
static void append_run(rsp_buf *out, rsp_bytes plain, size_t repeats) {
    const uint8_t byte = plain.len > 0 ? plain.ptr[plain.len - 1] : out->ptr[out->len - 1];
    uint8_t *at = rsp_buf_extend(out, plain.len + repeats);
    if (!at)
        return;
    if (plain.len > 0)
        memcpy(at, plain.ptr, plain.len);
    memset(at + plain.len, byte, repeats);
}

static void count_token(rsp_rle_report *report, rsp_bytes wire, size_t at, token t) {
    report->num_tokens++;
    if (t.wrong && report->num_illegal++ == 0)
        report->first_illegal_at = at;
    report->num_beyond += t.is_beyond;
    if (!t.wrong && (wire.ptr[at + 1] == '+' || wire.ptr[at + 1] == '-'))
        report->num_avoidable++;
}

/* Up to the end; where `strict`, up to the first token that is wrong, which is returned. */
static const char *expand(rsp_buf *out, rsp_bytes wire, bool strict, rsp_rle_report *report) {
    size_t before = out->len;
    bool after_count = false;
    for (size_t at = 0; at < wire.len && out->status == RSP_OK;) {
        const rsp_bytes plain = rsp_bytes_sub(wire, at, rsp_bytes_index(rsp_bytes_from(wire, at), '*'));
        at += plain.len;
        if (at == wire.len) {
            rsp_buf_append(out, plain);
            break;
        }
        token t = look_at_token(wire, at, after_count && plain.len == 0);
        count_token(report, wire, at, t);
        if (t.wrong && strict)
            return t.wrong;
        /* GDB repeats the byte that it decoded last, which may itself come from a run. */
        if (t.repeats > 0 && out->len + plain.len > before) {
            append_run(out, plain, t.repeats);
        } else {
            rsp_buf_append(out, plain);
            rsp_buf_append(out, rsp_bytes_sub(wire, at, 2));
        }
        after_count = true;
        at += at + 2 < wire.len ? 2 : wire.len - at;
    }
    return NULL;
}

rsp_status rsp_rle_expand(rsp_buf *out, rsp_bytes wire, rsp_error *error) {
    size_t before = out->len;
    rsp_rle_report report = {0};
    const char *wrong = expand(out, wire, true, &report);
    if (!wrong && out->status == RSP_OK)
        return RSP_OK;
    rsp_buf_truncate(out, before);
    if (wrong)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, report.first_illegal_at, "%s", wrong);
    return rsp_fail(error, out->status, "expanded payload: %s", rsp_status_text(out->status));
}

rsp_status rsp_rle_expand_lenient(rsp_buf *out, rsp_bytes wire, rsp_rle_report *report) {
    size_t before = out->len;
    *report = (rsp_rle_report){0};
    (void)expand(out, wire, false, report);
    if (out->status != RSP_OK)
        rsp_buf_truncate(out, before);
    return out->status;
}
