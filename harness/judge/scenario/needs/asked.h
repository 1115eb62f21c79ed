/* Requests that are asked once for the run; the answers are remembered.
 * All give false and a reason, or fail the play where no reply came.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_ASKED_H
#define RSP_SCENARIO_ASKED_H

#include "play/play.h"

/* Whether the stub serves the packet of a request: it is promised, or not answered empty. */
bool asked_served(play *p, const payload_spec *item, const char **out_reason);

/* Whether the requests of `works`, asked in this order, get the replies that show that they work. */
bool asked_works(play *p, const proofs_spec *works, const char **out_reason);

/* Whether they were asked before, and did. The key is the play's program, which is known once it was opened.
 */
bool asked_before(play *p, const proofs_spec *works);

/* Whether a proof has failed since `since` was the first of the answers, by what a program may have done. */
bool asked_disproved(const stub_knowledge *k, const struct answer *since);
/* Keeps what did work of the answers since then. */
void asked_forget_refusals(stub_knowledge *k, const struct answer *since);

/* Whether the look got an answer to a packet of this kind. */
bool packet_was_served(const play *p, rsp_bytes request);
/* Whether the stub announces the packet of this request, or its profile names it. */
bool packet_is_promised(play *p, rsp_bytes request);

#endif
