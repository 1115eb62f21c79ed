/* Memory by m, M and X in pieces of the stub's packet size. A reply is looked at, never trusted: it may be
 * longer than what was asked for, or empty.
 * See guest_talk.h. */
/* SPDX-License-Identifier: MIT */
#include "guest_talk.h"

#include "core/hex.h"
#include "core/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_MOST = 1024, PIECE_LEAST = 16, HEADER_BYTES = 40 };

static size_t piece_bytes(const guest_talk *t) {
    const uint64_t packet = t->line->packet_bytes;
    const uint64_t fits = packet > HEADER_BYTES + 2 * PIECE_LEAST ? (packet - HEADER_BYTES) / 2 : PIECE_LEAST;
    return fits < PIECE_MOST ? (size_t)fits : PIECE_MOST;
}

/* The exchange, cut where it is long. */
static void note(guest_talk *t, bool answered, rsp_bytes reply) {
    enum { SHOWN_BYTES = 32 };
    rsp_buf text = {.mem = t->request.mem};
    const rsp_bytes request = rsp_buf_bytes(&t->request);
    rsp_text_shown(&text, rsp_bytes_sub(request, 0, SHOWN_BYTES));
    rsp_buf_str(&text, request.len > SHOWN_BYTES ? "... -> " : " -> ");
    if (!answered)
        rsp_buf_str(&text, "no reply");
    else if (reply.len == 0)
        rsp_buf_str(&text, "the empty reply");
    else
        rsp_text_shown(&text, rsp_bytes_sub(reply, 0, SHOWN_BYTES));
    if (answered && reply.len > SHOWN_BYTES)
        rsp_buf_str(&text, "...");
    (void)snprintf(t->said, sizeof t->said, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

bool guest_ask(guest_talk *t, rsp_bytes *out_reply) {
    *out_reply = (rsp_bytes){0};
    const bool answered =
        t->request.status == RSP_OK && t->line->ask(t->line->ctx, rsp_buf_bytes(&t->request), out_reply);
    note(t, answered, *out_reply);
    return answered;
}

bool guest_read(guest_talk *t, uint64_t at, uint64_t bytes, rsp_buf *out) {
    const size_t most = piece_bytes(t);
    for (uint64_t done = 0; done < bytes;) {
        const size_t len = bytes - done < most ? (size_t)(bytes - done) : most;
        rsp_bytes reply;
        const size_t before = out->len;
        rsp_buf_clear(&t->request);
        rsp_buf_printf(&t->request, "m%" PRIx64 ",%zx", at + done, len);
        if (!guest_ask(t, &reply) || reply.len < 2 || reply.len % 2 != 0 || reply.len > 2 * len ||
            rsp_hex_decode(out, reply) != RSP_OK || out->status != RSP_OK)
            return false;
        done += out->len - before;
    }
    return true;
}

static void put_write(guest_talk *t, uint64_t at, rsp_bytes bytes, bool by_x) {
    rsp_buf_clear(&t->request);
    rsp_buf_printf(&t->request, "%c%" PRIx64 ",%zx:", by_x ? 'X' : 'M', at, bytes.len);
    if (by_x)
        rsp_buf_append(&t->request, bytes);
    else
        rsp_hex_append(&t->request, bytes);
}

bool guest_write(guest_talk *t, uint64_t at, rsp_bytes bytes, bool by_x) {
    const size_t most = piece_bytes(t);
    for (size_t done = 0; done < bytes.len; done += most) {
        rsp_bytes reply;
        put_write(t, at + done, rsp_bytes_sub(bytes, done, most), by_x);
        if (!guest_ask(t, &reply) || !rsp_bytes_equal(reply, RSP_LIT("OK")))
            return false;
    }
    return true;
}

bool guest_knows_x(guest_talk *t, uint64_t at) {
    rsp_bytes reply;
    put_write(t, at, (rsp_bytes){0}, true);
    return guest_ask(t, &reply) && rsp_bytes_equal(reply, RSP_LIT("OK"));
}

bool guest_fails(rsp_guest_load *load, rsp_guest_step step, const char *format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(load->why, sizeof load->why, format, args);
    va_end(args);
    load->step = step;
    return false;
}
