/* Checksums, frames that are built, and the decoder: the deframer's events with runs and escapes undone.
 * Runs are undone as GDB does it, so that there is one reading of a packet; flags tell what was not allowed.
 * The checksum keeps independent byte lanes, so that the compiler can keep them in vector registers. */
/* SPDX-License-Identifier: MIT */
#include <rsp/frame.h>

#include "codec/compress.h"
#include "codec/deframer.h"
#include "codec/escape.h"
#include "codec/rle.h"
#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { FRAME_OVERHEAD = 4 }; /* lead, `#`, two digits */
static const char *const kind_names[] = {"NONE",      "PACKET", "NOTIFICATION", "ACK",       "NAK",
                                         "INTERRUPT", "JUNK",   "OVERLONG",     "ABANDONED", "TRUNCATED"};

const char *rsp_event_kind_name(rsp_event_kind kind) {
    return (size_t)kind < RSP_ARRAY_LEN(kind_names) ? kind_names[kind] : "?";
}

enum { LANES = 64 };

/* At most LANES bytes. Eight at a time: their even and odd bytes add up in four lanes of 16 bits each. */
static uint8_t sum_bytes(const uint8_t *at, size_t len) {
    const uint64_t even = UINT64_C(0x00ff00ff00ff00ff);
    uint64_t sums = 0;
    for (; len >= 8; len -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sums += (word & even) + (word >> 8 & even);
    }
    unsigned sum = (unsigned)(sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
    for (; len > 0; len--)
        sum += *at++;
    return (uint8_t)sum;
}

uint8_t rsp_checksum(rsp_bytes bytes) {
    const uint8_t *at = bytes.ptr;
    size_t left = bytes.len;
    if (left < LANES)
        return sum_bytes(at, left);
    uint8_t lanes[LANES] = {0};
    for (; left >= LANES; left -= LANES, at += LANES)
        for (size_t i = 0; i < LANES; i++)
            lanes[i] = (uint8_t)(lanes[i] + at[i]);
    return (uint8_t)(sum_bytes(lanes, LANES) + sum_bytes(at, left));
}

void rsp_frame_end(rsp_buf *out, size_t mark, bool rle) {
    assert(mark > 0 || out->status != RSP_OK);
    if (out->status != RSP_OK || mark > out->len)
        return;
    if (rle)
        out->len = mark + rsp_rle_compress_in_place(out->ptr + mark, out->len - mark);
    uint8_t sum = rsp_checksum(rsp_bytes_from(rsp_buf_bytes(out), mark));
    uint8_t *at = rsp_buf_extend(out, 3);
    if (!at)
        return;
    at[0] = '#';
    at[1] = (uint8_t)rsp_hex_digits[sum >> 4];
    at[2] = (uint8_t)rsp_hex_digits[sum & 15];
}

/* Room for the whole frame first: a buffer that is full keeps what it had. */
static void frame(rsp_buf *out, char lead, rsp_bytes payload) {
    if (payload.len > SIZE_MAX - FRAME_OVERHEAD || !rsp_buf_reserve(out, payload.len + FRAME_OVERHEAD))
        return;
    size_t mark = rsp_frame_begin(out, lead);
    rsp_buf_append(out, payload);
    rsp_frame_end(out, mark, false);
}

void rsp_frame_packet(rsp_buf *out, rsp_bytes payload) {
    frame(out, '$', payload);
}

void rsp_frame_notification(rsp_buf *out, rsp_bytes payload) {
    frame(out, '%', payload);
}

void rsp_decoder_init(rsp_decoder *d, const rsp_deframer_options *options) {
    rsp_deframer_options o = options ? *options : (rsp_deframer_options){0};
    size_t most = o.max_payload ? o.max_payload : (size_t)RSP_LIMIT_PACKET_BYTES;
    rsp_deframer_init(&d->deframer, &o);
    rsp_buf_init(&d->expanded, o.mem, most);
    rsp_buf_init(&d->plain, o.mem, most);
    rsp_buf_init(&d->inflated, o.mem, most);
    d->compression = RSP_COMPRESSION_OFF;
}

void rsp_decoder_reset(rsp_decoder *d) {
    rsp_deframer_reset(&d->deframer);
    rsp_buf_clear(&d->expanded);
    rsp_buf_clear(&d->plain);
    rsp_buf_clear(&d->inflated);
    d->compression = RSP_COMPRESSION_OFF;
}

void rsp_decoder_free(rsp_decoder *d) {
    if (!d)
        return;
    rsp_deframer_free(&d->deframer);
    rsp_buf_free(&d->expanded);
    rsp_buf_free(&d->plain);
    rsp_buf_free(&d->inflated);
}

/* A buffer of an all-zero decoder has no limit of its own yet. */
static rsp_buf *emptied(const rsp_decoder *d, rsp_buf *buf) {
    rsp_buf_clear(buf);
    if (!buf->limit)
        buf->limit = d->deframer.options.max_payload ? d->deframer.options.max_payload
                                                     : (size_t)RSP_LIMIT_PACKET_BYTES;
    return buf;
}

static unsigned lacking(rsp_status status) {
    return status == RSP_NO_MEMORY ? RSP_CODING_NO_MEMORY : RSP_CODING_TOO_LONG;
}

static void undo_runs(rsp_decoder *d, rsp_wire_event *e) {
    rsp_rle_report report = {0};
    rsp_buf *out = emptied(d, &d->expanded);
    rsp_status status = rsp_rle_expand_lenient(out, e->expanded, &report);
    e->coding |= RSP_CODING_RUNS | (report.num_illegal > report.num_beyond ? RSP_CODING_BAD_RUN : 0u);
    if (status == RSP_OK)
        e->expanded = rsp_buf_bytes(out);
    else
        e->coding |= lacking(status);
}

/* Of what is damaged already there is no meaning to look for. */
static void undo_escapes(rsp_decoder *d, rsp_wire_event *e) {
    if (e->coding & RSP_CODING_DAMAGE)
        return;
    e->payload = e->expanded;
    if (rsp_bytes_index(e->expanded, RSP_ESCAPE_BYTE) == e->expanded.len)
        return;
    rsp_buf *out = emptied(d, &d->plain);
    rsp_status status = rsp_unescape(out, e->expanded);
    if (status == RSP_OK)
        e->payload = rsp_buf_bytes(out);
    else
        e->coding |= status == RSP_MALFORMED ? (unsigned)RSP_CODING_BAD_ESCAPE : lacking(status);
    if (status != RSP_OK)
        e->payload = e->wire;
}

/* False for a packet that another rule holds for: notifications are not compressed. */
static bool undo_compression(rsp_decoder *d, rsp_wire_event *e) {
    if (d->compression != RSP_COMPRESSION_ON || e->kind != RSP_EVENT_PACKET)
        return false;
    rsp_buf *out = emptied(d, &d->inflated);
    rsp_status status = rsp_compress_undo(out, e->wire);
    e->coding |= RSP_CODING_COMPRESSED;
    if (status == RSP_OK)
        e->expanded = rsp_buf_bytes(out);
    else if (status == RSP_NO_MEMORY || status == RSP_LIMIT)
        e->coding |= lacking(status);
    else
        e->coding |= RSP_CODING_BAD_COMPRESSION;
    return e->wire.len > 0 && e->wire.ptr[0] == 'C';
}

/* Run lengths exist only towards the client, and not in what is compressed. */
static void undo(rsp_decoder *d, rsp_wire_event *e) {
    bool compressed = undo_compression(d, e);
    if (e->direction == RSP_TO_CLIENT && !compressed && !(e->coding & RSP_CODING_DAMAGE) &&
        rsp_bytes_index(e->expanded, '*') < e->expanded.len)
        undo_runs(d, e);
    undo_escapes(d, e);
}

void rsp_decoder_request(rsp_decoder *d, rsp_bytes request) {
    uint64_t min;
    if (d->compression == RSP_COMPRESSION_ON)
        return;
    const rsp_packet_row *row = rsp_packet_by_id(RSP_PACKET_QENABLE_COMPRESSION);
    bool asks = rsp_bytes_starts(request, row->name) &&
                rsp_compression_parse(&min, rsp_packet_args(row, request)) == RSP_OK;
    d->compression = asks ? RSP_COMPRESSION_ASKED : RSP_COMPRESSION_OFF;
}

/* The reply to QEnableCompression. */
static void follow(rsp_decoder *d, const rsp_wire_event *e) {
    if (e->kind == RSP_EVENT_PACKET && e->checksum_ok)
        d->compression =
            rsp_bytes_equal(e->payload, RSP_LIT("OK")) ? RSP_COMPRESSION_ON : RSP_COMPRESSION_OFF;
}

static void fill(rsp_decoder *d, const rsp_event *frame, rsp_wire_event *out) {
    rsp_bytes wire = frame->kind == RSP_EVENT_JUNK ? frame->raw : frame->payload;
    *out = (rsp_wire_event){
        .kind = frame->kind,
        .direction = d->deframer.options.direction,
        .coding = 0,
        .checksum_hex = frame->checksum_hex,
        .checksum_ok = frame->checksum_ok,
        .checksum_received = frame->checksum_received,
        .checksum_computed = frame->checksum_computed,
        .raw = frame->raw,
        .wire = wire,
        .expanded = wire,
        .payload = wire,
        .offset = frame->offset,
        .wire_len = frame->wire_len,
    };
    bool coded = frame->coded || d->compression == RSP_COMPRESSION_ON;
    if (coded && (frame->kind == RSP_EVENT_PACKET || frame->kind == RSP_EVENT_NOTIFICATION))
        undo(d, out);
    if (d->compression == RSP_COMPRESSION_ASKED)
        follow(d, out);
}

uint64_t rsp_decoder_pending(const rsp_decoder *d) {
    return rsp_deframer_pending(&d->deframer);
}

size_t rsp_decode(rsp_decoder *d, rsp_bytes in, rsp_wire_event *out) {
    assert(d && out);
    rsp_event frame;
    size_t taken = rsp_deframe(&d->deframer, in, &frame);
    if (frame.kind == RSP_EVENT_NONE)
        *out = (rsp_wire_event){.direction = d->deframer.options.direction};
    else
        fill(d, &frame, out);
    return taken;
}

bool rsp_decode_flush(rsp_decoder *d, rsp_wire_event *out) {
    rsp_event frame;
    bool unfinished = rsp_deframe_flush(&d->deframer, &frame);
    fill(d, &frame, out);
    return unfinished;
}

static void append_but_stars(rsp_buf *out, rsp_bytes data) {
    while (data.len > 0) {
        size_t len = rsp_bytes_index(data, '*');
        rsp_escape_append(out, rsp_bytes_sub(data, 0, len));
        rsp_buf_append(out, rsp_bytes_sub(data, len, 1));
        data = rsp_bytes_from(data, len + 1);
    }
}

void rsp_escape_packet(rsp_buf *out, rsp_bytes data, rsp_escape_mode mode) {
    size_t mark = rsp_frame_begin(out, '$');
    switch (mode) {
    case RSP_ESCAPE_FULL:
        rsp_escape_append(out, data);
        break;
    case RSP_ESCAPE_MINIMAL:
        append_but_stars(out, data);
        break;
    case RSP_ESCAPE_NONE:
        rsp_buf_append(out, data);
        break;
    }
    rsp_frame_end(out, mark, false);
}
