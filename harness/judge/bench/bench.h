/* One run of a workload under way: its connection, the program's addresses, the account, the result.
 * One noun, for the files of its parts; the run as a whole is bench.c.
 * Private to the bench layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_BENCH_H
#define RSP_BENCH_BENCH_H

#include "core/arena.h"
#include "trace/exchange.h"
#include "way.h"
#include <rsp/client.h>

/* A symbol that was looked up; `address` is the one in the file. */
typedef struct known_place {
    const char *symbol;
    uint64_t address;
    uint64_t size; /* 0: the file does not say */
    struct known_place *next;
} known_place;

/* The run. What the parts below need is set by bench.c before the first step. */
typedef struct bench {
    const rsp_stub_provider *provider;
    const rsp_bench_options *options;
    const rsp_workload *workload;
    const way_row *way;
    rsp_bench_result *out;
    rsp_error *error;
    rsp_arena arena;

    /* the connection */
    rsp_link *inner; /* as the provider gave it */
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
    rsp_transcript *transcript;
    rsp_exchanges exchanges;

    /* the program */
    rsp_bytes image;
    known_place *places;
    uint64_t bias;
    bool have_bias;
    uint64_t at; /* the breakpoint where it stands; 0: elsewhere */

    /* the account */
    bool measuring;
    rsp_bench_phase phase;
    rsp_metrics before;
    uint64_t before_ns;
    rsp_latencies latencies;

    rsp_read *reads;
    size_t cap_reads;
    uint8_t *scratch; /* RSP_LIMIT_WORK_RANGE_BYTES: contents are not looked at */
    rsp_ptid *threads;
} bench;

#endif
