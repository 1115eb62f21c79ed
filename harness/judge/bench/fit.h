/* Whether a stub supports the way that is measured, once it has said what it supports.
 * A way that it does not support is skipped; one that it supports in part gets a note.
 * See fit.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_FIT_H
#define RSP_BENCH_FIT_H

#include "bench.h"

/* After the handshake: RSP_OK, or the end of the run. */
rsp_status fit_way(bench *b);

/* After the first read: MultiMemRead has one name and two forms, and the reply tells which one the stub
 * speaks. */
rsp_status fit_form(bench *b);

#endif
