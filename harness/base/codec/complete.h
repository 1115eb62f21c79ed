/* Completion of half-typed requests: which names may stand here, which literal comes next, which field.
 * All of it comes from the packet table and its schemas of arguments.
 * For people at a keyboard; a request that it does not understand is theirs to send all the same. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_COMPLETE_H
#define RSP_COMPLETE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* A value that the session has met and that a field may take: {"id", "p1.2"}. Borrowed. */
typedef struct rsp_known_value {
    const char *field; /* a word of the schemas, "id" or "annex" */
    rsp_bytes value;
} rsp_known_value;

/* What the completion asks and tells. All but `known` must be set. */
typedef struct rsp_completer {
    /* A word that may stand at the end; its first `typed` bytes are there already. Valid during the call. */
    void (*offer)(void *ctx, rsp_bytes word, size_t typed);
    /* A field whose value begins or goes on at the end. The texts are static; may come more than once. */
    void (*expect)(void *ctx, const char *field, const char *meaning);
    void *ctx;
    const rsp_known_value *known;
    size_t num_known;
} rsp_completer;

/* Completes at the end of `text`, the payload as typed so far. For the empty text all names are offered. */
void rsp_complete(rsp_bytes text, const rsp_completer *completer);

RSP_END_DECLS

#endif
