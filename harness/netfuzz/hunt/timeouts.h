/* How long the fuzzer waits for a stub that says nothing. To prove that it hangs takes the whole timeout; as
 * long as any answer took so far will do where a hang is known, or is only looked at in passing.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_TIMEOUTS_H
#define RSP_NETFUZZ_TIMEOUTS_H

#include "netfuzz/fuzzer.h"

typedef struct timeouts {
    bool known_silence[RSP_PACKET_MOST]; /* packets after which stubs are known to fall silent */
    uint64_t timeout_ns;                 /* of the player, when nobody is in a hurry */
    uint64_t enough_ns;                  /* for any answer, as measured before the current sequence */
} timeouts;

/* The player's callback: is this end of a session known, which costs a timeout? `ctx` is the fuzzer. */
bool timeouts_knows_end(void *ctx, rsp_played end);

/* A finding with this signature is known, or cannot be confirmed. */
void timeouts_note_signature(rsp_fuzzer *f, const char *signature);

/* Measures what answers take now. When a packet is lost the next one's reply passes for its own, which would
 * seem to be very late. */
void timeouts_measure(rsp_fuzzer *f);

/* How long trials wait: as long as answers ever took; a quarter of the timeout at least; the whole timeout.
 */
void timeouts_use_short(rsp_fuzzer *f);
void timeouts_use_medium(rsp_fuzzer *f);
void timeouts_use_full(rsp_fuzzer *f);

/* How much of the stub's stderr to keep from now on. */
void timeouts_keep_words(rsp_fuzzer *f, rsp_fuzz_words words);

#endif
