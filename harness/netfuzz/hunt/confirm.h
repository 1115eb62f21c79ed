/* From a candidate to a finding: confirmed by replays, minimised, and handed to the host.
 * A candidate that is known, or cannot be confirmed, is counted.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_CONFIRM_H
#define RSP_NETFUZZ_CONFIRM_H

#include "hunt/fuzzer.h"

/* Follows one candidate of the current session up. */
rsp_status confirm_candidate(rsp_fuzzer *f, const candidate *c, rsp_error *error);

/* Plays the beginning of the session to another fresh stub: does it get the same kinds of replies? */
rsp_status confirm_sameness(rsp_fuzzer *f, rsp_error *error);

#endif
