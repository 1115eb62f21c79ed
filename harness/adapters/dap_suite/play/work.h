/* Whether a request is in work: what an adapter, or the expression that it evaluates, shows while it works.
 * A cancel that is sent right behind its request may meet it in the queue, and shows nothing about work.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_WORK_H
#define RSP_DAP_SUITE_WORK_H

#include "play/play.h"

/* What a wait for signs of work has found. */
typedef enum dap_work {
    DAP_WORK_SHOWN,  /* it is in work, and not answered yet */
    DAP_WORK_HIDDEN, /* it was answered, or the time was over, without a sign */
    DAP_WORK_FAILED, /* the play has failed */
} dap_work;

/* Waits until the request with the number is seen at work. Signs are a progress that names it, the file that
 * its expression makes (the value `mark`), and the response to a request that was sent after it. */
dap_work dap_work_wait(play *p, int64_t seq, uint64_t within_ns);

#endif
