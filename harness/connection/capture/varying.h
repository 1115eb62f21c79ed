/* The values in a payload that differ from stub to stub: thread and process ids, addresses, descriptors,
 * data. Found by the packet table's schemas and the forms of replies. They are left out when conversations
 * are compared, translated when one is replayed, and named when one becomes a scenario. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VARYING_H
#define RSP_VARYING_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* Kinds of values, and what reports call them. X(name, text) */
#define RSP_VARYING_LIST(X)                                                             \
    X(THREAD, "thread id")     /* hexadecimal, without p<pid>. */                       \
    X(PROCESS, "process id")   /* hexadecimal */                                        \
    X(THREAD_DEC, "thread id") /* decimal, in JSON */                                   \
    X(PROCESS_DEC, "process id")                                                        \
    X(ADDRESS, "address")         /* hexadecimal */                                     \
    X(ADDRESS_DEC, "address")     /* decimal, in JSON */                                \
    X(PATH, "path")               /* in hex digits: /proc/<decimal id>/ may be in it */ \
    X(FILE, "file descriptor")    /* of vFile, hexadecimal */                           \
    X(STATE, "saved state")       /* of QSaveRegisterState, decimal */                  \
    X(REGISTERS, "register")      /* two digits a byte, xx for what is not available */ \
    X(DATA_HEX, "data")           /* memory: two digits a byte */                       \
    X(DATA_BIN, "data")           /* memory or an object: escaped binary */             \
    X(UNSTEADY, "unsteady value") /* a core's number, a file's times: says nothing about the stub */

/* The kind of a value. */
typedef enum rsp_varying_kind {
#define RSP_VARYING_ENUM(name, text) RSP_VARYING_##name,
    RSP_VARYING_LIST(RSP_VARYING_ENUM)
#undef RSP_VARYING_ENUM
} rsp_varying_kind;

/* The text above; "?" for an unknown value. */
const char *rsp_varying_name(rsp_varying_kind kind);

/* One value: `len` bytes at `offset` of the payload. Ids that mean any or all threads, and numbers that
 * cannot be read, are no values. */
typedef struct rsp_varying_value {
    rsp_varying_kind kind;
    size_t offset;
    size_t len;
} rsp_varying_value;

/* The values of one payload in their order, without overlap. All-zero is valid and empty. */
typedef struct rsp_varying_values {
    rsp_varying_value *items; /* by malloc */
    size_t num;
    size_t cap;
    rsp_status
        status; /* RSP_LIMIT beyond RSP_LIMIT_VARYING_VALUES, RSP_NO_MEMORY: later values are missing */
} rsp_varying_values;

/* Frees the list; it is empty then. NULL is fine. */
void rsp_varying_values_free(rsp_varying_values *values);

/* Each of the following finds the values of one payload; the former content of *values is replaced. */

/* The values of a request (payload as transmitted). None for a packet that the table does not have. */
void rsp_varying_values_of_request(rsp_varying_values *values, rsp_bytes payload);

/* Those of the reply to `request` (runs expanded, escapes in place). None for an unknown or empty `request`.
 */
void rsp_varying_values_of_reply(rsp_varying_values *values, rsp_bytes request, rsp_bytes reply);

/* Those of a notification's payload ("Stop:T05..."). */
void rsp_varying_values_of_notification(rsp_varying_values *values, rsp_bytes payload);

RSP_END_DECLS

#endif
