/* What the network fuzzer costs, beside a bare ping-pong with the same stub over the same loopback link, one
 * after the other for the same time. The ping-pong is one connection without acks: '?', all of its reply, the
 * next; nothing is looked at. Usage: bench_netfuzz [-t SECONDS] STUB WORD... with {port} in one of them */
/* SPDX-License-Identifier: MIT */
/* The fuzzer does all it does but write files: rules, states, corpus, new connections and stubs; where acks
 * are off several requests go out in one write. Its probes count as messages, and are told. */
#include "link/address.h"
#include "netfuzz/fuzzer.h"
#include <rsp/frame.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct bench {
    rsp_address address;
    uint64_t for_ns;
} bench;

static void die(const char *what, const rsp_error *error) {
    (void)fprintf(stderr, "bench_netfuzz: %s: %s\n", what, error->msg);
    exit(3);
}

static uint64_t now_ns(void) {
    rsp_clock clock = rsp_clock_monotonic();
    return rsp_clock_now(&clock);
}

/* One request, all of one reply: nothing is looked at but the '#' that ends it. */
static bool ping(rsp_link *link, rsp_buf *in, rsp_bytes request) {
    rsp_buf_clear(in);
    if (rsp_link_send(link, request, RSP_NEVER_NS) != RSP_OK)
        return false;
    while (in->len < 4 || in->ptr[in->len - 3] != '#')
        if (rsp_link_recv(link, in, 4096, RSP_NEVER_NS) != RSP_OK)
            return false;
    return true;
}

static double bare(const bench *b) {
    rsp_link *link = NULL;
    rsp_error error = {0};
    rsp_buf in = {0};
    uint64_t num = 0;
    if (rsp_link_open_address(&link, &b->address, NULL, &error) != RSP_OK)
        die("the stub", &error);
    bool ok = ping(link, &in, RSP_LIT("$QStartNoAckMode#b0"));
    uint64_t start = now_ns();
    while (ok && now_ns() - start < b->for_ns) {
        ok = ping(link, &in, num == 0 ? RSP_LIT("+$?#3f") : RSP_LIT("$?#3f"));
        num++;
    }
    double seconds = (double)(now_ns() - start) / (double)RSP_NS_PER_S;
    rsp_link_close(link);
    rsp_buf_free(&in);
    return (double)num / seconds;
}

static rsp_status open_stub(void *ctx, rsp_link **out_link, rsp_error *error) {
    const bench *b = ctx;
    const rsp_link_options options = {.end_grace_ns = 2 * RSP_NS_PER_MS};
    return rsp_link_open_address(out_link, &b->address, &options, error);
}

static double fuzzed(bench *b, rsp_fuzzer_stats *out_stats) {
    const rsp_fuzz_host host = {.open = open_stub, .ctx = b};
    /* Nobody is told of findings; a difference would only be played again. */
    const rsp_fuzzer_options options = {.ignored = UINT32_C(1) << RSP_FINDING_DIFFERENCE,
                                        .player = {.pipeline = 32},
                                        .clock = rsp_clock_monotonic()};
    rsp_fuzzer *f = rsp_fuzzer_new(&host, &options);
    rsp_error error = {0};
    rsp_status status = f && rsp_fuzzer_seed_builtin(f) ? RSP_OK : RSP_NO_MEMORY;
    uint64_t start = now_ns();
    while (status == RSP_OK && now_ns() - start < b->for_ns)
        status = rsp_fuzzer_step(f, &error);
    if (status != RSP_OK)
        die("fuzzing", &error);
    double seconds = (double)(now_ns() - start) / (double)RSP_NS_PER_S;
    *out_stats = rsp_fuzzer_stats_get(f);
    rsp_fuzzer_free(f);
    return (double)out_stats->messages / seconds;
}

int main(int argc, char **argv) {
    bench b = {.for_ns = 3 * RSP_NS_PER_S};
    int opt;
    while ((opt = getopt(argc, argv, "+t:")) != -1) {
        if (opt != 't')
            return 2;
        b.for_ns = strtoull(optarg, NULL, 10) * RSP_NS_PER_S;
    }
    if (optind >= argc) {
        (void)fprintf(stderr, "usage: bench_netfuzz [-t SECONDS] STUB WORD... with {port} in one of them\n");
        return 2;
    }
    b.address = (rsp_address){.kind = RSP_ADDRESS_EXEC,
                              .argv = (const char *const *)(argv + optind),
                              .argc = (size_t)(argc - optind)};
    rsp_fuzzer_stats stats = {0};
    double ping_pong = bare(&b);
    double fuzzing = fuzzed(&b, &stats);
    printf("ping-pong  %10.0f messages a second, one at a time\n", ping_pong);
    printf("fuzzing    %10.0f messages a second, %.0f %% of it (%.0f %% probes; %llu sequences, %llu stubs, "
           "%llu findings)\n",
           fuzzing, 100 * fuzzing / ping_pong, 100 * (double)stats.probes / (double)stats.messages,
           (unsigned long long)stats.sequences, (unsigned long long)stats.sessions,
           (unsigned long long)stats.findings);
    return 0;
}
