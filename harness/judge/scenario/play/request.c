/* Requests that steps and facts make beside what the scenario sends.
 * Each reports trouble as a failure at a place; without a place it stays silent.
 * None of them touches the last reply of the scenario. */
/* SPDX-License-Identifier: MIT */
#include "play/request.h"

#include "play/failure.h"

#include "core/arena.h"

step_end play_fail_quietly(play *p, const written *at, const char *what) {
    return at ? play_fail(p, at, RSP_VERDICT_FAIL, "%s", what) : STEP_FAILED;
}

step_end play_fail_reply(play *p, const written *at, const char *what) {
    const bool first = p->failed.failure.verdict == RSP_VERDICT_PASS;
    const step_end end = play_fail_quietly(p, at, what);
    if (at && first)
        p->failed.failure.came = rsp_came_of(client_end_payload(&p->t));
    return end;
}

const char *play_told_elsewhere(play *p, const char *shown, const char *known) {
    return rsp_arena_printf(&p->room.arena, "%s %s, which is told where it is judged", shown, known);
}

bool play_goes_around(play *p, rsp_bytes payload) {
    enum { SHOWN_BYTES = 28 };
    const char *reason = client_end_detour(&p->t, payload);
    if (!reason)
        return false;
    const char *shown = play_printable(p, rsp_bytes_sub(payload, 0, SHOWN_BYTES), SHOWN_BYTES);
    p->skipping.why = play_told_elsewhere(p, shown, reason);
    return true;
}

step_end play_request(play *p, const written *at, rsp_bytes payload) {
    rsp_status status = client_end_request(&p->t, payload);
    return status == RSP_OK ? STEP_OK : play_fail_request(p, at, status, payload);
}

step_end play_fail_request(play *p, const written *at, rsp_status status, rsp_bytes payload) {
    if (status == RSP_UNSUPPORTED && at && play_goes_around(p, payload))
        return STEP_SKIP;
    if (!at)
        return STEP_FAILED;
    rsp_buf what = {.mem = p->room.arena.mem};
    rsp_buf_str(&what, "the reply to ");
    rsp_buf_append(&what, rsp_bytes_sub(payload, 0, 40));
    step_end end = play_fail_status(p, at, status, rsp_buf_cstr(&what));
    rsp_buf_free(&what);
    return end;
}

step_end play_requestf(play *p, const written *at, const char *fmt, ...) {
    rsp_buf payload = {.mem = p->room.arena.mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(&payload, fmt, ap);
    va_end(ap);
    step_end end = play_request(p, at, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
    return end;
}
