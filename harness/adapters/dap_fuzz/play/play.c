/* Answers are taken in between messages without waiting for them: editors do not wait, either.
 * A session that was asked to end may end; a request that was sent after that may have no response.
 * See play.h. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include "dap/request_list.h"
#include "dap_suite/visit.h"
#include "play/states.h"
#include <assert.h>
#include <inttypes.h>

enum { COLUMNS = 400, SHOWN = 200, MOST_PIECES = 16 };

typedef struct session {
    fuzz_play *how;
    rsp_dap_visit *visit;
    rsp_dap_rules *rules;
    outcome *out;
    size_t first;      /* place in the log where the sequence began */
    bool asked_to_end; /* by the sequence */
} session;

static rsp_dap_session *wire(const session *s) {
    return rsp_dap_visit_session(s->visit);
}

/* The command of the last message of ours; "" if it was none. The adapter may have died of an earlier one. */
static const char *last_command(const session *s) {
    const rsp_dap_log *log = &wire(s)->log;
    for (size_t i = log->num; i > s->first; i--)
        if (log->entries[i - 1].sent)
            return log->entries[i - 1].message.name ? log->entries[i - 1].message.name : "";
    return "";
}

/* --- sending --- */

/* An adapter may send faster than we read. */
static void take_in(const session *s) {
    rsp_status status = RSP_OK;
    for (unsigned i = 0; i < MOST_PIECES && status == RSP_OK; i++)
        status = rsp_dap_session_receive(wire(s), rsp_dap_session_now(wire(s)));
}

static void note_what_ends(session *s, const json_t *step) {
    const char *name = json_string_value(json_object_get(step, "request"));
    const rsp_dap_request_row *row = name ? rsp_dap_request_find(name) : NULL;
    s->asked_to_end = s->asked_to_end || (row && row->effect == RSP_DAP_EFFECT_ENDS);
}

static void send_steps(session *s, const json_t *steps) {
    for (size_t i = 0; i < json_array_size(steps) && wire(s)->ended == RSP_OK; i++) {
        const json_t *step = json_array_get(steps, i);
        note_what_ends(s, step);
        s->out->messages += rsp_dap_visit_step(s->visit, step);
        take_in(s);
    }
}

/* --- oracles --- */

static size_t responses_to(const rsp_dap_log *log, int64_t seq) {
    size_t num = 0;
    for (size_t i = 0; i < log->num; i++)
        num += !log->entries[i].sent && log->entries[i].message.kind == RSP_DAP_RESPONSE &&
               log->entries[i].message.request_seq == seq;
    return num;
}

/* The first request of the sequence without a response: what made the adapter silent, more likely than the
 * last. */
static const char *first_unanswered(const session *s) {
    const rsp_dap_log *log = &wire(s)->log;
    for (size_t i = s->first; i < log->num; i++)
        if (log->entries[i].sent && log->entries[i].message.kind == RSP_DAP_REQUEST &&
            responses_to(log, log->entries[i].message.seq) == 0)
            return log->entries[i].message.name;
    return "";
}

/* A session that was ended by limits of ours says nothing about the adapter. */
static bool judge_end(session *s, const char *command, const char *when) {
    rsp_link *link = wire(s)->link;
    s->how->shown.beyond = s->how->shown.beyond || wire(s)->ended == RSP_LIMIT;
    if (wire(s)->ended == RSP_LIMIT || wire(s)->ended == RSP_NO_MEMORY)
        return false;
    /* What it died of is more likely the first request that it owes a response than the last one. */
    command = *first_unanswered(s) ? first_unanswered(s) : command;
    const rsp_link_end end = rsp_link_ended(link);
    if (end.sanitizer[0])
        outcome_note(s->out, RSP_DAP_SYMPTOM_CRASH, end.sanitizer, "%s", end.sanitizer);
    else if (end.kind == RSP_END_SIGNALED) {
        rsp_buf about = {0};
        rsp_buf_printf(&about, "%s %s", end.text, s->asked_to_end ? "at the end" : command);
        outcome_note(s->out, RSP_DAP_SYMPTOM_CRASH, rsp_buf_cstr(&about), "%s %s", end.text, when);
        rsp_buf_free(&about);
    } else if (!s->asked_to_end && !s->how->hostile)
        outcome_note(s->out, RSP_DAP_SYMPTOM_CLOSED, command, "the adapter ended (%s) %s",
                     end.text[0] ? end.text : "it was not started by us", when);
    return false;
}

/* A request of ours that any adapter knows. False: the session is over, or will not go on. */
static bool answers(session *s) {
    char before[60] = "";
    (void)memcpy(before, last_command(s), strnlen(last_command(s), sizeof before - 1));
    const int64_t seq = rsp_dap_visit_send(s->visit, "threads", NULL);
    const size_t at = seq ? rsp_dap_visit_response(s->visit, seq, s->how->deaf_ns) : SIZE_MAX;
    if (at != SIZE_MAX)
        return true;
    if (wire(s)->ended != RSP_OK || seq == 0)
        return judge_end(s, before, "after the sequence");
    if (!s->how->out_of_step && !s->asked_to_end && !rsp_dap_visit_cancelled(s->visit))
        outcome_note(s->out, RSP_DAP_SYMPTOM_DEAF, first_unanswered(s),
                     "threads has no response within %" PRIu64 " ms", s->how->deaf_ns / RSP_NS_PER_MS);
    return false;
}

/* Each good request of the sequence has one response, waited for until the adapter counts as deaf. */
static void judge_responses(session *s) {
    for (size_t i = s->first; i < wire(s)->log.num; i++) {
        const rsp_dap_entry e = wire(s)->log.entries[i];
        if (!e.sent || e.message.kind != RSP_DAP_REQUEST || responses_to(&wire(s)->log, e.message.seq) > 0)
            continue;
        if (rsp_dap_visit_response(s->visit, e.message.seq, s->how->deaf_ns) == SIZE_MAX &&
            wire(s)->ended == RSP_OK && !rsp_dap_visit_cancelled(s->visit)) {
            outcome_note(s->out, RSP_DAP_SYMPTOM_NO_RESPONSE, e.message.name,
                         "%.60s has no response, though a later request has one", e.message.name);
            return;
        }
    }
}

static bool counts(const fuzz_play *how, rsp_dap_rule_id rule) {
    if (how->manners && how->manners[rule])
        return false;
    /* A response to a message without a command has none, either. */
    if (how->hostile && rule >= RSP_DAP_RULE_FORM)
        return false;
    return how->should || rsp_dap_rule_get(rule)->level == RSP_LEVEL_MUST;
}

static void judge_rules(session *s) {
    size_t num = 0;
    const rsp_dap_violation *found = rsp_dap_rules_violations(s->rules, &num);
    for (size_t i = 0; i < num; i++) {
        const rsp_dap_rule_id rule = found[i].rule;
        if (s->how->shown.broken)
            s->how->shown.broken[rule] = true;
        if (counts(s->how, rule))
            outcome_note(s->out,
                         rule == RSP_DAP_RULE_ONE_RESPONSE ? RSP_DAP_SYMPTOM_TWICE : RSP_DAP_SYMPTOM_RULE,
                         rsp_dap_rule_get(rule)->id, "%s: %s", rsp_dap_rule_get(rule)->id, found[i].text);
    }
}

/* --- all of it --- */

static void keep_evidence(const session *s) {
    const rsp_dap_log *log = &wire(s)->log;
    const size_t first = rsp_dap_log_rows_before(log, log->num, SHOWN);
    if (s->out->symptom == RSP_DAP_SYMPTOM_COUNT)
        return;
    rsp_buf_clear(&s->how->shown.transcript);
    rsp_buf_clear(&s->how->shown.words);
    rsp_dap_log_render(log, first, log->num, COLUMNS, &s->how->shown.transcript);
    rsp_buf_append(&s->how->shown.words, rsp_link_last_words(wire(s)->link));
}

static void play_steps(session *s, const json_t *steps) {
    s->first = wire(s)->log.num;
    send_steps(s, steps);
    if (wire(s)->ended != RSP_OK)
        (void)judge_end(s, last_command(s), "during the sequence");
    else if (answers(s) && !s->asked_to_end && !s->how->hostile)
        judge_responses(s);
    judge_rules(s);
    if (s->how->states)
        s->how->shown.num_new = states_note(s->how->states, &wire(s)->log);
    keep_evidence(s);
}

rsp_status fuzz_play_sequence(fuzz_play *how, const json_t *steps, bool stopped, outcome *out,
                              rsp_error *error) {
    assert(how->target && out);
    session s = {.how = how, .out = out, .rules = rsp_dap_rules_new()};
    *out = (outcome){.symptom = RSP_DAP_SYMPTOM_COUNT};
    if (!s.rules)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    const rsp_dap_visit_options options = {.target = how->target,
                                           .start =
                                               stopped ? RSP_DAP_START_STOPPED : RSP_DAP_START_INITIALIZED,
                                           .listener = rsp_dap_rules_see,
                                           .listener_ctx = s.rules};
    rsp_status status = rsp_dap_visit_open(&s.visit, &options, error);
    if (status == RSP_OK)
        play_steps(&s, steps);
    if (s.visit && rsp_dap_visit_cancelled(s.visit))
        status = RSP_CANCELLED;
    rsp_dap_visit_close(s.visit);
    rsp_dap_rules_free(s.rules);
    return status;
}
