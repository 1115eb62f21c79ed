/* Messages that are known to end a session, and would cost a stub that is slow to start.
 * Now and then one is sent all the same, for what may lie behind it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_AVOID_H
#define RSP_NETFUZZ_AVOID_H

#include <rsp/fuzzer.h>

/* Takes messages out of the sequence that is about to be played: what the stub's manners forbid, and, where
 * the stub starts slowly, triggers of known findings that end a session. A sequence of nothing else becomes a
 * single '?'. */
void avoid_known(rsp_fuzzer *f);

#endif
