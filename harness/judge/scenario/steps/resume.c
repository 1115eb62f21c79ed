/* Steps that let the program run: resuming until it stops, running to a place.
 * vCont is used where the stub has it.
 * Source: GDB manual, Packets (c, s, vCont, Z0). */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "match/match_stop.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/facts.h"
#include "play/failure.h"
#include "play/guest_program.h"
#include "play/last_reply.h"
#include "play/registers.h"
#include "play/request.h"
#include "play/resume_form.h"
#include "play/stub_target.h"
#include "steps/captured.h"
#include "steps/reply.h"
#include "steps/step.h"
#include "steps/wrong_reply.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- resume --- */

static bool is_step(const resume_spec *resume) {
    if (resume->w.form == FORM_WORD)
        return resume->w.word == RESUME_STEP;
    return resume->how && rsp_bytes_equal(resume->how->text, RSP_LIT("step"));
}

/* The one signal to deliver; false after failing the step. */
static bool signal_of(play *p, const signal_value_spec *signal, uint64_t *out) {
    if (signal->num == 1)
        return play_number(p, signal->items[0], out);
    (void)play_fail(p, &signal->w, RSP_VERDICT_ERROR, "only one signal can be delivered");
    return false;
}

/* A program of ours may have several processes, which all go on. For all others GDB's form is the safe one.
 */
static bool in_gdbs_form(const play *p, const resume_spec *resume) {
    const bool ours = p->script.spec->needs && p->script.spec->needs->program;
    return !ours && !resume->signal && !resume->thread;
}

/* The request: vCont where the stub has it, else c, s, C, S. */
static bool build_resume(play *p, const resume_spec *resume, rsp_buf *out) {
    const bool steps = is_step(resume);
    uint64_t number = 0;
    value id = {0};
    if (resume->with)
        return play_payload(p, resume->with, out);
    if (in_gdbs_form(p, resume)) {
        resume_request(p, steps, out);
        return true;
    }
    if ((resume->signal && !signal_of(p, resume->signal, &number)) ||
        (resume->thread && !play_value(p, resume->thread, &id)))
        return false;
    const char *letter = steps ? (resume->signal ? "S" : "s") : resume->signal ? "C" : "c";
    bool vcont = target_has_vcont(p);
    if (vcont)
        rsp_packet_begin(out, RSP_PACKET_VCONT);
    rsp_buf_str(out, letter);
    if (resume->signal)
        rsp_buf_printf(out, "%02llx", (unsigned long long)number);
    if (resume->thread && vcont) {
        rsp_buf_push(out, ':');
        value_append(out, &id);
    }
    return true;
}

static step_end resume_and_take(play *p, const step_spec *step, const matcher_spec *matcher) {
    rsp_buf *request = play_buf(p);
    if (!build_resume(p, step->resume, request))
        return STEP_FAILED;
    rsp_status status = client_end_send_acked(&p->t, rsp_buf_bytes(request));
    if (status != RSP_OK)
        return play_fail_status(p, step->what, status, "the acknowledgment");
    return take_reply(p, step, matcher);
}

/* --- the end of a guest --- */

static bool ask_point(play *p, char letter, int type, uint64_t at) {
    return play_requestf(p, NULL, "%c%d,%llx,%x", letter, type, (unsigned long long)at,
                         rsp_guest_bp_kind(p->stub->guest->guest)) == STEP_OK &&
           rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
}

/* Behind a trap of one byte where a stub without swbreak stands. */
static bool is_at(play *p, uint64_t at) {
    const bool may_be_behind = rsp_guest_bp_kind(p->stub->guest->guest) == 1;
    value pc = {0};
    return register_read(p, NULL, "pc", 0, REGISTER_BY_ANY, &pc) == STEP_OK &&
           (pc.number == at || (may_be_behind && pc.number == at + 1));
}

/* Where a program ends the guest comes to a place of that name. A breakpoint there is what we add; any other
 * stop is the scenario's. */
static step_end resume_to_end(play *p, const step_spec *step, const matcher_spec *any_stop) {
    rsp_symbol place = {0};
    int type = 0;
    (void)guest_symbol(p, "end", &place);
    if (!ask_point(p, 'Z', type, place.address) && !ask_point(p, 'Z', ++type, place.address)) {
        p->skipping.why = "no breakpoint is to be had for the end of the guest";
        return STEP_SKIP;
    }
    step_end end = resume_and_take(p, step, any_stop);
    if (end != STEP_OK)
        return end;
    const bool stopped = p->reused.stop.kind == RSP_STOP_THREAD || p->reused.stop.kind == RSP_STOP_SIGNAL;
    const bool there = stopped && p->reused.stop.signal == 5 && is_at(p, place.address);
    if (stopped)
        (void)ask_point(p, 'z', type, place.address);
    return there ? STEP_OK : judge_reply(p, &step->expect->matcher);
}

STEP(resume) {
    const matcher_spec any_stop = {
        .w = {.at = step->what->at, .form = FORM_WORD, .word = MATCHER_STOP, .text = RSP_LIT("stop")}};
    const matcher_spec *matcher = step->expect ? &step->expect->matcher : &any_stop;
    if (p->ours.guest == GUEST_IN && matcher_is_end(matcher) && step->resume->w.form == FORM_WORD)
        return resume_to_end(p, step, &any_stop);
    return resume_and_take(p, step, matcher);
}

/* --- run-to --- */

static step_end point(play *p, const run_to_spec *run, char letter, uint64_t type, uint64_t at,
                      bool *out_ok) {
    value kind = value_int(1);
    (void)fact_lookup(p, RSP_LIT("bp_kind"), &kind);
    if (!scope_get(&p->names, RSP_LIT("bp_kind"))) {
        target_ask(p);
        unsigned known = rsp_arch_bp_kind(p->stub->layout.arch);
        kind = value_int(known ? known : 1);
    }
    step_end end = play_requestf(p, &run->w, "%c%llx,%llx,%llx", letter, (unsigned long long)type,
                                 (unsigned long long)at, (unsigned long long)kind.number);
    *out_ok = end == STEP_OK && rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
    return end;
}

/* The last reply is the stop of a breakpoint. */
static step_end stopped_at_breakpoint(play *p, const run_to_spec *run, uint64_t at) {
    rsp_buf *why = play_buf(p);
    if (!match_stop(p, NULL, rsp_buf_bytes(&p->last.decoded), why) ||
        (p->reused.stop.kind != RSP_STOP_THREAD && p->reused.stop.kind != RSP_STOP_SIGNAL))
        return play_fail(p, &run->w, RSP_VERDICT_FAIL, "expected a stop at 0x%llx: %s",
                         (unsigned long long)at, why->len ? rsp_buf_cstr(why) : "it ended");
    if (p->reused.stop.signal != 5)
        return play_fail(p, &run->w, RSP_VERDICT_FAIL, "expected a stop at the breakpoint, got signal %u",
                         (unsigned)p->reused.stop.signal);
    return STEP_OK;
}

/* The thread that stopped is the one that was named. */
static step_end stopped_in_thread(play *p, const value_spec *thread) {
    value id = {0};
    if (!play_value(p, thread, &id))
        return STEP_FAILED;
    rsp_buf *text = play_buf(p);
    rsp_ptid_append(text, p->reused.stop.thread, p->reused.stop.multiprocess);
    value got = value_bytes(rsp_buf_bytes(text));
    if (value_equal(&got, &id))
        return STEP_OK;
    return play_fail(p, &thread->w, RSP_VERDICT_FAIL, "expected a stop of another thread, got thread %s",
                     rsp_buf_cstr(text));
}

static step_end stopped_there(play *p, const run_to_spec *run, uint64_t at) {
    value pc = {0};
    step_end end = stopped_at_breakpoint(p, run, at);
    if (end == STEP_OK && run->thread)
        end = stopped_in_thread(p, run->thread);
    if (end == STEP_OK)
        end = register_read(p, &run->w, "pc", 0, REGISTER_BY_ANY, &pc);
    if (end == STEP_OK && pc.number != at)
        end = play_fail(p, &run->w, RSP_VERDICT_FAIL, "expected pc to be 0x%llx, got 0x%llx",
                        (unsigned long long)at, (unsigned long long)pc.number);
    return end;
}

static step_end insert_breakpoint(play *p, const run_to_spec *run, uint64_t type, uint64_t at) {
    bool ok = false;
    step_end end = point(p, run, 'Z', type, at, &ok);
    if (end != STEP_OK || ok)
        return end;
    if (client_end_payload(&p->t).len > 0)
        return wrong_reply(p, &run->w, "the breakpoint can't be inserted");
    p->skipping.why = rsp_arena_printf(&p->room.arena, "Z%llu is not supported", (unsigned long long)type);
    return STEP_SKIP;
}

/* Lets everything run until it stops. */
static step_end resume_all(play *p, const written *at) {
    const resume_spec plain = {.w = {.form = FORM_MAP}};
    rsp_buf *request = play_buf(p);
    return build_resume(p, &plain, request) ? play_request(p, at, rsp_buf_bytes(request)) : STEP_FAILED;
}

STEP(run_to) {
    const run_to_spec *run = step->run_to;
    const uint64_t type = run->type ? run->type->number : 0;
    uint64_t at = 0;
    bool ok = false;
    if (!play_number(p, run->place ? run->place : run->at, &at))
        return STEP_FAILED;
    step_end end = insert_breakpoint(p, run, type, at);
    if (end == STEP_OK)
        end = resume_all(p, &run->w);
    if (end == STEP_OK) {
        play_keep_reply(p);
        end = stopped_there(p, run, at);
    }
    if (end == STEP_OK && !spec_says(run->keep, false))
        end = point(p, run, 'z', type, at, &ok);
    return end == STEP_OK ? captured_take(p, step->capture) : end;
}
