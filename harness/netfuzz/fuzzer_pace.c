/* How long the fuzzer waits for a stub that says nothing. To prove that it hangs takes the whole timeout;
 * where that is known already, or is only looked at in passing, as long as any answer took so far will do.
 * See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzzer_internal.h"

bool fuzzer_is_silent(rsp_finding_kind kind) {
    return kind == RSP_FINDING_HANG || kind == RSP_FINDING_NO_STOP || kind == RSP_FINDING_NO_REPLY ||
           kind == RSP_FINDING_DEAF || kind == RSP_FINDING_CLOSED;
}

static size_t place_of(const rsp_packet_row *row) {
    return row ? (size_t)row->id : RSP_PACKET_UNKNOWN;
}

void fuzzer_note_silence(rsp_fuzzer *f, const char *signature) {
    size_t kind = strcspn(signature, ":");
    rsp_bytes name = rsp_bytes_make(signature, kind);
    if (!rsp_bytes_equal(name, rsp_bytes_str(rsp_finding_kind_name(RSP_FINDING_HANG))) &&
        !rsp_bytes_equal(name, rsp_bytes_str(rsp_finding_kind_name(RSP_FINDING_NO_STOP))))
        return;
    const char *packet = signature[kind] ? signature + kind + 1 : "";
    const rsp_packet_row *row = NULL;
    for (unsigned id = 1; id < RSP_PACKET_END && !row; id++) {
        row = rsp_packet_by_id((rsp_packet_id)id);
        row = row && strcmp(row->id_text, packet) == 0 ? row : NULL;
    }
    f->known_silence[place_of(row)] = true;
}

bool fuzzer_knows_silence(void *ctx, rsp_played end) {
    const rsp_fuzzer *f = ctx;
    uint32_t kind = end == RSP_PLAYED_HANG ? RSP_FINDING_HANG : RSP_FINDING_NO_STOP;
    if (f->hunted)
        return false;
    return (f->options.ignored >> kind & 1U) != 0 ||
           f->known_silence[place_of(rsp_packet_lookup(rsp_player_last_request(f->player), NULL))];
}

void fuzzer_want_words(rsp_fuzzer *f, rsp_fuzz_words words) {
    if (f->host.words)
        f->host.words(f->host.ctx, words);
}

void fuzzer_hurry(rsp_fuzzer *f) {
    fuzzer_want_words(f, RSP_FUZZ_WORDS_NONE);
    rsp_player_set_timeout(f->player, rsp_player_enough_ns(f->player));
}

void fuzzer_be_brisk(rsp_fuzzer *f) {
    uint64_t enough = rsp_player_enough_ns(f->player);
    rsp_player_set_timeout(f->player, enough > f->timeout_ns / 4 ? enough : f->timeout_ns / 4);
}

void fuzzer_take_time(rsp_fuzzer *f) {
    fuzzer_want_words(f, RSP_FUZZ_WORDS_ALL);
    rsp_player_set_timeout(f->player, f->timeout_ns);
}
