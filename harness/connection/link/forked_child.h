/* The other side of a forked stub: the process that forks, and the one that makes the calls.
 * Heads and sockets are those of forked_stub.c.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_FORKED_CHILD_H
#define RSP_LINK_FORKED_CHILD_H

#include "forked_stub.h"

/* A call. The first three answer with what the stub says then. */
enum {
    RSP_FORKED_RESET,
    RSP_FORKED_FEED,
    RSP_FORKED_TAKE,
    RSP_FORKED_LEAKS, /* answers with a byte when there are some */
    RSP_FORKED_LEAVE, /* answers, and ends */
};

enum { RSP_FORKED_ROOM_BYTES = 4096 }; /* the most that an answer has */

/* Before the bytes of a call, and of its answer. */
typedef struct rsp_forked_head {
    uint32_t call; /* of an answer: 1 when the stub has more to say, or may have */
    uint32_t len;
} rsp_forked_head;

/* Forks a child for each byte of `control`, says its id, waits for its end and says how it was: the exit
 * status, or the signal's number below 0. Returns never: it ends with the other side. */
_Noreturn void rsp_forked_nurse(const rsp_forked_functions *functions, int control, int calls, int words,
                                uint64_t cpu_ns);

#endif
