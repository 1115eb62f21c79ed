/* The same work three ways over 20 ms of virtual time: a stub that has batched packets, one that lacks them,
 * and the latter behind the accelerator. Same results; round trips as with the former; no rule is broken on
 * the way. See proxy.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/hex.h"
#include "link/peer.h"
#include "proxy/monitor.h"
#include "proxy/proxy.h"
#include <rsp/client.h>
#include <stdlib.h>

#define RTT_NS (20 * RSP_NS_PER_MS)

enum { NUM_RANGES = 300, NUM_STOPS = 6, LONGEST = 700 };

typedef struct road {
    ask ask;
    rsp_proxy *proxy; /* NULL: none between client and stub */
    rsp_link *link;
    rsp_monitor *monitor; /* of what the client sees */
    rsp_session *session;
    rsp_client *client;
    rsp_transcript *transcript;
    rsp_virtual_clock clock;
    rsp_buf from_stub;
    size_t beside; /* requests to the stub */
} road;

typedef struct plan {
    const char *name;
    rsp_client_dialect dialect;
    bool no_ack;
    bool binary_upload;
    size_t packet_bytes;
} plan;

static rsp_peer_state state_of(const road *r) {
    if (rsp_stub_finished(r->ask.stub))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(r->ask.stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

/* Between proxy and stub no time passes: they are on the same machine. */
static void exchange(road *r, rsp_buf *out) {
    for (;;) {
        rsp_bytes to_stub = rsp_proxy_output(r->proxy, RSP_PROXY_STUB);
        if (to_stub.len == 0 && r->from_stub.len == 0)
            break;
        assert_ok(rsp_stub_input(r->ask.stub, to_stub, &r->from_stub));
        rsp_proxy_sent(r->proxy, RSP_PROXY_STUB, to_stub.len);
        assert_ok(rsp_proxy_input(r->proxy, RSP_PROXY_STUB, r->clock.now_ns, rsp_buf_bytes(&r->from_stub)));
        rsp_buf_clear(&r->from_stub);
    }
    rsp_bytes to_client = rsp_proxy_output(r->proxy, RSP_PROXY_CLIENT);
    rsp_buf_append(out, to_client);
    rsp_proxy_sent(r->proxy, RSP_PROXY_CLIENT, to_client.len);
}

static rsp_peer_state road_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    road *r = ctx;
    if (!r->proxy) {
        assert_ok(rsp_stub_input(r->ask.stub, in, out));
        return state_of(r);
    }
    assert_ok(rsp_proxy_input(r->proxy, RSP_PROXY_CLIENT, r->clock.now_ns, in));
    exchange(r, out);
    return state_of(r);
}

static rsp_peer_state road_run(void *ctx, uint64_t budget, rsp_buf *out) {
    road *r = ctx;
    assert_ok(rsp_stub_run(r->ask.stub, budget, r->proxy ? &r->from_stub : out));
    if (r->proxy)
        exchange(r, out);
    return state_of(r);
}

static rsp_status road_connect(void *ctx, rsp_buf *out) {
    (void)out;
    rsp_stub_connect(((road *)ctx)->ask.stub);
    return RSP_OK;
}

static void watch_entry(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    (void)transcript;
    rsp_monitor_feed(ctx, entry->direction, entry->time_ns, entry->raw);
}

static void found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation) {
    (void)ctx;
    (void)transcript;
    print_error("%s: %s (%s)\n", rsp_rule_get(violation->rule)->id, violation->message, violation->got);
}

static void road_open(road *r, const plan *how, bool batches, bool accelerate) {
    *r = (road){0};
    ask_init(&r->ask, "/bin/scratch");
    rsp_stub_options *stub = &r->ask.options;
    bool rfc = how->dialect == RSP_DIALECT_RFC;
    stub->multimem = rfc ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    stub->offer_multimem = batches;
    stub->offer_multibreak_rfc = batches && rfc;
    stub->offer_multibreak_json = batches && !rfc;
    stub->x_dialect = how->binary_upload ? RSP_X_GDB : RSP_X_LLDB;
    stub->packet_bytes = how->packet_bytes;
    ask_start(&r->ask);
    rsp_proxy_options options = {.accelerate = rfc ? RSP_ACCELERATE_RFC : RSP_ACCELERATE_LLDB};
    r->proxy = accelerate ? rsp_proxy_new(&options) : NULL;
    rsp_peer peer = {.connect = road_connect, .input = road_input, .run = road_run, .ctx = r};
    rsp_peer_options way = {.rtt_ns = RTT_NS, .clock = &r->clock};
    assert_ok(rsp_link_open_peer(&r->link, &peer, &way));
    r->transcript = rsp_transcript_new(NULL);
    r->monitor = rsp_monitor_new(&(rsp_monitor_options){.found = found});
    assert_true(rsp_transcript_observe(r->transcript, watch_entry, r->monitor));
    r->session = rsp_session_new(
        r->link, &(rsp_session_options){.transcript = r->transcript, .collect_console = true});
    rsp_client_options client = {.dialect = how->dialect,
                                 .off = how->no_ack ? 0 : RSP_USE_BIT(RSP_USE_NO_ACK)};
    r->client = rsp_client_new(r->session, &client);
    assert_ok(rsp_client_connect(r->client));
}

static void road_close(road *r) {
    rsp_client_free(r->client);
    rsp_session_free(r->session);
    rsp_link_close(r->link);
    rsp_monitor_free(r->monitor);
    rsp_transcript_free(r->transcript);
    rsp_proxy_free(r->proxy);
    rsp_buf_free(&r->from_stub);
    ask_end(&r->ask);
}

/* Ranges of every kind: reserved bytes, none, across the edge of what is mapped, nothing there, long ones. */
static void plan_ranges(const road *r, rsp_read *reads, uint8_t *room) {
    uint64_t scratch = ask_symbol(&r->ask, "scratch");
    static const uint64_t odd[] = {0, 4, 8, UINT64_MAX - 2};
    for (size_t i = 0; i < NUM_RANGES; i++) {
        reads[i] = (rsp_read){.addr = scratch + 4096 + i % 256, .len = i % 37, .out = room + i * LONGEST};
        if (i % 10 == 3)
            reads[i].addr = odd[i / 10 % 4];
        if (i % 50 == 7)
            reads[i].len = LONGEST;
        if (i % 50 == 9) {
            reads[i].addr = scratch + 65536 - 5; /* what stands behind it is the program's business */
            reads[i].len = 16;
        }
    }
}

static void note_reads(const rsp_read *reads, rsp_buf *out) {
    for (size_t i = 0; i < NUM_RANGES; i++) {
        rsp_buf_printf(out, "%zu %zu %s ", i, reads[i].num_read, rsp_status_name(reads[i].status));
        rsp_hex_append(out, rsp_bytes_make(reads[i].out, reads[i].num_read));
        rsp_buf_push(out, '\n');
    }
}

static void note_sites(const road *r, rsp_buf *out) {
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    while (rsp_client_next_site(r->client, &cursor, &info))
        rsp_buf_printf(out, "%d,%llx enabled %d physical %d status %s\n", info.site.type,
                       (unsigned long long)info.site.addr, info.enabled, info.physical,
                       rsp_status_name(info.status));
}

static void toggle_sites(road *r, unsigned stop) {
    static const char *const places[] = {"work", "tail", "loop"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(places); i++) {
        rsp_site site = {.addr = ask_symbol(&r->ask, places[i]), .kind = 4};
        if (i == 0 || (stop + i) % 2)
            assert_ok(rsp_client_enable_site(r->client, &site, NULL, 0));
        else if (rsp_client_site_enabled(r->client, &site))
            assert_ok(rsp_client_disable_site(r->client, &site));
    }
    /* Nothing is mapped there, and nobody has that many watchpoints of that size: these fail. */
    rsp_site nowhere = {.addr = 16, .kind = 4};
    assert_ok(rsp_client_enable_site(r->client, &nowhere, NULL, 0));
}

/* Stops, sites and reads; everything that came of them as text. */
static void work(road *r, rsp_buf *out) {
    static rsp_read reads[NUM_RANGES];
    static uint8_t room[NUM_RANGES * LONGEST];
    for (unsigned stop = 0; stop < NUM_STOPS; stop++) {
        const rsp_stop_reply *why = NULL;
        toggle_sites(r, stop);
        rsp_move move = {.despite_sites = true};
        assert_ok(rsp_client_run(r->client, &move, 0, &why));
        rsp_buf_printf(out, "stop %u: kind %d signal %d\n", stop, (int)why->kind, why->signal);
        note_sites(r, out);
        plan_ranges(r, reads, room);
        assert_ok(rsp_read_memory_vectorized(r->client, 0, reads, NUM_RANGES));
        note_reads(reads, out);
    }
    assert_ok(rsp_client_detach(r->client, 0));
}

/* The first line that differs, instead of two long texts. */
static void assert_same(rsp_buf *got, rsp_buf *expected, const char *what) {
    rsp_bytes a = rsp_buf_bytes(got);
    rsp_bytes b = rsp_buf_bytes(expected);
    while (a.len > 0 || b.len > 0) {
        rsp_bytes one = rsp_bytes_split(&a, '\n');
        rsp_bytes other = rsp_bytes_split(&b, '\n');
        if (!rsp_bytes_equal(one, other))
            print_error("%s\n", what);
        assert_bytes(one, other);
    }
}

static uint64_t trips_of(const road *r) {
    return rsp_monitor_metrics(r->monitor)->round_trips;
}

static const plan plans[] = {
    {.name = "LLDB, no acks", .dialect = RSP_DIALECT_LLDB, .no_ack = true, .packet_bytes = 0x4000},
    {.name = "LLDB, acks", .dialect = RSP_DIALECT_LLDB, .packet_bytes = 0x4000},
    {.name = "LLDB, small packets", .dialect = RSP_DIALECT_LLDB, .no_ack = true, .packet_bytes = 1024},
    {.name = "RFC, x, no acks",
     .dialect = RSP_DIALECT_RFC,
     .no_ack = true,
     .binary_upload = true,
     .packet_bytes = 0x4000},
    {.name = "RFC, x, small packets, acks",
     .dialect = RSP_DIALECT_RFC,
     .binary_upload = true,
     .packet_bytes = 1024},
};

static void accelerated_work_is_the_same_in_fewer_round_trips(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(plans); i++) {
        rsp_buf results[3] = {{0}};
        uint64_t trips[3];
        for (int way = 0; way < 3; way++) { /* native, plain, accelerated */
            road r;
            road_open(&r, &plans[i], way == 0, way == 2);
            uint64_t start_ns = r.clock.now_ns;
            uint64_t before = trips_of(&r);
            work(&r, &results[way]);
            trips[way] = trips_of(&r) - before;
            assert_true(r.clock.now_ns - start_ns >= trips[way] * RTT_NS);
            /* Whatever is done to packets, no rule is broken on the debugger's side. */
            assert_int_equal(rsp_monitor_broken(r.monitor, RSP_LEVEL_MUST), 0);
            assert_int_equal(rsp_monitor_broken(r.monitor, RSP_LEVEL_SHOULD), 0);
            if (way == 2)
                assert_true(rsp_proxy_stats_get(r.proxy).batches > 0);
            road_close(&r);
        }
        print_message("%s: %u round trips in one packet each, %u with the stub's batches, %u accelerated\n",
                      plans[i].name, (unsigned)trips[1], (unsigned)trips[0], (unsigned)trips[2]);
        assert_same(&results[2], &results[1], "accelerated, and without batches");
        assert_same(&results[2], &results[0], "accelerated, and with the stub's batches");
        assert_int_equal(trips[2], trips[0]);
        assert_true(trips[2] * 4 < trips[1]);
        for (int way = 0; way < 3; way++)
            rsp_buf_free(&results[way]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerated_work_is_the_same_in_fewer_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
