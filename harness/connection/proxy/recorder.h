/* Records the traffic of a proxy as a pcapng file: the connection of each end is a TCP flow.
 * With one flow, bytes are recorded before they go on: the record is never behind.
 * The caller owns the file: blocks leave by a function. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RECORDER_H
#define RSP_RECORDER_H

#include "capture/recording.h"
#include "proxy/proxy.h"

RSP_BEGIN_DECLS

/* Writes whole blocks; RSP_IO when that fails. */
typedef rsp_status rsp_recorder_write(void *ctx, rsp_bytes blocks);

/* How to record. `write` is required. */
typedef struct rsp_recorder_options {
    rsp_recorder_write *write;
    void *ctx;
    uint64_t epoch_ns;   /* added to times: the clock's zero since 1970 */
    uint16_t proxy_port; /* where debuggers connect; 0 is 1234 */
    uint16_t stub_port;  /* the real stub's; 0 is the next one */
    bool both;           /* the debugger's connection and the stub's differ: a flow for each */
    const rsp_mem *mem;
} rsp_recorder_options;

/* Fields are private. All-zero is a valid recorder for rsp_recorder_free. */
typedef struct rsp_recorder {
    rsp_recorder_options options;
    rsp_recording flows[RSP_PROXY_ENDS];
    rsp_buf out;
    uint16_t connections;
    uint64_t bytes;    /* of the file so far */
    rsp_status status; /* sticky: the blocks before are whole */
} rsp_recorder;

/* Writes the head of the file. Status of `write`, or RSP_NO_MEMORY. Free it in either case. */
rsp_status rsp_recorder_begin(rsp_recorder *r, const rsp_recorder_options *options) RSP_MUST_USE;

/* Frees its memory; the file stays. */
void rsp_recorder_free(rsp_recorder *r);

/* A connection begins, at both ends. */
void rsp_recorder_connect(rsp_recorder *r, uint64_t now_ns);

/* A piece that we received from an end or, with `sent`, sent to it. With one flow only received pieces count:
 * the other end gets the same bytes. */
void rsp_recorder_piece(rsp_recorder *r, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes piece);

/* The connection is over. `who` closed it first; `broken`: by a reset. */
void rsp_recorder_close(rsp_recorder *r, rsp_proxy_end who, bool broken, uint64_t now_ns);

/* Sticky: RSP_IO, RSP_NO_MEMORY. */
static inline rsp_status rsp_recorder_status(const rsp_recorder *r) {
    return r->status;
}

RSP_END_DECLS

#endif
