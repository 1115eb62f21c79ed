/* The reference stub on its machine for fuzz targets: made from a choice, fed with messages, judged by the
 * rules. What it sends goes through the passive rules; memory is counted; a digest tells two runs apart. Used
 * by fuzz_stub_bytes.c, fuzz_stub_session.c and the benchmark. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_STUB_HOST_H
#define FUZZ_STUB_HOST_H

#include "fuzz.h"

#include "grammar/messages.h"
#include "stub_machine/machine_target.h"
#include <rsp/rule.h>
#include <rsp/stub.h>

enum { STUB_HOST_MEMORY_BYTES = 96 << 20 };

typedef struct stub_host {
    fuzz_mem mem;
    rsp_machine_target *target; /* NULL with `stub` when an allocation failed */
    rsp_stub *stub;
    rsp_buf out;                /* what the stub said to the present message */
    rsp_buf wire;               /* what is sent to it */
    uint64_t pieces;            /* 0: bytes are handed over whole; else state of the cuts */
    rsp_transcript *transcript; /* NULL: not judged */
    rsp_rules *rules;
    bool failed; /* no memory: nothing more is asked of it */
} stub_host;

/* The stub with the options that the bits of `choice` select: program, dialects, features. `fail_at` is that
 * of fuzz_mem. */
void stub_host_begin(stub_host *h, uint8_t choice, uint64_t fail_at);
uint64_t stub_host_digest(const stub_host *h); /* over all that it said; one host at a time */
void stub_host_end(stub_host *h);              /* also checks that all memory was given back */

/* Has the rules judge the traffic. The rules are made once and shared: one judged host at a time. */
void stub_host_judge(stub_host *h);

/* Bytes from the client, and then time to run. */
void stub_host_send(stub_host *h, rsp_bytes bytes);
void stub_host_run(stub_host *h, uint64_t budget_insns);
void stub_host_reconnect(stub_host *h);

/* All messages of a list in order. */
void stub_host_play(stub_host *h, const rsp_messages *list);

/* What holds in any state: a finished stub is not busy, one that is not busy says nothing by itself, and a
 * new client gets an answer. Ends what was played. */
void stub_host_check(stub_host *h);

#endif
