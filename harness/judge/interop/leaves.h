/* Where a conversation that broke leaves one that works: the first request that got no answer, or a worse one
 * than the same request there, without ids, addresses and data. Questions about what a stub offers do not
 * count. Read from the captures of the two. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_LEAVES_H
#define RSP_INTEROP_LEAVES_H

#include "core/arena.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* How the two belong together. */
typedef enum rsp_leaves_way {
    RSP_LEAVES_SAME_DEBUGGER, /* on another stub: what was asked there, too */
    RSP_LEAVES_SAME_STUB,     /* another debugger: also what it did not ask, where that was refused */
} rsp_leaves_way;

/* A line in `arena`: "exchange 12: Z0,1000,4 -> E01; there: Z0,2000,4 -> OK". "" where they do not part, or a
 * capture can not be read. */
const char *rsp_leaves_find(rsp_arena *arena, const char *broken, const char *works, rsp_leaves_way way);

RSP_END_DECLS

#endif
