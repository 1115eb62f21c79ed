/* Replay: the entries of a recording are asked of the machine again, and its runs run again.
 * Each run is compared with what it came to: the end of it and the hash of the course.
 * See travel.h. */
/* SPDX-License-Identifier: MIT */
#include "travel.h"

#include "event.h"
#include "life.h"
#include "run.h"

#include <string.h>

/* What an entry is asked of, and the bytes behind it. */
typedef struct asked {
    const entry *e;
    const uint8_t *bytes;
    rsp_machine *m;
    rsp_process *p;
    rsp_thread *t;
} asked;

static rsp_status ask_resume(const asked *a) {
    rsp_resume how;
    memcpy(&how, a->bytes, sizeof how);
    return rsp_thread_resume(a->t, &how);
}

static rsp_status ask_give_signal(const asked *a) {
    return rsp_thread_give_signal(a->t, (int)a->e->a);
}

static rsp_status ask_hold(const asked *a) {
    return rsp_thread_hold(a->t);
}

static rsp_status ask_set_reg(const asked *a) {
    return rsp_thread_set_reg(a->t, (unsigned)a->e->a, a->e->b);
}

static rsp_status ask_set_siginfo(const asked *a) {
    return rsp_thread_set_siginfo(a->t, a->bytes);
}

static rsp_status ask_hold_all(const asked *a) {
    rsp_process_hold(a->p);
    return RSP_OK;
}

static rsp_status ask_detach(const asked *a) {
    rsp_process_detach(a->p);
    return RSP_OK;
}

static rsp_status ask_reports(const asked *a) {
    rsp_process_set_reports(a->p, (uint32_t)a->e->a);
    return RSP_OK;
}

static rsp_status ask_catch(const asked *a) {
    uint32_t numbers[RSP_LIMIT_MACHINE_SYSCALLS] = {0};
    size_t len = a->e->len < sizeof numbers ? a->e->len : sizeof numbers;
    if (len)
        memcpy(numbers, a->bytes, len);
    rsp_process_catch_syscalls(a->p, numbers, len / sizeof *numbers, a->e->how != 0);
    return RSP_OK;
}

static rsp_status ask_pass(const asked *a) {
    rsp_process_pass_signals(a->p, a->e->a);
    return RSP_OK;
}

static rsp_status ask_write(const asked *a) {
    (void)rsp_process_write(a->p, a->e->a, rsp_bytes_make(a->bytes, a->e->len));
    return RSP_OK;
}

static rsp_status ask_alloc(const asked *a) {
    uint64_t address;
    return rsp_process_alloc(a->p, &address, a->e->a, (uint8_t)a->e->b);
}

static rsp_status ask_release(const asked *a) {
    return rsp_process_release(a->p, a->e->a);
}

static rsp_status ask_insert(const asked *a) {
    return rsp_process_insert(a->p, (rsp_trap_kind)a->e->how, a->e->a, a->e->b);
}

static rsp_status ask_remove(const asked *a) {
    return rsp_process_remove(a->p, (rsp_trap_kind)a->e->how, a->e->a, a->e->b);
}

static rsp_status ask_signal(const asked *a) {
    return rsp_machine_signal(a->m, a->e->id, (uint32_t)a->e->a, (int)a->e->b);
}

static rsp_status ask_stdin(const asked *a) {
    return rsp_machine_feed_stdin(a->m, rsp_bytes_make(a->bytes, a->e->len));
}

static rsp_status ask_eof(const asked *a) {
    rsp_machine_close_stdin(a->m);
    return RSP_OK;
}

static rsp_status ask_advance(const asked *a) {
    rsp_machine_advance(a->m, a->e->a);
    return RSP_OK;
}

static const struct {
    enum { OF_MACHINE, OF_PROCESS, OF_THREAD } whom;
    rsp_status (*ask)(const asked *a);
} requests[] = {
    [ENTRY_RESUME] = {OF_THREAD, ask_resume},
    [ENTRY_GIVE_SIGNAL] = {OF_THREAD, ask_give_signal},
    [ENTRY_HOLD] = {OF_THREAD, ask_hold},
    [ENTRY_SET_REG] = {OF_THREAD, ask_set_reg},
    [ENTRY_SET_SIGINFO] = {OF_THREAD, ask_set_siginfo},
    [ENTRY_HOLD_ALL] = {OF_PROCESS, ask_hold_all},
    [ENTRY_DETACH] = {OF_PROCESS, ask_detach},
    [ENTRY_REPORTS] = {OF_PROCESS, ask_reports},
    [ENTRY_CATCH] = {OF_PROCESS, ask_catch},
    [ENTRY_PASS] = {OF_PROCESS, ask_pass},
    [ENTRY_WRITE] = {OF_PROCESS, ask_write},
    [ENTRY_ALLOC] = {OF_PROCESS, ask_alloc},
    [ENTRY_RELEASE] = {OF_PROCESS, ask_release},
    [ENTRY_INSERT] = {OF_PROCESS, ask_insert},
    [ENTRY_REMOVE] = {OF_PROCESS, ask_remove},
    [ENTRY_SIGNAL] = {OF_MACHINE, ask_signal},
    [ENTRY_STDIN] = {OF_MACHINE, ask_stdin},
    [ENTRY_EOF] = {OF_MACHINE, ask_eof},
    [ENTRY_ADVANCE] = {OF_MACHINE, ask_advance},
};

/* The recording does not record itself. What failed then fails now, and the next run tells when it does not.
 */
static void ask_again(rsp_machine *m, const entry *e, const uint8_t *bytes) {
    asked a = {.e = e, .bytes = bytes, .m = m};
    bool there = true;
    m->history->state = HISTORY_SILENT;
    if (requests[e->kind].whom == OF_PROCESS)
        there = (a.p = rsp_machine_process(m, e->id)) != NULL;
    else if (requests[e->kind].whom == OF_THREAD)
        there = (a.t = rsp_machine_thread(m, e->id)) != NULL;
    rsp_status status = there ? requests[e->kind].ask(&a) : RSP_NOT_FOUND;
    (void)status;
    m->history->state = HISTORY_PAST;
}

static size_t entry_bytes(const entry *e) {
    return sizeof *e + e->len;
}

/* False at the end of the log. */
static bool next_entry(const rsp_machine *m, entry *out) {
    const travel *t = m->history->travel;
    const rsp_buf *log = &m->history->segments[t->at]->log;
    if (t->offset >= log->len)
        return false;
    memcpy(out, log->ptr + t->offset, sizeof *out);
    return true;
}

moment replay_now(const rsp_machine *m) {
    const history *h = m->history;
    entry e;
    moment now = {.seq = h->next_seq, .insns = m->insns};
    if (next_entry(m, &e))
        now.seq = e.seq;
    else if (h->travel->at + 1 < h->num)
        now.seq = h->segments[h->travel->at + 1]->start.seq;
    return now;
}

static bool took_that_course(const rsp_machine *m, const entry *e, const rsp_machine_ran *ran) {
    return e->how == (uint8_t)ran->ended && e->a == m->insns && e->c == m->trace_hash;
}

/* REPLAY_AT_END stands for: go on with the next entry. */
static replay_end run_again(rsp_machine *m, const entry *e, moment until, uint64_t *budget,
                            rsp_machine_event *out_event) {
    travel *t = m->history->travel;
    bool bounded = e->how == RSP_RAN_BUDGET;
    uint64_t start = m->insns;
    uint64_t bound = insns_after(m, *budget);
    if (bounded)
        bound = least(bound, e->a);
    if (until.seq == e->seq)
        bound = least(bound, until.insns);
    rsp_machine_ran ran;
    m->history->during = HISTORY_REPEATS;
    machine_work(m, &ran, bound, e->b);
    m->history->during = HISTORY_RESTS;
    *budget -= least(*budget, m->insns - start);
    if (m->lookout && m->lookout->landed != LANDED_NOT)
        return REPLAY_LANDED;
    bool over = ran.ended != RSP_RAN_BUDGET || (bounded && m->insns >= e->a);
    if (!over)
        return until.seq == e->seq && m->insns >= until.insns ? REPLAY_AT_UNTIL : REPLAY_PAUSED;
    if (!took_that_course(m, e, &ran))
        return REPLAY_LOST;
    t->offset += entry_bytes(e);
    *out_event = ran.event;
    return ran.ended == RSP_RAN_EVENT ? REPLAY_EVENT : REPLAY_AT_END;
}

static void enter_segment(rsp_machine *m, size_t at) {
    if (m->history->segments[at]->jump)
        replay_return_to(m, at);
    travel_is_at_begin(m->history->travel, at);
}

replay_end replay(rsp_machine *m, moment until, uint64_t *budget, rsp_machine_event *out_event) {
    history *h = m->history;
    travel *t = h->travel;
    for (;;) {
        entry e;
        bool more = next_entry(m, &e);
        if (!more && t->at + 1 == h->num)
            return REPLAY_AT_END;
        if (!moment_before(replay_now(m), until))
            return REPLAY_AT_UNTIL;
        if (*budget == 0)
            return REPLAY_PAUSED;
        if (!more) {
            enter_segment(m, t->at + 1);
        } else if (e.kind == ENTRY_RUN) {
            replay_end end = run_again(m, &e, until, budget, out_event);
            if (end != REPLAY_AT_END)
                return end;
        } else {
            ask_again(m, &e, h->segments[t->at]->log.ptr + t->offset + sizeof e);
            t->offset += entry_bytes(&e);
        }
    }
}

void replay_return_to(rsp_machine *m, size_t at) {
    history *h = m->history;
    travel *t = h->travel;
    checkpoint_return_to(&h->segments[at]->at, m, &h->heap);
    m->lookout = &t->lookout;
    m->pool.probes = &t->probes;
    travel_is_at_begin(t, at);
}

/* A run that is under way becomes two. */
void replay_cut(rsp_machine *m, segment *rest) {
    travel *t = m->history->travel;
    segment *s = m->history->segments[t->at];
    entry e;
    bool more = next_entry(m, &e);
    if (rest) {
        rsp_buf_append(&rest->log, rsp_bytes_from(rsp_buf_bytes(&s->log), t->offset));
        rest->last = s->last > t->offset ? s->last - t->offset : 0;
        rsp_buf_append(&rest->answers, rsp_bytes_from(rsp_buf_bytes(&s->answers), t->answer));
    }
    rsp_buf_truncate(&s->log, t->offset);
    rsp_buf_truncate(&s->answers, t->answer);
    if (!more || e.kind != ENTRY_RUN)
        return;
    e.how = RSP_RAN_BUDGET;
    e.a = m->insns;
    e.c = m->trace_hash;
    history_append(s, &e, rsp_bytes_make(NULL, 0));
}
