/* Takes replies and acknowledgments, and judges them.
 * A request is to be answered with '+' in ack mode unless told otherwise; a reply is taken where something is
 * said about it. Failures name what was waited for; what came is in the transcript. */
/* SPDX-License-Identifier: MIT */
#include "steps/reply.h"

#include "match/match.h"
#include "needs/asked.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/expected_text.h"
#include "play/failure.h"
#include "play/last_reply.h"
#include "play/registers.h"
#include "steps/captured.h"
#include "steps/step.h"

#include "core/arena.h"
#include "core/hex.h"

/* --- judging --- */

step_end judge_text(play *p, const matcher_spec *matcher, rsp_bytes text, const char *what) {
    rsp_buf *why = play_buf(p);
    if (match_text(p, matcher, text, why))
        return STEP_OK;
    const char *message = rsp_arena_printf(&p->room.arena, "%s: %s", what, rsp_buf_cstr(why));
    return play_mismatch(p, &matcher->w, text, message);
}

/* Whether bytes are all that the reply is to be. */
static bool compares_bytes(const matcher_spec *matcher) {
    return matcher->num == 1 &&
           (matcher->conditions->key == MATCHER_KEY_hex || matcher->conditions->key == MATCHER_KEY_same_as);
}

step_end judge_reply(play *p, const matcher_spec *matcher) {
    rsp_buf *why = play_buf(p);
    if (match_reply(p, matcher, why))
        return STEP_OK;
    (void)play_mismatch(p, &matcher->w, rsp_buf_bytes(&p->last.decoded), rsp_buf_cstr(why));
    return compares_bytes(matcher) ? play_blame_short_read(p) : STEP_FAILED;
}

/* Bytes on the wire that must be there, or must not. */
static step_end judge_raw_part(play *p, const raw_match_spec *raw, const bytes_spec *part, bool wanted) {
    rsp_bytes wire = rsp_buf_bytes(&p->last.raw);
    rsp_buf *bytes = play_buf(p);
    if (!part || !play_bytes(p, part, bytes) ||
        (rsp_bytes_search(wire, rsp_buf_bytes(bytes)) < wire.len) == wanted)
        return STEP_OK;
    return play_mismatch(p, &raw->w, wire,
                         wanted ? "expected these bytes within the packet on the wire"
                                : "expected a packet without these bytes on the wire");
}

static step_end judge_raw_regex(play *p, const raw_match_spec *raw) {
    rsp_bytes wire = rsp_buf_bytes(&p->last.raw);
    rsp_buf *why = play_buf(p);
    bool found = true;
    if (raw->regex)
        (void)match_regex(p, raw->regex, wire, true, &found, why);
    return found ? STEP_OK : play_mismatch(p, &raw->w, wire, "expected a packet on the wire that matches");
}

bool is_same_wire(rsp_bytes wanted, rsp_bytes got) {
    enum { DIGITS = 2 };
    size_t digits = 0;
    if (wanted.len != got.len)
        return false;
    for (size_t i = 0; i < got.len; i++) {
        const int digit = digits > 0 ? rsp_hex_value(got.ptr[i]) : -1;
        if (got.ptr[i] != wanted.ptr[i] && (digit < 0 || digit != rsp_hex_value(wanted.ptr[i])))
            return false;
        digits = wanted.ptr[i] == '#' ? DIGITS : digits > 0 ? digits - 1 : 0;
    }
    return true;
}

/* All that is said of the wire is looked at; the first failure counts. */
static step_end judge_raw(play *p, const raw_match_spec *raw) {
    const payload_spec *exact = raw->alone ? raw->alone : raw->exact;
    rsp_bytes wire = rsp_buf_bytes(&p->last.raw);
    rsp_buf *want = play_buf(p);
    step_end end = STEP_OK;
    if (exact && play_payload(p, exact, want) && !is_same_wire(rsp_buf_bytes(want), wire))
        end = play_mismatch(p, &raw->w, wire, "expected another packet on the wire");
    const step_end lacks = judge_raw_part(p, raw, raw->contains, true);
    const step_end holds = judge_raw_part(p, raw, raw->lacks, false);
    const step_end other = judge_raw_regex(p, raw);
    end = end != STEP_OK ? end : lacks != STEP_OK ? lacks : holds != STEP_OK ? holds : other;
    if (end == STEP_FAILED)
        play_note_damage(p);
    return end;
}

/* The empty reply to a request that the stub need not have, and does not promise. */
static bool not_supported(play *p, const step_spec *step) {
    enum { SHOWN_BYTES = 40 };
    rsp_bytes request = rsp_buf_bytes(&p->last.request);
    if (!step->optional || p->last.decoded.len > 0 || packet_is_promised(p, request))
        return false;
    const char *shown = request.len ? play_printable(p, request, SHOWN_BYTES) : "(empty)";
    p->skipping.why = rsp_arena_printf(&p->room.arena, "%s is not supported", shown);
    p->skipping.kind = packet_was_served(p, request) ? SKIP_HERE : SKIP_UNSERVED;
    return true;
}

/* What the step says of the last reply. */
static step_end judge_step(play *p, const step_spec *step, const matcher_spec *matcher) {
    p->reused.drained = (value){0};
    if (not_supported(p, step))
        return STEP_SKIP;
    step_end end = matcher ? judge_reply(p, matcher) : STEP_OK;
    if (end == STEP_OK && step->expect_raw)
        end = judge_raw(p, step->expect_raw);
    return end == STEP_OK ? captured_take(p, step->capture) : end;
}

/* --- taking --- */

/* Whether packets that begin with `letter` are what the matcher is after: "O" console output, "F" a call.
 * OK is no output. */
static bool wants_letter(const matcher_spec *matcher, uint8_t letter) {
    const rsp_bytes starts = rsp_bytes_make(&letter, 1);
    bool wants = false;
    for (size_t i = 0; matcher && i < matcher->num && !wants; i++) {
        const matcher_condition *c = &matcher->conditions[i];
        if (c->key == MATCHER_KEY_starts)
            wants = rsp_bytes_starts(c->starts->w.text, starts);
        else if (c->key == MATCHER_KEY_regex)
            wants = rsp_bytes_starts(c->regex->w.text, RSP_LIT("^")) &&
                    rsp_bytes_starts(rsp_bytes_from(c->regex->w.text, 1), starts) &&
                    !rsp_bytes_starts(c->regex->w.text, RSP_LIT("^OK"));
        for (size_t n = 0; c->key == MATCHER_KEY_one_of && n < c->one_of->num && !wants; n++)
            wants = wants_letter(c->one_of->items[n], letter);
    }
    return wants;
}

/* Alternatives count as well: one of them may be a stop. */
static bool wants_stop(const matcher_spec *matcher) {
    bool stop = spec_is_word(&matcher->w, MATCHER_STOP);
    for (size_t i = 0; i < matcher->num && !stop; i++) {
        const matcher_condition *c = &matcher->conditions[i];
        stop = c->key == MATCHER_KEY_stop;
        for (size_t a = 0; c->key == MATCHER_KEY_one_of && a < c->one_of->num && !stop; a++)
            stop = wants_stop(c->one_of->items[a]);
    }
    return stop;
}

/* Whether a stop reply may be what the matcher is after; NULL is after nothing. */
static bool may_be_stop(const matcher_spec *matcher) {
    return !matcher || spec_is_word(&matcher->w, MATCHER_ANY) ||
           spec_is_word(&matcher->w, MATCHER_NOT_EMPTY) || wants_stop(matcher);
}

/* Whether it is after nothing but errors, the empty reply and OK: what is to resume nothing. */
static bool wants_refusal(const matcher_spec *matcher) {
    static const unsigned words[] = {MATCHER_ERROR, MATCHER_EMPTY, MATCHER_ERROR_OR_EMPTY};
    const matcher_condition *only = matcher->num == 1 ? &matcher->conditions[0] : NULL;
    bool refusal = matcher->w.form != FORM_WORD && rsp_bytes_equal(matcher->w.text, RSP_LIT("OK"));
    for (size_t i = 0; i < RSP_ARRAY_LEN(words) && !refusal; i++)
        refusal = spec_is_word(&matcher->w, words[i]);
    if (!only || only->key != MATCHER_KEY_one_of)
        return refusal;
    for (size_t i = 0; i < only->one_of->num; i++)
        if (!wants_refusal(only->one_of->items[i]))
            return false;
    return only->one_of->num > 0;
}

static taken_packet taken_for(const matcher_spec *matcher) {
    if (wants_letter(matcher, 'O') || wants_letter(matcher, 'F'))
        return TAKE_ANY;
    return may_be_stop(matcher) ? TAKE_STOP : TAKE_REPLY;
}

static step_end expect_none(play *p, const step_spec *step, const matcher_spec *matcher) {
    rsp_status status = client_end_packet(&p->t, client_end_quiet_ns(&p->t), TAKE_ANY);
    if (status == RSP_TIMEOUT)
        return STEP_OK;
    if (status != RSP_OK)
        return play_fail_status(p, &matcher->w, status, "silence");
    play_keep_reply(p);
    if (not_supported(p, step))
        return STEP_SKIP;
    return play_mismatch(p, &matcher->w, rsp_buf_bytes(&p->last.decoded), "expected no reply, got one");
}

/* A packet that was sent in pieces by the scenario itself, and not by the variant, has no reply. */
static void name_pieces(play *p, rsp_status status) {
    static const char pieces[] = "a packet that comes in pieces is not answered";
    if (status == RSP_TIMEOUT && p->t.last_sent.kind == PATIENCE_PIECES && p->t.write != WRITE_BYTEWISE &&
        p->failed.failure.verdict != RSP_VERDICT_PASS && p->failed.failure.came == RSP_CAME_SILENCE)
        (void)play_name_failure(p, "FRAME-006", pieces, pieces);
}

/* One that is answered as if its pieces were packets of their own is no matter of what it asks. */
static step_end name_wrong_pieces(play *p, step_end end) {
    static const char pieces[] = "a packet that comes in pieces is not taken as one";
    const rsp_came came = p->failed.failure.came;
    if (end == STEP_FAILED && p->t.last_sent.kind == PATIENCE_PIECES && p->t.write != WRITE_BYTEWISE &&
        (came == RSP_CAME_EMPTY || came == RSP_CAME_ERROR))
        return play_name_failure(p, "FRAME-006", pieces, pieces);
    return end;
}

/* See register_name_short_block. */
static step_end name_short_block(play *p, step_end end) {
    const bool block = p->t.last_sent.kind == RSP_PACKET_WRITE_REGISTERS;
    return block ? register_name_short_block(p, (rsp_buf_bytes(&p->last.request).len - 1) / 2, end) : end;
}

/* No reply came, for the reason `status`. */
static step_end no_reply(play *p, const written *at, const matcher_spec *matcher, bool running,
                         rsp_status status) {
    const char *expected = matcher ? play_expected_text(p, &matcher->w) : "";
    if (status == RSP_TIMEOUT && running && !client_end_is_over(&p->t)) {
        const bool refusal = matcher && wants_refusal(matcher);
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "expected %s within %.0f ms, but it did not come",
                        refusal ? "the reply" : "a stop reply",
                        (double)(p->t.waited.is_short ? p->t.waited.took_ns : p->t.timeout_ns) / 1e6);
        p->failed.failure.refusal_due = refusal;
        p->failed.failure.short_wait = p->t.waited.is_short;
        p->failed.failure.expected = expected;
        p->failed.failure.got = "nothing";
        p->failed.failure.came = RSP_CAME_SILENCE;
        name_pieces(p, status);
        return STEP_FAILED;
    }
    step_end end = play_fail_status(p, at, status, "the reply");
    p->failed.failure.expected = expected;
    name_pieces(p, status);
    return end;
}

step_end take_reply(play *p, const step_spec *step, const matcher_spec *matcher) {
    if (!matcher && !step->expect_raw && !step->capture && !step->optional)
        return STEP_OK;
    if (matcher && spec_is_word(&matcher->w, MATCHER_NONE))
        return expect_none(p, step, matcher);
    bool running = p->t.running;
    rsp_status status = client_end_packet(&p->t, 0, taken_for(matcher));
    if (status != RSP_OK)
        return no_reply(p, matcher ? &matcher->w : &step->w, matcher, running, status);
    play_keep_reply(p);
    return name_short_block(p, name_wrong_pieces(p, judge_step(p, step, matcher)));
}

STEP(expect) {
    return take_reply(p, step, expectation_matcher(step->expect));
}

STEP(expect_raw) {
    return take_reply(p, step, expectation_matcher(step->expect));
}

/* --- acknowledgments --- */

ack_want ack_of(const ack_word_spec *word, ack_want fallback) {
    if (!word)
        return fallback;
    return word->word == ACK_WORD_PLUS    ? ACK_PLUS
           : word->word == ACK_WORD_MINUS ? ACK_MINUS
           : word->word == ACK_WORD_NONE  ? ACK_NONE
                                          : ACK_ANY;
}

step_end take_ack(play *p, const step_spec *step, ack_want fallback) {
    ack_want want = ack_of(step->ack, fallback);
    if (want == ACK_AUTO || client_end_is_manual(&p->t) || (client_end_is_no_ack(&p->t) && !step->ack))
        return STEP_OK;
    int got = 0;
    const written *at = step->ack ? step->ack : &step->w;
    rsp_status status = client_end_ack(&p->t, want, &got);
    if (status == RSP_OK)
        return STEP_OK;
    if (status != RSP_UNEXPECTED)
        return play_fail_status(p, at, status, "the acknowledgment");
    const char *wanted = want == ACK_MINUS ? "'-'" : want == ACK_NONE ? "no acknowledgment" : "'+'";
    if (got)
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "expected %s for the request, got '%c'", wanted, got);
    else
        (void)play_fail(p, at, RSP_VERDICT_FAIL, "expected %s, but a reply came first", wanted);
    p->failed.failure.expected = wanted;
    p->failed.failure.came = got ? RSP_CAME_UNKNOWN : RSP_CAME_NO_ACK; /* refused is not unacknowledged */
    return STEP_FAILED;
}

step_end after_sending(play *p, const step_spec *step, rsp_status status, ack_want want) {
    if (status != RSP_OK)
        return play_fail_status(p, step->what, status, "the request to be taken");
    step_end end = take_ack(p, step, want);
    return end == STEP_OK ? take_reply(p, step, expectation_matcher(step->expect)) : end;
}
