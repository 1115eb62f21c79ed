/* Lists played to fresh stubs, or to survivors of other lists, to see whether they show what is wanted.
 * What is wanted is a bad end, a broken rule, memory that grows, or replies that differ from stub to stub.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_REPLAY_H
#define RSP_NETFUZZ_REPLAY_H

#include "hunt/hunt.h"

/* Plays lists to a fresh stub, or some, and tells whether they show what is wanted. With `keep` the link
 * stays open, for the stub's last words. */
bool replay_shows(hunt *h, rsp_messages *const *lists, size_t num, bool keep);

/* The same for a list that is played after h->before. */
bool replay_shows_after(hunt *h, rsp_messages *last, bool keep);

/* The same for h->best, on a stub whose stderr is not kept. */
bool replay_shows_quietly(hunt *h);

/* The same as replay_shows, perhaps on a stub that survived other lists. What shows there is confirmed on a
 * fresh one. The link may stay open for the next list. */
bool replay_still_shows(hunt *h, rsp_messages *const *lists, size_t num);

/* Plays and judges nothing; the link stays open. */
void replay_once(hunt *h, rsp_messages *last);

/* Whether the player's trail differs from an earlier one, and how. */
bool replay_differs(const rsp_fuzzer *f, const rsp_trail_entry *before, size_t num, candidate *out);

#endif
