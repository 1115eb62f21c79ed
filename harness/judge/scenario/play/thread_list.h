/* The ids of all threads of the stub, as a value of the play.
 * Trouble is a failure of the step at `at`; with NULL there is none, and STEP_FAILED only.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_THREAD_LIST_H
#define RSP_SCENARIO_THREAD_LIST_H

#include "play/play.h"

/* The whole list of threads, and the ids of one reply. */
step_end threads_read(play *p, const written *at, value *out);
bool threads_add(play *p, rsp_bytes list, value *out);

/* The id as GDB writes it, whatever digits the stub has used. */
rsp_bytes thread_as_written(play *p, rsp_ptid id);

#endif
