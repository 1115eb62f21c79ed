/* Steps that repeat a request: every proper prefix of it, and random packets.
 * The stub may answer what it likes, but answer it must.
 * Random packets depend on the run's seed and on nothing else. */
/* SPDX-License-Identifier: MIT */
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"
#include "steps/reply.h"
#include "steps/step.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- requests that are cut short --- */

/* One request whose reply may be anything, unless a matcher is given. */
static step_end send_variant(play *p, const step_spec *step, rsp_bytes payload) {
    rsp_status status = client_end_send_acked(&p->t, payload);
    if (status == RSP_OK && step->expect)
        return take_reply(p, step, &step->expect->matcher);
    if (status == RSP_OK)
        status = client_end_packet(&p->t, 0, TAKE_REPLY);
    if (status == RSP_OK)
        return STEP_OK;
    rsp_buf *what = play_buf(p);
    rsp_buf_str(what, "a reply to '");
    rsp_buf_append(what, rsp_bytes_sub(payload, 0, 40));
    rsp_buf_push(what, '\'');
    return play_fail_status(p, step->what, status, rsp_buf_cstr(what));
}

STEP(prefixes) {
    const prefixes_spec *prefixes = step->prefixes;
    uint64_t from = 1;
    rsp_buf *whole = play_buf(p);
    step_end end = STEP_OK;
    if (!play_payload(p, prefixes->whole ? prefixes->whole : prefixes->of, whole) ||
        !play_number_or(p, prefixes->from, &from))
        return STEP_FAILED;
    for (uint64_t len = from; len < whole->len && end == STEP_OK; len++)
        end = send_variant(p, step, rsp_bytes_sub(rsp_buf_bytes(whole), 0, (size_t)len));
    return end;
}

/* --- random packets --- */

/* What would end the session, the program, or our patience, and what legally has no reply. A debugger that
 * sends junk must not be the one who ends the conversation. */
static bool dangerous(rsp_bytes payload) {
    const unsigned effects =
        RSP_EFFECTS_RUN | RSP_EFFECT_ENDS | RSP_EFFECT_STOPS | RSP_EFFECT_FETCHES | RSP_EFFECT_SWITCHES;
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    return rsp_request_may(payload, effects) || (row && row->harm == RSP_HARM_FLASH);
}

/* One text takes the place of what is dangerous, a list comes beside it. */
static bool avoided(const texts_spec *avoid, rsp_bytes payload) {
    if (avoid && avoid->w.form != FORM_LIST)
        return rsp_bytes_starts(payload, avoid->w.text);
    for (size_t i = 0; avoid && i < avoid->num; i++) {
        if (rsp_bytes_starts(payload, avoid->items[i]->text))
            return true;
    }
    return dangerous(payload);
}

static void random_payload(play *p, uint64_t max, rsp_buf *out) {
    static const char letters[] = "gGmMpPxXzZHTqQvj?0123456789abcdef,;:.-";
    uint64_t len = 1 + rsp_rng_below(&p->rng, max);
    for (uint64_t i = 0; i < len; i++) {
        bool likely = rsp_rng_below(&p->rng, 4) != 0;
        uint64_t r = likely ? (uint8_t)letters[rsp_rng_below(&p->rng, sizeof letters - 1)]
                            : rsp_rng_below(&p->rng, 256);
        rsp_buf_push(out, (uint8_t)r);
    }
}

/* Changes, drops, doubles or inserts some bytes of a sample. */
static void mutate(play *p, rsp_buf *payload) {
    static const char bytes[] = "0fF:;,-.\x03\x04#$}*\x7f\xff";
    for (uint64_t n = 1 + rsp_rng_below(&p->rng, 3); n > 0 && payload->len > 0; n--) {
        size_t at = (size_t)rsp_rng_below(&p->rng, payload->len);
        uint64_t how = rsp_rng_below(&p->rng, 4);
        if (how == 0)
            payload->ptr[at] = (uint8_t)bytes[rsp_rng_below(&p->rng, sizeof bytes - 1)];
        else if (how == 1)
            payload->ptr[at] ^= (uint8_t)(1U << rsp_rng_below(&p->rng, 8));
        else if (how == 2)
            rsp_buf_truncate(payload, at + 1);
        else
            rsp_buf_push(payload, payload->ptr[at]);
    }
}

static bool make_packet(play *p, const fuzz_spec *fuzz, uint64_t max, rsp_buf *out) {
    rsp_buf_clear(out);
    if (!fuzz->samples) {
        random_payload(p, max, out);
        return true;
    }
    const size_t pick = (size_t)rsp_rng_below(&p->rng, fuzz->samples->num);
    bool ok = pick < fuzz->samples->num && play_payload(p, fuzz->samples->items[pick], out);
    mutate(p, out);
    return ok;
}

STEP(fuzz) {
    const fuzz_spec *fuzz = step->fuzz;
    uint64_t count = 0;
    uint64_t max = 64;
    uint64_t alive_every = 100;
    if (!play_number(p, fuzz->count, &count) || !play_number_or(p, fuzz->max_length, &max) ||
        !play_number_or(p, fuzz->alive_every, &alive_every))
        return STEP_FAILED;
    rsp_buf *payload = play_buf(p);
    step_end end = STEP_OK;
    for (uint64_t i = 0; i < count && end == STEP_OK; i++) {
        if (p->options->stop && *p->options->stop)
            end = STEP_STOP;
        else if (!make_packet(p, fuzz, max ? max : 1, payload))
            end = STEP_FAILED;
        else if (!avoided(fuzz->avoid, rsp_buf_bytes(payload)))
            end = send_variant(p, step, rsp_buf_bytes(payload));
        if (end == STEP_OK && alive_every && i % alive_every == alive_every - 1)
            end = check_alive(p, step->what, rsp_packet_name(RSP_PACKET_VMUST_REPLY_EMPTY));
    }
    return end;
}
