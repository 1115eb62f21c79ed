/* How long the fuzzer waits for a stub that says nothing. To prove that it hangs takes the whole timeout;
 * where that is known already, or is only looked at in passing, as long as any answer took so far will do.
 * See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzzer.h"

#include <rsp/packet_table.h>

void fuzzer_note_silence(rsp_fuzzer *f, const char *signature) {
    rsp_bytes packet = rsp_bytes_str(signature);
    rsp_finding_kind kind = rsp_finding_kind_find(rsp_bytes_split(&packet, ':'));
    if (kind == RSP_FINDING_HANG || kind == RSP_FINDING_NO_STOP)
        f->known_silence[fuzzer_packet_named(packet)] = true;
}

bool fuzzer_knows_silence(void *ctx, rsp_played end) {
    const rsp_fuzzer *f = ctx;
    uint32_t kind = end == RSP_PLAYED_HANG ? RSP_FINDING_HANG : RSP_FINDING_NO_STOP;
    if (f->hunted)
        return false;
    rsp_bytes last = rsp_player_last_request(f->player);
    return (f->options.ignored >> kind & 1U) != 0 || f->known_silence[rsp_packet_identify(last)] ||
           fuzzer_explains_silence(f, last);
}

void fuzzer_want_words(rsp_fuzzer *f, rsp_fuzz_words words) {
    if (f->host.words)
        f->host.words(f->host.ctx, words);
}

void fuzzer_note_pace(rsp_fuzzer *f) {
    f->calm_ns = rsp_player_enough_ns(f->player);
}

void fuzzer_hurry(rsp_fuzzer *f) {
    fuzzer_want_words(f, RSP_FUZZ_WORDS_NONE);
    rsp_player_set_timeout(f->player, f->calm_ns);
}

void fuzzer_be_brisk(rsp_fuzzer *f) {
    uint64_t enough = f->calm_ns;
    rsp_player_set_timeout(f->player, enough > f->timeout_ns / 4 ? enough : f->timeout_ns / 4);
}

void fuzzer_take_time(rsp_fuzzer *f) {
    fuzzer_want_words(f, RSP_FUZZ_WORDS_ALL);
    rsp_player_set_timeout(f->player, f->timeout_ns);
}
