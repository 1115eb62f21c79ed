/* Leaves out messages that are known to end a session with a stub that is slow to start.
 * A few are still sent, to reach bugs after them.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_AVOID_H
#define RSP_NETFUZZ_AVOID_H

#include "netfuzz/fuzzer.h"

/* Removes messages from the sequence that is about to be played: those that the stub's manners forbid and, if
 * the stub starts slowly, triggers of known findings that end a session. An empty sequence becomes a single
 * '?'. */
void avoid_known(rsp_fuzzer *f);

#endif
