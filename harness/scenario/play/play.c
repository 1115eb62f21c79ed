/* Playing: evaluation of nodes, failures, the handshake, and the loop over steps.
 * A failed step of level should or may is noted and the play goes on; any other failure ends it.
 * What a step needs is looked up in the table of steps.c. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/explain.h>
#include <rsp/feature.h>
#include <rsp/limits.h>
#include <stdio.h>

expr_env play_env(play *p) {
    return (expr_env){
        .lookup = fact_lookup,
        .program_path = fact_program_path,
        .ctx = p,
        .arena = &p->arena,
        .big_endian = p->stub->big_endian,
    };
}

static bool evaluated(play *p, const rsp_node *node, rsp_status status, const expr_error *error) {
    if (status == RSP_OK)
        return true;
    (void)play_fail(p, node, RSP_VERDICT_ERROR, "%s",
                    error->message[0] ? error->message : rsp_status_text(status));
    return false;
}

bool play_number(play *p, const rsp_node *node, uint64_t *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    value v = {0};
    if (!evaluated(p, node, expr_eval(&env, node->text, &v, &error), &error))
        return false;
    if (value_number(&v, out))
        return true;
    (void)play_fail(p, node, RSP_VERDICT_ERROR, "'%.60s' is no number", node_str(node));
    return false;
}

bool play_value(play *p, const rsp_node *node, value *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    return evaluated(p, node, expr_value(&env, node->text, node->quoted, out, &error), &error);
}

bool play_payload(play *p, const rsp_node *node, rsp_buf *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    if (node_is_null(node))
        return true;
    return evaluated(p, node, expr_payload(&env, node->text, out, &error), &error);
}

bool play_bytes(play *p, const rsp_node *node, rsp_buf *out) {
    expr_env env = play_env(p);
    expr_error error = {0};
    return evaluated(p, node, expr_bytes(&env, node->text, out, &error), &error);
}

/* --- failures --- */

static rsp_level node_level(const rsp_node *node, rsp_level fallback) {
    if (!node)
        return fallback;
    return node_is(node, "must")     ? RSP_LEVEL_MUST
           : node_is(node, "should") ? RSP_LEVEL_SHOULD
                                     : RSP_LEVEL_MAY;
}

/* The step's own level, that of the requirements it covers, or the scenario's. */
static rsp_level step_level(const play *p) {
    const rsp_node *covers = p->step ? node_get(p->step, "covers") : NULL;
    rsp_level level = p->scenario->level;
    const rsp_node *n = covers && covers->kind == NODE_SEQ ? covers->first : covers;
    if (n && p->options->catalogue) {
        level = RSP_LEVEL_MAY;
        for (; n; n = covers->kind == NODE_SEQ ? n->next : NULL) {
            const rsp_requirement *r = rsp_catalogue_find(p->options->catalogue, n->text);
            level = r && r->level < level ? r->level : level;
        }
    }
    return node_level(p->step ? node_get(p->step, "level") : NULL, level);
}

step_end play_fail(play *p, const rsp_node *node, rsp_verdict verdict, const char *fmt, ...) {
    failure *f = &p->failure;
    if (f->verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    f->verdict = verdict;
    f->message = rsp_arena_str(&p->arena, text);
    f->node = node;
    f->covers = p->step ? node_get(p->step, "covers") : NULL;
    f->level = step_level(p);
    f->because = p->step ? node_str(node_get(p->step, "because")) : "";
    uint64_t end = rsp_transcript_end(p->t.transcript);
    f->entry = end > 0 ? end - 1 : RSP_NO_ENTRY;
    return STEP_FAILED;
}

step_end play_fail_over(play *p, const rsp_node *node, const char *what) {
    return play_fail(p, node, RSP_VERDICT_HANG,
                     "the scenario's %.3g s are over%s%s; `deadline` sets the time",
                     (double)p->deadline_ns / 1e9, *what ? ", waiting for " : "", what);
}

step_end play_fail_status(play *p, const rsp_node *node, rsp_status status, const char *what) {
    double ms = (double)p->t.timeout_ns / 1e6;
    if (status == RSP_CANCELLED)
        return STEP_STOP;
    if (status == RSP_TIMEOUT && talk_is_over(&p->t))
        return play_fail_over(p, node, what);
    p->failure.end = p->t.end;
    if (p->host && (status == RSP_DIED || status == RSP_CLOSED))
        return play_fail(p, node, RSP_VERDICT_FAIL, "the debugger went away: %s", what);
    if (status == RSP_TIMEOUT)
        return play_fail(p, node, RSP_VERDICT_HANG, "%s did not come within %.0f ms", what, ms);
    if (status == RSP_DIED)
        return play_fail(p, node, RSP_VERDICT_CRASH, "the stub died: %s",
                         *p->t.end.text ? p->t.end.text : "it is gone");
    if (status == RSP_CLOSED)
        return play_fail(p, node, RSP_VERDICT_FAIL, "the stub closed the connection instead of %s", what);
    if (status == RSP_CHECKSUM)
        return play_fail(p, node, RSP_VERDICT_FAIL, "%s has a bad checksum", what);
    if (status == RSP_MALFORMED)
        return play_fail(p, node, RSP_VERDICT_FAIL, "%s is a damaged packet", what);
    if (status == RSP_UNEXPECTED)
        return play_fail(p, node, RSP_VERDICT_FAIL, "the request was not acknowledged with '+' before %s",
                         what);
    if (status == RSP_LIMIT)
        return play_fail(p, node, RSP_VERDICT_FAIL, "%s never ends, or the stub floods", what);
    return play_fail(p, node, RSP_VERDICT_ERROR, "%s: %s", what, rsp_status_text(status));
}

void play_trouble(play *p, rsp_status status) {
    p->trouble = p->trouble == RSP_OK ? status : p->trouble;
}

static void copy(play *p, rsp_buf *to, const rsp_buf *from) {
    rsp_buf_clear(to);
    rsp_buf_append(to, rsp_buf_bytes(from));
    play_trouble(p, to->status);
}

void play_keep_reply(play *p) {
    copy(p, &p->last, &p->t.payload);
    copy(p, &p->last_wire, &p->t.wire);
    copy(p, &p->last_raw, &p->t.raw);
    copy(p, &p->last_request, &p->t.request);
    p->last_time_ns = p->t.time_ns;
}

/* --- the handshake --- */

static bool says(const rsp_node *map, const char *key, bool fallback) {
    const rsp_node *node = node_get(map, key);
    bool ok = false;
    bool is = node && node_bool(node, &ok);
    return ok ? is : fallback;
}

static bool listed(const rsp_node *list, const char *text) {
    if (list && list->kind == NODE_SCALAR)
        return node_is(list, text);
    for (const rsp_node *n = list ? list->first : NULL; n; n = n->next) {
        if (node_is(n, text))
            return true;
    }
    return false;
}

static void add_client_feature(play *p, rsp_buf *out, const char *name) {
    rsp_buf_str(out, out->len > 10 ? ";" : ":");
    rsp_buf_str(out, name);
    if (strcmp(name, "multiprocess+") == 0)
        p->offered |= 1U;
}

static void add_list(play *p, rsp_buf *out, const rsp_node *list) {
    if (list && list->kind == NODE_SCALAR && !node_is(list, "none") && !node_is(list, "default"))
        add_client_feature(p, out, node_str(list));
    for (const rsp_node *n = list && list->kind == NODE_SEQ ? list->first : NULL; n; n = n->next)
        add_client_feature(p, out, node_str(n));
}

/* The qSupported request of this connection. */
static void build_supported(play *p, const rsp_node *connect, rsp_buf *out) {
    /* xmlRegisters: without it gdbserver on x86 describes no registers */
    static const char *const defaults[] = {"multiprocess+", "swbreak+", "hwbreak+", "vContSupported+",
                                           "xmlRegisters=i386"};
    const rsp_node *features = node_get(connect, "features");
    const rsp_node *multi = node_get(node_get(p->scenario->node, "needs"), "multiprocess");
    bool single = multi && !says(node_get(p->scenario->node, "needs"), "multiprocess", true);
    p->offered = 0;
    rsp_buf_str(out, "qSupported");
    for (size_t i = 0; (!features || node_is(features, "default")) && i < RSP_ARRAY_LEN(defaults); i++) {
        bool left_out = listed(node_get(connect, "remove"), defaults[i]) || (single && i == 0);
        if (!left_out)
            add_client_feature(p, out, defaults[i]);
    }
    add_list(p, out, features);
    add_list(p, out, node_get(connect, "add"));
}

static step_end ask_supported(play *p, const rsp_node *connect) {
    rsp_buf request = {.mem = p->arena.mem};
    build_supported(p, connect, &request);
    step_end end = play_request(p, p->scenario->node, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    if (end == STEP_OK)
        copy(p, &p->supported, &p->t.payload);
    return end;
}

static step_end ask_ok(play *p, const char *request, bool *out_ok) {
    step_end end = play_request(p, p->scenario->node, rsp_bytes_str(request));
    *out_ok = end == STEP_OK && rsp_bytes_equal(talk_payload(&p->t), RSP_LIT("OK"));
    return end;
}

/* Whether this play is to be in no-ack mode: the scenario decides before the matrix. */
static bool wants_no_ack(const play *p, const rsp_node *connect) {
    const rsp_node *mode = node_get(node_get(p->scenario->node, "needs"), "mode");
    if (mode)
        return node_is(mode, "no-ack");
    return says(connect, "no-ack", p->variant.acks == 2 || (p->variant.acks == 0 && p->prefers_no_ack));
}

static step_end negotiate(play *p, const rsp_node *connect) {
    bool ok = false;
    step_end end = STEP_OK;
    rsp_buf_clear(&p->supported);
    if (says(connect, "qsupported", true))
        end = ask_supported(p, connect);
    if (end == STEP_OK && wants_no_ack(p, connect)) {
        end = ask_ok(p, "QStartNoAckMode", &ok);
        rsp_session_set_no_ack(p->t.session, ok);
    }
    if (end == STEP_OK && says(connect, "extended", false)) {
        end = ask_ok(p, "!", &ok);
        p->skip = end == STEP_OK && !ok ? "extended mode is not supported" : p->skip;
    }
    if (end == STEP_OK && says(connect, "non-stop", false)) {
        end = ask_ok(p, "QNonStop:1", &ok);
        p->non_stop = ok;
        p->skip = end == STEP_OK && !ok ? "non-stop mode is not supported" : p->skip;
    }
    /* As GDB begins, whatever the answer: gdbserver 13 dies of several requests while no thread was selected.
     */
    bool multi = (p->offered & 1U) && rsp_feature_yes(rsp_buf_bytes(&p->supported), RSP_LIT("multiprocess"));
    if (end == STEP_OK && !p->skip && says(connect, "select", true))
        end = play_request(p, p->scenario->node, multi ? RSP_LIT("Hgp0.0") : RSP_LIT("Hg0"));
    return end == STEP_OK && p->skip ? STEP_SKIP : end;
}

step_end play_handshake(play *p, const rsp_node *connect) {
    const rsp_node *first = node_get(connect, "first");
    step_end end = STEP_OK;
    p->non_stop = false;
    p->connect = connect;
    if (first) {
        rsp_buf bytes = {.mem = p->arena.mem};
        if (!play_payload(p, first, &bytes))
            end = STEP_FAILED;
        rsp_status status = end == STEP_OK ? talk_send_raw(&p->t, rsp_buf_bytes(&bytes), false, 0) : RSP_OK;
        if (status != RSP_OK)
            end = play_fail_status(p, first, status, "the first bytes");
        rsp_buf_free(&bytes);
    }
    bool shake = says(connect, "handshake", true);
    return end == STEP_OK && shake ? negotiate(p, connect) : end;
}

step_end play_reconnect(play *p, const rsp_node *node, const rsp_node *connect) {
    rsp_error error = {0};
    rsp_status status = talk_reconnect(&p->t, &error);
    if (status == RSP_UNSUPPORTED || rsp_profile_has(p->profile, RSP_QUIRK_SINGLE_CLIENT)) {
        p->skip = "the stub serves one connection only";
        return STEP_SKIP;
    }
    if (status != RSP_OK)
        return play_fail(p, node, status == RSP_DIED ? RSP_VERDICT_CRASH : RSP_VERDICT_FAIL,
                         "can't connect again: %s", error.msg[0] ? error.msg : rsp_status_text(status));
    return play_handshake(p, connect ? connect : p->connect);
}

/* --- steps --- */

/* A failure that the scenario survives: it is kept, and the next may come. */
static step_end note_failure(play *p) {
    failure *f = &p->failure;
    if (f->verdict != RSP_VERDICT_FAIL || f->level == RSP_LEVEL_MUST || p->in_setup)
        return STEP_FAILED;
    if (p->t.session && rsp_session_state(p->t.session) != RSP_OK)
        return STEP_FAILED;
    if (p->noted.verdict == RSP_VERDICT_PASS)
        p->noted = *f;
    *f = (failure){0};
    return STEP_OK;
}

static void set_timeout(play *p, const rsp_node *step) {
    uint64_t ns = 0;
    const rsp_node *timeout = node_get(step, "timeout");
    p->t.timeout_ns = timeout && node_time(timeout, &ns) ? ns : p->timeout_ns;
}

/* What could not be compared is no failure of the stub, and no pass either. */
static step_end end_of_trouble(play *p, const rsp_node *step, step_end end) {
    rsp_status values = p->arena.status != RSP_OK ? p->arena.status : p->scratch.status;
    rsp_status status = p->trouble != RSP_OK ? p->trouble : values;
    bool judged = end == STEP_OK || (end == STEP_FAILED && p->failure.verdict == RSP_VERDICT_FAIL);
    if (status == RSP_OK || !judged)
        return end;
    p->failure = (failure){0};
    if (status == RSP_CANCELLED || status == RSP_TIMEOUT)
        return play_fail_status(p, step, status, "a comparison");
    return play_fail(p, step, RSP_VERDICT_ERROR, "the step can't be judged: %s", rsp_status_text(status));
}

static step_end run_step(play *p, const rsp_node *step) {
    const rsp_node *action = grammar_action(step);
    const rsp_node *when = node_get(step, "when");
    const char *reason = NULL;
    step_fn *run = action ? step_find(node_key(action)) : NULL;
    p->step = step;
    if (!run)
        return play_fail(p, step, RSP_VERDICT_ERROR, "this step can't be run yet");
    if (++p->num_steps > RSP_LIMIT_STEPS)
        return play_fail(p, step, RSP_VERDICT_ERROR, "more than %d steps", (int)RSP_LIMIT_STEPS);
    if (p->options->stop && *p->options->stop)
        return STEP_STOP;
    if (talk_is_over(&p->t))
        return play_fail_over(p, step, "");
    if (when && !needs_met(p, when, &reason))
        return p->failure.verdict == RSP_VERDICT_PASS ? STEP_OK : STEP_FAILED;
    set_timeout(p, step);
    step_end end = run(p, step, action);
    if (end == STEP_OK && p->failure.verdict != RSP_VERDICT_PASS)
        end = STEP_FAILED;
    if (end == STEP_OK && talk_is_over(&p->t)) /* silence that was cut short proves nothing */
        end = play_fail_over(p, step, "");
    end = end_of_trouble(p, step, end);
    return end == STEP_FAILED ? note_failure(p) : end;
}

step_end play_steps(play *p, const rsp_node *steps) {
    step_end end = STEP_OK;
    for (const rsp_node *n = steps ? steps->first : NULL; n && end == STEP_OK; n = n->next) {
        end = run_step(p, n);
        rsp_arena_free(&p->scratch);
    }
    return end;
}
