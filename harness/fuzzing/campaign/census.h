/* What the journals of a campaign say together.
 * A state or an edge that several workers have seen counts once.
 * Journals may come from other machines: damaged ones count as far as they can be read. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CENSUS_H
#define RSP_CENSUS_H

#include "campaign/campaign.h"

RSP_BEGIN_DECLS

/* Sums over all workers of all nodes, each at most UINT64_MAX. */
typedef struct rsp_census {
    uint64_t messages;
    uint64_t seconds; /* of the first worker of each node */
    uint64_t states;  /* different ones */
    uint64_t edges;   /* different ones */
} rsp_census;

/* Reads all journals. A folder without any has none of all. RSP_IO, RSP_NO_MEMORY. */
rsp_status rsp_census_take(rsp_census *out, const char *campaign_folder, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
