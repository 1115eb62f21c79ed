/* What a run comes to, in a sentence or two, for the last line of a report.
 * Counts requirements, not scenarios: one broken requirement may fail many scenarios.
 * Says nothing that was not checked. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONCLUSION_H
#define RSP_CONCLUSION_H

#include "trace/result.h"

RSP_BEGIN_DECLS

/* In run->arena: "3 musts are broken, 1 should is not followed. The stub died 2 times." */
const char *rsp_run_conclusion(rsp_run *run);

RSP_END_DECLS

#endif
