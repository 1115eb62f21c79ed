/* How the loader talks to a target that stands: requests, resumes, registers by name. Whoever has the
 * connection fills it in: the runner for a play, a test for a script. What a request means to the connection,
 * its acknowledgments and its deadlines, is theirs. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUEST_LINE_H
#define RSP_GUEST_LINE_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* A target. Functions return false where the line is lost or no answer came, too. */
typedef struct rsp_guest_line {
    /* Sends a request with its bytes escaped, and takes the reply, which is valid until the next call. */
    bool (*ask)(void *ctx, rsp_bytes request, rsp_bytes *out_reply);
    /* Lets the program run, or one instruction of it, until it stops. False: *out_why is a phrase for a
     * message, valid until the next call; the program stands again, unless the line is lost. */
    bool (*resume)(void *ctx, bool step, const char **out_why);
    /* A register by the name that a description gives it, "pc" and "sp" by their roles. False: there is none
     * of this name, or it can not be had. */
    bool (*get)(void *ctx, const char *name, uint64_t *out_value);
    bool (*set)(void *ctx, const char *name, uint64_t value);
    void *ctx;
    uint64_t packet_bytes; /* the longest packet that the stub takes and sends; at least 64 */
} rsp_guest_line;

RSP_END_DECLS

#endif
