/* A handler of packets: what it is given, and what it says of its reply.
 * One noun, for everybody who serves requests or names who does.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_HANDLER_H
#define STUB_HANDLER_H

#include <rsp/stub.h>

/* What comes of a request: whether the reply that its handler has made is sent. */
typedef enum stub_reply_kind {
    STUB_REPLY_SEND,  /* the reply buffer is the answer, empty is "not supported" */
    STUB_REPLY_LATER, /* a resume in all-stop: the stop reply answers */
    STUB_REPLY_NONE,  /* k, R */
} stub_reply_kind;

/* A handler gets the request in s->request: whole, and acknowledged in ack mode. `args` is what
 * rsp_packet_lookup leaves of it after name and delimiter. The handler appends the reply's payload as it goes
 * on the wire: it escapes binary data itself; run lengths and the checksum come with the frame. */
typedef stub_reply_kind stub_handler(rsp_stub *s, rsp_bytes args, rsp_buf *reply);

#endif
