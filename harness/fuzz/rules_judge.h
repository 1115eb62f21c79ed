/* What holds of any conversation that the passive rules have judged, and a digest of all that they say of it.
 * For the fuzz target of the rules.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_RULES_JUDGE_H
#define FUZZ_RULES_JUDGE_H

#include "fuzz.h"

#include <rsp/rule.h>

/* `how`: bits of the style in which the first violation is shown. */
uint64_t rules_judge(const rsp_transcript *transcript, const rsp_rules *rules, uint8_t how);

/* What is shown is printable, whatever was said. */
void rules_show(const rsp_transcript *transcript, uint64_t around, uint8_t how);

#endif
