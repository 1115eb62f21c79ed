/* The decoder: the deframer's events with runs and escapes undone.
 * Runs are undone as GDB does it, so that there is one reading of a packet; flags tell what was not allowed.
 * See decoder.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/frame.h>

#include "codec/escape.h"
#include "codec/rle.h"
#include "core/limits.h"

void rsp_decoder_init(rsp_decoder *d, const rsp_deframer_options *options) {
    rsp_deframer_options o = options ? *options : (rsp_deframer_options){0};
    size_t most = o.max_payload ? o.max_payload : (size_t)RSP_LIMIT_PACKET_BYTES;
    rsp_deframer_init(&d->deframer, &o);
    rsp_buf_init(&d->expanded, o.mem, most);
    rsp_buf_init(&d->plain, o.mem, most);
}

void rsp_decoder_reset(rsp_decoder *d) {
    rsp_deframer_reset(&d->deframer);
    rsp_buf_clear(&d->expanded);
    rsp_buf_clear(&d->plain);
}

void rsp_decoder_free(rsp_decoder *d) {
    if (!d)
        return;
    rsp_deframer_free(&d->deframer);
    rsp_buf_free(&d->expanded);
    rsp_buf_free(&d->plain);
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
    rsp_status status = rsp_rle_expand_lenient(out, e->wire, &report);
    e->coding |= RSP_CODING_RUNS | (report.num_illegal ? RSP_CODING_BAD_RUN : 0u);
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

/* Run lengths exist only towards the client. */
static void undo(rsp_decoder *d, rsp_wire_event *e) {
    if (e->direction == RSP_TO_CLIENT && rsp_bytes_index(e->wire, '*') < e->wire.len)
        undo_runs(d, e);
    undo_escapes(d, e);
}

static void fill(rsp_decoder *d, const rsp_event *frame, rsp_wire_event *out) {
    rsp_bytes wire = frame->kind == RSP_EVENT_JUNK ? frame->raw : frame->payload;
    *out = (rsp_wire_event){
        .kind = frame->kind,
        .direction = d->deframer.options.direction,
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
    if (frame->kind == RSP_EVENT_PACKET || frame->kind == RSP_EVENT_NOTIFICATION)
        undo(d, out);
}

size_t rsp_decode(rsp_decoder *d, rsp_bytes in, rsp_wire_event *out) {
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
