/* The handshake: qSupported, no-ack, extended and non-stop mode, and the thread that is selected.
 * The scenario decides before the matrix does.
 * Source: GDB manual, General Query Packets (qSupported). */
/* SPDX-License-Identifier: MIT */
#include "connect/handshake.h"

#include "connect/kept.h"
#include "connect/leaving.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "play/request.h"
#include "play/resume_form.h"
#include "play/stub_target.h"

#include "codec/feature.h"
#include "core/arena.h"
#include "link/link_control.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *const default_features[] = {
#define FEATURE_NAME(name) name,
    RSP_CLIENT_FEATURE_LIST(FEATURE_NAME)
#undef FEATURE_NAME
};

static const connect_spec usual = {0};

#define SPINS_TEXT "a client that leaves makes the stub compute for nobody"

static bool lists(const texts_spec *list, const char *text) {
    for (size_t i = 0; list && i < list->num; i++) {
        if (rsp_bytes_equal(list->items[i]->text, rsp_bytes_str(text)))
            return true;
    }
    return false;
}

static void add_feature(play *p, rsp_buf *out, const char *name) {
    rsp_buf_str(out, out->len > 10 ? ";" : ":");
    rsp_buf_str(out, name);
    if (strcmp(name, "multiprocess+") == 0)
        p->mode.offered |= 1U;
}

static void add_features(play *p, rsp_buf *out, const text_spec *const *items, size_t num) {
    for (size_t i = 0; i < num; i++)
        add_feature(p, out, spec_text(items[i]));
}

/* A scenario that needs multiprocess offers it last, the others first, as GDB does: a server that loses the
 * first feature of the list is judged for that by one scenario, and by the others for what they are about. */
static bool offers_multiprocess_last(const needs_spec *needs) {
    bool last = needs && spec_says(needs->multiprocess, false);
    for (size_t i = 0; needs && needs->feature && i < needs->feature->num; i++)
        last = last || rsp_bytes_equal(needs->feature->items[i]->text, RSP_LIT("multiprocess"));
    return last;
}

void handshake_supported(play *p, const connect_spec *connect, rsp_buf *out) {
    connect = connect ? connect : &usual;
    const client_features_spec *named = connect->features;
    const needs_spec *needs = p->script.spec->needs;
    const bool by_default = !named || spec_is_word(&named->w, CLIENT_FEATURES_DEFAULT);
    const bool single = needs && !spec_says(needs->multiprocess, true);
    p->mode.offered = 0;
    rsp_buf_append(out, rsp_packet_name(RSP_PACKET_QSUPPORTED));
    const size_t num = RSP_ARRAY_LEN(default_features);
    const size_t first = offers_multiprocess_last(needs) ? 1 : 0;
    for (size_t i = first; by_default && i < first + num; i++) {
        bool left_out = lists(connect->remove, default_features[i % num]) || (single && i == 0);
        if (!left_out)
            add_feature(p, out, default_features[i % num]);
    }
    if (named)
        add_features(p, out, named->items, named->num);
    if (connect->add)
        add_features(p, out, connect->add->items, connect->add->num);
}

static bool is_allowed(const play *p, allowance a) {
    return allows(p->stub->allowed, a);
}

/* No reply is judged elsewhere: nobody waits for it a second time. */
static step_end ask(play *p, rsp_bytes request, allowance silence) {
    if (is_allowed(p, silence))
        return STEP_OK;
    rsp_status status = client_end_request(&p->t, request);
    if (status == RSP_UNSUPPORTED) /* as if nobody had asked */
        return STEP_OK;
    if (status == RSP_TIMEOUT && p->mode.probing && !client_end_is_over(&p->t)) {
        p->stub->allowed |= allowance_bit(silence);
        rsp_buf_clear(&p->t.payload);
        return STEP_OK;
    }
    return status == RSP_OK ? STEP_OK : play_fail_request(p, &p->script.spec->w, status, request);
}

static step_end ask_supported(play *p, const connect_spec *connect) {
    rsp_buf *request = play_buf(p);
    handshake_supported(p, connect, request);
    rsp_buf_clear(&p->t.payload);
    step_end end = ask(p, rsp_buf_bytes(request), ALLOW_NO_SUPPORTED);
    if (end != STEP_OK)
        return end;
    rsp_buf_clear(&p->opening.supported);
    rsp_buf_append(&p->opening.supported, client_end_payload(&p->t));
    play_trouble(p, p->opening.supported.status);
    return STEP_OK;
}

/* A request whose arguments are `args`. */
static step_end ask_ok(play *p, rsp_packet_id packet, const char *args, bool *out_ok) {
    step_end end = play_requestf(p, &p->script.spec->w, "%s%s", rsp_packet_text(packet), args);
    *out_ok = end == STEP_OK && rsp_bytes_equal(client_end_payload(&p->t), RSP_LIT("OK"));
    return end;
}

/* Whether this play is to be in no-ack mode: the scenario decides before the matrix. */
static bool wants_no_ack(const play *p, const connect_spec *connect) {
    const needs_spec *needs = p->script.spec->needs;
    if (needs && needs->mode)
        return needs->mode->word == MODE_NO_ACK;
    return spec_says(connect->no_ack,
                     p->script.variant.acks == 2 || (p->script.variant.acks == 0 && p->mode.prefers_no_ack));
}

/* Modes that a scenario asks for; one that there is not skips it. */
static step_end ask_modes(play *p, const connect_spec *connect) {
    bool ok = false;
    step_end end = STEP_OK;
    if (spec_says(connect->extended, false)) {
        end = ask_ok(p, RSP_PACKET_EXTENDED, "", &ok);
        p->skipping.why = end == STEP_OK && !ok ? EXTENDED_REFUSED : p->skipping.why;
    }
    if (end == STEP_OK && spec_says(connect->non_stop, false)) {
        end = ask_ok(p, RSP_PACKET_QNON_STOP, ":1", &ok);
        p->mode.non_stop = ok;
        p->skipping.why = end == STEP_OK && !ok ? NON_STOP_REFUSED : p->skipping.why;
    }
    return end;
}

/* Whether the process has had its first client, and greets no other. */
static bool has_greeted(const play *p) {
    return (p->process.used || p->at.left_at > 0) && p->stub->manners->line.greets_next == RSP_HABIT_NO;
}

/* Whether the greeting is what the client's first byte brings: it came later than anybody listens. */
static bool is_prompted(const play *p) {
    return p->stub->manners->line.greeting_ns > 0;
}

/* Listens before it speaks where a stub is known to greet, or nothing is known of it yet. */
static step_end take_greeting(play *p, const connect_spec *connect) {
    /* It came when the look connected, or the first of the plays that share the line. A program that runs
     * again is stopped by each client: what comes before the handshake's first '+' is known for a greeting,
     * and what comes before a scenario's own requests may not be. */
    if (kept_has_spoken(p) || (has_greeted(p) && (wants_handshake(connect) || !is_prompted(p))))
        return STEP_OK;
    rsp_buf greeting = {.mem = p->room.arena.mem, .limit = RSP_MANNERS_GREETING_BYTES};
    rsp_status status = RSP_OK;
    if (p->mode.probing)
        status = client_end_take_greeting(&p->t, RSP_MANNERS_GREETING_BYTES, &greeting);
    else if (wants_handshake(connect) ? is_allowed(p, ALLOW_GREETING) : allows(p->t.allowed, ALLOW_GREETING))
        status = client_end_take_greeting(&p->t, p->stub->greeting.len, NULL);
    if (p->mode.probing)
        p->stub->greeting = rsp_arena_bytes(&p->stub->arena, rsp_buf_bytes(&greeting));
    rsp_buf_free(&greeting);
    return status == RSP_OK ? STEP_OK : play_fail_status(p, &p->script.spec->w, status, "the greeting");
}

static step_end negotiate(play *p, const connect_spec *connect) {
    bool ok = false;
    step_end end = STEP_OK;
    rsp_buf_clear(&p->opening.supported);
    if (spec_says(connect->qsupported, true))
        end = ask_supported(p, connect);
    if (end == STEP_OK && !p->t.no_ack && wants_no_ack(p, connect)) {
        end = ask_ok(p, RSP_PACKET_QSTART_NO_ACK_MODE, "", &ok);
        rsp_session_set_no_ack(p->t.session, ok);
    }
    if (end == STEP_OK)
        end = ask_modes(p, connect);
    /* As GDB begins, whatever the answer: gdbserver 13 dies of several requests while no thread was selected.
     */
    bool multi = (p->mode.offered & 1U) &&
                 rsp_feature_yes(rsp_buf_bytes(&p->opening.supported), RSP_LIT("multiprocess"));
    if (end == STEP_OK && !p->skipping.why && spec_says(connect->select, true))
        end = ask(p, multi ? RSP_LIT("Hgp0.0") : RSP_LIT("Hg0"), ALLOW_NO_SELECT);
    if (end == STEP_OK && !p->skipping.why && is_allowed(p, ALLOW_DESCRIPTION_FIRST))
        end = target_read_again(p);
    if (end == STEP_OK && !p->skipping.why && !p->mode.non_stop && is_allowed(p, ALLOW_QUESTION_FIRST))
        end = resume_question(p, &p->script.spec->w);
    return end == STEP_OK && p->skipping.why ? STEP_SKIP : end;
}

static step_end send_first(play *p, const payload_spec *first) {
    rsp_buf *bytes = play_buf(p);
    step_end end = play_payload(p, first, bytes) ? STEP_OK : STEP_FAILED;
    rsp_status status = end == STEP_OK ? client_end_send_raw(&p->t, rsp_buf_bytes(bytes), false, 0) : RSP_OK;
    return status == RSP_OK ? end : play_fail_status(p, &first->w, status, "the first bytes");
}

bool wants_handshake(const connect_spec *connect) {
    return !connect || spec_says(connect->handshake, true);
}

/* GDB and LLDB begin each connection by '+', and there are stubs that wait for it. A scenario that opens by
 * bytes of its own does without, unless the stub is known to want it, or to greet whoever sends it. */
static step_end begin_with_plus(play *p, const connect_spec *connect) {
    const bool own = !wants_handshake(connect) && !is_allowed(p, ALLOW_PLUS_FIRST) && !is_prompted(p);
    if (own || (connect && connect->first) || kept_has_spoken(p))
        return STEP_OK;
    const rsp_status status = client_end_acknowledge_all(&p->t);
    return status == RSP_OK ? STEP_OK : play_fail_status(p, &p->script.spec->w, status, "the first '+'");
}

step_end play_handshake(play *p, const connect_spec *connect) {
    p->mode.non_stop = false;
    p->opening.connect = connect;
    resume_forget_thread(p);
    const bool prompted = is_prompted(p);
    step_end end = prompted ? begin_with_plus(p, connect) : take_greeting(p, connect);
    if (end == STEP_OK)
        end = prompted ? take_greeting(p, connect) : begin_with_plus(p, connect);
    if (end == STEP_OK && connect && connect->first)
        end = send_first(p, connect->first);
    if (end != STEP_OK || !wants_handshake(connect))
        return end;
    p->t.lenient = true;
    end = negotiate(p, connect ? connect : &usual);
    p->t.lenient = p->mode.probing;
    return end;
}

/* A stub with a running program may send a stop reply as soon as a client reconnects, though it greeted
 * nobody in the look, whose program stood. GDB drops it, and so do we. One whose greeting comes later than
 * anybody listens sends it for our first '+'. */
static step_end hear_who_is_back(play *p, const connect_spec *connect) {
    if (!wants_handshake(connect) || (is_allowed(p, ALLOW_GREETING) && (!has_greeted(p) || is_prompted(p))))
        return STEP_OK;
    rsp_buf heard = {.mem = p->room.arena.mem, .limit = RSP_MANNERS_GREETING_BYTES};
    rsp_status status = client_end_take_greeting(&p->t, RSP_MANNERS_GREETING_BYTES, &heard);
    rsp_buf_free(&heard);
    return status == RSP_OK ? STEP_OK : play_fail_status(p, &p->script.spec->w, status, "the greeting");
}

/* Whether the profile or the look says that nobody is served after the first client; `reached`: somebody took
 * the new connection all the same. Ending in order with a client, or taking one only, is within a stub's
 * rights. */
static bool serves_one(const play *p, bool reached) {
    const rsp_manners *m = p->stub->manners;
    if (rsp_profile_has(p->profile, RSP_QUIRK_SINGLE_CLIENT) || m->clients.life == RSP_LIFE_DEAF)
        return true;
    bool leaves = m->clients.life == RSP_LIFE_EXITS && m->clients.ends_cleanly != RSP_HABIT_NO;
    return !reached && (leaves || m->clients.life == RSP_LIFE_ONCE || m->clients.life == RSP_LIFE_REFUSES);
}

/* A stub that ends with its client in good order has not crashed. */
static bool has_left(const play *p, bool expected) {
    rsp_link_end end = rsp_link_ended(p->t.link);
    return end.kind == RSP_END_EXITED && !*end.sanitizer && (expected || end.code == 0);
}

/* A stub that was seen to serve nobody after its client, and computes again. The scenarios about that tell
 * it. */
static bool spins(const play *p) {
    enum { SPIN_S = 20 };
    return p->stub->manners->clients.spins == RSP_HABIT_YES && !allows(p->t.allowed, ALLOW_SPINS) &&
           rsp_link_is_busy(p->t.link, rsp_deadline(rsp_link_now(p->t.link), SPIN_S * RSP_NS_PER_S));
}

/* A stub that ends with its client may take the next connection a moment before: nobody was there. */
static bool was_ending(play *p) {
    if (p->failed.failure.verdict == RSP_VERDICT_CRASH || p->failed.failure.came != RSP_CAME_CLOSED ||
        !has_left(p, false))
        return false;
    p->failed.failure = (failure){0};
    p->skipping.why = SERVES_ONE;
    return true;
}

/* A stub that was seen to serve one client lets its program run on when that has gone. The system takes the
 * next connection in its place, and nobody hears it. */
static bool serves_nobody(play *p) {
    if (p->failed.failure.came != RSP_CAME_SILENCE || !serves_one(p, false))
        return false;
    p->failed.failure = (failure){0};
    p->skipping.why = SERVES_ONE;
    return true;
}

/* What becomes of the next client, whatever its request was; NULL: it was served wrongly. */
static const char *left_alone(const play *p) {
    const rsp_came came = p->failed.failure.came;
    if (came == RSP_CAME_SILENCE && play_left_unheard(p))
        return "the next client is not answered";
    return came == RSP_CAME_CLOSED ? "the connection of the next client is closed" : NULL;
}

step_end play_reconnect(play *p, const written *at, const connect_spec *connect) {
    rsp_error error = {0};
    p->at.left_at = rsp_transcript_end(p->t.transcript);
    rsp_status status = client_end_reconnect(&p->t, &error);
    bool one = serves_one(p, status == RSP_OK);
    bool ended = status == RSP_DIED;
    if (one && !ended && spins(p)) {
        (void)play_fail(p, at, RSP_VERDICT_FAIL,
                        "the client has left, and the stub serves no other: it computes on for nobody");
        return play_name_failure(p, "ROBUST-006", SPINS_TEXT, SPINS_TEXT);
    }
    if (status == RSP_UNSUPPORTED || (one && !ended) || (ended && has_left(p, one))) {
        if (one)
            leaving_note(p);
        p->skipping.why = SERVES_ONE;
        return STEP_SKIP;
    }
    const char *why = error.msg[0] ? error.msg : rsp_status_text(status);
    if (ended)
        return play_fail_ended(p, at, why);
    if (status != RSP_OK)
        return play_fail(p, at, RSP_VERDICT_FAIL, "can't connect again: %s", why);
    connect = connect ? connect : p->opening.connect;
    step_end end = hear_who_is_back(p, connect);
    end = end == STEP_OK ? play_handshake(p, connect) : end;
    if (end == STEP_FAILED && (was_ending(p) || serves_nobody(p)))
        return STEP_SKIP;
    const char *alone = end == STEP_FAILED ? left_alone(p) : NULL;
    return alone ? play_name_failure(p, "ROBUST-006", alone, alone) : end;
}
