/* The reference stub as a peer, a session on it, and a transcript with its round trips.
 * The stub is that of ask.h, connected once by ask_start and anew by the link.
 * See client_world.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "trace/exchange.h"

static rsp_peer_state state_of(const ask *a, rsp_status status) {
    if (status != RSP_OK)
        return RSP_PEER_DEAD;
    if (rsp_stub_finished(a->stub))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(a->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_status peer_connect(void *ctx, rsp_buf *out) {
    (void)out;
    rsp_stub_connect(((ask *)ctx)->stub);
    return RSP_OK;
}

static rsp_peer_state peer_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    const ask *a = ctx;
    return state_of(a, rsp_stub_input(a->stub, in, out));
}

static rsp_peer_state peer_run(void *ctx, uint64_t budget, rsp_buf *out) {
    const ask *a = ctx;
    return state_of(a, rsp_stub_run(a->stub, budget, out));
}

static void on_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    client_world *w = ctx;
    rsp_pairing pairing;
    assert_ok(rsp_exchanges_feed(&w->exchanges, transcript, entry, &pairing));
    if (entry->kind != RSP_ENTRY_PACKET || entry->direction != RSP_TO_STUB)
        return;
    rsp_buf_append(&w->sent, entry->payload);
    rsp_buf_push(&w->sent, '\n');
}

void world_init(client_world *w, const char *program) {
    *w = (client_world){0};
    ask_init(&w->ask, program ? program : "/bin/scratch");
}

void world_open(client_world *w) {
    assert_true(ask_try_start(&w->ask) || w->ask.options.fault != RSP_FAULT_NONE);
    rsp_peer peer = {.connect = peer_connect, .input = peer_input, .run = peer_run, .ctx = &w->ask};
    rsp_peer_options options = {.rtt_ns = w->rtt_ns};
    assert_ok(rsp_link_open_peer(&w->link, &peer, &options));
    rsp_link *inner = w->link;
    if (w->shape)
        assert_ok(rsp_link_open_shaped(&w->link, inner, w->shape, NULL));
    w->transcript = rsp_transcript_new(NULL);
    assert_non_null(w->transcript);
    assert_true(rsp_transcript_observe(w->transcript, on_entry, w));
    w->session_options.transcript = w->transcript;
    w->session_options.collect_console = true;
    w->session = rsp_session_new(w->link, &w->session_options);
    assert_non_null(w->session);
    w->client = rsp_client_new(w->session, &w->options);
    assert_non_null(w->client);
}

void world_start(client_world *w) {
    world_open(w);
    assert_ok(rsp_client_connect(w->client));
    (void)world_sent(w);
    (void)world_round_trips(w);
}

void world_end(client_world *w) {
    rsp_client_free(w->client);
    rsp_session_free(w->session);
    rsp_link_close(w->link);
    rsp_transcript_free(w->transcript);
    rsp_exchanges_free(&w->exchanges);
    rsp_buf_free(&w->sent);
    ask_end(&w->ask);
}

uint64_t world_round_trips(client_world *w) {
    uint64_t num = w->exchanges.metrics.round_trips;
    w->exchanges.metrics.round_trips = 0;
    return num;
}

const char *world_sent(client_world *w) {
    static rsp_buf given;
    rsp_buf_free(&given);
    given = w->sent;
    w->sent = (rsp_buf){0};
    return rsp_buf_cstr(&given);
}

size_t world_count(client_world *w, const char *prefix) {
    size_t num = 0;
    size_t len = strlen(prefix);
    for (const char *at = rsp_buf_cstr(&w->sent); at && *at;) {
        num += strncmp(at, prefix, len) == 0;
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return num;
}
