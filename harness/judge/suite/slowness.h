/* Whether a stub keeps its debugger waiting: by the 40 ms of a delayed TCP acknowledgment, or by slow
 * replies. The look at its manners has measured it. It becomes a cause of level should, with figures.
 * See docs/captures.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SLOWNESS_H
#define RSP_SLOWNESS_H

#include "manners/manners.h"
#include "trace/result.h"

RSP_BEGIN_DECLS

/* Appends causes to the run for what is slow; without memory fewer. */
void rsp_slowness_add(rsp_run *run, const rsp_manners *manners);

RSP_END_DECLS

#endif
