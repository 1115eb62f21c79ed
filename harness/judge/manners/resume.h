/* How the look resumes the program, in the form that debuggers use, and what came of it.
 * Output of the program and requests of it are served on the way.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_RESUME_H
#define RSP_MANNERS_RESUME_H

#include "look.h"

/* What a resume came to. */
typedef enum outcome {
    OUTCOME_STOPPED,
    OUTCOME_ENDED,
    OUTCOME_RUNS,    /* nothing came yet */
    OUTCOME_REFUSED, /* empty or error reply */
    OUTCOME_GONE,
} outcome;

/* How a resume is written. */
typedef enum manner { MANNER_NONE, MANNER_LETTER, MANNER_VCONT } manner;

/* A resume. */
typedef struct resume {
    rsp_packet_id letter; /* CONTINUE, STEP */
    manner manner;        /* that the stub takes */
} resume;

/* What a reply to a resume says. */
outcome outcome_of(const reply *r);
/* Its request; valid until the next one. */
rsp_bytes request_of_resume(look *l, const resume *how, manner in);
/* Passes over what is no stop, and hears on until `ns` are over. */
void hear_past(look *l, reply *r, uint64_t ns);
/* Learns whether a stop is told twice: it would be taken for the next reply. */
void hear_stop_again(look *l, reply *r, outcome came);
/* Resumes, and waits for `ns`. */
outcome resume_by(look *l, const resume *how, manner in, uint64_t ns);
/* Whether the reply to vCont? lists the action. */
bool vcont_lists(const look *l, rsp_vcont_support action);
/* One step; false when the program can not be stepped, or is stepped no more. Finds the manner of `how`. */
bool step_once(look *l, resume *how);
/* Sends 0x03, and waits for `ns`. Whether the program stopped. */
bool stops_by_interrupt(look *l, uint64_t ns);

#endif
