/* A request as a stub with a fault serves it: the fault's function stands in front of the handler.
 * It may bend the request, leave the handler out, change the reply, or end the session.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_SERVE_H
#define STUB_FAULTS_SERVE_H

#include "errors.h"
#include "handlers.h"

/* The request under way and who serves it. */
typedef struct stub_service {
    rsp_stub *s;
    rsp_packet_id id;      /* UNKNOWN for a packet that the table does not have */
    stub_handler *handler; /* of the protocol; also the one that answers without a process */
    rsp_bytes args;
    rsp_buf *reply;
} stub_service;

typedef void stub_stand_in(stub_service *turn);

/* One row: the fault, the handler, and what stands in front of it. A fault may have several. */
typedef struct stub_fault_row {
    rsp_fault fault;
    stub_handler *handler; /* NULL: every packet, also those that have none */
    stub_stand_in *serve;
} stub_fault_row;

typedef struct stub_fault_table {
    const stub_fault_row *rows;
    size_t num;
} stub_fault_table;

#define STUB_FAULT_TABLE(name, rows_) \
    const stub_fault_table name = {.rows = (rows_), .num = RSP_ARRAY_LEN(rows_)}

/* The tables, a file each. */
#define STUB_FAULT_TABLES(X)    \
    X(stub_breakpoint_faults)   \
    X(stub_error_faults)        \
    X(stub_host_io_faults)      \
    X(stub_launch_faults)       \
    X(stub_memory_faults)       \
    X(stub_memory_query_faults) \
    X(stub_multibreak_faults)   \
    X(stub_multimem_faults)     \
    X(stub_nonstop_faults)      \
    X(stub_process_faults)      \
    X(stub_query_faults)        \
    X(stub_register_faults)     \
    X(stub_resume_faults)       \
    X(stub_thread_faults)       \
    X(stub_xfer_faults)

#define STUB_DECLARE_FAULT_TABLE(name) extern const stub_fault_table name;
STUB_FAULT_TABLES(STUB_DECLARE_FAULT_TABLE)
#undef STUB_DECLARE_FAULT_TABLE

/* The handler of the protocol, with the request as it stands. */
static inline void stub_serve(stub_service *turn) {
    turn->handler(turn->s, turn->args, turn->reply);
}

/* An empty buffer in which a request is made; the second holds the name of the packet and its delimiter. One
 * is enough: one fault is on. */
rsp_buf *stub_new_request(stub_service *turn);
rsp_buf *stub_begin_request(stub_service *turn);
/* The request is what that buffer holds; its packet stays the same. */
void stub_bend(stub_service *turn);
/* The handler, for these arguments of the same packet. */
void stub_serve_args(stub_service *turn, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The reply as it stands. */
static inline bool stub_replies(const stub_service *turn, rsp_bytes start) {
    return rsp_bytes_starts(rsp_buf_bytes(turn->reply), start);
}
static inline bool stub_refused(const stub_service *turn) {
    return stub_replies(turn, RSP_LIT("E"));
}
/* That the memory can not be read or written, in any form of an error. */
bool stub_refused_access(const stub_service *turn);

/* The reply is this text, and nothing else. */
void stub_answer(stub_service *turn, const char *text);
/* The first `find` in the reply becomes `instead`. */
void stub_replace(stub_service *turn, const char *find, const char *instead);
static inline void stub_answer_nothing(stub_service *turn) {
    turn->s->reply_kind = STUB_REPLY_NONE;
}
static inline void stub_refuse(stub_service *turn) {
    stub_error(turn->s, turn->reply, STUB_E_GENERAL, "?");
}

/* The handler, as if the first process were selected. */
void stub_serve_first_process(stub_service *turn);

/* Hex digits taken for decimal ones. */
uint64_t stub_as_decimal(uint64_t hex);

/* Whether the target is asked on behalf of this handler. */
static inline bool stub_serving(const rsp_stub *s, stub_handler *handler) {
    return s->faults.serving == handler;
}

#endif
