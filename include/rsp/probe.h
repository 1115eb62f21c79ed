/* What kind of server a stub is, found out by connecting twice: before anything is judged by it.
 * Speaks first? Answers? Serves a second client, exits, refuses, or accepts and never answers?
 * Uses only packets that every stub must answer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROBE_H
#define RSP_PROBE_H

#include <rsp/session.h>

RSP_BEGIN_DECLS

/* X(name, text): what becomes of a second client when the first is gone. */
#define RSP_LIFE_LIST(X)                                 \
    X(UNKNOWN, "unknown")                                \
    X(STAYS, "serves one client after the other")        \
    X(EXITS, "exits after one client")                   \
    X(REFUSES, "refuses a second client")                \
    X(DEAF, "accepts a second client and never answers") \
    X(ONCE, "has only one connection")

typedef enum rsp_life {
#define RSP_LIFE_ENUM(name, text) RSP_LIFE_##name,
    RSP_LIFE_LIST(RSP_LIFE_ENUM)
#undef RSP_LIFE_ENUM
} rsp_life;

const char *rsp_life_text(rsp_life life);

typedef struct rsp_probe {
    bool speaks_first;  /* sent something before the first request */
    bool acks;          /* acknowledged the first request */
    rsp_outcome first;  /* of qSupported on the first connection */
    rsp_outcome second; /* on the second; NONE when it was not reached */
    rsp_life life;
    rsp_link_end end; /* of the program, when it ended meanwhile */
} rsp_probe;

/* Probes on a freshly opened link and leaves the link reconnected and idle where the stub allows that (life
 * STAYS), else shut. Two requests and one quiet period at most, each bounded by options->timeout_ns. RSP_OK
 * when `out_probe` describes the stub, whatever it does; RSP_NO_MEMORY, RSP_IO or RSP_CANCELLED when we could
 * not find out. */
rsp_status rsp_session_probe(rsp_probe *out_probe, rsp_link *link,
                             const rsp_session_options *options) RSP_MUST_USE;

RSP_END_DECLS

#endif
