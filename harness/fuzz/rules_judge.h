/* A conversation that the passive rules judge, what holds of any, and a digest of all that they say of it.
 * For the fuzz target of the rules.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_RULES_JUDGE_H
#define FUZZ_RULES_JUDGE_H

#include "fuzz.h"

#include <rsp/rule.h>

/* A transcript that keeps all of the conversation, or only a little, by bits of `choice` and `how`. */
rsp_transcript *rules_transcript(uint8_t choice, uint8_t how, fuzz_mem *mem);

/* The conversation from lines as in conversation_lines.h, up to one that can not be kept. */
rsp_status rules_hear(rsp_rules *rules, rsp_transcript *transcript, rsp_bytes lines, bool split);

/* `how`: bits of the style in which it is shown, which is printable, whatever was said. */
uint64_t rules_judge(const rsp_transcript *transcript, const rsp_rules *rules, uint8_t how);

#endif
