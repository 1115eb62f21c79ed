/* A debugger's work on a stub with the program `scratch`: stops, reads, breakpoints that come and go. What
 * came of it goes to standard output, the same whatever the way there; what it cost to standard error, as
 * JSON. Usage: proxy_client ADDRESS STOPS RANGES SCRATCH KIND SITE..., the last three in hexadecimal. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "core/hex.h"
#include "link/address.h"
#include "trace/exchange.h"
#include <rsp/client.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_RANGES = 1000, LONGEST = 64, MOST_SITES = 16 };

typedef struct work {
    rsp_client *client;
    uint64_t sites[MOST_SITES];
    size_t num_sites;
    uint64_t scratch;
    uint64_t kind;
    rsp_read reads[MOST_RANGES];
    uint8_t room[MOST_RANGES][LONGEST];
    size_t ranges;
    rsp_buf out;
} work;

static void count(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_pairing pairing;
    if (rsp_exchanges_feed(ctx, transcript, entry, &pairing) != RSP_OK)
        (void)fputs("counts are not complete\n", stderr);
}

static void must(rsp_status status, const char *what) {
    if (status == RSP_OK)
        return;
    (void)fprintf(stderr, "%s: %s\n", what, rsp_status_text(status));
    exit(1);
}

/* The first site stays; the others come and go, as those of a debugger that finishes calls. */
static void toggle(work *w, size_t stop) {
    for (size_t i = 0; i < w->num_sites; i++) {
        rsp_site site = {.addr = w->sites[i], .kind = w->kind};
        if (i == 0 || (stop + i) % 2)
            must(rsp_client_enable_site(w->client, &site, NULL, 0), "enable");
        else if (rsp_client_site_enabled(w->client, &site))
            must(rsp_client_disable_site(w->client, &site), "disable");
    }
}

static void read_all(work *w) {
    for (size_t i = 0; i < w->ranges; i++) {
        w->reads[i] = (rsp_read){.addr = w->scratch + 97 * i, .len = 1 + i % LONGEST, .out = w->room[i]};
        if (i % 20 == 5)
            w->reads[i].addr = 8; /* nothing is there */
    }
    must(rsp_read_memory_vectorized(w->client, 0, w->reads, w->ranges), "read");
    for (size_t i = 0; i < w->ranges; i++) {
        rsp_buf_printf(&w->out, "%zu %zu %s ", i, w->reads[i].num_read, rsp_status_name(w->reads[i].status));
        rsp_hex_append(&w->out, rsp_bytes_make(w->reads[i].out, w->reads[i].num_read));
        rsp_buf_push(&w->out, '\n');
    }
}

static void stop_and_read(work *w, size_t stop) {
    const rsp_stop_reply *why = NULL;
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    toggle(w, stop);
    must(rsp_client_run(w->client, &(rsp_move){.despite_sites = true}, 0, &why), "run");
    rsp_buf_printf(&w->out, "stop %zu signal %d\n", stop, why->signal);
    while (rsp_client_next_site(w->client, &cursor, &info))
        rsp_buf_printf(&w->out, "%llx %d %d %s\n", (unsigned long long)info.site.addr, info.enabled,
                       info.physical, rsp_status_name(info.status));
    read_all(w);
}

static rsp_link *open_address(const char *text) {
    rsp_arena arena = {0};
    rsp_address address;
    rsp_error error = {0};
    rsp_link *link = NULL;
    rsp_status status = rsp_address_parse(&address, &arena, text, &error);
    if (status == RSP_OK)
        status = rsp_link_open_address(&link, &address, NULL, &error);
    rsp_arena_free(&arena);
    must(status, error.msg);
    return link;
}

int main(int argc, char **argv) {
    static work w;
    rsp_exchanges exchanges = {0};
    if (argc < 7 || argc > 6 + MOST_SITES)
        return 2;
    size_t stops = (size_t)strtoul(argv[2], NULL, 10);
    w.ranges = (size_t)strtoul(argv[3], NULL, 10);
    w.scratch = strtoull(argv[4], NULL, 16);
    w.kind = strtoull(argv[5], NULL, 16);
    for (int i = 6; i < argc; i++)
        w.sites[w.num_sites++] = strtoull(argv[i], NULL, 16);
    if (w.ranges > MOST_RANGES)
        return 2;
    rsp_transcript *transcript = rsp_transcript_new(NULL);
    rsp_link *link = open_address(argv[1]);
    /* One request at a time, as gdb and lldb have it. */
    rsp_session_options options = {.transcript = transcript,
                                   .collect_console = true,
                                   .timeout_ns = 20 * RSP_NS_PER_S,
                                   .max_in_flight = 1};
    rsp_session *session = rsp_session_new(link, &options);
    w.client = rsp_client_new(session, NULL);
    if (!transcript || !w.client || !rsp_transcript_observe(transcript, count, &exchanges))
        return 3;
    must(rsp_client_connect(w.client), "connect");
    uint64_t begun = rsp_link_now(link);
    uint64_t before = exchanges.metrics.round_trips;
    for (size_t stop = 0; stop < stops; stop++)
        stop_and_read(&w, stop);
    uint64_t took = rsp_link_now(link) - begun;
    uint64_t trips = exchanges.metrics.round_trips - before;
    must(rsp_client_kill(w.client, 0), "kill");
    (void)fwrite(w.out.ptr, 1, w.out.len, stdout);
    (void)fprintf(stderr, "{\"round_trips\": %llu, \"packets\": %llu, \"seconds\": %.3f}\n",
                  (unsigned long long)trips, (unsigned long long)exchanges.metrics.packets_to_stub,
                  (double)took / (double)RSP_NS_PER_S);
    rsp_client_free(w.client);
    rsp_session_free(session);
    rsp_link_close(link);
    rsp_transcript_free(transcript);
    rsp_exchanges_free(&exchanges);
    rsp_buf_free(&w.out);
    return 0;
}
