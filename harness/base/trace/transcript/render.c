/* A transcript as lines for people: time, arrow, what passed.
 * Everything a peer sent is escaped to printable ASCII; acks that are as they should be stay out of the way.
 * See transcript.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/transcript.h>

#include "codec/explain.h"
#include <inttypes.h>
#include <rsp/clock.h>

enum {
    DEFAULT_COLUMNS = 100,
    EXPLAIN_COLUMN = 40, /* explanations start here when the payload is shorter */
};

static const rsp_transcript_style plain_style;

static void append_indent(rsp_buf *out, size_t indent) {
    for (size_t i = 0; i < indent; i++)
        rsp_buf_push(out, ' ');
}

static void append_time(rsp_buf *out, uint64_t time_ns, uint64_t epoch_ns) {
    uint64_t us = (time_ns > epoch_ns ? time_ns - epoch_ns : 0) / RSP_NS_PER_US;
    rsp_buf_printf(out, "%6" PRIu64 ".%03" PRIu64 " ms  ", us / 1000, us % 1000);
}

/* At most `columns` characters of escaped text. */
static void append_payload(rsp_buf *out, rsp_bytes bytes, size_t columns) {
    size_t most = columns == SIZE_MAX ? 0 : columns ? columns : DEFAULT_COLUMNS;
    rsp_printable_append(out, bytes, most);
}

static bool is_plain(rsp_bytes payload) {
    return payload.len == 0 || rsp_bytes_equal(payload, RSP_LIT("OK"));
}

static void append_explanation(rsp_buf *out, const rsp_entry *e, rsp_bytes request, size_t start) {
    rsp_explain_options options = {
        .direction = e->direction,
        .request = request,
        .notification = e->kind == RSP_ENTRY_NOTIFICATION,
    };
    while (out->status == RSP_OK && out->len - start < EXPLAIN_COLUMN)
        rsp_buf_push(out, ' ');
    rsp_buf_str(out, "  ");
    rsp_explain(out, e->payload, &options);
}

static void append_packet(rsp_buf *out, const rsp_entry *e, rsp_bytes request,
                          const rsp_transcript_style *style) {
    size_t start = out->len;
    if (style->wire) {
        append_payload(out, e->raw, style->max_columns);
    } else {
        if (e->kind == RSP_ENTRY_NOTIFICATION)
            rsp_buf_push(out, '%');
        append_payload(out, e->payload, style->max_columns);
        if (e->payload.len == 0)
            rsp_buf_str(out, "(empty)");
    }
    if (e->cut)
        rsp_buf_printf(out, "  (%" PRIu64 " bytes, cut)", e->wire_len);
    if (!e->checksum_hex)
        rsp_buf_str(out, "  (checksum is no number)");
    else if (!e->checksum_ok)
        rsp_buf_str(out, "  (bad checksum)");
    if (e->bad_encoding)
        rsp_buf_str(out, "  (bad run length)");
    if (style->explain && !is_plain(e->payload) && !e->cut)
        append_explanation(out, e, request, start);
}

static void append_fragment(rsp_buf *out, const rsp_entry *e, const char *what,
                            const rsp_transcript_style *style) {
    append_payload(out, e->raw, style->max_columns);
    rsp_buf_printf(out, "  (%s, %" PRIu64 " byte%s)", what, e->wire_len, e->wire_len == 1 ? "" : "s");
}

static void append_what(rsp_buf *out, const rsp_entry *e, rsp_bytes request,
                        const rsp_transcript_style *style) {
    switch (e->kind) {
    case RSP_ENTRY_PACKET:
    case RSP_ENTRY_NOTIFICATION:
        append_packet(out, e, request, style);
        break;
    case RSP_ENTRY_ACK:
        rsp_buf_push(out, '+');
        break;
    case RSP_ENTRY_NAK:
        rsp_buf_str(out, "-  (refused)");
        break;
    case RSP_ENTRY_INTERRUPT:
        rsp_buf_str(out, "0x03  (interrupt)");
        break;
    case RSP_ENTRY_JUNK:
        append_fragment(out, e, "outside of packets", style);
        break;
    case RSP_ENTRY_OVERLONG:
        append_fragment(out, e, "over-long", style);
        break;
    case RSP_ENTRY_ABANDONED:
        append_fragment(out, e, "cut by the next packet", style);
        break;
    case RSP_ENTRY_TRUNCATED:
        append_fragment(out, e, "never finished", style);
        break;
    case RSP_ENTRY_CONNECT:
    case RSP_ENTRY_CLOSE:
    case RSP_ENTRY_NOTE:
    case RSP_ENTRY_GAP:
        if (e->kind != RSP_ENTRY_NOTE)
            rsp_buf_printf(out, "%s%s", rsp_entry_kind_name(e->kind), e->payload.len ? ": " : "");
        append_payload(out, e->payload, style->max_columns);
        break;
    }
}

static const char *arrow_of(const rsp_entry *e) {
    if (e->kind == RSP_ENTRY_CONNECT || e->kind == RSP_ENTRY_CLOSE || e->kind == RSP_ENTRY_NOTE)
        return "--  ";
    return e->direction == RSP_TO_STUB ? "->  " : "<-  ";
}

void rsp_entry_render(rsp_buf *out, const rsp_entry *entry, rsp_bytes request,
                      const rsp_transcript_style *style) {
    if (!style)
        style = &plain_style;
    append_indent(out, style->indent);
    append_time(out, entry->time_ns, style->epoch_ns);
    rsp_buf_str(out, arrow_of(entry));
    append_what(out, entry, request, style);
    rsp_buf_push(out, '\n');
}

static bool hidden(const rsp_entry *e, const rsp_transcript_style *style) {
    return e->kind == RSP_ENTRY_ACK && !style->acks;
}

/* `count` visible entries away from `from`, downwards or upwards, within what is held. 0 is all. */
static uint64_t window_start(const rsp_transcript *t, uint64_t from, const rsp_transcript_style *style) {
    uint64_t first = rsp_transcript_first(t);
    size_t left = style->before;
    rsp_entry e;
    while (from > first && (style->before == 0 || left > 0)) {
        from--;
        if (rsp_transcript_get(t, from, &e) && !hidden(&e, style))
            left -= left > 0;
    }
    return from;
}

static uint64_t window_end(const rsp_transcript *t, uint64_t from, const rsp_transcript_style *style) {
    uint64_t end = rsp_transcript_end(t);
    size_t left = style->after;
    rsp_entry e;
    while (from < end && (style->after == 0 || left > 0)) {
        if (rsp_transcript_get(t, from, &e) && !hidden(&e, style))
            left -= left > 0;
        from++;
    }
    return from;
}

/* Which request a reply answers, as far as that is plain: the one packet sent since the last reply. */
typedef struct pending_request {
    uint64_t request;
    size_t outstanding;
} pending_request;

static rsp_bytes request_of(pending_request *d, const rsp_transcript *t, const rsp_entry *e) {
    rsp_entry request;
    if (e->kind != RSP_ENTRY_PACKET)
        return rsp_bytes_make(NULL, 0);
    if (e->direction == RSP_TO_STUB) {
        d->request = e->index;
        d->outstanding++;
        return rsp_bytes_make(NULL, 0);
    }
    bool plain = d->outstanding == 1 && rsp_transcript_get(t, d->request, &request);
    d->outstanding -= d->outstanding > 0;
    return plain ? request.payload : rsp_bytes_make(NULL, 0);
}

/* Stray bytes come one an entry; a run of them is one line. Returns the index behind the run. */
static uint64_t render_junk(rsp_buf *out, const rsp_transcript *t, const rsp_entry *first, uint64_t end,
                            const rsp_transcript_style *style) {
    rsp_buf run = {.limit = 4096};
    rsp_entry e = *first;
    uint64_t i = first->index;
    uint64_t count = 0;
    while (i < end && rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_JUNK &&
           e.direction == first->direction) {
        rsp_buf_append(&run, e.raw);
        count++;
        i++;
    }
    rsp_entry whole = *first;
    whole.raw = rsp_buf_bytes(&run);
    whole.wire_len = count;
    rsp_entry_render(out, &whole, rsp_bytes_make(NULL, 0), style);
    rsp_buf_free(&run);
    return i;
}

static void render_pending(rsp_buf *out, const rsp_transcript *t, const rsp_transcript_style *style) {
    static const char *const texts[] = {"sent", "received"};
    for (int i = 0; i < 2; i++) {
        uint64_t pending = rsp_transcript_pending(t, i == 0 ? RSP_TO_STUB : RSP_TO_CLIENT);
        if (pending == 0)
            continue;
        append_indent(out, style->indent);
        rsp_buf_printf(out, "           --  unfinished: %" PRIu64 " byte%s of a packet %s\n", pending,
                       pending == 1 ? "" : "s", texts[i]);
    }
}

void rsp_transcript_render(const rsp_transcript *t, rsp_buf *out, uint64_t around,
                           const rsp_transcript_style *style) {
    if (!style)
        style = &plain_style;
    uint64_t end = rsp_transcript_end(t);
    uint64_t start = window_start(t, around < end ? around : end, style);
    uint64_t stop = around < end ? window_end(t, around + 1, style) : end;
    pending_request d = {0};
    if (start == rsp_transcript_first(t) && rsp_transcript_dropped_entries(t) > 0) {
        append_indent(out, style->indent);
        rsp_buf_printf(out, "           --  %" PRIu64 " older entries (%" PRIu64 " bytes) were dropped\n",
                       rsp_transcript_dropped_entries(t), rsp_transcript_dropped_bytes(t));
    }
    for (uint64_t i = start; i < stop;) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i++, &e))
            continue;
        rsp_bytes request = request_of(&d, t, &e);
        if (e.kind == RSP_ENTRY_JUNK)
            i = render_junk(out, t, &e, stop, style);
        else if (!hidden(&e, style))
            rsp_entry_render(out, &e, request, style);
    }
    if (stop == end)
        render_pending(out, t, style);
}
