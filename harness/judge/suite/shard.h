/* A part of a run: machines that take one shard each play together what one machine plays alone.
 * Each variant of each scenario is in exactly one shard, whatever the stub answers: only its place decides.
 * Neighbours go to different shards, since the scenarios of an area take about the same time. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SHARD_H
#define RSP_SHARD_H

#include "scenario/scenario.h"

RSP_BEGIN_DECLS

/* The most shards of a run. */
enum { RSP_SHARDS_MAX = 1000 };

/* Shard `number` of `of`, of the scenarios in `all`. All-zero is the whole run. */
typedef struct rsp_shard {
    uint32_t number; /* from 1 */
    uint32_t of;     /* 0: there are no shards */
    const rsp_scenario *const
        *all; /* in the order of their suite, as rsp_selection_choose gives them; borrowed */
    size_t num;
} rsp_shard;

/* Reads "2/3" into number and of. RSP_USAGE where it is none. */
rsp_status rsp_shard_parse(rsp_shard *out, const char *text) RSP_MUST_USE;

/* Which of a scenario's variants are in the shard: a bit for each of the first 32. */
uint32_t rsp_shard_variants(const rsp_shard *shard, const rsp_scenario *scenario, size_t num_variants);

/* How many those are. */
size_t rsp_shard_num_variants(const rsp_shard *shard, const rsp_scenario *scenario, size_t num_variants);

RSP_END_DECLS

#endif
