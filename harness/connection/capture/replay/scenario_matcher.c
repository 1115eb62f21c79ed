/* Stops are expected by kind, signal, thread and reason; other replies by what they contain.
 * Content of the program is expected by length, unless the options ask for it as recorded.
 * See scenario_matcher.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario_matcher.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "codec/reply.h"
#include "scenario_pattern.h"
#include "scenario_text.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <stdlib.h>

enum { LONG_TEXT = 160 }; /* replies longer than this are expected by length */

static bool has_ids(const rsp_varying_values *m) {
    for (size_t i = 0; i < m->num; i++)
        if (varying_is_id(m->items[i].kind))
            return true;
    return false;
}

static bool has_kind(const rsp_varying_values *m, rsp_varying_kind kind) {
    for (size_t i = 0; i < m->num; i++)
        if (m->items[i].kind == kind)
            return true;
    return false;
}

/* Whether there are more ids in a stop than the matcher for stops can name. */
static bool has_more_ids(const rsp_varying_values *m, rsp_bytes payload, const rsp_stop_reply *stop) {
    size_t ids = 0;
    for (size_t i = 0; i < m->num; i++)
        ids += varying_is_id(m->items[i].kind) - (id_is_whole(m, i, payload) ? 1U : 0U);
    return stop->threads.len > 0 || ids > 1;
}

static void put_stop_id(writer *w, rsp_ptid id, bool multiprocess) {
    rsp_buf *out = w->out;
    uint64_t process = multiprocess ? (uint64_t)id.pid : 0;
    size_t start = out->len;
    rsp_buf_str(out, ", thread: ");
    if (multiprocess && id_names_append_whole(&w->names, out, process, (uint64_t)id.tid))
        return;
    rsp_buf_push(out, '=');
    if (!multiprocess && id_names_append(&w->names, out, RSP_VARYING_THREAD, (uint64_t)id.tid))
        return;
    rsp_buf_truncate(out, start);
    if (w->groups >= MAX_GROUPS) /* nothing is captured in a pipeline */
        return;
    const id_name *name =
        id_names_add(&w->names, multiprocess ? ID_WHOLE : ID_THREAD, process, (uint64_t)id.tid);
    if (!name)
        return;
    rsp_buf_str(&w->captures, w->captures.len ? ", " : "");
    id_name_append(&w->captures, name);
    rsp_buf_str(&w->captures, ": thread");
    w->written->captures++;
}

bool scenario_put_stop(writer *w, rsp_bytes payload) {
    rsp_stop_reply *stop = calloc(1, sizeof *stop);
    bool done = stop && rsp_stop_reply_is(payload) && rsp_stop_reply_parse(stop, payload, NULL) == RSP_OK &&
                stop->kind != RSP_STOP_OUTPUT && stop->kind != RSP_STOP_FILEIO &&
                !(stop->kind == RSP_STOP_THREAD && has_more_ids(&w->values, payload, stop));
    if (done) {
        rsp_buf_printf(w->out, "{ kind: %c", (char)stop->kind);
        if (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_THREAD_EXITED)
            rsp_buf_printf(w->out, ", status: %llu", (unsigned long long)stop->status);
        else if (stop->kind != RSP_STOP_NO_RESUMED)
            rsp_buf_printf(w->out, ", signal: %u", stop->signal);
        if (stop->kind == RSP_STOP_THREAD && stop->has_thread && stop->thread.tid > 0)
            put_stop_id(w, stop->thread, stop->thread.pid > 0);
        if (stop->kind == RSP_STOP_THREAD && stop->reason != RSP_REASON_NONE)
            rsp_buf_printf(w->out, ", reason: %s", rsp_stop_reason_key(stop->reason));
        rsp_buf_str(w->out, " }");
    }
    free(stop);
    return done;
}

static void put_pattern(writer *w, rsp_bytes payload) {
    scenario_build_pattern(w, payload);
    rsp_buf_str(w->out, "{ regex: '");
    rsp_buf_append(w->out, rsp_buf_bytes(&w->pattern));
    rsp_buf_str(w->out, "' }");
}

static void put_length(writer *w, rsp_bytes payload) {
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, payload) != RSP_OK)
        rsp_buf_append(&w->plain, payload);
    rsp_buf_printf(w->out, "{ length: %zu }", w->plain.len);
}

static void put_exact(writer *w, rsp_bytes payload) {
    rsp_buf_str(w->out, "{ exact: '");
    scenario_put_payload(w, payload);
    rsp_buf_str(w->out, "' }");
}

/* As features are called: what a broken stub says in place of one can not be asked for. */
static bool is_feature_name(rsp_bytes name) {
    for (size_t i = 0; i < name.len; i++) {
        uint8_t c = name.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!word && c != ':' && c != '-' && c != '_')
            return false;
    }
    return name.len > 0 && name.len <= LONG_PIECE;
}

/* What the stub announced it must announce again. */
static void put_features(writer *w, rsp_bytes list) {
    rsp_feature_iter iter = rsp_feature_begin(list);
    rsp_feature item;
    const char *before = "{ features: { has: [";
    while (rsp_feature_next(&iter, &item)) {
        bool offered = item.kind == RSP_FEATURE_YES || item.kind == RSP_FEATURE_VALUE;
        if (!offered || !is_feature_name(item.name))
            continue;
        rsp_buf_printf(w->out, "%s'", before);
        scenario_put_payload(w, item.name);
        rsp_buf_push(w->out, '\'');
        before = ", ";
    }
    rsp_buf_str(w->out, *before == ',' ? "] } }" : "any");
}

/* Whether a reply is the program's and the machine's rather than the stub's: data, long texts, binary ones.
 */
static bool is_content(const writer *w, rsp_bytes payload) {
    return w->values.num > 0 || payload.len > LONG_TEXT || !text_is_plain(payload) ||
           rsp_bytes_index(payload, RSP_ESCAPE_BYTE) < payload.len;
}

/* A reply that is no stop; w->values are its own. */
static void put_other(writer *w, rsp_packet_id packet, rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    if (reply.kind == RSP_REPLY_OTHER && packet == RSP_PACKET_QSUPPORTED)
        put_features(w, payload);
    else if (reply.kind == RSP_REPLY_EMPTY)
        rsp_buf_str(w->out, "empty");
    else if (reply.kind == RSP_REPLY_OK)
        rsp_buf_str(w->out, "OK");
    else if (reply.kind == RSP_REPLY_ERROR)
        rsp_buf_printf(w->out, "{ error: 0x%02x }", reply.code);
    else if (reply.kind == RSP_REPLY_ERROR_TEXT)
        rsp_buf_str(w->out, "error");
    else if (has_ids(&w->values))
        put_pattern(w, payload);
    else if (has_kind(&w->values, RSP_VARYING_UNSTEADY))
        rsp_buf_str(w->out, "not-empty");
    else if (!w->options->contents && is_content(w, payload))
        put_length(w, payload);
    else
        put_exact(w, payload);
}

/* Data of a read may look like a stop reply. */
static bool answers_with_stop(rsp_packet_id packet, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    bool may_stop = !row || rsp_packet_runs(packet) || row->reply == RSP_REPLY_FORM_STOPPED_OR_OK ||
                    row->reply == RSP_REPLY_FORM_FREE;
    return may_stop && rsp_stop_reply_is(payload) && payload.len > 0 &&
           (payload.ptr[0] == 'T' || payload.ptr[0] == 'S' || payload.ptr[0] == 'W' || payload.ptr[0] == 'X');
}

void scenario_put_matcher(writer *w, const rsp_turn *reply, rsp_bytes request) {
    rsp_varying_values_of_reply(&w->values, request, reply->payload);
    size_t start = w->out->len;
    if (answers_with_stop(reply->packet, reply->payload)) {
        rsp_buf_str(w->out, "{ stop: ");
        if (scenario_put_stop(w, reply->payload)) {
            rsp_buf_str(w->out, " }");
            return;
        }
        rsp_buf_truncate(w->out, start);
    }
    put_other(w, reply->packet, reply->payload);
}
