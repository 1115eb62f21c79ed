/* One row of the tables of faults: which packet it is about, what is done to it, and with which text.
 * One noun, for all tables of faults. The texts are patterns and templates (pattern.h).
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_ROW_H
#define STUB_FAULTS_ROW_H

#include "faults/serve.h"

#include <rsp/packet_ids.h>

/* What a row changes. A fault may have several rows; they are tried in their order. */
typedef enum stub_edit {
    STUB_EDIT_REQUEST, /* arguments that fit `find` become the template; the first row that fits wins */
    STUB_EDIT_REQUEST_PLACES, /* the same for each place in them */
    STUB_EDIT_INSTEAD, /* a request whose arguments fit `find` gets the template for a reply, unserved */
    STUB_EDIT_REPLY,   /* a reply that fits `reply` becomes the template, if the arguments fit `find`; the
                          first row that fits wins. An error fits only a pattern that begins with E. */
    STUB_EDIT_REPLY_PLACES, /* the same for each place in it, errors too */
    STUB_EDIT_CALL, /* a function serves the request; the packet must be offered, and its process there */
    STUB_EDIT_STOP, /* the text of a stop that fits `find` becomes the template */
    STUB_EDIT_STOP_PLACES,
    STUB_EDIT_STOP_CALL, /* a function changes the text of a stop */
    STUB_EDIT_TARGET,    /* operations in front of the target's */
} stub_edit;

/* When a row counts. */
typedef enum stub_when {
    STUB_ALWAYS,
    STUB_WITHOUT_PROCESS,
    STUB_IN_NONSTOP,
    STUB_WITH_NATIVE_SIGNALS
} stub_when;

/* The text of one stop, at the end of a buffer. */
typedef struct stub_stop_edit {
    rsp_stub *s;
    const struct stub_stop *stop;
    rsp_buf *out;
    size_t start;
} stub_stop_edit;

typedef struct stub_fault_row {
    rsp_fault fault;
    rsp_packet_id packet; /* "vFile" and "qXfer" stand for all packets of that name and a colon */
    stub_edit edit;
    stub_when when;
    const char *find;   /* NULL: anything, without gaps */
    const char *reply;  /* STUB_EDIT_REPLY: its gaps are counted after those of `find` */
    const char *become; /* template; NULL: as it is. For replies also these two: */
    stub_stand_in *serve;
    unsigned argument; /* of that function: stub_service.argument */
    void (*stop)(const stub_stop_edit *t);
    const rsp_target_ops *ops; /* those that are replaced; the others are NULL */
} stub_fault_row;

#define STUB_NO_REPLY "%-" /* no reply is sent */
#define STUB_DEATH "%!"    /* no reply, and the connection is gone */

/* In the packet's column: every packet, also those that nobody knows; the arguments are the whole request. */
#define RSP_PACKET_EVERY RSP_PACKET_END

#define FAULT_ROW(id, packet_, edit_, ...) \
    { .fault = RSP_FAULT_##id, .packet = RSP_PACKET_##packet_, .edit = STUB_EDIT_##edit_, __VA_ARGS__ }
#define REQUEST(id, packet, find_, become_) \
    FAULT_ROW(id, packet, REQUEST, .find = (find_), .become = (become_))
#define REQUEST_WHEN(id, packet, when_, find_, become_) \
    FAULT_ROW(id, packet, REQUEST, .when = STUB_##when_, .find = (find_), .become = (become_))
#define REQUEST_PLACES(id, packet, find_, become_) \
    FAULT_ROW(id, packet, REQUEST_PLACES, .find = (find_), .become = (become_))
#define INSTEAD(id, packet, find_, become_) \
    FAULT_ROW(id, packet, INSTEAD, .find = (find_), .become = (become_))
#define INSTEAD_WHEN(id, packet, when_, find_, become_) \
    FAULT_ROW(id, packet, INSTEAD, .when = STUB_##when_, .find = (find_), .become = (become_))
#define REPLY(id, packet, reply_, become_) \
    FAULT_ROW(id, packet, REPLY, .reply = (reply_), .become = (become_))
#define REPLY_TO(id, packet, find_, reply_, become_) \
    FAULT_ROW(id, packet, REPLY, .find = (find_), .reply = (reply_), .become = (become_))
#define REPLY_WHEN(id, packet, when_, reply_, become_) \
    FAULT_ROW(id, packet, REPLY, .when = STUB_##when_, .reply = (reply_), .become = (become_))
#define REPLY_PLACES(id, packet, reply_, become_) \
    FAULT_ROW(id, packet, REPLY_PLACES, .reply = (reply_), .become = (become_))
#define CALL(id, packet, function) FAULT_ROW(id, packet, CALL, .serve = (function))
#define CALL_WITH(id, packet, function, argument_) \
    FAULT_ROW(id, packet, CALL, .serve = (function), .argument = (argument_))
#define STOP(id, find_, become_) FAULT_ROW(id, EVERY, STOP, .find = (find_), .become = (become_))
#define STOP_PLACES(id, find_, become_) \
    FAULT_ROW(id, EVERY, STOP_PLACES, .find = (find_), .become = (become_))
#define STOP_CALL(id, function) FAULT_ROW(id, EVERY, STOP_CALL, .stop = (function))
#define TARGET(id, ...) FAULT_ROW(id, EVERY, TARGET, .ops = &(const rsp_target_ops){__VA_ARGS__})

typedef struct stub_fault_table {
    const stub_fault_row *rows;
    size_t num;
} stub_fault_table;

#define STUB_FAULT_TABLE(name, rows_) \
    const stub_fault_table name = {.rows = (rows_), .num = RSP_ARRAY_LEN(rows_)}

/* The tables, a file each. */
#define STUB_FAULT_TABLES(X)  \
    X(stub_breakpoint_faults) \
    X(stub_compress_faults)   \
    X(stub_device_faults)     \
    X(stub_event_faults)      \
    X(stub_file_io_faults)    \
    X(stub_host_io_faults)    \
    X(stub_launch_faults)     \
    X(stub_lldb_faults)       \
    X(stub_memory_faults)     \
    X(stub_multibreak_faults) \
    X(stub_multimem_faults)   \
    X(stub_nonstop_faults)    \
    X(stub_planted_faults)    \
    X(stub_process_faults)    \
    X(stub_query_faults)      \
    X(stub_register_faults)   \
    X(stub_request_faults)    \
    X(stub_resume_faults)     \
    X(stub_reverse_faults)    \
    X(stub_stop_faults)       \
    X(stub_thread_faults)     \
    X(stub_trace_faults)      \
    X(stub_wasm_faults)       \
    X(stub_xfer_faults)

#define STUB_DECLARE_FAULT_TABLE(name) extern const stub_fault_table name;
STUB_FAULT_TABLES(STUB_DECLARE_FAULT_TABLE)
#undef STUB_DECLARE_FAULT_TABLE

#endif
