/* What is demanded of a run beyond "nothing bad": that a part was judged and passes, and how much was judged.
 * A run that skips what it was to show is then no success.
 * The options --require and --min-judged of `stubborn run`. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_GATE_H
#define STUBBORN_GATE_H

#include "cli/option.h"
#include "run/selection.h"

#include "trace/result.h"

typedef struct gate {
    const option_list *required; /* areas, requirements or groups of them, packets */
    const char *min_judged;      /* "80%"; NULL: any */
} gate;

/* RSP_USAGE with a whole message when a name is none of them, or the share is no share. */
rsp_status gate_check(const gate *g, const suite *s, rsp_error *error) RSP_MUST_USE;

/* Fills unmet of the run. */
void gate_judge(const gate *g, rsp_run *run);

#endif
