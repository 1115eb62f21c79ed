/* How a script of `interop` speaks to a debug adapter: its lines become requests, and messages become lines.
 * Scripts of adapters are those with `speaks: dap` (interop/script.h).
 * Source: DAP specification. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_TALK_TONGUE_H
#define RSP_DAP_TALK_TONGUE_H

#include "interop/talk.h"

RSP_BEGIN_DECLS

/* Lines are
 *     NAME {ARGUMENTS}       a request; its answer is the response
 *     send NAME {ARGUMENTS}  a request; its answer is empty
 *     response NAME          the answer is the response to the last request of this name
 *     event NAME             the answer is the next event of this name that no line has waited for
 * Each message is printed as a line, "-> {JSON}" where it is ours and "<- {JSON}" where it is the adapter's.
 * A response that is asked for again, and an event that came before, are printed once more. */
extern const rsp_talk_tongue rsp_dap_tongue;

RSP_END_DECLS

#endif
