/* What the two sides have agreed on so far: modes and the features that both named.
 * Kept up to date from requests and their replies; replies are judged by it.
 * Source: GDB manual, General Query Packets (qSupported); Remote Non-Stop; Packet Acknowledgment. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NEGOTIATED_H
#define RSP_NEGOTIATED_H

#include <rsp/bytes.h>
#include <rsp/packets.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* X(name, text): the features that change what may be sent: how a reply looks, or a request. */
#define RSP_AGREED_LIST(X)            \
    X(MULTIPROCESS, "multiprocess")   \
    X(SWBREAK, "swbreak")             \
    X(HWBREAK, "hwbreak")             \
    X(FORK_EVENTS, "fork-events")     \
    X(VFORK_EVENTS, "vfork-events")   \
    X(EXEC_EVENTS, "exec-events")     \
    X(NO_RESUMED, "no-resumed")       \
    X(ERROR_MESSAGE, "error-message") \
    X(MULTI_WP_ADDR, "multi-wp-addr") \
    X(BINARY_UPLOAD, "binary-upload") \
    X(SINGLE_INF_ARG, "single-inf-arg")

/* RSP_AGREED_MULTIPROCESS and so on. */
typedef enum rsp_agreed {
#define RSP_AGREED_ENUM(name, text) RSP_AGREED_##name,
    RSP_AGREED_LIST(RSP_AGREED_ENUM)
#undef RSP_AGREED_ENUM
        RSP_AGREED_COUNT,
} rsp_agreed;

/* X(name): the modes that a request switches on when it is answered OK. */
#define RSP_MODE_LIST(X)                            \
    X(NO_ACK)         /* QStartNoAckMode */         \
    X(NON_STOP)       /* QNonStop:1 */              \
    X(EXTENDED)       /* ! */                       \
    X(THREAD_EVENTS)  /* QThreadEvents:1 */         \
    X(THREAD_OPTIONS) /* QThreadOptions */          \
    X(CATCH_SYSCALLS) /* QCatchSyscalls:1 */        \
    X(THREAD_SUFFIX)  /* QThreadSuffixSupported */  \
    X(ERROR_STRINGS)  /* QEnableErrorStrings */     \
    X(LIST_THREADS)   /* QListThreadsInStopReply */ \
    X(COMPRESSION)    /* QEnableCompression: payloads can no longer be judged */

/* RSP_MODE_NO_ACK and so on. */
typedef enum rsp_mode {
#define RSP_MODE_ENUM(name) RSP_MODE_##name,
    RSP_MODE_LIST(RSP_MODE_ENUM)
#undef RSP_MODE_ENUM
        RSP_MODE_COUNT,
} rsp_mode;

/* All-zero is the state of a new connection. */
typedef struct rsp_negotiated {
    uint32_t client;      /* bit per rsp_agreed: the debugger named it with '+' in its last qSupported */
    uint32_t stub;        /* the stub did, in the reply */
    uint32_t modes;       /* bit per rsp_mode: it is on */
    bool asked;           /* a qSupported was answered */
    bool unknown;         /* recording starts inside a session: nothing may be concluded from an absence */
    uint64_t packet_size; /* PacketSize of the stub; 0 when it named none */
} rsp_negotiated;

/* Whether a request switched the mode on, and none switched it off since. */
static inline bool rsp_mode_is_on(const rsp_negotiated *n, rsp_mode mode) {
    return (n->modes >> mode & 1U) != 0;
}

/* Both sides named it. */
static inline bool rsp_agreed_on(const rsp_negotiated *n, rsp_agreed feature) {
    return ((n->client & n->stub) >> feature & 1U) != 0;
}

/* Whether the next may make a difference for this packet; else it need not be called. */
bool rsp_negotiates(rsp_packet_id packet);

/* Takes notice of a request and the reply that it got. Payloads are decoded. */
void rsp_negotiated_update(rsp_negotiated *negotiated, rsp_bytes request, rsp_bytes reply);

/* A new connection: everything back to the beginning, except `unknown`. */
void rsp_negotiated_reset(rsp_negotiated *negotiated);

RSP_END_DECLS

#endif
