/* What is demanded of a run beyond "nothing bad": parts that are judged and pass, and how much is judged.
 * A run that skips what it was to show does not succeed.
 * An area, a requirement, a group of them, or a packet can be demanded. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GATE_H
#define RSP_GATE_H

#include "suite/selection.h"
#include "trace/result.h"

RSP_BEGIN_DECLS

/* All-zero demands nothing. */
typedef struct rsp_gate {
    const char *const *required; /* names */
    size_t num_required;
    unsigned min_judged; /* per cent of the scenarios for this kind of stub; 0 for none */
} rsp_gate;

/* "80%" or "80", from 1 to 100. RSP_USAGE for anything else. */
rsp_status rsp_gate_parse_share(unsigned *out_percent, const char *text) RSP_MUST_USE;

/* Whether `name` is an area of the suite, a requirement, a group of them, or a packet. */
bool rsp_gate_knows(const rsp_selection *selection, const char *name);

/* Fills `unmet` of the run, in its arena. */
void rsp_gate_judge(const rsp_gate *gate, rsp_run *run);

RSP_END_DECLS

#endif
