/* A stub that takes every action but 's' for 'c', or any thread-id for its own, is silent on what it should
 * refuse, and on all that is sent behind it. A stop for 0x03 shows it, unless the stub answers 0x03 at rest,
 * too. Source: GDB manual, 'vCont'. */
/* SPDX-License-Identifier: MIT */
#include "run/runaway.h"

#include "play/failure.h"

#include "codec/reply.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

/* `actions` is what stands behind the name; `t` is for non-stop mode alone. */
static bool has_no_action(rsp_bytes actions) {
    static const char known[] = "cCsSr";
    if (!rsp_take_byte(&actions, ';'))
        return actions.len == 0;
    for (bool more = true; more; more = actions.ptr != NULL) {
        const rsp_bytes action = rsp_bytes_split(&actions, ';');
        if (action.len == 0 || !memchr(known, action.ptr[0], sizeof known - 1))
            return true;
    }
    return false;
}

/* What lets the program run although it is to be refused, and the requirement that says so. */
typedef struct refusal {
    const char *requirement; /* NULL: none is due */
    const char *text;
} refusal;

/* What the request that waits longest should have got: a vCont with an action that there is not, or one for a
 * thread where its step expects no stop. */
static refusal refusal_due(const play *p) {
    static const refusal of_action = {"VCONT-006",
                                      "vCont lets the program run for an action that there is not"};
    static const refusal of_thread = {
        "VCONT-018", "vCont lets the program run for a thread-id that is malformed, or of no thread"};
    static const refusal of_stop = {"VCONT-016", "vCont;t lets the program run"};
    const rsp_exchanges *x = client_end_exchanges(&p->t);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(x);
    rsp_entry request;
    if (!oldest || oldest->packet != RSP_PACKET_VCONT || rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP) ||
        !rsp_transcript_get(p->t.transcript, oldest->entry, &request))
        return (refusal){0};
    rsp_bytes actions = request.payload;
    if (!rsp_take_text(&actions, rsp_packet_name(RSP_PACKET_VCONT)))
        return (refusal){0};
    if (rsp_bytes_starts(actions, RSP_LIT(";t")))
        return of_stop;
    if (has_no_action(actions))
        return of_action;
    const failure *f = &p->failed.failure;
    const bool named = f->unanswered && *f->unanswered; /* the step's own words say more */
    return f->refusal_due && !named && rsp_bytes_index(actions, ':') < actions.len ? of_thread : (refusal){0};
}

static rsp_status await_stop(play *p) {
    const uint64_t brief_ns =
        patience_brief_ns(p->t.known.patience, p->t.known.manners, PATIENCE_INTERRUPT, p->t.timeout_ns);
    rsp_status status = client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
    status = status == RSP_OK ? client_end_packet(&p->t, brief_ns, TAKE_ANY) : status;
    return status == RSP_OK && !rsp_stop_reply_is(client_end_payload(&p->t)) ? RSP_UNEXPECTED : status;
}

void runaway_look(play *p) {
    const refusal due = refusal_due(p);
    const bool silent =
        p->failed.failure.verdict != RSP_VERDICT_PASS && p->failed.failure.came == RSP_CAME_SILENCE;
    if (!silent || !p->t.session || !p->t.known.patience || rsp_session_state(p->t.session) != RSP_OK ||
        client_end_is_manual(&p->t) || p->t.known.manners->bytes.interrupt == RSP_HABIT_NO ||
        !due.requirement)
        return;
    if (await_stop(p) != RSP_OK)
        return;
    const rsp_status again = await_stop(p);
    if (again != RSP_TIMEOUT &&
        again != RSP_UNEXPECTED) /* else that is the reply to what was sent meanwhile */
        return;
    const rsp_level level = p->failed.failure.level;
    (void)play_name_failure(p, due.requirement, due.text, due.text);
    p->failed.failure.level = level > p->failed.failure.level ? level : p->failed.failure.level;
}
