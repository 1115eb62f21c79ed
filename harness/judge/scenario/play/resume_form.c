/* GDB steps the thread that stopped last and lets the others run; with multiprocess it names the process.
 * Stubs that take only this form are debugged without a fault.
 * See resume_form.h. */
/* SPDX-License-Identifier: MIT */
#include "play/resume_form.h"

#include "play/failure.h"
#include "play/request.h"
#include "play/stub_target.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

void resume_forget_thread(play *p) {
    p->thread = (known_thread){0};
}

static void know(play *p, rsp_ptid id) {
    p->thread.state = id.tid > 0 ? PRESENCE_YES : PRESENCE_NO;
    p->thread.id = id;
}

void resume_note_stop(play *p) {
    if (p->reused.stop.kind == RSP_STOP_THREAD && p->reused.stop.has_thread)
        know(p, p->reused.stop.thread);
}

/* The pair of a T reply that names the thread. */
static rsp_bytes thread_of_stop(rsp_bytes reply) {
    const bool pairs = reply.len > 3 && reply.ptr[0] == RSP_STOP_THREAD;
    return pairs ? target_pair(rsp_bytes_from(reply, 3), "thread") : (rsp_bytes){0};
}

step_end resume_question(play *p, const written *at) {
    rsp_ptid id = {0};
    const allowances all = p->stub->allowed;
    if (p->thread.asked || (allows(all, ALLOW_QUESTION_ONCE) && !allows(all, ALLOW_QUESTION_FIRST)))
        return STEP_OK;
    step_end end = play_request(p, at, rsp_packet_name(RSP_PACKET_REASON));
    p->thread.asked = end == STEP_OK;
    const rsp_bytes text = end == STEP_OK ? thread_of_stop(client_end_payload(&p->t)) : (rsp_bytes){0};
    if (text.len > 0 && rsp_ptid_parse(&id, text) == RSP_OK)
        know(p, id);
    return end;
}

bool resume_asks_again(play *p, rsp_bytes payload) {
    if (!rsp_bytes_equal(payload, rsp_packet_name(RSP_PACKET_REASON)))
        return false;
    const bool again = p->thread.asked;
    p->thread.asked = true;
    if (!again || !allows(p->t.allowed, ALLOW_QUESTION_ONCE))
        return false;
    p->skipping.why = "the stub answers '?' once on a connection";
    return true;
}

/* As GDB learns it: of the stop that there is, else of qC. */
static void ask_thread(play *p) {
    rsp_ptid id = {0};
    (void)resume_question(p, NULL);
    if (p->thread.state != PRESENCE_NOT_ASKED)
        return;
    rsp_bytes text = {0};
    if (client_end_request(&p->t, rsp_packet_name(RSP_PACKET_QC)) == RSP_OK)
        text = client_end_payload(&p->t);
    const bool named = rsp_take_text(&text, RSP_LIT("QC")) && rsp_ptid_parse(&id, text) == RSP_OK;
    know(p, named ? id : (rsp_ptid){0});
}

/* In non-stop mode each stop is told by itself, and none is the last. */
static bool names_threads(play *p) {
    if (p->mode.non_stop || !target_has_vcont(p))
        return false;
    if (p->thread.state == PRESENCE_NOT_ASKED)
        ask_thread(p);
    return p->thread.state == PRESENCE_YES;
}

/* There are stubs that let nothing run for a vCont;c that names no thread. */
static bool by_letter(play *p, bool steps) {
    return !target_has_vcont(p) || (!steps && p->stub->manners->runs.bare_continue == RSP_HABIT_NO);
}

void resume_request(play *p, bool steps, rsp_buf *out) {
    if (by_letter(p, steps)) {
        rsp_buf_push(out, steps ? 's' : 'c');
        return;
    }
    const bool named = names_threads(p);
    const rsp_ptid all = {.pid = p->thread.id.pid, .tid = RSP_ID_ALL};
    const rsp_vcont_action actions[] = {
        {.op = 's', .has_id = named, .id = p->thread.id},
        {.op = 'c', .has_id = named && all.pid > 0, .id = all},
    };
    const size_t first = steps ? 0 : 1;
    const size_t end = named || !steps ? 2 : 1;
    if (rsp_vcont_build(out, actions + first, end - first, all.pid > 0) != RSP_OK)
        play_trouble(p, RSP_NO_MEMORY);
}
