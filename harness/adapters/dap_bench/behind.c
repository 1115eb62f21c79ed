/* All responses are awaited before the next operation, outside of what is measured.
 * Requests that the adapter refuses at once are no obstacle: then the work is skipped.
 * See behind.h. */
/* SPDX-License-Identifier: MIT */
#include "behind.h"

/* How long the user looks before moving on. */
#define LOOKS_NS (50 * RSP_NS_PER_MS)

enum { MOST_BEHIND = 1000 };

typedef struct obstacles {
    int64_t seqs[MOST_BEHIND];
    int64_t cancels[MOST_BEHIND];
    unsigned num;
    bool refused;
    char why[120];
    uint64_t first_sent_ns;
    uint64_t cancel_ns; /* when the first cancel was sent */
} obstacles;

static uint64_t long_patience(const bencher *b) {
    return b->patience_ns * (b->options->behind + 1);
}

/* --- the slow requests --- */

/* The array's reference at this stop; 0: it has none, or it has failed. */
static int64_t array_of(bencher *b, int64_t thread) {
    const int64_t frame = bencher_frame(b, thread);
    if (frame == 0)
        return 0;
    json_t *arguments =
        json_pack("{s:s, s:I, s:s}", "expression", "g.a", "frameId", (json_int_t)frame, "context", "watch");
    const rsp_dap_entry *e = bencher_ask(b, "evaluate", arguments, RSP_DAP_PART_COUNT);
    const json_t *reference = e ? json_object_get(e->message.body, "variablesReference") : NULL;
    if (e && json_integer_value(reference) <= 0)
        (void)bencher_skip(b, "evaluate of the array 'g.a' gives nothing to look into");
    return (int64_t)json_integer_value(reference);
}

static json_t *slow_expression(const bencher *b, int64_t frame) {
    json_t *arguments =
        json_pack("{s:O, s:O*}", "expression", (json_t *)(uintptr_t)rsp_dap_visit_value(b->visit, "slow"),
                  "context", (json_t *)(uintptr_t)rsp_dap_visit_value(b->visit, "slow-context"));
    if (frame != 0 && arguments)
        (void)json_object_set_new(arguments, "frameId", json_integer((json_int_t)frame));
    return arguments;
}

/* The arguments of one of them; NULL: there is none, which was said. */
static json_t *arguments_of(bencher *b, int64_t thread) {
    const bool runs = strcmp(b->row->command, "pause") == 0;
    if (b->row->obstacle == RSP_DAP_OBSTACLE_EVALUATE) {
        const int64_t frame = runs ? 0 : bencher_frame(b, thread);
        return runs || frame != 0 ? slow_expression(b, frame) : NULL;
    }
    const int64_t array = array_of(b, thread);
    return array > 0 ? json_pack("{s:I}", "variablesReference", (json_int_t)array) : NULL;
}

static bool send_obstacles(bencher *b, obstacles *o, int64_t thread) {
    const bool evaluates = b->row->obstacle == RSP_DAP_OBSTACLE_EVALUATE;
    json_t *arguments = arguments_of(b, thread);
    bool good = arguments != NULL;
    for (; good && o->num < b->options->behind && o->num < MOST_BEHIND; o->num++) {
        o->seqs[o->num] = bencher_send(b, evaluates ? "evaluate" : "variables", json_incref(arguments),
                                       o->num == 0 ? &o->first_sent_ns : NULL);
        good = o->seqs[o->num] != 0;
    }
    json_decref(arguments);
    return good;
}

/* Takes in what comes for a time. */
static bool look_on(bencher *b, uint64_t span_ns) {
    rsp_dap_session *s = rsp_dap_visit_session(b->visit);
    const uint64_t until = rsp_dap_session_now(s) + span_ns;
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = rsp_dap_session_receive(s, until);
    return status == RSP_TIMEOUT ||
           bencher_fail(b, "the adapter ended the connection: %s", rsp_status_text(status));
}

static bool send_cancels(bencher *b, obstacles *o) {
    bool good = true;
    for (unsigned i = 0; good && b->row->cancelled && i < o->num; i++) {
        json_t *arguments = json_pack("{s:I}", "requestId", (json_int_t)o->seqs[i]);
        o->cancels[i] = bencher_send(b, "cancel", arguments, i == 0 ? &o->cancel_ns : NULL);
        good = o->cancels[i] != 0;
    }
    return good;
}

/* --- what comes of them --- */

static void note_end_of(bencher *b, obstacles *o, const rsp_dap_message *m) {
    if (m->success)
        return;
    if (strcmp(m->text, "cancelled") == 0)
        b->out->cancelled++;
    else if (!o->refused)
        (void)memcpy(o->why, m->text, strnlen(m->text, sizeof o->why - 1));
    o->refused = o->refused || strcmp(m->text, "cancelled") != 0;
}

static bool await_obstacles(bencher *b, obstacles *o) {
    for (unsigned i = 0; i < o->num; i++) {
        const rsp_dap_entry *e = bencher_answer(b, o->seqs[i], long_patience(b));
        if (!e)
            return false;
        note_end_of(b, o, &e->message);
        if (o->cancels[i] != 0 && !bencher_answer(b, o->cancels[i], long_patience(b)))
            return false;
    }
    if (o->refused && !b->row->cancelled)
        return bencher_skip(b, "the slow request is refused: %s", o->why);
    return true;
}

/* --- the operation --- */

static bool measure(bencher *b, obstacles *o, int64_t *thread) {
    uint64_t sent_ns = 0;
    const int64_t seq =
        bencher_send(b, b->row->command, json_pack("{s:I}", "threadId", (json_int_t)*thread), &sent_ns);
    const rsp_dap_entry *e = bencher_answer(b, seq, long_patience(b));
    if (!e)
        return false;
    if (!e->message.success)
        return bencher_fail(b, "%s was refused: %.120s", b->row->command, e->message.text);
    const uint64_t answered_ns = e->time_ns;
    const rsp_dap_entry *stopped = bencher_stop(b, long_patience(b), thread);
    if (!stopped)
        return false;
    const uint64_t stopped_ns = stopped->time_ns;
    return bencher_note(b, RSP_DAP_PART_RESPONSE, answered_ns - sent_ns) &&
           bencher_note(b, RSP_DAP_PART_STOP, stopped_ns - sent_ns) &&
           (!o->cancel_ns || bencher_note(b, RSP_DAP_PART_CANCEL, answered_ns - o->cancel_ns)) &&
           bencher_note(b, RSP_DAP_PART_WHOLE, stopped_ns - (o->num > 0 ? o->first_sent_ns : sent_ns));
}

static bool run_on(bencher *b, int64_t thread) {
    json_t *arguments = json_pack("{s:I}", "threadId", (json_int_t)thread);
    return bencher_ask(b, "continue", arguments, RSP_DAP_PART_COUNT) != NULL && look_on(b, LOOKS_NS);
}

bool behind_once(bencher *b, int64_t *thread) {
    obstacles o = {.num = 0};
    const bool blocked = b->row->obstacle != RSP_DAP_OBSTACLE_NONE;
    if (strcmp(b->row->command, "pause") == 0 && !run_on(b, *thread))
        return false;
    if (blocked && (!send_obstacles(b, &o, *thread) || !look_on(b, LOOKS_NS) || !send_cancels(b, &o)))
        return false;
    return measure(b, &o, thread) && await_obstacles(b, &o);
}
