/* Prints packets with their explanation for the subcommands `decode` and `send`.
 * The explanation itself is the codec's.
 * Long payloads are cut; the explanation still sees all of them. */
/* SPDX-License-Identifier: MIT */
#include "cli/packet_printer.h"
#include "cli/reply_pairing.h"
#include "core/text.h"

#include "codec/escape.h"
#include "codec/rle.h"

enum { MAX_SHOWN_BYTES = 400, RIGHT_COLUMN = 84 };

void packet_printer_free(packet_printer *s) {
    rsp_buf_free(&s->request);
    rsp_buf_free(&s->junk);
}

/* Appends `lines`, each indented. */
static void indent(rsp_buf *out, rsp_bytes lines) {
    while (lines.ptr && lines.len > 0) {
        rsp_bytes line = rsp_bytes_split(&lines, '\n');
        rsp_buf_str(out, "     ");
        rsp_buf_append(out, line);
        rsp_buf_push(out, '\n');
    }
}

static const char *arrow(rsp_direction direction) {
    return direction == RSP_TO_STUB ? "-> " : "<- ";
}

/* What the payload means as bytes: runs expanded, escapes undone. As it came where that can not be done. */
static void append_meaning(rsp_buf *out, rsp_bytes payload, rsp_direction direction) {
    rsp_buf expanded = {0};
    rsp_buf plain = {0};
    rsp_status status = RSP_OK;
    if (direction == RSP_TO_CLIENT)
        status = rsp_rle_expand(&expanded, payload, NULL);
    else
        rsp_buf_append(&expanded, payload);
    if (status == RSP_OK)
        status = rsp_unescape(&plain, rsp_buf_bytes(&expanded));
    rsp_printable_append(out, status == RSP_OK ? rsp_buf_bytes(&plain) : payload, MAX_SHOWN_BYTES);
    rsp_buf_free(&expanded);
    rsp_buf_free(&plain);
}

/* Without memory the last request has to do. */
static void pair(packet_printer *s, rsp_bytes payload, rsp_direction direction) {
    if (reply_pairing_packet(s->pairing, direction, payload) != RSP_OK || direction == RSP_TO_STUB)
        return;
    rsp_buf_clear(&s->request);
    rsp_buf_append(&s->request, rsp_buf_bytes(&s->pairing->request));
}

void packet_printer_payload(packet_printer *s, rsp_buf *out, rsp_bytes payload, rsp_direction direction,
                            bool notification, const char *right) {
    size_t start = out->len;
    if (s->pairing && !notification)
        pair(s, payload, direction);
    rsp_buf_str(out, arrow(direction));
    if (notification)
        rsp_buf_push(out, '%');
    append_meaning(out, payload, direction);
    if (payload.len == 0)
        rsp_buf_str(out, "(empty)");
    if (right) {
        size_t used = out->len - start;
        rsp_text_printf(out, "%*s%s", used < RIGHT_COLUMN ? (int)(RIGHT_COLUMN - used) : 2, "", right);
    }
    rsp_buf_push(out, '\n');

    rsp_buf text = {0};
    rsp_explain_options options = {
        .direction = direction,
        .request = rsp_buf_bytes(&s->request),
        .notification = notification,
        .lines = true,
        .max_bytes = MAX_SHOWN_BYTES,
    };
    rsp_explain(&text, payload, &options);
    indent(out, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    s->num_packets++;
    s->num_shown++;
    if (direction == RSP_TO_STUB) {
        rsp_buf_clear(&s->request);
        rsp_buf_append(&s->request, payload);
    }
}

/* Everything that is no good packet: what it is, and the bytes. */
static void show_other(packet_printer *s, rsp_buf *out, const rsp_event *event, rsp_direction direction) {
    rsp_buf text = {0};
    rsp_explain_options options = {.direction = direction, .request = rsp_buf_bytes(&s->request)};
    rsp_explain_event(&text, event, &options);
    s->num_shown++;
    rsp_buf_str(out, arrow(direction));
    rsp_printable_append(out, event->raw, MAX_SHOWN_BYTES);
    rsp_buf_push(out, '\n');
    indent(out, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

void packet_printer_end(packet_printer *s, rsp_buf *out, rsp_direction direction) {
    if (s->junk.len == 0)
        return;
    s->num_shown++;
    rsp_buf_str(out, arrow(direction));
    rsp_printable_append(out, rsp_buf_bytes(&s->junk), MAX_SHOWN_BYTES);
    rsp_text_printf(out, "\n     %zu byte%s outside of any packet\n", s->junk.len,
                    s->junk.len == 1 ? "" : "s");
    s->num_bad++;
    rsp_buf_clear(&s->junk);
}

void packet_printer_event(packet_printer *s, rsp_buf *out, const rsp_event *event, rsp_direction direction,
                          bool acks) {
    if (event->kind != RSP_EVENT_JUNK && event->kind != RSP_EVENT_NONE)
        packet_printer_end(s, out, direction);
    switch (event->kind) {
    case RSP_EVENT_NONE:
        return;
    case RSP_EVENT_ACK:
        if (acks)
            show_other(s, out, event, direction);
        return;
    case RSP_EVENT_NAK:
    case RSP_EVENT_INTERRUPT:
        show_other(s, out, event, direction);
        return;
    case RSP_EVENT_PACKET:
    case RSP_EVENT_NOTIFICATION:
        packet_printer_payload(s, out, event->payload, direction, event->kind == RSP_EVENT_NOTIFICATION,
                               NULL);
        if (event->checksum_ok)
            return;
        s->num_bad++;
        if (event->checksum_hex)
            rsp_buf_printf(out, "     checksum is %02x, should be %02x\n", event->checksum_received,
                           event->checksum_computed);
        else
            rsp_buf_printf(out, "     checksum is not hexadecimal, should be %02x\n",
                           event->checksum_computed);
        return;
    case RSP_EVENT_JUNK:
        rsp_buf_append(&s->junk, event->raw);
        return;
    case RSP_EVENT_OVERLONG:
    case RSP_EVENT_ABANDONED:
    case RSP_EVENT_TRUNCATED:
        s->num_bad++;
        show_other(s, out, event, direction);
        return;
    }
}

void packet_printer_wire(packet_printer *s, rsp_buf *out, rsp_bytes wire, rsp_direction direction,
                         bool acks) {
    rsp_deframer deframer = {0};
    rsp_event event;
    rsp_deframer_init(&deframer, &(rsp_deframer_options){.direction = direction});
    while (wire.len > 0) {
        wire = rsp_bytes_from(wire, rsp_deframe(&deframer, wire, &event));
        packet_printer_event(s, out, &event, direction, acks);
    }
    if (rsp_deframe_flush(&deframer, &event))
        packet_printer_event(s, out, &event, direction, acks);
    rsp_deframer_free(&deframer);
}
