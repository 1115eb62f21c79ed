/* The end of a session, as a client ends it: disconnect, then no more input, then waiting for the adapter.
 * How it ended is for the rules to judge.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_END_H
#define RSP_DAP_SUITE_END_H

#include "dap/rule.h"
#include "play/play.h"

/* Ends the session. What fails in it is noted in the play, which may have failed before. Of a session that is
 * not judged only the response to disconnect is waited for. */
rsp_dap_ending dap_end_session(play *p, bool judged);

/* Closes the link and frees what the play owns. */
void dap_end_free(play *p);

#endif
