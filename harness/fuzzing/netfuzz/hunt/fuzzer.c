/* A fuzzer is made, seeded and freed; what it hears of while it plays.
 * The loop is in loop.c.
 * See netfuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/fuzzer.h"

#include "hunt/expected_symptom.h"

#include "core/mem.h"
#include <assert.h>

static void on_state(void *ctx, uint64_t state) {
    rsp_fuzzer *f = ctx;
    if (oracle_is_seeking(&f->oracle) || f->deterministic || !rsp_state_set_add(&f->states, state))
        return;
    f->news = true;
    vocabulary_add_word(&f->maker.vocabulary, rsp_player_last_request(f->player));
    if (f->host.new_state)
        f->host.new_state(f->host.ctx, state);
}

static void on_violation(void *ctx, const rsp_violation *v, rsp_packet_id packet) {
    rsp_fuzzer *f = ctx;
    if (rsp_rule_get(v->rule)->level != RSP_LEVEL_MUST && !f->options.should)
        return;
    if (oracle_is_seeking(&f->oracle)) {
        oracle_note_violation(&f->oracle, v, packet, rsp_player_last_request(f->player));
        return;
    }
    if (f->num_candidates == MAX_CANDIDATES)
        return;
    candidate *c = &f->candidates[f->num_candidates];
    *c = candidate_of_rule(v, packet);
    for (size_t i = 0; i < f->num_candidates; i++)
        if (strcmp(f->candidates[i].signature, c->signature) == 0)
            return;
    /* With several requests in a write the reply may be another's. */
    rsp_bytes last = rsp_player_last_request(f->player);
    c->explained = packet == rsp_packet_identify(last) && known_explains(&f->known, c, last);
    f->num_candidates++;
}

static uint64_t or_default(uint64_t value, uint64_t otherwise) {
    return value ? value : otherwise;
}

rsp_fuzzer *rsp_fuzzer_new(const rsp_fuzz_host *host, const rsp_fuzzer_options *options) {
    rsp_fuzzer_options set = options ? *options : (rsp_fuzzer_options){0};
    rsp_fuzzer *f = rsp_mem_calloc(set.mem, 1, sizeof *f);
    if (!f)
        return NULL;
    set.seed = or_default(set.seed, 1);
    set.starts = (unsigned)or_default(set.starts, 1);
    /* Only the beginnings of sessions are compared. */
    bool compares = (set.ignored >> RSP_FINDING_DIFFERENCE & 1U) == 0;
    set.session_messages = (unsigned)or_default(set.session_messages, compares ? 300 : 16000);
    set.max_replays = (unsigned)or_default(set.max_replays, 400);
    set.minimise_ns = or_default(set.minimise_ns, 20 * RSP_NS_PER_S);
    set.memory_bytes = or_default(set.memory_bytes, UINT64_C(256) * 1024 * 1024);
    if (manners_need_single_writes(set.manners))
        set.player.pipeline = 1;
    set.player.manners = set.manners;
    set.player.state = on_state;
    set.player.violation = on_violation;
    set.player.known = timeouts_knows_end;
    set.player.timeout_ns = or_default(set.player.timeout_ns, RSP_NS_PER_S);
    set.player.ctx = f;
    set.player.mem = set.mem;
    f->host = *host;
    f->options = set;
    f->supply.one_client = set.manners && set.manners->clients.life > RSP_LIFE_STAYS;
    f->timeouts.timeout_ns = set.player.timeout_ns;
    f->born_ns = fuzzer_now(f);
    f->stats.index = set.first_index;
    f->player = rsp_player_new(&set.player);
    sequence_maker_init(&f->maker, set.mem);
    f->maker.seed = set.seed;
    f->maker.first_index = set.first_index;
    f->maker.allowed = rsp_player_allowed(&set.player);
    f->maker.player = f->player;
    f->maker.opening = set.opening;
    f->states.mem = set.mem;
    oracle_init(&f->oracle, set.mem);
    bool fits = stub_session_init(&f->session, set.mem);
    if (known_init(&f->known, set.mem) && fits && f->player)
        return f;
    rsp_fuzzer_free(f);
    return NULL;
}

void rsp_fuzzer_free(rsp_fuzzer *f) {
    if (!f)
        return;
    stub_supply_free(f);
    rsp_player_free(f->player);
    sequence_maker_free(&f->maker);
    rsp_state_set_free(&f->states);
    stub_session_free(&f->session);
    oracle_free(&f->oracle);
    known_free(&f->known, f->options.mem);
    rsp_mem_free(f->options.mem, f);
}

bool rsp_fuzzer_seed(rsp_fuzzer *f, const rsp_messages *list) {
    bool is_new;
    return list->num == 0 || corpus_add(&f->maker.corpus, list, &is_new);
}

bool rsp_fuzzer_seed_builtin(rsp_fuzzer *f) {
    return corpus_add_builtin(&f->maker.corpus);
}

bool rsp_fuzzer_know_state(rsp_fuzzer *f, uint64_t state) {
    (void)rsp_state_set_add(&f->states, state);
    return true;
}

void fuzzer_validate(const rsp_fuzzer *f) {
    oracle_validate(&f->oracle);
    stub_session_validate(&f->session);
    known_validate(&f->known);
    assert(!oracle_is_seeking(&f->oracle)); /* replays are over */
    assert(f->num_candidates <= MAX_CANDIDATES);
    assert(f->supply.link == NULL || f->supply.calibrated);
    assert(f->states.num <= f->states.cap && f->maker.corpus.num <= f->maker.corpus.cap);
    (void)f;
}

bool fuzzer_is_over(const rsp_fuzzer *f) {
    return f->options.end_ns != 0 && f->options.clock.now_ns && fuzzer_now(f) > f->options.end_ns;
}

/* --- sessions --- */

/* --- what a sequence showed --- */

rsp_fuzzer_stats rsp_fuzzer_stats_get(const rsp_fuzzer *f) {
    rsp_fuzzer_stats stats = f->stats;
    stats.states = f->states.num;
    stats.corpus = f->maker.corpus.num;
    return stats;
}

const rsp_messages *rsp_fuzzer_corpus(const rsp_fuzzer *f, size_t index) {
    return index < f->maker.corpus.num ? f->maker.corpus.lists[index] : NULL;
}
