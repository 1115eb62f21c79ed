/* Steps that look at the stub's state: registers, threads, whole objects, the console, symbols.
 * They are made of plain requests, which the transcript shows.
 * What they find can be compared, and named for later steps. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"
#include "match/match.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/names.h"
#include "play/object.h"
#include "play/program_symbols.h"
#include "play/registers.h"
#include "play/request.h"
#include "play/thread_list.h"
#include "steps/captured.h"
#include "steps/reply.h"
#include "steps/step.h"
#include "steps/wrong_reply.h"

step_end wrong_reply(play *p, const written *at, const char *what) {
    enum { SHOWN_BYTES = 200 };
    if (p->failed.failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    rsp_bytes got = client_end_payload(&p->t);
    (void)play_fail(p, at, RSP_VERDICT_FAIL, "%s", what);
    p->failed.failure.got = got.len ? play_printable(p, got, SHOWN_BYTES) : "(empty)";
    return STEP_FAILED;
}

/* --- registers --- */

/* Hg of `thread`, where one is named. */
static step_end select_thread(play *p, const value_spec *thread) {
    value v = {0};
    if (!thread)
        return STEP_OK;
    if (!play_value(p, thread, &v))
        return STEP_FAILED;
    rsp_buf *request = play_buf(p);
    rsp_buf_str(request, "Hg");
    value_append(request, &v);
    step_end end = play_request(p, &thread->w, rsp_buf_bytes(request));
    if (end == STEP_OK && !rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK")))
        return wrong_reply(p, &thread->w, "expected OK for the selected thread, got another reply");
    return end;
}

static step_end compare_register(play *p, const expr_spec *wanted, const value *got, bool same) {
    uint64_t number = 0;
    if (!wanted)
        return STEP_OK;
    if (!play_number(p, wanted, &number))
        return STEP_FAILED;
    const value want = value_int(number);
    if (value_equal(got, &want) == same)
        return STEP_OK;
    rsp_buf *text = play_buf(p);
    if (same) {
        rsp_buf_str(text, "the register to be ");
        value_show(text, &want);
    } else
        rsp_buf_str(text, "another value in the register");
    rsp_buf_str(text, ", got ");
    value_show(text, got);
    return play_fail(p, &wanted->w, RSP_VERDICT_FAIL, "expected %s", rsp_buf_cstr(text));
}

STEP(get_register) {
    const get_register_spec *get = step->get_register;
    const char *name = get->w.form == FORM_SCALAR ? spec_text(&get->w) : spec_text(get->name);
    const register_by by = !get->by                             ? REGISTER_BY_ANY
                           : get->by->word == GET_REGISTER_BY_p ? REGISTER_BY_P
                                                                : REGISTER_BY_G;
    uint64_t number = 0;
    value v = {0};
    step_end end = select_thread(p, get->thread);
    if (end != STEP_OK || !play_number_or(p, get->number, &number))
        return STEP_FAILED;
    end = register_read(p, &get->w, name, number, by, &v);
    if (end == STEP_OK)
        end = compare_register(p, get->equals, &v, true);
    if (end == STEP_OK)
        end = compare_register(p, get->differs, &v, false);
    if (end == STEP_OK)
        play_name_into(p, get->into, v);
    return end;
}

STEP(set_register) {
    const set_register_spec *set = step->set_register;
    const register_by by = !set->by                             ? REGISTER_BY_ANY
                           : set->by->word == SET_REGISTER_BY_P ? REGISTER_BY_P
                                                                : REGISTER_BY_G;
    uint64_t number = 0;
    uint64_t wanted = 0;
    step_end end = select_thread(p, set->thread);
    if (end != STEP_OK || !play_number_or(p, set->number, &number) || !play_number(p, set->value, &wanted))
        return STEP_FAILED;
    return register_write(p, &set->w, spec_text(set->name), number, by, wanted);
}

/* --- threads and objects --- */

STEP(threads) {
    const threads_spec *threads = step->threads;
    const thread_conditions wanted = {
        .count = threads->count, .contains = threads->contains, .lacks = threads->lacks};
    value list = {0};
    step_end end = threads_read(p, &threads->w, &list);
    if (end != STEP_OK)
        return end;
    rsp_buf *why = play_buf(p);
    if (!match_threads(p, &wanted, &list, "the number of threads", why)) {
        (void)play_fail(p, &threads->w, RSP_VERDICT_FAIL, "%s", rsp_buf_cstr(why));
        rsp_buf_clear(why);
        value_show(why, &list);
        p->failed.failure.got = rsp_arena_str(&p->room.arena, rsp_buf_cstr(why));
        end = STEP_FAILED;
    }
    if (end == STEP_OK)
        play_name_into(p, threads->into, list);
    return end;
}

/* An object that was read: kept as the last reply, judged, named. */
static step_end take_object(play *p, const step_spec *step, rsp_bytes object) {
    play_keep_reply(p);
    play_keep_text(p, object);
    if (step->expect && judge_text(p, &step->expect->matcher, object, "the object") != STEP_OK)
        return STEP_FAILED;
    play_name_into(p, step->xfer->into, value_bytes(rsp_arena_bytes(&p->room.arena, object)));
    return captured_take(p, step->capture);
}

STEP(xfer) {
    const xfer_spec *xfer = step->xfer;
    rsp_buf *object = play_buf(p);
    rsp_buf *annex = play_buf(p);
    uint64_t window = 0xfff;
    if ((xfer->annex && !play_payload(p, xfer->annex, annex)) || !play_number_or(p, xfer->window, &window))
        return STEP_FAILED;
    step_end end = xfer_read(p, &xfer->w, spec_text(xfer->object), rsp_buf_bytes(annex), window, object);
    return end == STEP_OK ? take_object(p, step, rsp_buf_bytes(object)) : end;
}

STEP(console) {
    step_end end = judge_text(p, step->console, rsp_buf_bytes(&p->t.console), "the output");
    if (end != STEP_OK || !step->capture)
        return end;
    play_keep_text(p, rsp_buf_bytes(&p->t.console));
    return captured_take(p, step->capture);
}

STEP(symbols) {
    const char *program = spec_text(step->symbols->program);
    if (program_symbols_name(p, program, step->symbols->names))
        return STEP_OK;
    p->skipping.why = rsp_arena_printf(&p->room.arena, "the symbols of %s are not known", program);
    return STEP_SKIP;
}
