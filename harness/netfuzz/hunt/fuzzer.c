/* The fuzzer leads: a session with one stub, one sequence after the other, and what each of them showed.
 * A fresh stub is taken when the session ends.
 * See netfuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/fuzzer.h"

#include "hunt/avoid.h"
#include "hunt/confirm.h"
#include "hunt/expected_symptom.h"
#include "make/message_list.h"

#include "core/mem.h"
#include "hunt/system.h"

#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum {
    LOOK_AT_MEMORY = 8,
    COMPARE_SESSIONS = 16,
    GONE_SEQUENCES = 6,
    MAX_TIMES_GONE = 24,
    SUSPICIOUS_PART = 16
};

static const uint64_t slow_start_ns = 20 * RSP_NS_PER_MS;

static void on_state(void *ctx, uint64_t state) {
    rsp_fuzzer *f = ctx;
    if (oracle_is_seeking(&f->oracle) || f->deterministic || !state_set_add(&f->states, state))
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
    /* Of several in one write it may be another's reply. */
    rsp_bytes last = rsp_player_last_request(f->player);
    c->explained = packet == rsp_packet_identify(last) && known_explains(&f->known, c, last);
    f->num_candidates++;
}

static uint64_t or_default(uint64_t value, uint64_t otherwise) {
    return value ? value : otherwise;
}

static void drop_kept(rsp_fuzzer *f);

rsp_fuzzer *rsp_fuzzer_new(const rsp_fuzz_host *host, const rsp_fuzzer_options *options) {
    rsp_fuzzer_options set = options ? *options : (rsp_fuzzer_options){0};
    rsp_fuzzer *f = rsp_mem_calloc(set.mem, 1, sizeof *f);
    if (!f)
        return NULL;
    set.seed = or_default(set.seed, 1);
    set.starts = (unsigned)or_default(set.starts, 1);
    /* Only the beginning of a session is compared with another one. */
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
    f->one_client = set.manners && set.manners->life > RSP_LIFE_STAYS;
    f->timeouts.timeout_ns = set.player.timeout_ns;
    f->born_ns = fuzzer_now(f);
    f->stats.index = set.first_index;
    f->player = rsp_player_new(&set.player);
    sequence_maker_init(&f->maker, set.mem);
    f->maker.seed = set.seed;
    f->maker.first_index = set.first_index;
    f->maker.allowed = rsp_player_allowed(&set.player);
    f->maker.player = f->player;
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
    fuzzer_close(f);
    drop_kept(f);
    rsp_player_free(f->player);
    sequence_maker_free(&f->maker);
    state_set_free(&f->states);
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
    (void)state_set_add(&f->states, state);
    return true;
}

void fuzzer_validate(const rsp_fuzzer *f) {
    oracle_validate(&f->oracle);
    stub_session_validate(&f->session);
    known_validate(&f->known);
    assert(!oracle_is_seeking(&f->oracle)); /* replays are over */
    assert(f->num_candidates <= MAX_CANDIDATES);
    assert(f->link == NULL || f->calibrated);
    assert(f->states.num <= f->states.cap && f->maker.corpus.num <= f->maker.corpus.cap);
    (void)f;
}

bool fuzzer_is_over(const rsp_fuzzer *f) {
    return f->options.end_ns != 0 && f->options.clock.now_ns && fuzzer_now(f) > f->options.end_ns;
}

/* --- stubs --- */

static bool is_no_start(rsp_status status) {
    return status == RSP_DIED || status == RSP_SPAWN || status == RSP_CONNECT || status == RSP_CLOSED;
}

static void close_link(rsp_fuzzer *f, rsp_link *link) {
    uint64_t start_ns = fuzzer_now(f);
    if (f->host.closing)
        f->host.closing(f->host.ctx, link);
    rsp_link_close(link);
    f->stats.start_ns += fuzzer_now(f) - start_ns;
}

static void drop_kept(rsp_fuzzer *f) {
    if (f->kept)
        close_link(f, f->kept);
    f->kept = NULL;
}

static bool reconnect(rsp_fuzzer *f, rsp_link *link) {
    uint64_t until = rsp_deadline(rsp_link_now(link), rsp_player_enough_ns(f->player));
    if (rsp_link_reconnect(link, until, NULL) != RSP_OK)
        return false;
    rsp_player_begin(f->player, link);
    return true;
}

/* Whether a stub that fell silent answers a new client. The wait is short: a fresh stub would not take long
 * either. */
static bool has_recovered(rsp_fuzzer *f, rsp_link *link) {
    rsp_player_set_timeout(f->player, rsp_player_enough_ns(f->player));
    bool well = reconnect(f, link) && rsp_player_alive(f->player) == RSP_PLAYED_DONE;
    rsp_player_set_timeout(f->player, f->timeouts.timeout_ns);
    return well;
}

/* A new connection to the stub that was kept, if there is one. */
static bool take_kept(rsp_fuzzer *f) {
    rsp_link *link = f->kept;
    if (!link || f->want_fresh)
        return false;
    f->kept = NULL;
    if ((f->kept_health == STUB_IN_DOUBT && !has_recovered(f, link)) || !reconnect(f, link)) {
        close_link(f, link);
        return false;
    }
    f->link = link;
    f->reused = true;
    f->health = STUB_WELL;
    return true;
}

static bool take_unused(rsp_fuzzer *f) {
    bool taken = f->link && f->unused;
    f->unused = false;
    return taken;
}

rsp_status fuzzer_open(rsp_fuzzer *f, rsp_error *error) {
    if (take_unused(f) || take_kept(f))
        return RSP_OK;
    drop_kept(f);
    uint64_t start_ns = fuzzer_now(f);
    unsigned most = f->stats.sessions > 0 ? f->options.starts : 1;
    rsp_status status = RSP_DIED;
    for (unsigned i = 0; i < most && is_no_start(status); i++)
        status = f->host.open(f->host.ctx, &f->link, error);
    f->stats.start_ns += fuzzer_now(f) - start_ns;
    if (f->stats.sessions == 0)
        f->first_start_ns = fuzzer_now(f) - start_ns;
    if (status != RSP_OK) {
        f->link = NULL;
        return status;
    }
    f->stats.sessions++;
    f->reused = false;
    f->health = STUB_WELL;
    rsp_player_begin(f->player, f->link);
    return RSP_OK;
}

void fuzzer_close(rsp_fuzzer *f) {
    if (f->link)
        close_link(f, f->link);
    f->link = NULL;
    f->unused = false;
}

/* True for scripts and runtimes. A stub that starts at once is better fresh each time. The first start counts
 * alone, because later stubs are started in advance. */
bool fuzzer_starts_slowly(const rsp_fuzzer *f) {
    return f->stats.sessions > 0 &&
           (f->first_start_ns >= slow_start_ns || f->stats.start_ns / f->stats.sessions >= slow_start_ns);
}

void fuzzer_leave(rsp_fuzzer *f) {
    bool lives = f->link && f->health != STUB_GONE && !f->one_client && !rsp_player_program_gone(f->player);
    if (f->link && f->unused)
        return;
    if (!lives || f->kept || !fuzzer_starts_slowly(f)) {
        fuzzer_close(f);
        return;
    }
    f->kept = f->link;
    f->kept_health = f->health;
    f->link = NULL;
}

void fuzzer_note_played(rsp_fuzzer *f, rsp_played played) {
    static const stub_health after[] = {
        [RSP_PLAYED_DONE] = STUB_WELL,         [RSP_PLAYED_OVER] = STUB_WELL,
        [RSP_PLAYED_WRONG] = STUB_WELL,        [RSP_PLAYED_NO_REPLY] = STUB_WELL,
        [RSP_PLAYED_HANG] = STUB_IN_DOUBT,     [RSP_PLAYED_NO_STOP] = STUB_IN_DOUBT,
        [RSP_PLAYED_DEAF] = STUB_IN_DOUBT,     [RSP_PLAYED_CLOSED] = STUB_IN_DOUBT,
        [RSP_PLAYED_DIED] = STUB_GONE,         [RSP_PLAYED_TROUBLE] = STUB_GONE,
        [RSP_PLAYED_CANCELLED] = STUB_IN_DOUBT};
    f->health = after[played] > f->health ? after[played] : f->health;
}

/* A fresh one begins the first session then, where there can be another. */
rsp_status fuzzer_calibrate(rsp_fuzzer *f, rsp_error *error) {
    if (f->calibrated)
        return RSP_OK;
    rsp_status status = fuzzer_open(f, error);
    if (status != RSP_OK)
        return status;
    status = rsp_player_calibrate(f->player);
    f->unused = status == RSP_OK && f->options.manners && f->options.manners->life == RSP_LIFE_ALONE;
    if (status == RSP_OK)
        fuzzer_leave(f);
    if (!f->unused)
        fuzzer_close(f);
    f->calibrated = status == RSP_OK;
    if (status == RSP_CANCELLED)
        return status;
    return status == RSP_OK ? RSP_OK
                            : rsp_fail(error, RSP_CONNECT, "the stub does not answer a first request: %s",
                                       rsp_status_text(status));
}

/* A stub that opens memory only after '?' is asked so first, as debuggers do. It is part of the session. */
static void ask_first(rsp_fuzzer *f) {
    rsp_messages list;
    if (!f->options.manners || f->options.manners->question_first != RSP_HABIT_YES)
        return;
    rsp_messages_init(&list, f->options.mem);
    if (rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_packet_name(RSP_PACKET_REASON))) {
        fuzzer_note_played(f, rsp_player_play(f->player, &list, NULL));
        stub_session_add(&f->session, &list);
    }
    rsp_messages_free(&list);
}

static rsp_status start_session(rsp_fuzzer *f, rsp_error *error) {
    rsp_system_wait_exactly();
    rsp_status status = fuzzer_calibrate(f, error);
    if (status == RSP_OK)
        status = fuzzer_open(f, error);
    stub_session_restart(&f->session, rsp_player_stats_get(f->player).messages);
    if (status == RSP_OK)
        ask_first(f);
    return status;
}

/* --- what a sequence showed --- */

/* A process that has grown by a part of what is allowed since its session began: whether it goes on to grow
 * is seen when the same is played over and over. */
static void look_at_memory(rsp_fuzzer *f) {
    bool now = f->session.baseline_bytes == 0 || f->stats.sequences % LOOK_AT_MEMORY == 0;
    if (!f->link || !now || f->num_candidates == MAX_CANDIDATES)
        return;
    uint64_t bytes = rsp_system_resident(rsp_link_pid(f->link));
    if (f->session.baseline_bytes == 0)
        f->session.baseline_bytes = bytes;
    if (bytes <= f->session.baseline_bytes + f->options.memory_bytes / SUSPICIOUS_PART)
        return;
    f->candidates[f->num_candidates++] = candidate_of_growth(f->options.memory_bytes);
}

static void keep_if_new(rsp_fuzzer *f, uint64_t index) {
    bool edges = f->options.map && rsp_edge_map_collect(f->options.map) > 0;
    bool added = false;
    if ((!f->news && !edges) || f->maker.current.num == 0)
        return;
    f->stats.last_new = index;
    if (corpus_add(&f->maker.corpus, &f->maker.current, &added) && added && f->host.interesting)
        f->host.interesting(f->host.ctx, index, &f->maker.current);
}

/* Drops the message that ended the session: it would end many others that are made from this sequence. */
static void keep_up_to(rsp_messages *list, size_t num) {
    while (list->num > num)
        rsp_messages_remove(list, list->num - 1);
}

/* Follows every candidate of the sequence up; the stub it was played to is given up. */
static rsp_status follow_up_all(rsp_fuzzer *f, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < f->num_candidates && status == RSP_OK; i++) {
        const candidate *c = &f->candidates[i];
        known_signature *known = known_find(&f->known, c->signature, false);
        bool ignored = (f->options.ignored >> c->kind & 1U) != 0;
        bool again = c->explained || (known && known->found) ||
                     symptom_is_expected_of(f->options.manners, c, &f->maker.current);
        if (ignored || again || (known && known->tries >= known_most_tries(c->kind))) {
            f->stats.duplicates += !ignored && again;
            continue;
        }
        fuzzer_leave(f);
        status = confirm_candidate(f, c, error);
    }
    return status;
}

static bool session_over(const rsp_fuzzer *f, rsp_played played) {
    uint64_t sent = rsp_player_stats_get(f->player).messages - f->session.sent_before;
    /* A stub that goes on serving gets a new connection instead. */
    bool ended = played == RSP_PLAYED_OVER && !f->one_client;
    return (played != RSP_PLAYED_DONE && !ended) || f->session.gone_for > GONE_SEQUENCES ||
           (f->one_client && rsp_player_out_of_step(f->player)) || sent >= f->options.session_messages ||
           stub_session_is_full(&f->session);
}

static void update_stats(rsp_fuzzer *f) {
    rsp_player_stats sent = rsp_player_stats_get(f->player);
    f->stats.messages = sent.messages;
    f->stats.refused = sent.refused;
    f->stats.probes = sent.probes;
    f->stats.silent_ns = sent.silent_ns;
    f->stats.corpus = f->maker.corpus.num;
    f->stats.states = f->states.num;
    f->stats.edges = f->options.map ? f->options.map->edges : 0;
}

static rsp_played play(rsp_fuzzer *f, uint64_t index) {
    f->news = false;
    f->num_candidates = 0;
    if (f->host.before)
        f->host.before(f->host.ctx, index, &f->maker.current);
    timeouts_measure(f);
    size_t settled = 0;
    rsp_played played = rsp_player_play(f->player, &f->maker.current, &settled);
    fuzzer_note_played(f, played);
    f->one_client = f->one_client || rsp_player_one_client(f->player);
    f->stats.sequences++;
    stub_session_add(&f->session, &f->maker.current);
    stub_session_extend_trail(&f->session, f->player);
    candidate *end = f->num_candidates < MAX_CANDIDATES ? &f->candidates[f->num_candidates] : NULL;
    if (end && candidate_of_end(end, f->player, f->link, played, f->options.manners)) {
        /* Of several in one write it may be another one. */
        rsp_bytes last = rsp_player_last_request(f->player);
        bool alone = settled < f->maker.current.num &&
                     rsp_bytes_equal(rsp_messages_bytes(&f->maker.current, settled), last);
        end->explained = alone && known_explains(&f->known, end, last);
        f->num_candidates++;
    }
    look_at_memory(f);
    if (rsp_played_bad(played))
        keep_up_to(&f->maker.current, settled);
    keep_if_new(f, index);
    return played;
}

/* Where differences are no findings a look now and then is enough for their number. */
static bool compare_now(const rsp_fuzzer *f) {
    bool counted_only = (f->options.ignored >> RSP_FINDING_DIFFERENCE & 1U) != 0;
    return !counted_only || f->stats.sessions % COMPARE_SESSIONS == 0;
}

static rsp_status step(rsp_fuzzer *f, rsp_error *error) {
    rsp_status status = f->link ? RSP_OK : start_session(f, error);
    if (status != RSP_OK)
        return status;
    uint64_t index = f->stats.index++;
    const sequence_position place = {.fresh_stub = f->session.num_history == 0, .one_client = f->one_client};
    f->deterministic = sequence_make(&f->maker, index, place);
    avoid_known(f);
    rsp_played played = play(f, index);
    f->session.gone_for = rsp_player_program_gone(f->player) ? f->session.gone_for + 1 : 0;
    /* A new connection may bring a new program, and costs less than a new stub. */
    if (f->session.gone_for > GONE_SEQUENCES && !f->one_client && f->session.times_gone++ < MAX_TIMES_GONE) {
        rsp_player_lose_step(f->player);
        f->session.gone_for = 0;
    }
    bool over = session_over(f, played);
    if (f->num_candidates > 0)
        status = follow_up_all(f, error);
    if (played == RSP_PLAYED_CANCELLED)
        status = RSP_CANCELLED;
    if (played == RSP_PLAYED_TROUBLE)
        status = rsp_fail(error, RSP_IO, "the link to the stub failed");
    if (over && f->link) {
        fuzzer_leave(f);
        if (status == RSP_OK && played == RSP_PLAYED_DONE && !f->kept && compare_now(f))
            status = confirm_sameness(f, error);
    }
    update_stats(f);
    return status;
}

rsp_status rsp_fuzzer_step(rsp_fuzzer *f, rsp_error *error) {
    fuzzer_validate(f);
    rsp_status status = step(f, error);
    fuzzer_validate(f);
    return status;
}

rsp_fuzzer_stats rsp_fuzzer_stats_get(const rsp_fuzzer *f) {
    rsp_fuzzer_stats stats = f->stats;
    stats.states = f->states.num;
    stats.corpus = f->maker.corpus.num;
    return stats;
}

const rsp_messages *rsp_fuzzer_corpus(const rsp_fuzzer *f, size_t index) {
    return index < f->maker.corpus.num ? f->maker.corpus.lists[index] : NULL;
}
