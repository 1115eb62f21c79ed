/* Makes a list smaller that shows something, whatever it is a list of: drops ever smaller parts of it, and
 * keeps what still shows it. The fuzzers minimise their findings by it.
 * Nothing is known here of items, trials or what is shown. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REDUCE_H
#define RSP_REDUCE_H

#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>

RSP_BEGIN_DECLS

/* The list and its trials. All are required. */
typedef struct rsp_reduce {
    /* How long the list is now. */
    size_t (*length)(void *ctx);
    /* Tries it without `num` items from `at`. True: it still shows, and is shorter from now on. */
    bool (*without)(void *ctx, size_t at, size_t num);
    /* Whether no further trial is wanted. */
    bool (*spent)(void *ctx);
    void *ctx;
} rsp_reduce;

/* Drops parts of half the list, of a quarter, and so on to single items, as long as `least` items stay. */
void rsp_reduce_run(const rsp_reduce *reduce, size_t least);

RSP_END_DECLS

#endif
