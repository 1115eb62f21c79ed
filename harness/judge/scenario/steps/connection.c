/* Steps about the connection: closing it, connecting again, a second client, time that passes.
 * The link decides what is possible; what it can not do skips the scenario.
 * A closed connection ends the conversation, not the scenario. */
/* SPDX-License-Identifier: MIT */
#include "connect/handshake.h"
#include "core/arena.h"
#include "link/link_control.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/names.h"
#include "steps/step.h"

STEP(disconnect) {
    p->at.left_at = rsp_transcript_end(p->t.transcript);
    if (spec_is_word(step->disconnect, DISCONNECT_HALF)) {
        rsp_status status = rsp_link_half_close(p->t.link);
        return status == RSP_OK ? STEP_OK : play_fail_status(p, step->what, status, "closing one side");
    }
    rsp_link_shut(p->t.link);
    return STEP_OK;
}

/* `optional: yes`: a stub may end with its client. One that crashes is told, whatever the step says. */
STEP(reconnect) {
    step_end end =
        play_reconnect(p, step->what, step->reconnect->w.form == FORM_MAP ? step->reconnect : NULL);
    if (end != STEP_FAILED || !spec_says(step->optional, false) ||
        p->failed.failure.verdict == RSP_VERDICT_CRASH)
        return end;
    p->failed.failure = (failure){0};
    play_look_for_death(p);
    p->skipping.why = "the stub serves no next client";
    return p->failed.failure.verdict == RSP_VERDICT_PASS ? STEP_SKIP : STEP_FAILED;
}

/* --- a second client --- */

/* What another client hears within the quiet time: only that, whatever it is. */
static const char *hear_second(play *p) {
    rsp_buf *heard = play_buf(p);
    uint64_t deadline = rsp_deadline(rsp_link_now(p->second), p->t.quiet_ns);
    rsp_status status = rsp_link_recv(p->second, heard, 4096, deadline);
    return status == RSP_OK ? "answered" : status == RSP_TIMEOUT ? "silent" : "closed";
}

static step_end let_second_in(play *p, const second_client_spec *second, const char **out_how) {
    rsp_error error = {0};
    rsp_buf *bytes = play_buf(p);
    uint64_t deadline = rsp_deadline(rsp_link_now(p->t.link), client_end_time_left(&p->t, 0));
    rsp_status status = rsp_link_visit(p->t.link, &p->second, deadline, &error);
    bool built = !second->sends || play_payload(p, second->sends, bytes);
    *out_how = "refused";
    if (status == RSP_OK && built) {
        if (bytes->len > 0) /* one that is closed already is heard to be */
            (void)!rsp_link_send(p->second, rsp_buf_bytes(bytes), deadline);
        *out_how = hear_second(p);
    }
    if (status == RSP_UNSUPPORTED)
        p->skipping.why = rsp_arena_str(&p->room.arena, error.msg);
    if (status == RSP_OK || status == RSP_CONNECT)
        return built ? STEP_OK : STEP_FAILED;
    return status == RSP_UNSUPPORTED ? STEP_SKIP
                                     : play_fail_status(p, &second->w, status, "a second connection");
}

STEP(second_client) {
    const second_client_spec *second = step->second_client;
    const char *how = "";
    if (p->host)
        return play_fail(p, step->what, RSP_VERDICT_ERROR, "'second-client' is for role: client");
    rsp_link_close(p->second);
    p->second = NULL;
    if (spec_is_word(&second->w, SECOND_CLIENT_LEAVES))
        return STEP_OK;
    step_end end = let_second_in(p, second, &how);
    if (end == STEP_OK)
        play_name_into(p, second->into, value_bytes(rsp_bytes_str(how)));
    return end;
}

/* --- the end, and time --- */

STEP(closed) {
    const uint64_t ns = step->closed->w.form != FORM_NULL ? step->closed->ns : p->t.timeout_ns;
    rsp_status status = client_end_flush(&p->t);
    client_end_wait wait = client_end_wait_begin(&p->t, ns);
    while (status == RSP_OK) {
        rsp_session_event event;
        status = client_end_wait_event(&p->t, &wait, 0, RSP_SESSION_ANY, &event);
        p->t.end = event.end;
    }
    if (status == RSP_CLOSED)
        return STEP_OK;
    if (status == RSP_TIMEOUT && !client_end_is_over(&p->t))
        return play_fail(p, step->what, RSP_VERDICT_FAIL, "the stub does not close the connection");
    return play_fail_status(p, step->what, status, "the end of the connection");
}

STEP(wait) {
    const uint64_t ns = step->wait->ns;
    if (ns > 0)
        rsp_link_wait(p->t.link, rsp_deadline(rsp_link_now(p->t.link), client_end_time_left(&p->t, ns)));
    return STEP_OK;
}
