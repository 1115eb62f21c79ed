/* The reference stub on its machine for fuzz targets: options from a byte, messages in, rules on top.
 * Memory is counted, and a digest tells two runs apart.
 * For the fuzz targets stub_bytes and stub_session, and for the benchmark. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_STUB_HOST_H
#define FUZZ_STUB_HOST_H

#include "counted_memory.h"

#include "grammar/messages.h"
#include "stub_machine/machine_target.h"
#include <rsp/rule.h>
#include <rsp/stub.h>

enum { STUB_HOST_MEMORY_BYTES = 96 << 20 };

typedef struct stub_host {
    fuzz_mem mem;
    rsp_machine_target *target; /* NULL, like `stub`, after a failed allocation */
    rsp_stub *stub;
    rsp_buf out;                /* output for the current message */
    rsp_buf wire;               /* bytes for the stub */
    uint64_t pieces;            /* 0: bytes go in whole; else state of the split */
    rsp_transcript *transcript; /* NULL: the rules do not judge */
    rsp_rules *rules;
    bool failed; /* out of memory: nothing more is sent */
} stub_host;

/* The stub with the options that the bits of `choice` select: program, dialects, features. `fail_at` is that
 * of fuzz_mem. */
void stub_host_begin(stub_host *h, uint8_t choice, uint64_t fail_at);
uint64_t stub_host_digest(const stub_host *h); /* of all its output; one host at a time */
void stub_host_end(stub_host *h);              /* also checks that all memory is freed */

/* Lets the rules judge the traffic. They are made once and shared: one judged host at a time. */
void stub_host_judge(stub_host *h);

/* Bytes from the client; instructions to run; another connection. */
void stub_host_send(stub_host *h, rsp_bytes bytes);
void stub_host_run(stub_host *h, uint64_t budget_insns);
void stub_host_reconnect(stub_host *h);

/* All messages of a list in order. */
void stub_host_play(stub_host *h, const rsp_messages *list);

/* Checks what holds in any state: a finished stub is not busy, an idle stub sends nothing, and a new client
 * gets an answer. Nothing can be played afterwards. */
void stub_host_check(stub_host *h);

#endif
