/* A link around a link that attends to others while it waits: an editor's requests are read while a stub is
 * slow, and a wait can be given up. What is received and sent is the inner link's alone.
 * Nothing of it is decided here: whoever attends says whether the wait goes on. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ATTENDED_H
#define RSP_ATTENDED_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* The most links beside the inner one. */
enum { RSP_LINK_BESIDE_MAX = 3 };

/* The links beside it, and who attends to them; borrowed. May change between waits. */
typedef struct rsp_link_beside {
    rsp_link *links[RSP_LINK_BESIDE_MAX];
    size_t num;
    uint64_t at_ns; /* attends then, too, by the inner link's clock; 0: never */
    /* Called before each wait and when a link beside has something to do. RSP_OK: the wait goes on; any other
     * status is what receiving returns, and nothing was taken from the inner link. Must not use the link. */
    rsp_status (*attend)(void *ctx);
    void *ctx;
} rsp_link_beside;

/* Takes `inner`, which is closed with it; on failure it still belongs to the caller. RSP_NO_MEMORY. In
 * virtual time, where links are not waited for together, it attends each millisecond of it. */
rsp_status rsp_link_open_attended(rsp_link **out_link, rsp_link *inner, const rsp_link_beside *beside,
                                  const rsp_mem *mem) RSP_MUST_USE;

RSP_END_DECLS

#endif
