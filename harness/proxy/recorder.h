/* What passes a proxy as a capture: each end's connection a TCP flow in one pcapng file, written as it
 * passes. With one flow the bytes are taken down before they go on, so that nobody has seen what is not
 * recorded. The file itself is the caller's: bytes leave by a function. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RECORDER_H
#define RSP_RECORDER_H

#include "capture/recording.h"
#include "proxy/proxy.h"

RSP_BEGIN_DECLS

/* Takes whole blocks; RSP_IO when they could not be written. */
typedef rsp_status rsp_recorder_write(void *ctx, rsp_bytes blocks);

typedef struct rsp_recorder_options {
    rsp_recorder_write *write;
    void *ctx;
    uint64_t epoch_ns;   /* added to times: what 0 of the clock is since 1970 */
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
    rsp_status status; /* sticky: what was recorded until then is whole */
} rsp_recorder;

/* Writes the head of the file. The status of `write`, RSP_NO_MEMORY. */
rsp_status rsp_recorder_begin(rsp_recorder *r, const rsp_recorder_options *options) RSP_MUST_USE;
void rsp_recorder_free(rsp_recorder *r);

/* A connection begins, at both ends. */
void rsp_recorder_connect(rsp_recorder *r, uint64_t now_ns);

/* A piece that an end has sent to us, or (`sent`) was sent. With one flow what an end has sent is all there
 * is: the other gets the same. */
void rsp_recorder_piece(rsp_recorder *r, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes piece);

/* The connection is over. `who` closed it first; broken: by a reset. */
void rsp_recorder_close(rsp_recorder *r, rsp_proxy_end who, bool broken, uint64_t now_ns);

static inline rsp_status rsp_recorder_status(const rsp_recorder *r) {
    return r->status;
}

RSP_END_DECLS

#endif
