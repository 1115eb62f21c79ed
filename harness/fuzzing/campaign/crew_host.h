/* The world around a worker's fuzzer: its stubs, its journal, and the folder its findings go to.
 * Findings are written with the crew's lock held.
 * Private to the crew. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CREW_HOST_H
#define RSP_CREW_HOST_H

#include "crew_state.h"

/* The host functions of a worker. */
rsp_fuzz_host crew_host(crew_worker *w);

/* Opens a link to a fresh stub; `ctx` is the worker. */
rsp_status crew_host_open(void *ctx, rsp_link **out_link, rsp_error *error);

/* How much of stubs' stderr is wanted from now on; `ctx` is the worker. */
void crew_host_words(void *ctx, rsp_fuzz_words words);

/* The pending finding is left for another run: nobody wants to wait, or there is no stub. Takes the lock. */
void crew_host_leave_pending(crew_worker *w);

/* Sets the environments for crew_host_words; in the campaign's arena. */
void crew_host_set_environments(crew *c);

#endif
