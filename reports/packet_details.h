/* What the packet reference says of each packet beside its row: the requirements, the scenarios that judge
 * them, the faults that the suite notices, and what real stubs do. Markdown; docs/packet-reference.md is made
 * by it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REPORTS_PACKET_DETAILS_H
#define RSP_REPORTS_PACKET_DETAILS_H

#include "scenario/requirement.h"
#include "scenario/scenario.h"

RSP_BEGIN_DECLS

/* Where the details come from. All is borrowed. */
typedef struct rsp_packet_sources {
    const rsp_catalogue *catalogue;
    const rsp_suite *scenarios;
    const char *folder; /* of the suite: scenarios are linked by their path below it */
    rsp_bytes
        field; /* a matrix of real stubs, the JSON of `stubborn matrix`; empty: nothing is said of them */
    const char *field_name; /* its path, for messages; NULL where it is empty */
} rsp_packet_sources;

/* Appends a section for each packet that has a requirement of its own. RSP_BAD_FILE where `field` is no
 * matrix, with the reason in *error; RSP_NO_MEMORY. */
rsp_status rsp_packet_details_write(rsp_buf *out, const rsp_packet_sources *from,
                                    rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
