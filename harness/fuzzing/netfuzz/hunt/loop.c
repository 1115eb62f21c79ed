/* The loop: plays sequences in a session with one stub, and follows up the symptoms of each.
 * A new session begins with another stub.
 * See netfuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/fuzzer.h"

#include "hunt/avoid.h"
#include "hunt/confirm.h"
#include "hunt/expected_symptom.h"
#include "hunt/system.h"

#include <rsp/packet_ids.h>

enum {
    LOOK_AT_MEMORY = 8,
    COMPARE_SESSIONS = 16,
    GONE_SEQUENCES = 6,
    MAX_TIMES_GONE = 24,
    SUSPICIOUS_PART = 16
};

/* The beginning of the description, in a window that the stub's packets hold. */
static void ask_for_description(const rsp_fuzzer *f, rsp_messages *list) {
    const rsp_manners *m = f->options.manners;
    enum { LEAST = 0x20, MOST = 0xffb };
    const bool small = m->replies.packet_size > LEAST + 4 && m->replies.packet_size - 4 < MOST;
    rsp_buf text = {.mem = f->options.mem};
    rsp_packet_begin(&text, RSP_PACKET_QXFER_FEATURES_READ);
    rsp_buf_printf(&text, "target.xml:0,%llx", small ? (unsigned long long)m->replies.packet_size - 4 : MOST);
    if (text.status == RSP_OK)
        (void)rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

/* Some stubs open memory only after '?', or registers only after target.xml: they are sent first, as
 * debuggers do, and are part of the session. */
static void ask_first(rsp_fuzzer *f) {
    const rsp_manners *m = f->options.manners;
    rsp_messages list;
    if (!m)
        return;
    rsp_messages_init(&list, f->options.mem);
    if (m->opening.description_first == RSP_HABIT_YES)
        ask_for_description(f, &list);
    if (m->opening.question_first == RSP_HABIT_YES)
        (void)rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_packet_name(RSP_PACKET_REASON));
    if (list.num > 0) {
        stub_supply_note_played(f, rsp_player_play(f->player, &list, NULL));
        stub_session_add(&f->session, &list);
    }
    rsp_messages_free(&list);
}

static rsp_status start_session(rsp_fuzzer *f, rsp_error *error) {
    rsp_system_wait_exactly();
    rsp_status status = stub_supply_calibrate(f, error);
    if (status == RSP_OK)
        status = stub_supply_open(f, error);
    stub_session_restart(&f->session, rsp_player_stats_get(f->player).messages);
    if (status == RSP_OK)
        ask_first(f);
    return status;
}

/* A process that has grown by a part of the allowed growth is a candidate: repeating the session shows
 * whether it goes on to grow. */
static void look_at_memory(rsp_fuzzer *f) {
    bool now = f->session.baseline_bytes == 0 || f->stats.sequences % LOOK_AT_MEMORY == 0;
    if (!f->supply.link || !now || f->num_candidates == MAX_CANDIDATES)
        return;
    uint64_t bytes = rsp_system_resident(rsp_link_pid(f->supply.link));
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

/* Drops the message that ended the session: it would end many sequences that are made from this one. */
static void keep_up_to(rsp_messages *list, size_t num) {
    while (list->num > num)
        rsp_messages_remove(list, list->num - 1);
}

/* Follows up every candidate of the sequence; its stub is left. */
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
        stub_supply_leave(f);
        status = confirm_candidate(f, c, error);
    }
    return status;
}

static bool session_over(const rsp_fuzzer *f, rsp_played played) {
    uint64_t sent = rsp_player_stats_get(f->player).messages - f->session.sent_before;
    /* A stub that serves a second client gets a new connection instead. */
    bool ended = played == RSP_PLAYED_OVER && !f->supply.one_client;
    return (played != RSP_PLAYED_DONE && !ended) || f->session.gone_for > GONE_SEQUENCES ||
           (f->supply.one_client && rsp_player_out_of_step(f->player)) ||
           sent >= f->options.session_messages || stub_session_is_full(&f->session);
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
    stub_supply_note_played(f, played);
    f->supply.one_client = f->supply.one_client || rsp_player_one_client(f->player);
    f->stats.sequences++;
    stub_session_add(&f->session, &f->maker.current);
    stub_session_extend_trail(&f->session, f->player);
    candidate *end = f->num_candidates < MAX_CANDIDATES ? &f->candidates[f->num_candidates] : NULL;
    if (end && candidate_of_end(end, f->player, f->supply.link, played, f->options.manners)) {
        /* With several requests in a write it may be another one. */
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

/* Differences that are only counted need a look now and then. */
static bool compare_now(const rsp_fuzzer *f) {
    bool counted_only = (f->options.ignored >> RSP_FINDING_DIFFERENCE & 1U) != 0;
    return !counted_only || f->stats.sessions % COMPARE_SESSIONS == 0;
}

static rsp_status step(rsp_fuzzer *f, rsp_error *error) {
    rsp_status status = f->supply.link ? RSP_OK : start_session(f, error);
    if (status != RSP_OK)
        return status;
    uint64_t index = f->stats.index++;
    const sequence_position place = {.fresh_stub = f->session.num_history == 0,
                                     .one_client = f->supply.one_client};
    f->deterministic = sequence_make(&f->maker, index, place);
    avoid_known(f);
    rsp_played played = play(f, index);
    f->session.gone_for = rsp_player_program_gone(f->player) ? f->session.gone_for + 1 : 0;
    /* A new connection may bring a new program, and costs less than a new stub. */
    if (f->session.gone_for > GONE_SEQUENCES && !f->supply.one_client &&
        f->session.times_gone++ < MAX_TIMES_GONE) {
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
    if (over && f->supply.link) {
        stub_supply_leave(f);
        if (status == RSP_OK && played == RSP_PLAYED_DONE && !f->supply.kept && compare_now(f))
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
