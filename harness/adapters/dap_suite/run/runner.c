/* A play that failed is cut off; one that passed ends by disconnect, or by what its steps did, and is waited
 * for. A broken should is a warning; an adapter that a signal ends is a crash, whatever was at stake. See
 * dap_suite/runner.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_suite/runner.h"

#include "play/end.h"
#include "play/start.h"
#include "play/steps.h"
#include "play/wait.h"
#include "run/facts.h"
#include "run/tally.h"

enum {
    ALL_COLUMNS = 1000,
    ALL_ENTRIES = 400,
    PLAY_S = 60, /* longest time of one scenario, beside the adapter's start */
};

/* --- one session --- */

/* Whether the scenario sends what no client sends: only rules about bytes and forms hold then. */
static bool is_hostile(const rsp_dap_step *steps, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (steps[i].action == RSP_DAP_STEP_RAW || steps[i].action == RSP_DAP_STEP_CONTENT ||
            steps[i].action == RSP_DAP_STEP_SURVIVES || json_object_get(steps[i].spec, "seq") ||
            is_hostile(steps[i].steps, steps[i].num_steps))
            return true;
    return false;
}

/* --- the result --- */

static rsp_verdict verdict_of(const play *p) {
    const dap_play_failure *f = &p->failure;
    const bool soft = f->verdict == RSP_VERDICT_FAIL || f->verdict == RSP_VERDICT_HANG;
    if (!f->failed)
        return RSP_VERDICT_PASS;
    return soft && p->scenario->level != RSP_LEVEL_MUST ? RSP_VERDICT_WARN : f->verdict;
}

/* Texts that a result borrows until it is added. */
typedef struct result_texts {
    rsp_buf again;
    rsp_buf window;
    rsp_buf transcript;
    rsp_buf words;
} result_texts;

static void fill_texts(result_texts *t, const rsp_dap_target *target, play *p) {
    const rsp_dap_log *log = &p->session.log;
    const size_t half = ALL_ENTRIES / 2;
    tally_again(target, p->scenario, NULL, &t->again);
    if (!p->failure.failed)
        return;
    tally_window(log, p->failure.entry, &t->window);
    rsp_dap_log_render(log, 0, log->num < ALL_ENTRIES ? log->num : half, ALL_COLUMNS, &t->transcript);
    if (log->num >= ALL_ENTRIES) {
        rsp_buf_printf(&t->transcript, "... %zu messages ...\n", log->num - ALL_ENTRIES);
        rsp_dap_log_render(log, log->num - half, log->num, ALL_COLUMNS, &t->transcript);
    }
    if (p->session.link)
        rsp_buf_append(&t->words, rsp_link_last_words(p->session.link));
}

/* Requests of ours, and the time during which at least one was not answered. */
static void count_requests(const rsp_dap_log *log, rsp_metrics *out) {
    uint64_t since_ns = 0;
    size_t open = 0;
    for (size_t i = 0; i < log->num; i++) {
        const rsp_dap_entry *e = &log->entries[i];
        if (e->sent && e->message.kind == RSP_DAP_REQUEST) {
            out->round_trips++;
            since_ns = open++ == 0 ? e->time_ns : since_ns;
        } else if (!e->sent && e->message.kind == RSP_DAP_RESPONSE && open > 0 && --open == 0) {
            out->stub_ns += e->time_ns - since_ns;
        }
    }
    if (open > 0)
        out->stub_ns += log->entries[log->num - 1].time_ns - since_ns;
}

static rsp_status add_result(const rsp_dap_target *target, play *p, const char *reason,
                             void (*judge)(void *ctx, rsp_result *result), void *judge_ctx, rsp_run *run) {
    const rsp_dap_scenario *s = p->scenario;
    const dap_play_failure *f = &p->failure;
    result_texts t = {.again = {0}};
    rsp_metrics metrics = {.round_trips = 0};
    count_requests(&p->session.log, &metrics);
    fill_texts(&t, target, p);
    rsp_result r = {
        .scenario = s->name,
        .title = s->title,
        .area = s->area,
        .place.path = s->path,
        .place.line = f->failed ? f->line : s->line,
        .place.column = f->failed ? f->column : 1,
        .requirements = s->requirements,
        .level = s->level,
        .verdict = reason ? RSP_VERDICT_SKIP : verdict_of(p),
        .message = f->message,
        .expected = f->expected,
        .got = f->got,
        .reason = reason,
        .manual = s->source,
        .common = f->common,
        .breach = f->breach,
        .again = rsp_buf_cstr(&t.again),
        .shown.window = rsp_buf_cstr(&t.window),
        .shown.transcript = rsp_buf_cstr(&t.transcript),
        .shown.last_words = rsp_buf_cstr(&t.words),
        .cost.duration_ns = p->session.link ? rsp_dap_session_now(&p->session) - p->session.log.start_ns : 0,
        .cost.round_trips = metrics.round_trips,
        .cost.packets = p->session.log.num,
    };
    if (p->session.log.num == 0)
        r.cost.duration_ns = 0;
    if (judge)
        judge(judge_ctx, &r);
    const rsp_status status = rsp_run_add(run, &r);
    rsp_metrics_merge(&run->metrics, &metrics);
    rsp_buf_free(&t.again);
    rsp_buf_free(&t.window);
    rsp_buf_free(&t.transcript);
    rsp_buf_free(&t.words);
    return status;
}

/* Whether the scenario needs what the adapter lacks, or the reverse: `lacks` says what. */
static bool adapter_lacks(const play *p, rsp_buf *lacks) {
    const char *lack = p->capabilities ? dap_start_lacks(p) : NULL;
    if (!lack)
        return false;
    const bool wanted = json_is_true(json_object_get(p->scenario->needs, lack));
    rsp_buf_printf(lacks, "the adapter %s %s", wanted ? "does not announce" : "announces", lack);
    return true;
}

/* The same without a session, once an earlier one has shown what the adapter announces. */
static bool known_to_lack(const rsp_dap_tally *tally, play *p, rsp_buf *lacks) {
    p->capabilities = p->scenario->client ? NULL : tally->capabilities;
    const bool lacking = adapter_lacks(p, lacks);
    p->capabilities = NULL;
    return lacking;
}

/* What the adapter announces once it knows the program holds from then on, for this session. */
static void take_later_capabilities(play *p) {
    json_t *all = json_deep_copy(p->capabilities);
    for (size_t i = 0; all && i < p->session.log.num; i++) {
        const rsp_dap_entry *e = &p->session.log.entries[i];
        if (!e->sent && e->message.kind == RSP_DAP_EVENT && strcmp(e->message.name, "capabilities") == 0)
            (void)json_object_update(all, json_object_get(e->message.body, "capabilities"));
    }
    if (all && json_object_set_new(p->names, "capabilities", all) == 0)
        p->capabilities = all;
}

/* Plays it in an open session; *out_reason is why it is skipped. */
static void play_session(const rsp_dap_target *target, play *p, rsp_dap_tally *tally, const char **out_reason,
                         rsp_buf *lacks) {
    rsp_dap_rules *rules = rsp_dap_rules_new();
    const bool hostile = is_hostile(p->scenario->steps, p->scenario->num_steps);
    p->session.listener = rules ? rsp_dap_rules_see : NULL;
    p->session.listener_ctx = rules;
    p->end_ns = rsp_dap_session_now(&p->session) + p->start_ns + PLAY_S * RSP_NS_PER_S;
    const bool started = dap_start_session(p, target->profile->launch);
    if (!tally->capabilities && !p->scenario->client)
        tally->capabilities = json_incref(p->capabilities);
    take_later_capabilities(p);
    if (adapter_lacks(p, lacks))
        *out_reason = rsp_buf_cstr(lacks);
    else if (started)
        (void)dap_steps_play(p, p->scenario->steps, p->scenario->num_steps);
    if (p->hidden && !p->failure.failed)
        *out_reason = "nothing shows when the adapter works on a request";
    dap_play_failure failure = p->failure;
    rsp_dap_ending ending = dap_end_session(p, !*out_reason);
    p->failure = failure; /* how we end it is the business of the rules */
    ending.orderly = ending.orderly && !hostile;
    if (rules) {
        rsp_dap_rules_end(rules, &p->session.log, &ending);
        tally_session(tally, &p->session.log, p->scenario, rules, hostile);
    }
    rsp_dap_rules_free(rules);
}

/* Opens an adapter. One that started and could not be reached is the scenario's failure; the next one may
 * come up. RSP_OK also for that; the link is NULL then. */
static rsp_status open_for(const rsp_dap_target *target, play *p, rsp_dap_tally *tally, rsp_error *error) {
    rsp_error why = {0};
    const rsp_status status = target->open(target->ctx, &p->session.link, &why);
    if (error)
        *error = why;
    if (status != RSP_CONNECT && status != RSP_DIED)
        return status;
    (void)dap_play_fail(p, status == RSP_DIED ? RSP_VERDICT_CRASH : RSP_VERDICT_ERROR, "%s",
                        why.msg[0] ? why.msg : rsp_status_text(status));
    return ++tally->unreached < RSP_DAP_UNREACHED_MAX ? RSP_OK : status;
}

/* Counts sessions in a row in which initialize was not answered. One that is not asked to initialize owes
 * nothing, and what it sends shows that it is there. */
static void count_unanswered(const play *p, rsp_dap_tally *tally) {
    const dap_wait_filter initialize = {.kind = RSP_DAP_RESPONSE, .name = "initialize", .taken_too = true};
    const bool asked = p->scenario->start >= RSP_DAP_START_INITIALIZED;
    bool spoke = asked && dap_wait_look(p, &initialize) != WAIT_NONE;
    for (size_t i = 0; !asked && i < p->session.log.num && !spoke; i++)
        spoke = !p->session.log.entries[i].sent;
    if (spoke)
        tally->unreached = 0;
    else if (asked)
        tally->unreached++;
}

/* What scenarios ask for may be why several adapters did not answer; of one that has never answered the next
 * one will not, either. */
static rsp_status look_again(const rsp_dap_target *target, rsp_dap_tally *tally, rsp_error *error) {
    uint64_t took_ns = 0;
    if (tally->unreached == 0 || (tally->unreached < RSP_DAP_UNREACHED_MAX && !tally->talk[0]))
        return RSP_OK;
    if (!tally->talk[0]) {
        tally->unreached = 0;
        const rsp_status status = rsp_dap_look(target, tally, &took_ns, error);
        if (status != RSP_OK)
            return status;
    }
    return tally->talk[0] ? rsp_fail(error, tally->unanswered, "%s", tally->talk) : RSP_OK;
}

rsp_status rsp_dap_run_scenario(const rsp_dap_target *target, const rsp_dap_scenario *scenario,
                                rsp_dap_tally *tally, void (*judge)(void *ctx, rsp_result *result),
                                void *judge_ctx, rsp_run *run, rsp_error *error) {
    play p = {.scenario = scenario,
              .most_wait_ns = target->most_wait_ns,
              .timeout_ns = rsp_dap_target_timeout_ns(target),
              .start_ns = rsp_dap_target_start_ns(target)};
    rsp_buf lacks = {0};
    const char *reason = NULL;
    rsp_status opened = RSP_OK;
    p.names = dap_facts_of(target, scenario, &lacks);
    p.messages = json_object();
    p.seqs = json_object();
    rsp_status status =
        p.names && p.messages && p.seqs ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    if (status == RSP_OK && (lacks.len > 0 || known_to_lack(tally, &p, &lacks)))
        reason = rsp_buf_cstr(&lacks);
    else if (status == RSP_OK)
        opened = open_for(target, &p, tally, error);
    if (p.session.link) {
        play_session(target, &p, tally, &reason, &lacks);
        count_unanswered(&p, tally);
    }
    if (p.cancelled)
        status = RSP_CANCELLED; /* the run was cut short: nothing is known of this scenario */
    if (status == RSP_OK && (opened == RSP_OK || p.failure.failed))
        status = add_result(target, &p, reason, judge, judge_ctx, run);
    const bool played = p.session.link != NULL;
    dap_end_free(&p);
    rsp_buf_free(&lacks);
    if (status == RSP_OK && opened == RSP_OK && played)
        status = look_again(target, tally, error);
    return status == RSP_OK ? opened : status;
}
