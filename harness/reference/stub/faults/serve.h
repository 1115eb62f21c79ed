/* A request under way, for a fault that needs more than a row's texts: a function that serves it.
 * The function may call the handler, with this request or another one, and it may change the reply.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_SERVE_H
#define STUB_FAULTS_SERVE_H

#include "errors.h"
#include "faults/active.h"
#include "handlers.h"

/* The request and who serves it. */
typedef struct stub_service {
    rsp_stub *s;
    rsp_packet_id id;      /* UNKNOWN for a packet that the table does not have */
    stub_handler *handler; /* of the protocol; also the one that answers without a process */
    rsp_bytes args;
    rsp_buf *reply;
    stub_reply_kind kind; /* what comes of it so far */
    unsigned argument;    /* of the row */
} stub_service;

typedef void stub_stand_in(stub_service *t);

/* The handler of the protocol, with the request as it stands. */
static inline void stub_serve(stub_service *t) {
    stub_reply_kind kind = t->handler(t->s, t->args, t->reply);
    t->kind = kind == STUB_REPLY_SEND ? t->kind : kind;
}

/* The stub offers the packet, and there is a process if it needs one. */
bool stub_is_served(const stub_service *t);

/* An empty buffer in which a request is made; the second holds the name of the packet and its delimiter. One
 * is enough: one fault is on. */
rsp_buf *stub_new_request(stub_service *t);
rsp_buf *stub_begin_request(stub_service *t);
/* The request is what that buffer holds. */
void stub_bend(stub_service *t);
/* The same, and the handler serves it. */
void stub_serve_bent(stub_service *t);
/* The handler, for these arguments of the same packet. */
void stub_serve_args(stub_service *t, const char *fmt, ...) RSP_PRINTF(2, 3);
/* The handler, as if the first process were selected. */
void stub_serve_first_process(stub_service *t);

/* The reply as it stands. */
static inline bool stub_replies(const stub_service *t, rsp_bytes start) {
    return rsp_bytes_starts(rsp_buf_bytes(t->reply), start);
}
static inline bool stub_refused(const stub_service *t) {
    return stub_replies(t, RSP_LIT("E"));
}
/* That the memory can not be read or written, in any form of an error. */
bool stub_refused_access(const stub_service *t);

/* The reply is this text, and nothing else; the second leaves it alone if there was no memory for the text.
 */
void stub_answer(stub_service *t, const char *text);
void stub_answer_text(stub_service *t, const rsp_buf *text);
static inline void stub_answer_nothing(stub_service *t) {
    t->kind = STUB_REPLY_NONE;
}
static inline void stub_refuse(stub_service *t) {
    stub_error(t->s, t->reply, STUB_E_GENERAL, "?");
}

/* Whether the target is asked on behalf of this handler. */
static inline bool stub_serving(const rsp_stub *s, stub_handler *handler) {
    return s->faults.serving == handler;
}

#endif
