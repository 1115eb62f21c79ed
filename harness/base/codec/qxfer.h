/* qXfer: requests for a window of an object, and the `m`/`l` replies.
 * rsp_qxfer_window answers a read from an object in memory.
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_QXFER_H
#define RSP_QXFER_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* One qXfer request; slices borrow from it. */
typedef struct rsp_qxfer {
    rsp_bytes object;    /* "features" */
    rsp_bytes operation; /* "read", "write", or what else was asked */
    rsp_bytes annex;
    uint64_t offset;
    uint64_t length; /* read */
    rsp_bytes data;  /* write: as transmitted, still escaped (build: escapes) */
} rsp_qxfer;

/* The whole payload "qXfer:object:operation:annex:offset,length" (or ":offset:data" for write). An operation
 * that is neither read nor write is RSP_UNSUPPORTED with object and operation set. RSP_MALFORMED with an
 * offset for missing or bad fields, RSP_RANGE for numbers beyond 64 bits. */
rsp_status rsp_qxfer_parse(rsp_qxfer *out, rsp_bytes payload, rsp_error *error) RSP_MUST_USE;

/* Appends the request; `data` of a write is raw here and escaped on the way. */
void rsp_qxfer_build(rsp_buf *out, const rsp_qxfer *request);

/* One chunk of an object. */
typedef struct rsp_qxfer_reply {
    bool last;      /* `l`: the object ends with this chunk */
    rsp_bytes data; /* decoded */
} rsp_qxfer_reply;

/* The reply after run-length expansion and rsp_unescape. RSP_MALFORMED when it is neither m nor l, or an m
 * without data. */
rsp_status rsp_qxfer_reply_parse(rsp_qxfer_reply *out, rsp_bytes decoded, rsp_error *error) RSP_MUST_USE;

/* Appends the reply, data escaped. */
void rsp_qxfer_reply_build(rsp_buf *out, const rsp_qxfer_reply *reply);

/* Appends the reply to a read of `length` bytes at `offset` of `object`: at most `length` decoded bytes and
 * at most `max_payload` bytes on the wire (0: no bound). An offset at or past the end gives a bare `l`, a
 * length of 0 before the end an RSP_RANGE with nothing appended (an `m` must hold data). */
rsp_status rsp_qxfer_window(rsp_buf *out, rsp_bytes object, uint64_t offset, uint64_t length,
                            size_t max_payload) RSP_MUST_USE;

RSP_END_DECLS

#endif
