/* The causes at the top of the terminal's report.
 * The results that they explain are a line each further down.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TERM_CAUSES_H
#define RSP_TERM_CAUSES_H

#include "term_parts.h"

/* The list; nothing where no cause was found. */
void rsp_term_causes(const rsp_term *t, const rsp_run *run);
/* A result that need not have a line: several of its cause have one. */
bool rsp_term_is_folded(const rsp_run *run, size_t index);

#endif
