/* Packets that this stub leaves without a reply or dies of: scenarios about something else go around them.
 * What is known comes of asking alone, more than once, and ends with the first reply.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_DETOUR_H
#define RSP_SCENARIO_DETOUR_H

#include "ends/patience.h"

#include "trace/symptom.h"

/* All-zero: nothing is known, and nothing is left out. */
typedef struct detour {
    bool silent[RSP_PACKET_MOST]; /* a result tells that it got no reply, well-formed and alone */
    bool deadly[RSP_PACKET_MOST]; /* ... that the stub was gone when it got it */
    const char *const *covers;    /* requirements of the scenario under way: what they are about is sent */
    size_t num_covers;
} detour;

/* A scenario about `covers` (borrowed) begins. */
void detour_begin(detour *d, const char *const *covers, size_t num);

/* What a failed play has shown. */
void detour_learn(detour *d, const rsp_symptom *symptom);

/* "gets no reply", "ends the stub": what a result has told of the packet, unless it was answered; NULL:
 * nothing. */
const char *detour_known(const detour *d, const patience *p, const rsp_manners *manners, rsp_bytes payload);

/* The same: why the scenario under way is not to send the packet; NULL: it may. */
const char *detour_reason(const detour *d, const patience *p, const rsp_manners *manners, rsp_bytes payload);

#endif
