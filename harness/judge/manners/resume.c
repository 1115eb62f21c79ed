/* Resumes go out as GDB writes them, by vCont where the stub has it, else by letters.
 * "OK" and File-I/O are passed over as debuggers do.
 * See resume.h. */
/* SPDX-License-Identifier: MIT */
#include "resume.h"

#include "codec/file_call.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>
#include <stdio.h>

outcome outcome_of(const reply *r) {
    if (r->kind == REPLY_GONE)
        return OUTCOME_GONE;
    if (r->kind == REPLY_SILENT)
        return OUTCOME_RUNS;
    /* A stop that is not well written is one: others judge how it is written. */
    switch (r->payload.len ? r->payload.ptr[0] : 0) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        return OUTCOME_STOPPED;
    case RSP_STOP_EXITED:
    case RSP_STOP_TERMINATED:
        return OUTCOME_ENDED;
    default:
        return OUTCOME_REFUSED;
    }
}

/* As GDB writes it: "vCont;s:p1.1;c:p1.-1", "vCont;s:1;c", "vCont;c". */
static void vcont_request(look *l, bool steps) {
    rsp_buf *out = &l->t.request;
    rsp_packet_begin(out, RSP_PACKET_VCONT);
    if (steps && *l->thread)
        rsp_buf_printf(out, "s:%s;", l->thread);
    rsp_buf_push(out, steps && !*l->thread ? 's' : 'c');
    if (*l->thread == 'p')
        rsp_buf_printf(out, ":%.*s.-1", (int)strcspn(l->thread, "."), l->thread);
}

rsp_bytes request_of_resume(look *l, const resume *how, manner in) {
    rsp_buf_clear(&l->t.request);
    if (in == MANNER_LETTER) {
        rsp_buf_append(&l->t.request, rsp_packet_name(how->letter));
        return rsp_buf_bytes(&l->t.request);
    }
    vcont_request(l, how->letter == RSP_PACKET_STEP);
    return rsp_buf_bytes(&l->t.request);
}

/* "OK" is output to GDB, and a File-I/O request is served: the program runs on after both. */
static bool is_passed(look *l, const reply *r) {
    return r->kind == REPLY_PACKET && l->t.line == LINE_OPEN &&
           (rsp_bytes_equal(r->payload, RSP_LIT("OK")) || rsp_file_call_is(r->payload));
}

/* What GDB answers to a File-I/O request: it writes for the program, and knows no other call here. */
static void answer_call(look *l, rsp_buf *out) {
    rsp_file_write text;
    char args[48];
    const bool writes = rsp_file_write_parse(&text, rsp_buf_bytes(&l->t.payload));
    rsp_packet_begin(out, RSP_PACKET_FILE_IO_REPLY);
    if (!writes) {
        rsp_buf_printf(out, "-1,%x", RSP_FILE_NO_CALL);
        return;
    }
    (void)snprintf(args, sizeof args, "%llx,%llx", (unsigned long long)text.at, (unsigned long long)text.len);
    (void)ask_packet(&l->t, RSP_PACKET_READ_MEMORY, args, due_of(&l->t));
    rsp_buf_printf(out, "%llx", (unsigned long long)text.len);
}

void hear_past(look *l, reply *r, uint64_t ns) {
    enum { MOST_PASSED = 64 };
    const uint64_t until = rsp_deadline(rsp_link_now(l->t.link), ns);
    for (int i = 0; i < MOST_PASSED && is_passed(l, r); i++) {
        const uint64_t now = rsp_link_now(l->t.link);
        const uint64_t left = now < until ? until - now : 1;
        rsp_buf answer = {.mem = l->t.options->mem};
        if (rsp_file_call_is(r->payload)) {
            answer_call(l, &answer);
            *r = ask(&l->t, rsp_buf_bytes(&answer), left);
        } else {
            l->t.m->runs.early_ok = RSP_HABIT_YES;
            note_bytes(&l->t, TOPIC_RESUMES, NULL);
            *r = (reply){.kind = REPLY_SILENT};
            hear(&l->t, r, 1, left);
        }
        rsp_buf_free(&answer);
    }
}

/* The first stop is given time. */
void hear_stop_again(look *l, reply *r, outcome came) {
    if (came != OUTCOME_STOPPED || l->t.m->runs.doubles_stops == RSP_HABIT_NO)
        return;
    if (r->packets == 1)
        hear(&l->t, r, 2, patience_of(&l->t));
    l->t.m->runs.doubles_stops = r->packets > 1 ? RSP_HABIT_YES : RSP_HABIT_NO;
    if (r->packets > 1)
        note_bytes(&l->t, TOPIC_RESUMES, NULL);
}

outcome resume_by(look *l, const resume *how, manner in, uint64_t ns) {
    reply r = ask(&l->t, request_of_resume(l, how, in), ns);
    hear_past(l, &r, ns);
    outcome came = outcome_of(&r);
    if (came == OUTCOME_STOPPED && l->t.m->runs.early_ok == RSP_HABIT_UNKNOWN)
        l->t.m->runs.early_ok = RSP_HABIT_NO;
    hear_stop_again(l, &r, came);
    if (in == MANNER_LETTER && came != OUTCOME_GONE)
        note_packet(&l->t, how->letter, &r);
    if (in == MANNER_LETTER && came == OUTCOME_RUNS)
        l->t.m->replies.packets[how->letter] = RSP_HABIT_YES;
    if (in == MANNER_LETTER && came == OUTCOME_REFUSED)
        l->t.m->replies.packets[how->letter] = RSP_HABIT_NO;
    if (in == MANNER_VCONT && (came == OUTCOME_STOPPED || came == OUTCOME_RUNS))
        l->t.m->replies.packets[RSP_PACKET_VCONT] = RSP_HABIT_YES;
    if (came == OUTCOME_ENDED) {
        l->t.m->runs.kind = RSP_PROGRAM_ENDS;
        l->has_program = false;
        note_bytes(&l->t, TOPIC_PROGRAM, NULL);
    }
    l->t.owed = false; /* what comes later is a stop */
    return came;
}

bool vcont_lists(const look *l, rsp_vcont_support action) {
    unsigned set;
    return l->t.m->replies.vcont &&
           rsp_vcont_reply_parse(&set, NULL, rsp_bytes_str(l->t.m->replies.vcont), NULL) == RSP_OK &&
           (set & action);
}

bool step_once(look *l, resume *how) {
    outcome came = OUTCOME_REFUSED;
    if (how->manner != MANNER_NONE)
        return resume_by(l, how, how->manner, due_of(&l->t)) == OUTCOME_STOPPED;
    if (vcont_lists(l, RSP_VCONT_STEP)) {
        how->manner = MANNER_VCONT;
        came = resume_by(l, how, MANNER_VCONT, due_of(&l->t));
    }
    if (came == OUTCOME_REFUSED) {
        how->manner = MANNER_LETTER;
        came = resume_by(l, how, MANNER_LETTER, due_of(&l->t));
    }
    if (came == OUTCOME_RUNS)
        l->t.line = LINE_RUNNING;
    return came == OUTCOME_STOPPED;
}

bool stops_by_interrupt(look *l, uint64_t ns) {
    reply r = {.kind = REPLY_SILENT};
    say(&l->t, RSP_LIT("\003"));
    hear(&l->t, &r, 1, ns);
    hear_past(l, &r, ns);
    outcome came = outcome_of(&r);
    hear_stop_again(l, &r, came);
    if (came == OUTCOME_ENDED)
        l->has_program = false;
    return came == OUTCOME_STOPPED;
}
