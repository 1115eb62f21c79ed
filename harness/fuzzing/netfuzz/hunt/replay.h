/* Plays lists to fresh or reused stubs, to see whether they reproduce h->want.
 * That is a bad end, a broken rule, growing memory, or replies that differ from stub to stub.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_REPLAY_H
#define RSP_NETFUZZ_REPLAY_H

#include "hunt/hunt.h"

/* Plays lists to a fresh stub (differences: to several); true if they reproduce it. With `keep` the link
 * stays open, for the stub's output. Failures are in h->status. */
bool replay_shows(hunt *h, rsp_messages *const *lists, size_t num, bool keep);

/* The same for a list after h->before. */
bool replay_shows_after(hunt *h, rsp_messages *last, bool keep);

/* The same for h->best, on a stub whose stderr is not kept. */
bool replay_shows_quietly(hunt *h);

/* The same, perhaps on a stub that survived other lists. A reproduction there is confirmed on a fresh one.
 * The link may stay open for the next list. */
bool replay_still_shows(hunt *h, rsp_messages *const *lists, size_t num);

/* Plays a list after h->before and judges nothing; the link stays open. */
void replay_once(hunt *h, rsp_messages *last);

/* Whether the player's trail differs from an earlier one; then fills *out. */
bool replay_differs(const rsp_fuzzer *f, const rsp_trail_entry *before, size_t num, candidate *out);

#endif
