/* Turn by turn: a request with the reply that follows it is one step, requests sent together are a pipeline.
 * A packet that comes unasked is a step of its own.
 * See scenario_writer.h and docs/scenarios.md. */
/* SPDX-License-Identifier: MIT */
#include "capture/scenario_writer.h"

#include "codec/negotiated.h"
#include "core/hex.h"
#include "core/limits.h"
#include "scenario_matcher.h"
#include "scenario_request.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum {
    MAX_PIPELINE = 64,    /* requests in one step */
    LEAST_TIMEOUT_S = 10, /* a busy machine has its time */
    LONGEST_WAIT_S = 1,   /* before an interrupt */
};

/* --- steps ---------------------------------------------------------------------------------------------- */

static void begin_captures(writer *w) {
    w->names.usable = w->names.num;
    rsp_buf_clear(&w->captures);
    w->groups = 0;
}

static void put_captures(writer *w) {
    if (w->captures.len == 0)
        return;
    rsp_buf_str(w->out, "    capture: { ");
    rsp_buf_append(w->out, rsp_buf_bytes(&w->captures));
    rsp_buf_str(w->out, " }\n");
}

static void put_expect(writer *w, size_t reply, bool alone) {
    const rsp_turn *t = turn(w, reply);
    rsp_bytes request = t->other != RSP_NO_TURN ? turn(w, t->other)->payload : rsp_bytes_make(NULL, 0);
    begin_captures(w);
    rsp_buf_str(w->out, alone ? "  - expect: " : "    expect: ");
    scenario_put_matcher(w, t, request);
    rsp_buf_push(w->out, '\n');
    put_captures(w);
    w->written->steps += alone;
}

/* The turn behind `i` that is neither output nor a file's business; RSP_NO_TURN when there is none. */
static size_t next_turn(const writer *w, size_t i) {
    for (i++; i < w->d->num_turns; i++)
        if (w->d->turns[i].kind != RSP_TURN_OUTPUT)
            return i;
    return RSP_NO_TURN;
}

static void put_send(writer *w, rsp_bytes payload) {
    w->names.usable = w->names.num;
    rsp_varying_values_of_request(&w->values, payload);
    bool path_named = scenario_put_path(w, payload);
    rsp_buf_str(w->out, "  - send: ");
    scenario_put_request(w, payload, path_named);
    rsp_buf_push(w->out, '\n');
    w->written->steps++;
}

/* Requests that stand together and are answered in order, from `i`: how many. */
static size_t pipeline_length(const writer *w, size_t i) {
    size_t num = 0;
    while (i + num < w->d->num_turns && w->d->turns[i + num].kind == RSP_TURN_REQUEST && num < MAX_PIPELINE)
        num++;
    for (size_t k = 0; k < num; k++) {
        const rsp_turn *reply = turn(w, i + num + k);
        if (!reply || reply->kind != RSP_TURN_REPLY || reply->other != i + k)
            return 1;
    }
    return num;
}

/* Returns the turn behind it. Ids in its replies are not captured. */
static size_t put_pipeline(writer *w, size_t i, size_t num) {
    rsp_buf_str(w->out, "  - pipeline:\n      send:\n");
    for (size_t k = 0; k < num; k++) {
        rsp_buf_str(w->out, "        - ");
        rsp_varying_values_of_request(&w->values, turn(w, i + k)->payload);
        scenario_put_request(w, turn(w, i + k)->payload, false);
        rsp_buf_push(w->out, '\n');
    }
    rsp_buf_str(w->out, "      expect:\n");
    for (size_t k = 0; k < num; k++) {
        begin_captures(w);
        w->groups = MAX_GROUPS;
        rsp_buf_str(w->out, "        - ");
        scenario_put_matcher(w, turn(w, i + num + k), turn(w, i + k)->payload);
        rsp_buf_push(w->out, '\n');
    }
    w->written->steps++;
    return i + 2 * num;
}

static size_t put_turns_of_request(writer *w, size_t i) {
    size_t together = pipeline_length(w, i);
    if (together > 1)
        return put_pipeline(w, i, together);
    const rsp_turn *t = turn(w, i);
    size_t next = next_turn(w, i);
    put_send(w, t->payload);
    if (next == RSP_NO_TURN || t->other != next)
        return i + 1;
    put_expect(w, next, false);
    return next + 1;
}

static void put_interrupt(writer *w, size_t i) {
    uint64_t pause_ns = i > 0 ? turn(w, i)->time_ns - turn(w, i - 1)->time_ns : 0;
    uint64_t most = LONGEST_WAIT_S * RSP_NS_PER_S;
    unsigned long long pause_ms = (pause_ns < most ? pause_ns : most) / RSP_NS_PER_MS;
    rsp_buf_printf(w->out, "  - wait: %llums\n  - interrupt:\n", pause_ms + 1);
    w->written->steps += 2;
}

static void put_notification(writer *w, rsp_bytes payload) {
    rsp_bytes body = payload;
    bool stop = rsp_take_text(&body, RSP_LIT("Stop:"));
    begin_captures(w);
    rsp_varying_values_of_reply(&w->values, rsp_packet_name(RSP_PACKET_REASON), body);
    size_t start = w->out->len;
    rsp_buf_str(w->out, "  - notification: { Stop: ");
    if (!stop || !scenario_put_stop(w, body)) {
        rsp_buf_truncate(w->out, start);
        rsp_buf_str(w->out, "  - notification: any");
    } else {
        rsp_buf_str(w->out, " }");
    }
    rsp_buf_push(w->out, '\n');
    put_captures(w);
    w->written->steps++;
}

static size_t put_turn(writer *w, size_t i) {
    const rsp_turn *t = turn(w, i);
    switch (t->kind) {
    case RSP_TURN_REQUEST:
        if (w->no_ack && t->packet == RSP_PACKET_QSTART_NO_ACK_MODE)
            return t->other == i + 1 ? i + 2 : i + 1;
        return put_turns_of_request(w, i);
    case RSP_TURN_FILE_REPLY:
        put_send(w, t->payload);
        break;
    case RSP_TURN_INTERRUPT:
        put_interrupt(w, i);
        break;
    case RSP_TURN_REPLY:
        if (t->other != RSP_NO_TURN)
            put_expect(w, i, true);
        else
            w->written->left_out++;
        break;
    case RSP_TURN_FILE_REQUEST:
        put_expect(w, i, true);
        break;
    case RSP_TURN_NOTIFICATION:
        put_notification(w, t->payload);
        break;
    case RSP_TURN_OUTPUT:
        break; /* comes in pieces of any size: the runner collects it */
    case RSP_TURN_UNSOLICITED:
        w->written->left_out++;
        break;
    }
    return i + 1;
}

/* --- the scenario --------------------------------------------------------------------------------------- */

static bool went_no_ack(const rsp_dialogue *d) {
    rsp_negotiated modes = {0};
    for (size_t i = 0; i < d->num_turns; i++) {
        const rsp_turn *t = &d->turns[i];
        if (t->kind == RSP_TURN_REPLY && t->other != RSP_NO_TURN)
            rsp_negotiated_update(&modes, d->turns[t->other].payload, t->payload);
    }
    return rsp_mode_is_on(&modes, RSP_MODE_NO_ACK);
}

static void put_needs(writer *w) {
    const rsp_scenario_writer_options *o = w->options;
    if (!o->program && o->num_symbols == 0)
        return;
    rsp_buf_str(w->out, "needs: {");
    if (o->program)
        rsp_buf_printf(w->out, " program: %s%s", o->program, o->num_symbols ? "," : "");
    for (size_t i = 0; i < o->num_symbols; i++)
        rsp_buf_printf(w->out, "%s%s", i ? ", " : " symbols: [", o->symbols[i].name);
    rsp_buf_str(w->out, o->num_symbols ? "] }\n" : " }\n");
}

static void put_comment_text(rsp_buf *out, const char *text) {
    for (; *text; text++) {
        uint8_t c = (uint8_t)*text;
        if (c == '\'')
            rsp_buf_str(out, "''");
        else
            rsp_buf_push(out, c < 0x20 || c > 0x7e ? '?' : c);
    }
}

/* How the connection begins: what the dialogue has of it is not sent twice. */
static const char *connect_of(const writer *w) {
    if (w->options->opened)
        return w->options->no_ack ? "connect: { no-ack: yes }\n" : "";
    return w->no_ack ? "connect: { qsupported: no, select: no, no-ack: yes }\n"
                     : "connect: { handshake: no }\n";
}

static void put_head(writer *w) {
    const rsp_scenario_writer_options *o = w->options;
    uint64_t longest_ns = 0;
    for (size_t i = 0; i < w->d->num_turns; i++)
        if (w->d->turns[i].latency_ns > longest_ns)
            longest_ns = w->d->turns[i].latency_ns;
    rsp_buf_printf(w->out, "scenario: %s\ntitle: '", o->name ? o->name : "captured/session");
    put_comment_text(w->out, o->title ? o->title : "A recorded session");
    rsp_buf_str(w->out, "'\ncovers: [FRAME-017]\nmatrix: none\n");
    if (o->note) {
        rsp_buf_str(w->out, "note: '");
        put_comment_text(w->out, o->note);
        rsp_buf_str(w->out, "'\n");
    }
    put_needs(w);
    rsp_buf_str(w->out, connect_of(w));
    unsigned long long seconds = longest_ns / RSP_NS_PER_S * 2 + LEAST_TIMEOUT_S;
    rsp_buf_printf(w->out, "timeout: %llus\nsteps:\n",
                   seconds < RSP_LIMIT_WAIT_S ? seconds : RSP_LIMIT_WAIT_S);
}

bool rsp_scenario_name_is_valid(rsp_bytes name) {
    size_t slashes = 0;
    for (size_t i = 0; i < name.len; i++) {
        uint8_t c = name.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        slashes += c == '/';
        if (!word && (c != '/' || i == 0 || i + 1 == name.len))
            return false;
    }
    return slashes == 1;
}

rsp_status rsp_scenario_write(rsp_buf *out, rsp_scenario_written *written, const rsp_dialogue *dialogue,
                              const rsp_scenario_writer_options *options) {
    writer w = {.out = out, .d = dialogue, .options = options, .written = written};
    *written = (rsp_scenario_written){0};
    w.no_ack = went_no_ack(dialogue);
    put_head(&w);
    for (size_t i = 0; i < dialogue->num_turns;)
        i = put_turn(&w, i);
    rsp_status status = w.names.status;
    if (status == RSP_OK && w.values.status == RSP_NO_MEMORY)
        status = RSP_NO_MEMORY;
    if (out->status != RSP_OK)
        status = out->status;
    id_names_free(&w.names);
    rsp_varying_values_free(&w.values);
    rsp_buf_free(&w.plain);
    rsp_buf_free(&w.pattern);
    rsp_buf_free(&w.captures);
    return status;
}
