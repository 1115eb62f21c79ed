/* A condition from the input, with registers and memory that follow from a seed.
 * For the fuzz targets condition and trampoline. All memory but the lowest can be read.
 * See condition/condition.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_CONDITION_INPUT_H
#define FUZZ_CONDITION_INPUT_H

#include "fuzz.h"

#include "stub/breakpoints/agent_eval.h"

#include "condition/condition.h"
#include "core/arena.h"

typedef struct condition_input {
    uint64_t seed;
    rsp_arena arena;
    const rsp_condition *condition; /* NULL: the text is refused */
} condition_input;

/* Four bytes are the seed, the rest is the text. Checks the offset of a refusal, and that all ways to ask
 * about a condition agree. */
void condition_input_take(condition_input *c, rsp_bytes in);
void condition_input_free(condition_input *c);

/* The same registers and memory for both evaluators. */
rsp_condition_host condition_input_host(condition_input *c);
stub_agent_host condition_input_agent_host(condition_input *c);

#endif
