/* Variants: the ways in which one scenario is run, as far as the matrix and the scenario allow.
 * Acknowledgments, the pieces in which is written, run-length encoding.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_VARIANT_H
#define RSP_SCENARIO_VARIANT_H

#include "ends/client_end.h"
#include "language/spec.h"

#include "core/arena.h"
#include "scenario/runner.h"

/* How a scenario is played: a value for each axis of the matrix, 0 for the scenario's own. */
typedef struct variant {
    int acks; /* 0 as the scenario says, 1 ack, 2 no-ack */
    write_mode write;
    bool write_named; /* the axis is part of the matrix, also where the value is the plain one */
    int rle;          /* 0 as it is, 1 on, 2 off */
} variant;

/* The most variants that one scenario can have. */
enum { MAX_VARIANTS = 16 };

/* Those of `matrix` that a scenario allows; at least one. */
size_t variants_of(uint32_t matrix, const rsp_scenario *scenario, variant out[MAX_VARIANTS]);

/* Bits of the matrix that a scenario leaves out. */
uint32_t variants_excluded(const rsp_scenario *scenario);

/* "no-ack bytewise": the values as they are named, with `glue` between them. */
const char *variant_name(rsp_arena *arena, const variant *v, char glue);

#endif
