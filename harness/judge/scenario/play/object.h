/* A whole object of the stub, read by qXfer.
 * Trouble is a failure of the step at `at`; with NULL there is none, and STEP_FAILED only.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_OBJECT_H
#define RSP_SCENARIO_OBJECT_H

#include "play/play.h"

/* A whole object of qXfer is appended. */
step_end xfer_read(play *p, const written *at, const char *object, rsp_bytes annex, uint64_t window,
                   rsp_buf *out);

#endif
