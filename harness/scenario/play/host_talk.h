/* One conversation with a debugger whose stub we play: requests come in, acks and '-' are dealt with.
 * Knows packets and waits, nothing of steps; link, transcript and deadlines are the talk's.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_HOST_TALK_H
#define RSP_SCENARIO_HOST_TALK_H

#include "play/talk.h"

#include <rsp/endpoint.h>

typedef struct host_talk {
    talk *t; /* its payload, wire and raw hold the last request */
    rsp_endpoint wire;
    rsp_buf input; /* received, not decoded yet */
    size_t taken;
    rsp_buf output;
    bool gone; /* the debugger has left: nothing can be sent to it */
} host_talk;

void host_talk_init(host_talk *h, talk *t);
void host_talk_free(host_talk *h);

/* `timeout_ns` (0: the step's) from now, and no longer than the scenario lasts. */
uint64_t host_talk_deadline(const host_talk *h, uint64_t timeout_ns);

/* The scenario acknowledges, and looks at acks; or we do. */
void host_talk_set_manual(host_talk *h, bool manual);

/* Whether a good request is to be acknowledged by us. */
bool host_talk_owes_acks(const host_talk *h);

/* The next event of the debugger, which is not taken: no '-' is answered. RSP_OK, or why there is none until
 * the deadline. */
rsp_status host_talk_event(host_talk *h, uint64_t deadline, rsp_wire_event *out_event);

/* The next request, kept in the talk. A damaged one is refused, a '-' has the last packet sent again.
 * An interrupt ends the wait too: *out_interrupt. */
rsp_status host_talk_request(host_talk *h, uint64_t deadline, bool *out_interrupt);

/* Sends '+' where one is due. */
rsp_status host_talk_acknowledge(host_talk *h);

/* Sends exactly these bytes: acks by hand, notifications. */
rsp_status host_talk_send(host_talk *h, rsp_bytes wire);

/* Frames, escapes and sends the reply to the last request. */
rsp_status host_talk_answer(host_talk *h, rsp_bytes payload);

/* Sends these bytes as the reply; a '-' asks for them again. */
rsp_status host_talk_answer_raw(host_talk *h, rsp_bytes wire);

#endif
