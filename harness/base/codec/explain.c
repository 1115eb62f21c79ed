/* The entry points of the explainer, and what its files share.
 * Run lengths are undone here, leniently, so that the rest sees plain payloads.
 * See explain.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_writer.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/rle.h"
#include "codec/signals.h"
#include "codec/wasm.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/text.h"

enum {
    DEFAULT_DATA_BYTES = 64,
    MAX_ITEMS_ON_A_LINE = 16,
    MAX_ITEM_LINES = 4096,
};

static explain_writer writer_of(rsp_buf *out, const rsp_explain_options *options) {
    return (explain_writer){.out = out,
                            .lines = options->lines,
                            .max_bytes = options->max_bytes > 0 ? options->max_bytes : DEFAULT_DATA_BYTES};
}

/* Replies and notifications: run lengths first. */
static void explain_coded(explain_writer *w, rsp_bytes payload, const rsp_explain_options *options) {
    rsp_buf plain = {0};
    rsp_rle_report report;
    rsp_buf_init(&plain, w->out->mem, RSP_LIMIT_BUF_BYTES);
    if (rsp_rle_expand_lenient(&plain, payload, &report) != RSP_OK) {
        rsp_buf_printf(w->out, "%zu bytes whose run lengths can not be expanded", payload.len);
    } else {
        if (options->notification)
            explain_notification(w, rsp_buf_bytes(&plain));
        else
            explain_reply(w, rsp_buf_bytes(&plain), options->request);
        if (report.num_illegal > 0)
            rsp_buf_printf(w->out, " [illegal run length at byte %zu]", report.first_illegal_at);
    }
    rsp_buf_free(&plain);
}

void rsp_explain(rsp_buf *out, rsp_bytes payload, const rsp_explain_options *options) {
    explain_writer w = writer_of(out, options);
    if (options->direction == RSP_TO_STUB)
        explain_request(&w, payload);
    else
        explain_coded(&w, payload, options);
}

static void explain_sum(rsp_buf *out, const rsp_event *event) {
    if (event->checksum_ok)
        return;
    if (event->checksum_hex)
        rsp_buf_printf(out, " [checksum %02x, should be %02x]", event->checksum_received,
                       event->checksum_computed);
    else
        rsp_buf_printf(out, " [checksum is not hex, should be %02x]", event->checksum_computed);
}

static void explain_fragment(rsp_buf *out, const rsp_event *event, const char *what, size_t max_bytes) {
    rsp_buf_printf(out, "%s of %llu bytes: ", what, (unsigned long long)event->wire_len);
    rsp_printable_append(out, event->raw, max_bytes);
}

void rsp_explain_event(rsp_buf *out, const rsp_event *event, const rsp_explain_options *options) {
    rsp_explain_options sub = *options;
    size_t max_bytes = writer_of(out, options).max_bytes;
    switch (event->kind) {
    case RSP_EVENT_NONE:
        return;
    case RSP_EVENT_PACKET:
    case RSP_EVENT_NOTIFICATION:
        sub.notification = event->kind == RSP_EVENT_NOTIFICATION;
        rsp_explain(out, event->payload, &sub);
        explain_sum(out, event);
        return;
    case RSP_EVENT_ACK:
        rsp_buf_str(out, "ack");
        return;
    case RSP_EVENT_NAK:
        rsp_buf_str(out, "nak: send again");
        return;
    case RSP_EVENT_INTERRUPT:
        rsp_buf_str(out, "interrupt");
        return;
    case RSP_EVENT_JUNK:
        rsp_buf_str(out, "junk byte ");
        rsp_printable_append(out, event->raw, 0);
        return;
    case RSP_EVENT_OVERLONG:
        explain_fragment(out, event, "over-long packet", max_bytes);
        return;
    case RSP_EVENT_ABANDONED:
        explain_fragment(out, event, "abandoned packet", max_bytes);
        return;
    case RSP_EVENT_TRUNCATED:
        explain_fragment(out, event, "unfinished packet", max_bytes);
        return;
    }
}
