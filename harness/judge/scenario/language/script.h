/* A scenario's document as it is played: what it is compiled to, and what playing wants to know of it as a
 * whole. Cases of one document share it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SCRIPT_H
#define RSP_SCENARIO_SCRIPT_H

#include "language/fact.h"
#include "language/spec.h"

typedef struct script {
    const scenario_spec *spec;
    uint64_t facts;        /* bit of a fact_id: a text of the document names it */
    uint64_t reach;        /* the largest number that is added to `scratch` anywhere; 0: none */
    bool writes_memory;    /* by M, X or the step `write` */
    bool writes_registers; /* by P, G or the step `set-register` */
    bool awaits_end; /* the program's by X or a status, or what it prints: more than that it comes to it */
    bool names_registers; /* so that the target description is wanted */
    const payload_spec *const
        *asked_ahead; /* requests of conditions that are the same whenever they are asked */
    size_t num_asked_ahead;
} script;

/* Whether the matcher wants the program to have ended, and no more: {stop: {kind: W}}, {stop: {kind: W,
 * status: 0}}.
 */
bool matcher_is_end(const matcher_spec *matcher);

static inline bool script_names(const script *s, fact_id id) {
    return (s->facts >> id & 1U) != 0;
}

/* What a case is called; NULL: it has no label. */
const value_spec *case_label(const case_row_spec *row);

#endif
