/* One measurement: the session, samples of each part, and how it ended.
 * A failure is said once; what follows it is not tried.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_BENCHER_H
#define RSP_DAP_BENCHER_H

#include "dap_bench/bench.h"
#include "dap_suite/visit.h"

typedef struct bencher {
    const rsp_dap_bench_options *options;
    const rsp_dap_work_row *row;
    rsp_dap_bench_result *out;
    rsp_dap_visit *visit; /* NULL: none is open */
    rsp_latencies parts[RSP_DAP_PART_COUNT];
    uint64_t patience_ns; /* longest wait for an answer that nothing stands before */
    rsp_status status;    /* of our own troubles */
    rsp_error *error;
} bencher;

/* Says why it failed, or is skipped. Returns false. */
bool bencher_fail(bencher *b, const char *fmt, ...) RSP_PRINTF(2, 3);
bool bencher_skip(bencher *b, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Adds a sample. */
bool bencher_note(bencher *b, rsp_dap_part part, uint64_t ns);

/* A message of the log by its place. */
const rsp_dap_entry *bencher_entry(const bencher *b, size_t at);

/* Sends a request; takes `arguments`. Its seq and when it was sent (NULL: not wanted). 0: it has failed. */
int64_t bencher_send(bencher *b, const char *command, json_t *arguments, uint64_t *out_sent_ns);

/* Waits for a response, whatever it says. NULL: it has failed. */
const rsp_dap_entry *bencher_answer(bencher *b, int64_t seq, uint64_t within_ns);

/* Sends a request and waits for its success; `part` (RSP_DAP_PART_COUNT: none) gets the time. NULL: it has
 * failed. */
const rsp_dap_entry *bencher_ask(bencher *b, const char *command, json_t *arguments, rsp_dap_part part);

/* Waits for the next stopped event and notes its thread. NULL: it has failed. */
const rsp_dap_entry *bencher_stop(bencher *b, uint64_t within_ns, int64_t *out_thread);

/* The id of the topmost frame; 0: it has failed. */
int64_t bencher_frame(bencher *b, int64_t thread);

#endif
