/* Reports of several machines that become one: whether they are all the shards of one run, or of one matrix.
 * What they hold is left to whoever joins them.
 * See suite/shard.h for how a run is dealt out. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SHARDS_H
#define RSP_SHARDS_H

#include <rsp/status.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* Which part a report is. */
typedef struct rsp_shard_name {
    uint64_t number;     /* from 1 */
    uint64_t of;         /* 0: the report is whole */
    const char *version; /* of the program that made it; NULL is "" */
} rsp_shard_name;

/* The reports, in any order. Borrowed. */
typedef struct rsp_shard_list {
    const void *reports; /* an array */
    size_t num;
    rsp_shard_name (*name)(const void *reports, size_t i);
    const char *what; /* they are shards of: "run", "matrix" */
} rsp_shard_list;

/* The place of a shard by its number; list->num: it is not there. */
size_t rsp_shards_find(const rsp_shard_list *list, uint64_t number);

/* Whether a report is a shard of as many as the first one, by the same version, and there once. RSP_BAD_FILE
 * with why not. */
rsp_status rsp_shards_check_one(const rsp_shard_list *list, size_t i, rsp_error *error) RSP_MUST_USE;

/* Whether no shard is missing; each was checked. RSP_BAD_FILE with the first that is, or where there is none.
 */
rsp_status rsp_shards_check_all(const rsp_shard_list *list, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
