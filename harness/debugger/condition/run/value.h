/* A condition evaluated on this host against a stopped program.
 * Each value is fetched at most once.
 * See value.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_VALUE_H
#define RSP_CONDITION_VALUE_H

#include "set.h"

/* The condition's value in a thread that stands at its site. RSP_OK and the outcome, which is RSP_OK with a
 * value, or why there is none. Else the session's end. */
rsp_status condition_value(rsp_conditionals *set, const rsp_conditional *breakpoint, rsp_ptid thread,
                           rsp_status *out_outcome, uint64_t *out_value);

#endif
