/* From a candidate to a finding: confirmed by replays, minimised, and handed to the host.
 * A candidate that is known, or cannot be confirmed, is counted.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CONFIRM_H
#define RSP_NETFUZZ_CONFIRM_H

#include "hunt/fuzzer.h"

/* Follows up one candidate of the current session. RSP_OK, statuses of opening stubs, RSP_NO_MEMORY,
 * RSP_CANCELLED. */
rsp_status confirm_candidate(rsp_fuzzer *f, const candidate *c, rsp_error *error);

/* Plays the beginning of the session to another fresh stub, and follows up if the replies differ in kind.
 * Statuses as above. */
rsp_status confirm_sameness(rsp_fuzzer *f, rsp_error *error);

#endif
