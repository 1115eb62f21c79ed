/* One run of a workload under way: its connection, its places in the program, its account.
 * Steps are functions in a table; each tells what it costs to the account.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_INTERNAL_H
#define RSP_BENCH_INTERNAL_H

#include "bench/ways.h"
#include "client/client_memory.h"
#include "client/client_site.h"
#include "client/conditional.h"
#include <rsp/exchange.h>

/* What a way means for the client. */
typedef struct way_row {
    const char *name;
    const char *meaning;
    uint32_t off;               /* RSP_USE_BIT set */
    rsp_client_dialect dialect; /* AUTO where the batched packets are off */
    unsigned in_flight;
    bool hold;              /* `apply` is left to the next resume */
    bool conditions;        /* a way of conditions */
    const char *setting[3]; /* of a stub that takes options */
} way_row;

typedef struct known_place {
    const char *symbol;
    uint64_t address;
    struct known_place *next;
} known_place;

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

const way_row *way_get(rsp_bench_way way);

/* The run's end: FAILED or SKIPPED with a reason. Both return a status that ends it. */
rsp_status bench_fail(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);
rsp_status bench_skip(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);

/* A call of the client failed: FAILED with what it says, or the status itself for CANCELLED and NO_MEMORY. */
rsp_status bench_client_failed(bench *b, rsp_status status, const char *doing);

/* Something was done otherwise; the first note is kept. */
void bench_note(bench *b, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Everything between the two is that phase's. */
void account_begin(bench *b, rsp_bench_phase phase);
void account_end(bench *b);

/* --- symbols.c --- */

/* Address of a symbol in the running program. */
rsp_status place_find(bench *b, const char *symbol, uint64_t *out);
/* A software breakpoint there. */
rsp_status place_site(bench *b, uint64_t address, rsp_site *out);
/* What conditions have to know of the machine, from the program's file. */
void place_machine(const bench *b, rsp_conditionals_options *out);
/* The program counter that the last stop told, false when it did not. */
bool place_pc(bench *b, uint64_t *out);
/* Reads an object whole, with what its XML includes; appends to `out`. RSP_UNSUPPORTED when not offered. */
rsp_status place_object(bench *b, const char *object, const char *annex, rsp_buf *out);

/* --- run.c --- */

/* One step of the list. */
rsp_status run_step(bench *b, const rsp_workload_step *step);
/* A stop by a breakpoint or a step, or the end with what else it was. */
rsp_status run_check_stop(bench *b, const rsp_stop_reply *stop, const char *wanted);
/* At the end of an operation that has a connection of its own: what is still held would never be sent. */
rsp_status run_settle(bench *b);
/* Off the breakpoint where the program stands, if it does; in phase STEP a step in any case. */
rsp_status run_step_off(bench *b, rsp_bench_phase phase);

/* --- decide.c --- */

rsp_status run_condition(bench *b, const rsp_workload_step *step);

#endif
