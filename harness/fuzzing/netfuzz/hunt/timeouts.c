/* Waiting dominates the time of a silent stub, so a known silence gets a short wait.
 * The player measures the pace itself.
 * See timeouts.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/timeouts.h"

#include "hunt/expected_symptom.h"
#include "hunt/fuzzer.h"

#include <rsp/packets.h>

bool timeouts_knows_end(void *ctx, rsp_played end) {
    const rsp_fuzzer *f = ctx;
    uint32_t kind = end == RSP_PLAYED_HANG ? RSP_FINDING_HANG : RSP_FINDING_NO_STOP;
    if (oracle_is_seeking(&f->oracle))
        return false;
    rsp_bytes last = rsp_player_last_request(f->player);
    const candidate silence = {.kind = (rsp_finding_kind)kind,
                               .packet = rsp_packet_identify(last),
                               .plain = candidate_is_plain(last)};
    return (f->options.ignored >> kind & 1U) != 0 || f->timeouts.known_silence[rsp_packet_identify(last)] ||
           known_explains_silence(&f->known, last) || symptom_is_expected(f->options.manners, &silence);
}

void timeouts_keep_words(rsp_fuzzer *f, rsp_fuzz_words words) {
    if (f->host.words)
        f->host.words(f->host.ctx, words);
}

void timeouts_measure(rsp_fuzzer *f) {
    f->timeouts.enough_ns = rsp_player_enough_ns(f->player);
}

void timeouts_use_short(rsp_fuzzer *f) {
    timeouts_keep_words(f, RSP_FUZZ_WORDS_NONE);
    rsp_player_set_timeout(f->player, f->timeouts.enough_ns);
}

void timeouts_use_medium(rsp_fuzzer *f) {
    uint64_t enough = f->timeouts.enough_ns;
    rsp_player_set_timeout(f->player,
                           enough > f->timeouts.timeout_ns / 4 ? enough : f->timeouts.timeout_ns / 4);
}

void timeouts_use_full(rsp_fuzzer *f) {
    timeouts_keep_words(f, RSP_FUZZ_WORDS_ALL);
    rsp_player_set_timeout(f->player, f->timeouts.timeout_ns);
}
