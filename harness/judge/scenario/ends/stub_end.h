/* One conversation with a debugger whose stub we play: requests come in, acks and '-' are dealt with.
 * Knows packets and waits, nothing of steps; link, transcript and deadlines are the client end's.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STUB_END_H
#define RSP_SCENARIO_STUB_END_H

#include "ends/client_end.h"

#include "wire/endpoint.h"

/* The state of the stub's end. It works on the link and transcript of a client end. */
typedef struct stub_end {
    client_end *t; /* its payload, wire and raw hold the last request */
    rsp_endpoint wire;
    rsp_buf input; /* received, not decoded yet */
    size_t taken;
    rsp_buf output;
    bool gone; /* the debugger has left: nothing can be sent to it */
} stub_end;

/* Begins and ends. `t` outlives it. */
void stub_end_init(stub_end *h, client_end *t);
void stub_end_free(stub_end *h);

/* `timeout_ns` (0: the step's) from now, and no longer than the scenario lasts. */
uint64_t stub_end_deadline(const stub_end *h, uint64_t timeout_ns);

/* The scenario acknowledges, and looks at acks; or we do. */
void stub_end_set_manual(stub_end *h, bool manual);

/* Whether a good request is to be acknowledged by us. */
bool stub_end_owes_acks(const stub_end *h);

/* The next event of the debugger, which is not taken: no '-' is answered. RSP_OK, or why there is none until
 * the deadline. */
rsp_status stub_end_event(stub_end *h, uint64_t deadline, rsp_wire_event *out_event);

/* The next request, kept in the client end. A damaged one is refused, a '-' has the last packet sent again.
 * An interrupt ends the wait too: *out_interrupt. */
rsp_status stub_end_request(stub_end *h, uint64_t deadline, bool *out_interrupt);

/* Sends '+' where one is due. */
rsp_status stub_end_acknowledge(stub_end *h);

/* Sends exactly these bytes: acks by hand, notifications. */
rsp_status stub_end_send(stub_end *h, rsp_bytes wire);

/* Frames, escapes and sends the reply to the last request. */
rsp_status stub_end_answer(stub_end *h, rsp_bytes payload);

/* Sends these bytes as the reply; a '-' asks for them again. */
rsp_status stub_end_answer_raw(stub_end *h, rsp_bytes wire);

#endif
