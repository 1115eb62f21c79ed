/* Each request is sent once, whatever the reply: it is the stub that decides how far the opening goes.
 * Two requests without a reply end it: each costs the session's timeout.
 * See opening.h. */
/* SPDX-License-Identifier: MIT */
#include "client/opening.h"

#include "codec/feature.h"
#include "codec/qxfer.h"
#include "codec/tdesc.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packets.h>

enum {
    SILENT_MOST = 2,
    PACKET_BYTES = 400,   /* without PacketSize, as GDB has it */
    WINDOW_BYTES = 0xffb, /* of an object, at most */
    FRAME_BYTES = 4,      /* what GDB takes off for the frame */
    WINDOWS_MOST = 4096,  /* of one document */
};

typedef struct opening_play {
    rsp_opening *out;
    rsp_session *session;
    const rsp_opening_options *options;
    rsp_buf features;   /* reply to qSupported */
    rsp_buf reply;      /* to the last request; empty without one */
    rsp_packet_id last; /* of the last request */
    unsigned same;      /* requests of that packet in a row */
    unsigned silent;
} opening_play;

static bool is_over(const opening_play *o) {
    return o->silent >= SILENT_MOST || rsp_session_state(o->session) != RSP_OK;
}

/* How often the last packet was sent stands behind its name. */
static void end_row(opening_play *o) {
    if (o->same > 1)
        rsp_buf_printf(&o->out->sent, " (%u)", o->same);
    o->same = 0;
}

static void note_request(opening_play *o, rsp_bytes request) {
    const rsp_packet_id id = rsp_packet_identify(request);
    const bool arguments_matter = id == RSP_PACKET_SELECT_THREAD;
    if (o->same > 0 && id == o->last) {
        o->same++;
        return;
    }
    end_row(o);
    rsp_buf_str(&o->out->sent, o->out->sent.len ? ", " : "");
    rsp_buf_append(&o->out->sent, arguments_matter ? request : rsp_packet_name(id));
    o->last = id;
    o->same = 1;
}

/* Asks, unless the user does. Whether a reply came. */
static bool ask(opening_play *o, rsp_bytes request) {
    rsp_answer answer = {0};
    rsp_buf_clear(&o->reply);
    const bool own = o->options->own_packets && o->options->own_packets[rsp_packet_identify(request)];
    if (own || is_over(o))
        return false;
    note_request(o, request);
    const rsp_status status = rsp_session_request(o->session, request, &answer);
    if (status == RSP_OK)
        rsp_buf_append(&o->reply, answer.payload);
    else if (status == RSP_TIMEOUT)
        rsp_buf_str(&o->out->sent, " (no reply)");
    o->silent += status == RSP_TIMEOUT;
    return status == RSP_OK;
}

static bool announces(const opening_play *o, rsp_bytes feature) {
    return rsp_feature_yes(rsp_buf_bytes(&o->features), feature);
}

static void ask_features(opening_play *o) {
    rsp_buf request = {.mem = o->options->mem};
    rsp_feature_append_usual(&request);
    if (ask(o, rsp_buf_bytes(&request)))
        rsp_buf_append(&o->features, rsp_buf_bytes(&o->reply));
    rsp_buf_free(&request);
    o->out->is_lldbs =
        announces(o, rsp_packet_name(RSP_PACKET_QTHREAD_SUFFIX)) || announces(o, RSP_LIT("native-signals"));
}

static void start_no_ack(opening_play *o) {
    if (!o->options->no_ack || is_over(o) || rsp_session_is_no_ack(o->session))
        return;
    note_request(o, rsp_packet_name(RSP_PACKET_QSTART_NO_ACK_MODE));
    o->out->keeps_acks = rsp_session_start_no_ack(o->session) == RSP_UNSUPPORTED;
}

/* LLDB's modes but QThreadSuffixSupported, with which lldb-server refuses each request that names no thread;
 * or a thread, as GDB selects any before it asks about it. */
static void set_modes(opening_play *o) {
    if (o->out->is_lldbs) {
        (void)ask(o, rsp_packet_name(RSP_PACKET_QLIST_THREADS));
        return;
    }
    (void)ask(o, announces(o, RSP_LIT("multiprocess")) ? RSP_LIT("Hgp0.0") : RSP_LIT("Hg0"));
}

static uint64_t window_bytes(const opening_play *o) {
    rsp_feature feature;
    uint64_t size = PACKET_BYTES;
    if (rsp_feature_find(&feature, rsp_buf_bytes(&o->features), RSP_LIT("PacketSize")))
        (void)!rsp_hex_u64(&size, feature.value);
    size = size > FRAME_BYTES ? size - FRAME_BYTES : 1;
    return size < WINDOW_BYTES ? size : WINDOW_BYTES;
}

/* One annex, in windows. */
static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    opening_play *o = ctx;
    rsp_qxfer request = {.object = RSP_LIT("features"),
                         .operation = RSP_LIT("read"),
                         .annex = rsp_bytes_str(annex),
                         .length = window_bytes(o)};
    rsp_qxfer_reply window = {0};
    rsp_buf text = {.mem = o->options->mem};
    size_t num = 0;
    bool good = true;
    while (good && !window.last && num < WINDOWS_MOST && out->len < RSP_LIMIT_XFER_BYTES) {
        rsp_buf_clear(&text);
        rsp_qxfer_build(&text, &request);
        good = text.status == RSP_OK && ask(o, rsp_buf_bytes(&text)) &&
               rsp_qxfer_reply_parse(&window, rsp_buf_bytes(&o->reply), NULL) == RSP_OK;
        if (!good)
            break;
        rsp_buf_append(out, window.data);
        request.offset += window.data.len;
        num++;
    }
    rsp_buf_free(&text);
    return good && out->status == RSP_OK;
}

static void read_description(opening_play *o) {
    rsp_tdesc unused = {.arena = {.mem = o->options->mem}};
    if (announces(o, rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ)))
        (void)!rsp_tdesc_read(&unused, fetch, o);
    rsp_tdesc_free(&unused);
}

rsp_status rsp_opening_play(rsp_opening *opening, rsp_session *session, const rsp_opening_options *options) {
    opening_play o = {.out = opening, .session = session, .options = options};
    o.features.mem = o.reply.mem = opening->sent.mem = options->mem;
    if (options->own_packets && options->own_packets[RSP_PACKET_QSUPPORTED])
        return RSP_OK;
    ask_features(&o);
    start_no_ack(&o);
    set_modes(&o);
    read_description(&o);
    (void)ask(&o, rsp_packet_name(RSP_PACKET_REASON));
    end_row(&o);
    rsp_status status = rsp_session_state(session);
    if (status == RSP_OK)
        status = opening->sent.status;
    if (status == RSP_OK)
        status = o.features.status;
    rsp_buf_free(&o.features);
    rsp_buf_free(&o.reply);
    return status;
}

void rsp_opening_free(rsp_opening *opening) {
    rsp_buf_free(&opening->sent);
    *opening = (rsp_opening){0};
}
