/* The deframer: one state for the event under way.
 * A packet that lies whole in one input is given out in place; else its bytes gather in `hold`.
 * One pass over a body finds its end, its checksum, and whether runs or escapes are to be undone. */
/* SPDX-License-Identifier: MIT */
#include "codec/deframer.h"

#include "body_scan.h"
#include "core/hex.h"
#include "core/limits.h"

#include <assert.h>

enum {
    IDLE,    /* between events */
    BODY,    /* behind the lead */
    DIGIT_1, /* behind `#` */
    DIGIT_2,
    DONE,   /* both digits taken */
    BROKEN, /* a `$` came before the end */
};

enum {
    FRAME_OVERHEAD = 4, /* lead, `#`, two digits */
};

static size_t max_payload(const rsp_deframer *d) {
    return d->options.max_payload ? d->options.max_payload : (size_t)RSP_LIMIT_PACKET_BYTES;
}

void rsp_deframer_init(rsp_deframer *d, const rsp_deframer_options *options) {
    *d = (rsp_deframer){0};
    if (options)
        d->options = *options;
    rsp_buf_init(&d->hold, d->options.mem, 0);
}

void rsp_deframer_reset(rsp_deframer *d) {
    rsp_buf hold = d->hold;
    rsp_buf_clear(&hold);
    *d = (rsp_deframer){.options = d->options, .hold = hold};
}

void rsp_deframer_free(rsp_deframer *d) {
    if (!d)
        return;
    rsp_buf_free(&d->hold);
    rsp_deframer_init(d, &(rsp_deframer_options){.direction = d->options.direction,
                                                 .max_payload = d->options.max_payload,
                                                 .mem = d->options.mem});
}

uint64_t rsp_deframer_pending(const rsp_deframer *d) {
    return d->emitted ? d->reopened : d->wire_len;
}

/* Keeps bytes of an event under way, up to the largest event that may be given out whole. */
static void hold_bytes(rsp_deframer *d, rsp_bytes bytes) {
    size_t most = max_payload(d) < SIZE_MAX - FRAME_OVERHEAD ? max_payload(d) + FRAME_OVERHEAD : SIZE_MAX;
    if (!d->hold.limit)
        d->hold.limit = most;
    rsp_buf_append(&d->hold, rsp_bytes_sub(bytes, 0, most - d->hold.len));
}

static void open_event(rsp_deframer *d, uint8_t lead) {
    d->lead = lead;
    d->state = BODY;
    d->wire_len = 1;
    d->payload_len = 0;
    d->sum = 0;
    d->coded = false;
}

/* Forgets the event given out last, and opens the next where its `$` has been consumed already. */
static void begin_call(rsp_deframer *d) {
    if (!d->emitted)
        return;
    d->emitted = false;
    rsp_buf_clear(&d->hold);
    d->offset += d->wire_len;
    d->wire_len = 0;
    d->state = IDLE;
    if (!d->reopened)
        return;
    d->reopened = false;
    open_event(d, '$');
    hold_bytes(d, RSP_LIT("$"));
}

/* Takes body bytes from in[at] on; returns the place behind the `#`, at the `$`, or the end. */
static size_t take_body(rsp_deframer *d, rsp_bytes in, size_t at) {
    const body_scan s = scan_body(rsp_bytes_from(in, at));
    d->sum = (uint8_t)(d->sum + s.sum);
    d->coded = d->coded || s.coded;
    d->payload_len += s.len;
    at += s.len;
    if (at == in.len)
        return at;
    d->state = in.ptr[at] == '#' ? DIGIT_1 : BROKEN;
    return at + (d->state == DIGIT_1);
}

static size_t take_digits(rsp_deframer *d, rsp_bytes in, size_t at) {
    for (; at < in.len && (d->state == DIGIT_1 || d->state == DIGIT_2); at++) {
        if (in.ptr[at] == '$') {
            d->state = BROKEN;
            return at;
        }
        d->digits[d->state == DIGIT_2] = in.ptr[at];
        d->state = d->state == DIGIT_1 ? DIGIT_2 : DONE;
    }
    return at;
}

static void fill_checksum(const rsp_deframer *d, rsp_event *out) {
    int high = rsp_hex_value(d->digits[0]);
    int low = rsp_hex_value(d->digits[1]);
    out->checksum_computed = d->sum;
    if (d->state != DONE || high < 0 || low < 0)
        return;
    out->checksum_hex = true;
    out->checksum_received = (uint8_t)(high << 4 | low);
    out->checksum_ok = out->checksum_received == d->sum;
}

/* Makes the event of the `whole` bytes that are at hand; those of an over-long one are cut so that the
 * same bytes are shown however they came. */
static void emit(rsp_deframer *d, rsp_event *out, rsp_event_kind kind, rsp_bytes whole) {
    bool cut = d->payload_len > max_payload(d) || whole.len < d->wire_len;
    if (kind == RSP_EVENT_PACKET && cut)
        kind = RSP_EVENT_OVERLONG;
    else if (kind == RSP_EVENT_PACKET && d->lead == '%')
        kind = RSP_EVENT_NOTIFICATION;
    if (d->payload_len > max_payload(d))
        whole = rsp_bytes_sub(whole, 0, 1 + max_payload(d));
    out->kind = kind;
    out->raw = whole;
    out->payload = rsp_bytes_sub(whole, 1, d->payload_len < SIZE_MAX ? (size_t)d->payload_len : SIZE_MAX);
    out->offset = d->offset;
    out->wire_len = d->wire_len;
    out->coded = d->coded;
    fill_checksum(d, out);
    d->emitted = true;
}

static rsp_event_kind single_kind(const rsp_deframer *d, uint8_t byte) {
    if (byte == '+')
        return RSP_EVENT_ACK;
    if (byte == '-')
        return RSP_EVENT_NAK;
    return byte == 3 && d->options.direction == RSP_TO_STUB ? RSP_EVENT_INTERRUPT : RSP_EVENT_JUNK;
}

static bool is_lead(const rsp_deframer *d, uint8_t byte) {
    return byte == '$' || (byte == '%' && d->options.direction == RSP_TO_CLIENT);
}

/* An event of one byte: it has no payload and no checksum. */
static size_t take_single(rsp_deframer *d, rsp_bytes in, rsp_event *out) {
    out->kind = single_kind(d, in.ptr[0]);
    out->raw = rsp_bytes_sub(in, 0, 1);
    out->offset = d->offset;
    out->wire_len = 1;
    d->offset++;
    return 1;
}

size_t rsp_deframe(rsp_deframer *d, rsp_bytes in, rsp_event *out) {
    assert(d && out);
    *out = (rsp_event){0};
    if (in.len == 0)
        return 0;
    begin_call(d);
    size_t at = 0;
    if (d->state == IDLE) {
        if (!is_lead(d, in.ptr[0]))
            return take_single(d, in, out);
        open_event(d, in.ptr[0]);
        at = 1;
    }
    bool whole_here = at == 1;
    if (d->state == BODY)
        at = take_body(d, in, at);
    at = take_digits(d, in, at);
    d->wire_len += at - whole_here;
    rsp_bytes taken = rsp_bytes_sub(in, 0, at);
    bool done = d->state == DONE || d->state == BROKEN;
    if (!whole_here || !done) {
        hold_bytes(d, taken);
        taken = rsp_buf_bytes(&d->hold);
    }
    if (!done)
        return at;
    emit(d, out, d->state == DONE ? RSP_EVENT_PACKET : RSP_EVENT_ABANDONED, taken);
    /* The `$` is consumed with what it ends, so that every call takes at least one byte. */
    d->reopened = d->state == BROKEN;
    return at + d->reopened;
}

bool rsp_deframe_flush(rsp_deframer *d, rsp_event *out) {
    assert(d && out);
    *out = (rsp_event){0};
    begin_call(d);
    if (d->state == IDLE)
        return false;
    emit(d, out, RSP_EVENT_TRUNCATED, rsp_buf_bytes(&d->hold));
    return true;
}
