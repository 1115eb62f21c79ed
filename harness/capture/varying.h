/* Where in a payload stand values that are another stub's business: thread and process ids, addresses, data
 * that may hold addresses, descriptors. From the packet table's schemas and the forms of replies.
 * For comparing conversations, replaying them, and turning them into scenarios. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VARYING_H
#define RSP_VARYING_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* X(name, text) */
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

typedef enum rsp_varying_kind {
#define RSP_VARYING_ENUM(name, text) RSP_VARYING_##name,
    RSP_VARYING_LIST(RSP_VARYING_ENUM)
#undef RSP_VARYING_ENUM
} rsp_varying_kind;

/* The text above; "?" for an unknown value. */
const char *rsp_varying_name(rsp_varying_kind kind);

/* One value. Ids that mean any or all threads, and numbers that can not be read, have no mark. */
typedef struct rsp_varying_value {
    rsp_varying_kind kind;
    size_t offset; /* in the payload */
    size_t len;
} rsp_varying_value;

/* Marks in the order of the payload, without overlap. All-zero is valid. */
typedef struct rsp_varying_values {
    rsp_varying_value *items;
    size_t num;
    size_t cap;
    rsp_status
        status; /* RSP_LIMIT beyond RSP_LIMIT_VARYING_VALUES, RSP_NO_MEMORY: later values have no marks */
} rsp_varying_values;

void rsp_varying_values_free(rsp_varying_values *marks);

/* The marks of a request (payload as transmitted). What was in `marks` before is forgotten. */
void rsp_varying_values_of_request(rsp_varying_values *marks, rsp_bytes payload);

/* Those of the reply to `request` (runs expanded, escapes in place); an empty `request` is an unknown one. */
void rsp_varying_values_of_reply(rsp_varying_values *marks, rsp_bytes request, rsp_bytes reply);

/* Those of a notification's payload ("Stop:T05..."). */
void rsp_varying_values_of_notification(rsp_varying_values *marks, rsp_bytes payload);

RSP_END_DECLS

#endif
