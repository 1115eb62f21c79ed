/* What the stub's target is: its description, its architecture, and which optional packets serve it.
 * Asked once for the run, and kept in the knowledge of the stub.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_STUB_TARGET_H
#define RSP_SCENARIO_STUB_TARGET_H

#include "play/play.h"

/* Learns description, architecture, byte order and width of addresses, unless the stub was asked before. Not
 * remembered as long as the stub has said nothing of itself. */
void target_ask(play *p);

/* Reads the description with all that it includes and drops it: for a stub that opens its registers by that,
 * on each connection. STEP_FAILED if the connection was lost over it. */
step_end target_read_again(play *p);

/* Whether the stub has p, and whether it has vCont. Asked when first needed. */
bool target_has_p(play *p);
bool target_has_vcont(play *p);

/* Asks for both. */
void target_ask_packets(play *p);

/* The value of a key in "key:value;" pairs, as LLDB's queries and stop replies have them; empty when it is
 * missing. */
rsp_bytes target_pair(rsp_bytes list, const char *key);

#endif
