/* The reader goes line by line through a header and then takes the content whole.
 * A byte is looked at once, so that a message costs time in proportion to its size.
 * See dap/frame.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/frame.h"

#include "core/limits.h"

#include <assert.h>

#define FLAW(name) (1u << RSP_DAP_FLAW_AT_##name)

/* A header with one of these leads to no content. */
#define FATAL (FLAW(NO_LENGTH) | FLAW(BAD_LENGTH) | FLAW(HUGE_LENGTH) | FLAW(LONG_HEADER))

static const char length_name[] = "Content-Length";
enum { LENGTH_NAME_LEN = sizeof length_name - 1 };

void rsp_dap_reader_free(rsp_dap_reader *r) {
    rsp_buf_free(&r->in);
    *r = (rsp_dap_reader){0};
}

/* Bytes that were taken out make room, now and then, so that each is moved at most once on average. */
static void compact(rsp_dap_reader *r) {
    if (r->at < r->in.len / 2 || r->at == 0)
        return;
    rsp_buf_consume(&r->in, r->at);
    r->offset += r->at;
    r->line -= r->at;
    r->scanned -= r->at;
    r->at = 0;
}

rsp_status rsp_dap_reader_feed(rsp_dap_reader *r, rsp_bytes bytes) {
    assert(r->at <= r->in.len);
    compact(r);
    if (r->in.len - r->at + bytes.len >
        (size_t)RSP_LIMIT_DAP_MESSAGE_BYTES + RSP_LIMIT_DAP_HEADER_BYTES + RSP_LIMIT_DAP_AHEAD_BYTES)
        return RSP_LIMIT;
    rsp_buf_append(&r->in, bytes);
    return r->in.status;
}

rsp_bytes rsp_dap_reader_rest(const rsp_dap_reader *r) {
    return rsp_bytes_from(rsp_buf_bytes(&r->in), r->at);
}

const char *rsp_dap_flaw_text(unsigned flaws) {
    static const char *const texts[] = {
#define FLAW_TEXT(name, text) text,
        RSP_DAP_FLAW_LIST(FLAW_TEXT)
#undef FLAW_TEXT
    };
    for (unsigned i = 0; i < RSP_DAP_FLAW_COUNT; i++)
        if (flaws & 1u << i)
            return texts[i];
    return "";
}

void rsp_dap_frame_append(rsp_buf *out, rsp_bytes content) {
    rsp_buf_printf(out, "Content-Length: %zu\r\n\r\n", content.len);
    rsp_buf_append(out, content);
}

/* --- the header --- */

static bool same_letters(rsp_bytes name, const char *lower_or_upper) {
    for (size_t i = 0; i < name.len; i++) {
        const uint8_t a = name.ptr[i], b = (uint8_t)lower_or_upper[i];
        const uint8_t folded = a >= 'A' && a <= 'Z' ? (uint8_t)(a + 32) : a;
        if (folded != (b >= 'A' && b <= 'Z' ? (uint8_t)(b + 32) : b))
            return false;
    }
    return true;
}

static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\t';
}

/* Digits of the value, between blanks. */
static rsp_bytes trimmed(rsp_bytes value) {
    while (value.len > 0 && is_blank(value.ptr[0]))
        value = rsp_bytes_from(value, 1);
    while (value.len > 0 && is_blank(value.ptr[value.len - 1]))
        value.len--;
    return value;
}

static unsigned number_flaws(uint64_t *out, rsp_bytes digits) {
    uint64_t value = 0;
    *out = 0;
    if (digits.len == 0)
        return FLAW(BAD_LENGTH);
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
            return FLAW(BAD_LENGTH);
        if (value <= RSP_LIMIT_DAP_MESSAGE_BYTES)
            value = value * 10 + (uint64_t)(digits.ptr[i] - '0');
    }
    *out = value;
    if (value > RSP_LIMIT_DAP_MESSAGE_BYTES)
        return FLAW(HUGE_LENGTH);
    return digits.len > 1 && digits.ptr[0] == '0' ? FLAW(NUMBER_FORM) : 0;
}

static void take_length(rsp_dap_reader *r, rsp_bytes name, rsp_bytes value) {
    const rsp_bytes digits = trimmed(value);
    if (r->has_length)
        r->flaws |= FLAW(LENGTH_TWICE);
    r->has_length = true;
    r->flaws &= ~(FLAW(BAD_LENGTH) | FLAW(HUGE_LENGTH)); /* the last one counts */
    r->flaws |= number_flaws(&r->length, digits);
    if (!rsp_bytes_equal(name, rsp_bytes_make(length_name, LENGTH_NAME_LEN)))
        r->flaws |= FLAW(NAME_CASE);
    if (value.len != digits.len + 1 || value.ptr[0] != ' ')
        r->flaws |= FLAW(NUMBER_FORM);
}

/* The line that begins at r->line and ends before `end` (its line end cut off). */
static void take_line(rsp_dap_reader *r, rsp_bytes line) {
    const size_t colon = rsp_bytes_index(line, ':');
    const rsp_bytes name = rsp_bytes_sub(line, 0, colon);
    if (name.len == LENGTH_NAME_LEN && same_letters(name, length_name))
        take_length(r, name, rsp_bytes_from(line, colon + 1));
}

/* Where a header begins within a line that is none: after text that somebody printed. */
static size_t header_within(rsp_bytes line) {
    for (size_t i = 1; i + LENGTH_NAME_LEN < line.len; i++)
        if (line.ptr[i + LENGTH_NAME_LEN] == ':' &&
            rsp_bytes_equal(rsp_bytes_sub(line, i, LENGTH_NAME_LEN),
                            rsp_bytes_make(length_name, LENGTH_NAME_LEN)))
            return i;
    return 0;
}

static void begin_header(rsp_dap_reader *r) {
    r->line = r->scanned = r->at;
    r->flaws = 0;
    r->has_length = r->in_content = false;
    r->length = 0;
}

/* Takes `len` bytes out as a piece that is no message. */
static bool give(rsp_dap_reader *r, rsp_dap_frame *out, rsp_dap_frame_kind kind, size_t len) {
    out->kind = kind;
    out->offset = r->offset + r->at;
    out->header = rsp_bytes_sub(rsp_buf_bytes(&r->in), r->at, len);
    out->flaws = r->flaws;
    r->at += len;
    begin_header(r);
    return true;
}

/* The header ends at r->line, behind its empty line. */
static bool end_header(rsp_dap_reader *r, rsp_dap_frame *out) {
    if (!r->has_length)
        r->flaws |= FLAW(NO_LENGTH);
    if (r->flaws & FATAL) {
        r->lost = (r->flaws & FLAW(HUGE_LENGTH)) != 0;
        return give(r, out, RSP_DAP_FRAME_BAD, r->line - r->at);
    }
    r->in_content = true;
    return false;
}

/* One line, whose LF is at `end`. True when it made a piece. */
static bool step_line(rsp_dap_reader *r, rsp_dap_frame *out, size_t end) {
    const rsp_bytes all = rsp_buf_bytes(&r->in);
    const bool cr = end > r->line && all.ptr[end - 1] == '\r';
    const rsp_bytes line = rsp_bytes_sub(all, r->line, end - r->line - (cr ? 1 : 0));
    const size_t within = header_within(line);
    const bool first = r->line == r->at;
    if (first && within > 0)
        return give(r, out, RSP_DAP_FRAME_STRAY, within);
    if (first && (line.len == 0 || rsp_bytes_index(line, ':') == line.len))
        return give(r, out, RSP_DAP_FRAME_STRAY, end + 1 - r->at);
    if (!cr)
        r->flaws |= FLAW(LINE_END);
    r->line = r->scanned = end + 1;
    if (line.len == 0)
        return end_header(r, out);
    take_line(r, line);
    return false;
}

static bool next_in_header(rsp_dap_reader *r, rsp_dap_frame *out) {
    while (!r->in_content) {
        const rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&r->in), r->scanned);
        const size_t lf = rsp_bytes_index(rest, '\n');
        if (r->scanned + lf - r->at > RSP_LIMIT_DAP_HEADER_BYTES) {
            r->flaws |= FLAW(LONG_HEADER);
            return give(r, out, RSP_DAP_FRAME_BAD, r->scanned + lf - r->at);
        }
        if (lf == rest.len) {
            r->scanned += lf;
            return false;
        }
        if (step_line(r, out, r->scanned + lf))
            return true;
    }
    return false;
}

bool rsp_dap_reader_next(rsp_dap_reader *r, rsp_dap_frame *out) {
    assert(out && r->at <= r->in.len);
    *out = (rsp_dap_frame){0};
    if (r->at == r->in.len)
        return false;
    if (r->lost)
        return give(r, out, RSP_DAP_FRAME_STRAY, r->in.len - r->at);
    if (!r->in_content && next_in_header(r, out))
        return true;
    if (!r->in_content || r->in.len - r->line < r->length)
        return false;
    const size_t header = r->line - r->at;
    const size_t content = (size_t)r->length;
    (void)give(r, out, RSP_DAP_FRAME_MESSAGE, header + content);
    out->content = rsp_bytes_from(out->header, header);
    out->header.len = header;
    return true;
}
