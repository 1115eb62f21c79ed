/* How long the fuzzer waits for a silent stub. Proving a hang takes the whole timeout.
 * For a known hang, and in trials, the time of the slowest answer so far is enough.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_TIMEOUTS_H
#define RSP_NETFUZZ_TIMEOUTS_H

#include "netfuzz/fuzzer.h"

/* What decides on waits. */
typedef struct timeouts {
    bool known_silence[RSP_PACKET_MOST]; /* packets after which stubs are known to fall silent */
    uint64_t timeout_ns;                 /* the whole timeout */
    uint64_t enough_ns;                  /* for any answer, as measured before the current sequence */
} timeouts;

/* The player's callback: whether this end, which costs a timeout, is known. `ctx` is the fuzzer. */
bool timeouts_knows_end(void *ctx, rsp_played end);

/* Measures answers as they are now, before a sequence. In a sequence that loses a packet, the reply to the
 * next one passes for its own, which seems very late. */
void timeouts_measure(rsp_fuzzer *f);

/* From now on waits last as long as answers ever took; at least a quarter of the timeout; the whole timeout.
 * Short waits keep no stderr, full ones keep all. */
void timeouts_use_short(rsp_fuzzer *f);
void timeouts_use_medium(rsp_fuzzer *f);
void timeouts_use_full(rsp_fuzzer *f);

/* How much of the stub's stderr to keep from now on. */
void timeouts_keep_words(rsp_fuzzer *f, rsp_fuzz_words words);

#endif
