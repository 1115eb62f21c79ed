/* Puts a relay, monitors and a recorder together for one connection after the other.
 * What hangs when a connection ends is noted before the monitors close it.
 * See service.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy/service.h"

#include "codec/explain.h"
#include "link/link_control.h"
#include <assert.h>
#include <stdio.h>

enum { WORDS_SHOWN = 100, REQUEST_SHOWN = 40 };

rsp_shape rsp_proxy_shape(const rsp_shape_way *done, rsp_proxy_way way, uint64_t rtt_ns, uint64_t seed) {
    rsp_shape shape = {.seed = seed}; /* what comes in goes to the stub */
    if (way != RSP_PROXY_FROM_STUB)
        shape.in = *done;
    if (way != RSP_PROXY_TO_STUB)
        shape.out = *done;
    shape.in.delay_ns = rsp_deadline(shape.in.delay_ns, rtt_ns / 2);
    shape.out.delay_ns = rsp_deadline(shape.out.delay_ns, rtt_ns - rtt_ns / 2);
    return shape;
}

bool rsp_proxy_ended_well(const rsp_proxy_ended *e) {
    return e->cut || (!e->end.ours && (e->end.status == RSP_CLOSED || e->end.status == RSP_CANCELLED) &&
                      !e->unfinished[RSP_PROXY_CLIENT] && !e->unfinished[RSP_PROXY_STUB] &&
                      !(e->waiting && e->end.who == RSP_PROXY_STUB));
}

rsp_status rsp_proxy_service_init(rsp_proxy_service *s, const rsp_proxy_service_options *options) {
    bool accelerates = options->proxy.accelerate != RSP_ACCELERATE_NONE;
    *s = (rsp_proxy_service){.options = *options};
    if (!s->options.clock.now_ns)
        s->options.clock = rsp_clock_monotonic();
    s->proxy = rsp_proxy_new(&options->proxy);
    /* Accelerating, what the debugger sends is on its own side. */
    rsp_monitor_options judging = {.client = options->client, .breach = options->breach, .ctx = options->ctx};
    s->client = accelerates ? rsp_monitor_new(&judging) : NULL;
    judging.client = options->client && !accelerates;
    judging.found = options->found;
    s->stub = rsp_monitor_new(&judging);
    return s->proxy && s->stub && (s->client || !accelerates) ? RSP_OK : RSP_NO_MEMORY;
}

void rsp_proxy_service_free(rsp_proxy_service *s) {
    rsp_proxy_free(s->proxy);
    rsp_monitor_free(s->client);
    rsp_monitor_free(s->stub);
    *s = (rsp_proxy_service){0};
}

const rsp_monitor *rsp_proxy_service_debugger(const rsp_proxy_service *s) {
    return s->client ? s->client : s->stub;
}

/* --- what is seen --- */

/* Passing: what either end sends is all there is. Accelerating, each end has a conversation of its own. */
static void passed(void *ctx, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes bytes) {
    rsp_proxy_service *s = ctx;
    rsp_direction direction = (end == RSP_PROXY_CLIENT) != sent ? RSP_TO_STUB : RSP_TO_CLIENT;
    if (s->client)
        rsp_monitor_feed(end == RSP_PROXY_CLIENT ? s->client : s->stub, direction, now_ns, bytes);
    else if (!sent)
        rsp_monitor_feed(s->stub, direction, now_ns, bytes);
    s->moved = true;
}

static uint64_t look(void *ctx, uint64_t now_ns) {
    const rsp_proxy_service *s = ctx;
    return s->options.look(s->options.ctx, now_ns);
}

static void tap_client(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece) {
    rsp_recorder_piece(ctx, RSP_PROXY_CLIENT, sent, now_ns, piece);
}

static void tap_stub(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece) {
    rsp_recorder_piece(ctx, RSP_PROXY_STUB, sent, now_ns, piece);
}

void rsp_proxy_service_tap(rsp_proxy_service *s, rsp_link *link, rsp_proxy_end end) {
    if (s->recorder)
        rsp_link_tap(link, end == RSP_PROXY_CLIENT ? tap_client : tap_stub, s->recorder);
}

/* --- how it ended --- */

/* The last line that the stub wrote, made printable. */
static void note_words(rsp_proxy_ended *e, rsp_link *stub) {
    rsp_buf text = {0};
    rsp_bytes words = rsp_link_last_words(stub);
    while (words.len > 0 && (words.ptr[words.len - 1] == '\n' || words.ptr[words.len - 1] == '\r'))
        words.len--;
    for (size_t at = words.len; at > 0; at--) {
        if (words.ptr[at - 1] == '\n') {
            words = rsp_bytes_from(words, at);
            break;
        }
    }
    rsp_printable_append(&text, words, WORDS_SHOWN);
    (void)snprintf(e->words, sizeof e->words, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

static void note_hanging(const rsp_proxy_service *s, rsp_proxy_ended *e) {
    const rsp_monitor *debugger = rsp_proxy_service_debugger(s);
    rsp_bytes request;
    e->unfinished[RSP_PROXY_CLIENT] = rsp_monitor_pending(debugger, RSP_TO_STUB);
    e->unfinished[RSP_PROXY_STUB] = rsp_monitor_pending(s->stub, RSP_TO_CLIENT);
    e->waiting = rsp_monitor_waiting(debugger, &request);
    if (!e->waiting)
        return;
    rsp_buf text = {0};
    rsp_printable_append(&text, request, REQUEST_SHOWN);
    (void)snprintf(e->request, sizeof e->request, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* What came through the shape is not counted; what came to it is, and is more. */
static bool was_cut(const rsp_proxy_service *s, rsp_link_stats seen, const rsp_relay_end *end) {
    uint64_t limit = s->options.cut_after_bytes;
    uint64_t to_stub = s->options.cut_way == RSP_PROXY_FROM_STUB ? 0 : seen.bytes_in;
    uint64_t from_stub = s->options.cut_way == RSP_PROXY_TO_STUB ? 0 : seen.bytes_out;
    return limit && end->who == RSP_PROXY_CLIENT && end->status == RSP_CLOSED &&
           (to_stub >= limit || from_stub >= limit);
}

static void note_end(const rsp_proxy_service *s, rsp_link *client, rsp_link *stub, uint64_t begun_ns,
                     rsp_proxy_ended *e) {
    e->duration_ns = e->end.time_ns - begun_ns;
    e->program = rsp_link_ended(stub);
    e->cut = was_cut(s, rsp_link_stats_get(client), &e->end);
    e->trouble = rsp_proxy_trouble(s->proxy);
    e->bytes[RSP_PROXY_CLIENT] = rsp_link_stats_get(client).bytes_in;
    e->bytes[RSP_PROXY_STUB] = rsp_link_stats_get(stub).bytes_in;
    note_hanging(s, e);
    if (!rsp_proxy_ended_well(e))
        note_words(e, stub);
}

void rsp_proxy_service_relay(rsp_proxy_service *s, rsp_link *client, rsp_link *stub, rsp_proxy_ended *out) {
    assert(client && stub && client != stub && out);
    rsp_relay relay = {.proxy = s->proxy,
                       .links = {[RSP_PROXY_CLIENT] = client, [RSP_PROXY_STUB] = stub},
                       .passed = passed,
                       .look = s->options.look ? look : NULL,
                       .ctx = s};
    uint64_t begun = rsp_clock_now(&s->options.clock);
    rsp_proxy_reset(s->proxy);
    rsp_monitor_connect(s->stub, begun, s->options.stub_name);
    if (s->client)
        rsp_monitor_connect(s->client, begun, "proxy");
    if (s->recorder)
        rsp_recorder_connect(s->recorder, begun);
    rsp_relay_run(&relay, &out->end);
    note_end(s, client, stub, begun, out);
    uint64_t now = rsp_clock_now(&s->options.clock);
    const char *why = rsp_status_text(out->end.status);
    rsp_monitor_close(s->stub, now, why);
    if (s->client)
        rsp_monitor_close(s->client, now, why);
    if (s->recorder)
        rsp_recorder_close(s->recorder, out->end.who, out->end.status == RSP_DIED, now);
}
