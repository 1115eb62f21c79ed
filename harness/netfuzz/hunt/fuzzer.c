/* The fuzzer's lead: a session with one stub, one sequence after the other, and what each showed.
 * A session goes on from sequence to sequence, so that states add up; a fresh stub is taken when it ends.
 * See fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzzer.h"

#include "system.h"

#include <rsp/explain.h>
#include <rsp/packet_table.h>
#include <stdio.h>

enum {
    LOOK_AT_MEMORY = 8,
    COMPARE_SESSIONS = 16,
    GONE_SEQUENCES = 6,
    MAX_TIMES_GONE = 24,
    SUSPICIOUS_PART = 16
};

static void on_state(void *ctx, uint64_t state) {
    rsp_fuzzer *f = ctx;
    if (f->hunted || f->touring || !fuzzer_note_state(f, state))
        return;
    f->news = true;
    fuzzer_learn_word(f, rsp_player_last_request(f->player));
    if (f->host.new_state)
        f->host.new_state(f->host.ctx, state);
}

const char *fuzzer_packet_text(rsp_packet_id packet) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    return row ? row->id_text : "unknown";
}

static void put_text(char *out, size_t size, const char *text) {
    (void)snprintf(out, size, "%s", text ? text : "");
}

static void candidate_of_rule(candidate *c, const rsp_violation *v, rsp_packet_id packet) {
    *c = (candidate){.kind = RSP_FINDING_RULE, .rule = v->rule, .packet = packet};
    (void)snprintf(c->signature, sizeof c->signature, "rule:%s:%s", rsp_rule_get(v->rule)->id,
                   fuzzer_packet_text(packet));
    put_text(c->headline, sizeof c->headline, v->message);
    put_text(c->expected, sizeof c->expected, v->expected);
    put_text(c->got, sizeof c->got, v->got);
    put_text(c->requirements, sizeof c->requirements, v->requirements);
}

/* A broken rule while one of them is looked for: this one, or another that may be what it was really about.
 */
static void compare_violation(rsp_fuzzer *f, const rsp_violation *v, rsp_packet_id packet) {
    bool same =
        f->hunted->kind == RSP_FINDING_RULE && f->hunted->rule == v->rule && f->hunted->packet == packet;
    if (!same && !f->caught && !f->have_instead) {
        candidate_of_rule(&f->instead, v, packet);
        f->have_instead = true;
    }
    if (same && !f->caught)
        fuzzer_note_blamed(f);
    f->caught = f->caught || same;
}

static void on_violation(void *ctx, const rsp_violation *v, rsp_packet_id packet) {
    rsp_fuzzer *f = ctx;
    if (rsp_rule_get(v->rule)->level != RSP_LEVEL_MUST && !f->options.should)
        return;
    if (f->hunted) {
        compare_violation(f, v, packet);
        return;
    }
    if (f->num_candidates == MAX_CANDIDATES)
        return;
    candidate *c = &f->candidates[f->num_candidates];
    candidate_of_rule(c, v, packet);
    for (size_t i = 0; i < f->num_candidates; i++)
        if (strcmp(f->candidates[i].signature, c->signature) == 0)
            return;
    /* Of several in one write it may be another's reply. */
    rsp_bytes last = rsp_player_last_request(f->player);
    c->explained = packet == rsp_packet_identify(last) && fuzzer_is_explained(f, c, last);
    f->num_candidates++;
}

void fuzzer_note_blamed(rsp_fuzzer *f) {
    rsp_buf_clear(&f->blamed);
    rsp_buf_append(&f->blamed, rsp_player_last_request(f->player));
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
    /* Only the beginning of a session is compared with another one. */
    bool compares = (set.ignored >> RSP_FINDING_DIFFERENCE & 1U) == 0;
    set.session_messages = (unsigned)or_default(set.session_messages, compares ? 300 : 16000);
    set.max_replays = (unsigned)or_default(set.max_replays, 400);
    set.minimise_ns = or_default(set.minimise_ns, 20 * RSP_NS_PER_S);
    set.memory_bytes = or_default(set.memory_bytes, UINT64_C(256) * 1024 * 1024);
    set.player.state = on_state;
    set.player.violation = on_violation;
    set.player.known = fuzzer_knows_silence;
    set.player.timeout_ns = or_default(set.player.timeout_ns, RSP_NS_PER_S);
    set.player.ctx = f;
    set.player.mem = set.mem;
    f->host = *host;
    f->options = set;
    f->timeout_ns = set.player.timeout_ns;
    f->born_ns = clock_now(f);
    f->stats.index = set.first_index;
    f->player = rsp_player_new(&set.player);
    f->allowed = rsp_player_allowed(&set.player);
    f->history = rsp_mem_calloc(set.mem, MAX_HISTORY, sizeof(rsp_messages *));
    f->signatures = rsp_mem_calloc(set.mem, MAX_SIGNATURES, sizeof *f->signatures);
    rsp_messages_init(&f->current, set.mem);
    rsp_messages_init(&f->other, set.mem);
    rsp_buf_init(&f->blamed, set.mem, 0);
    if (f->player && f->history && f->signatures)
        return f;
    rsp_fuzzer_free(f);
    return NULL;
}

static void drop_history(rsp_fuzzer *f) {
    for (size_t i = 0; i < f->num_history; i++)
        fuzzer_drop(f, f->history[i]);
    f->num_history = 0;
}

void rsp_fuzzer_free(rsp_fuzzer *f) {
    if (!f)
        return;
    fuzzer_close(f);
    rsp_player_free(f->player);
    if (f->history)
        drop_history(f);
    for (size_t i = 0; i < f->num_corpus; i++)
        fuzzer_drop(f, f->corpus[i]);
    for (size_t i = 0; i < f->num_words; i++)
        rsp_mem_free(f->options.mem, f->word_text[i]);
    fuzzer_forget_findings(f);
    rsp_buf_free(&f->blamed);
    rsp_messages_free(&f->current);
    rsp_messages_free(&f->other);
    rsp_mem_free(f->options.mem, f->corpus);
    rsp_mem_free(f->options.mem, f->corpus_hashes);
    rsp_mem_free(f->options.mem, f->states);
    rsp_mem_free(f->options.mem, f->history);
    rsp_mem_free(f->options.mem, f->signatures);
    rsp_mem_free(f->options.mem, f);
}

/* --- stubs --- */

static bool is_no_start(rsp_status status) {
    return status == RSP_DIED || status == RSP_SPAWN || status == RSP_CONNECT || status == RSP_CLOSED;
}

rsp_status fuzzer_open(rsp_fuzzer *f, rsp_error *error) {
    uint64_t start_ns = clock_now(f);
    unsigned most = f->stats.sessions > 0 ? f->options.starts : 1;
    rsp_status status = RSP_DIED;
    for (unsigned i = 0; i < most && is_no_start(status); i++)
        status = f->host.open(f->host.ctx, &f->link, error);
    f->stats.start_ns += clock_now(f) - start_ns;
    if (status != RSP_OK) {
        f->link = NULL;
        return status;
    }
    f->stats.sessions++;
    rsp_player_begin(f->player, f->link);
    return RSP_OK;
}

void fuzzer_close(rsp_fuzzer *f) {
    if (!f->link)
        return;
    uint64_t start_ns = clock_now(f);
    if (f->host.closing)
        f->host.closing(f->host.ctx, f->link);
    rsp_link_close(f->link);
    f->link = NULL;
    f->stats.start_ns += clock_now(f) - start_ns;
}

/* A fresh one begins the first session then. */
rsp_status fuzzer_calibrate(rsp_fuzzer *f, rsp_error *error) {
    if (f->calibrated)
        return RSP_OK;
    rsp_status status = fuzzer_open(f, error);
    if (status != RSP_OK)
        return status;
    status = rsp_player_calibrate(f->player);
    fuzzer_close(f);
    f->calibrated = status == RSP_OK;
    if (status == RSP_CANCELLED)
        return status;
    return status == RSP_OK ? RSP_OK
                            : rsp_fail(error, RSP_CONNECT, "the stub does not answer a first request: %s",
                                       rsp_status_text(status));
}

static rsp_status start_session(rsp_fuzzer *f, rsp_error *error) {
    rsp_system_wait_exactly();
    rsp_status status = fuzzer_calibrate(f, error);
    if (status == RSP_OK)
        status = fuzzer_open(f, error);
    drop_history(f);
    f->baseline_bytes = 0;
    f->num_trail = f->num_compared = 0;
    f->trail_over = false;
    f->gone_for = f->times_gone = 0;
    f->session_sent = rsp_player_stats_get(f->player).messages;
    return status;
}

/* --- what a sequence showed --- */

static rsp_finding_kind kind_of(rsp_played played) {
    switch (played) {
    case RSP_PLAYED_DIED:
        return RSP_FINDING_CRASH;
    case RSP_PLAYED_HANG:
        return RSP_FINDING_HANG;
    case RSP_PLAYED_NO_STOP:
        return RSP_FINDING_NO_STOP;
    case RSP_PLAYED_NO_REPLY:
        return RSP_FINDING_NO_REPLY;
    case RSP_PLAYED_DEAF:
        return RSP_FINDING_DEAF;
    case RSP_PLAYED_CLOSED:
        return RSP_FINDING_CLOSED;
    case RSP_PLAYED_WRONG:
        return RSP_FINDING_CONTRADICTION;
    case RSP_PLAYED_DONE:
    case RSP_PLAYED_OVER:
    case RSP_PLAYED_CANCELLED:
    case RSP_PLAYED_TROUBLE:
        break;
    }
    return RSP_FINDING_KINDS;
}

/* What is known of a death: the sanitizer's word and frame, or the signal and the last request. */
static void describe_crash(const rsp_fuzzer *f, candidate *c) {
    rsp_link_end end = rsp_player_end(f->player);
    if (end.sanitizer[0]) {
        rsp_bytes what = rsp_finding_sanitizer(rsp_bytes_str(end.sanitizer));
        rsp_bytes where = f->link ? rsp_finding_frame(rsp_link_last_words(f->link)) : (rsp_bytes){0};
        if (where.len == 0)
            where = rsp_finding_place(rsp_bytes_str(end.sanitizer));
        (void)snprintf(c->signature, sizeof c->signature, "crash:%.*s:%.*s", (int)what.len,
                       (const char *)what.ptr, (int)where.len, where.len ? (const char *)where.ptr : "");
        put_text(c->headline, sizeof c->headline, end.sanitizer);
        return;
    }
    (void)snprintf(c->signature, sizeof c->signature, "crash:%s:%s", end.text[0] ? end.text : "died",
                   fuzzer_packet_text(c->packet));
    put_text(c->headline, sizeof c->headline, end.text[0] ? end.text : "died");
}

bool fuzzer_candidate_of(const rsp_fuzzer *f, rsp_played played, candidate *out) {
    rsp_finding_kind kind = kind_of(played);
    if (!rsp_played_bad(played) || kind == RSP_FINDING_KINDS)
        return false;
    *out = (candidate){.kind = kind,
                       .rule = RSP_RULE_COUNT,
                       .packet = rsp_packet_identify(rsp_player_last_request(f->player))};
    (void)snprintf(out->signature, sizeof out->signature, "%s:%s", rsp_finding_kind_name(kind),
                   fuzzer_packet_text(out->packet));
    if (kind == RSP_FINDING_CRASH) {
        describe_crash(f, out);
        return true;
    }
    if (kind == RSP_FINDING_CONTRADICTION) {
        const rsp_contradiction *c = rsp_player_contradiction(f->player);
        put_text(out->expected, sizeof out->expected, c->expected);
        put_text(out->got, sizeof out->got, c->got);
        put_text(out->matcher, sizeof out->matcher, c->matcher);
    }
    rsp_buf text = {.limit = RSP_FINDING_TEXT_BYTES - 1};
    rsp_printable_append(&text, rsp_player_last_request(f->player), 60);
    (void)snprintf(out->headline, sizeof out->headline, "%s%s%s", rsp_played_text(played),
                   text.len > 0 ? ", after " : "", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return true;
}

/* A process that has grown by a part of what is allowed since its session began: whether it goes on to grow
 * is seen when the same is played over and over. */
static void look_at_memory(rsp_fuzzer *f) {
    bool now = f->baseline_bytes == 0 || f->stats.sequences % LOOK_AT_MEMORY == 0;
    if (!f->link || !now || f->num_candidates == MAX_CANDIDATES)
        return;
    uint64_t bytes = rsp_system_resident(rsp_link_pid(f->link));
    if (f->baseline_bytes == 0)
        f->baseline_bytes = bytes;
    if (bytes <= f->baseline_bytes + f->options.memory_bytes / SUSPICIOUS_PART)
        return;
    candidate *c = &f->candidates[f->num_candidates++];
    *c = (candidate){.kind = RSP_FINDING_MEMORY, .rule = RSP_RULE_COUNT};
    put_text(c->signature, sizeof c->signature, "memory:growth");
    (void)snprintf(c->headline, sizeof c->headline, "more than %llu MiB",
                   (unsigned long long)(f->options.memory_bytes >> 20));
}

static void keep_if_new(rsp_fuzzer *f, uint64_t index) {
    bool edges = f->options.map && rsp_edge_map_collect(f->options.map) > 0;
    bool added = false;
    if ((!f->news && !edges) || f->current.num == 0)
        return;
    f->stats.last_new = index;
    if (fuzzer_add(f, &f->current, &added) && added && f->host.interesting)
        f->host.interesting(f->host.ctx, index, &f->current);
}

/* Without what ended the session: it would end many others that are made from this sequence. */
static void keep_up_to(rsp_messages *list, size_t num) {
    while (list->num > num)
        rsp_messages_remove(list, list->num - 1);
}

static void remember(rsp_fuzzer *f) {
    rsp_messages *copy = f->num_history < MAX_HISTORY ? fuzzer_copy(f, &f->current) : NULL;
    if (copy)
        f->history[f->num_history++] = copy;
}

/* Everything that was bad about the sequence; the stub it was played to is given up then. */
static rsp_status follow_up_all(rsp_fuzzer *f, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < f->num_candidates && status == RSP_OK; i++) {
        const candidate *c = &f->candidates[i];
        known_signature *known = fuzzer_signature(f, c->signature, false);
        bool ignored = (f->options.ignored >> c->kind & 1U) != 0;
        bool again = c->explained || (known && known->found);
        if (ignored || again || (known && known->tries >= fuzzer_most_tries(c->kind))) {
            f->stats.duplicates += !ignored && again;
            continue;
        }
        fuzzer_close(f);
        status = fuzzer_follow_up(f, c, error);
    }
    return status;
}

static bool session_over(const rsp_fuzzer *f, rsp_played played) {
    uint64_t sent = rsp_player_stats_get(f->player).messages - f->session_sent;
    /* A stub that goes on serving gets a new connection instead. */
    bool ended = played == RSP_PLAYED_OVER && !f->one_client;
    return (played != RSP_PLAYED_DONE && !ended) || f->gone_for > GONE_SEQUENCES ||
           (f->one_client && rsp_player_spoilt(f->player)) || sent >= f->options.session_messages ||
           f->num_history == MAX_HISTORY;
}

static void update_stats(rsp_fuzzer *f) {
    rsp_player_stats sent = rsp_player_stats_get(f->player);
    f->stats.messages = sent.messages;
    f->stats.refused = sent.refused;
    f->stats.probes = sent.probes;
    f->stats.silent_ns = sent.silent_ns;
    f->stats.corpus = f->num_corpus;
    f->stats.states = f->num_states;
    f->stats.edges = f->options.map ? f->options.map->edges : 0;
}

static rsp_played play(rsp_fuzzer *f, uint64_t index) {
    f->news = false;
    f->num_candidates = 0;
    if (f->host.before)
        f->host.before(f->host.ctx, index, &f->current);
    fuzzer_note_pace(f);
    size_t settled = 0;
    rsp_played played = rsp_player_play(f->player, &f->current, &settled);
    f->one_client = f->one_client || rsp_player_one_client(f->player);
    f->stats.sequences++;
    remember(f);
    if (f->num_history <= MAX_COMPARED && f->num_compared == f->num_history - 1 && !f->trail_over) {
        fuzzer_keep_trail(f);
        f->num_compared = f->num_history;
        f->trail_over = rsp_player_trail_over(f->player);
    }
    candidate *end = f->num_candidates < MAX_CANDIDATES ? &f->candidates[f->num_candidates] : NULL;
    if (end && fuzzer_candidate_of(f, played, end)) {
        /* Of several in one write it may be another one. */
        rsp_bytes last = rsp_player_last_request(f->player);
        bool alone =
            settled < f->current.num && rsp_bytes_equal(rsp_messages_bytes(&f->current, settled), last);
        end->explained = alone && fuzzer_is_explained(f, end, last);
        f->num_candidates++;
    }
    look_at_memory(f);
    if (rsp_played_bad(played))
        keep_up_to(&f->current, settled);
    keep_if_new(f, index);
    return played;
}

/* Where differences are no findings a look now and then is enough for their number. */
static bool compare_now(const rsp_fuzzer *f) {
    bool counted_only = (f->options.ignored >> RSP_FINDING_DIFFERENCE & 1U) != 0;
    return !counted_only || f->stats.sessions % COMPARE_SESSIONS == 0;
}

rsp_status rsp_fuzzer_step(rsp_fuzzer *f, rsp_error *error) {
    rsp_status status = f->link ? RSP_OK : start_session(f, error);
    if (status != RSP_OK)
        return status;
    uint64_t index = f->stats.index++;
    fuzzer_choose(f, index);
    rsp_played played = play(f, index);
    f->gone_for = rsp_player_program_gone(f->player) ? f->gone_for + 1 : 0;
    /* A new connection may bring a new program, and costs less than a new stub. */
    if (f->gone_for > GONE_SEQUENCES && !f->one_client && f->times_gone++ < MAX_TIMES_GONE) {
        rsp_player_spoil(f->player);
        f->gone_for = 0;
    }
    bool over = session_over(f, played);
    if (f->num_candidates > 0)
        status = follow_up_all(f, error);
    if (played == RSP_PLAYED_CANCELLED)
        status = RSP_CANCELLED;
    if (played == RSP_PLAYED_TROUBLE)
        status = rsp_fail(error, RSP_IO, "the link to the stub failed");
    if (over && f->link) {
        fuzzer_close(f);
        if (status == RSP_OK && played == RSP_PLAYED_DONE && compare_now(f))
            status = fuzzer_compare(f, error);
    }
    update_stats(f);
    return status;
}

rsp_fuzzer_stats rsp_fuzzer_stats_get(const rsp_fuzzer *f) {
    rsp_fuzzer_stats stats = f->stats;
    stats.states = f->num_states;
    stats.corpus = f->num_corpus;
    return stats;
}

const rsp_messages *rsp_fuzzer_corpus(const rsp_fuzzer *f, size_t index) {
    return index < f->num_corpus ? f->corpus[index] : NULL;
}
