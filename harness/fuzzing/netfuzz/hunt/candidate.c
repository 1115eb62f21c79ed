/* Names and texts of symptoms. Sanitizers name a crash by their word and the program's first frame, other
 * crashes have the signal and the last request, all other ends the last request.
 * See candidate.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/candidate.h"

#include "hunt/expected_symptom.h"

#include "codec/explain.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

const char *candidate_packet_text(rsp_packet_id packet) {
    const rsp_packet_row *row = rsp_packet_by_id(packet);
    return row ? row->id_text : "unknown";
}

static void put_text(char *out, size_t size, const char *text) {
    (void)snprintf(out, size, "%s", text ? text : "");
}

candidate candidate_of_rule(const rsp_violation *v, rsp_packet_id packet) {
    candidate c = {.kind = RSP_FINDING_RULE, .rule = v->rule, .packet = packet};
    (void)snprintf(c.signature, sizeof c.signature, "rule:%s:%s", rsp_rule_get(v->rule)->id,
                   candidate_packet_text(packet));
    put_text(c.headline, sizeof c.headline, v->message);
    put_text(c.expected, sizeof c.expected, v->expected);
    put_text(c.got, sizeof c.got, v->got);
    put_text(c.requirements, sizeof c.requirements, v->requirements);
    return c;
}

static rsp_finding_kind kind_of(rsp_played played) {
    switch (played) {
    case RSP_PLAYED_DIED:
        return RSP_FINDING_CRASH;
    case RSP_PLAYED_HANG:
        return RSP_FINDING_HANG;
    case RSP_PLAYED_NO_STOP:
        return RSP_FINDING_NO_STOP;
    case RSP_PLAYED_NO_REPLY:
        return RSP_FINDING_NO_REPLY;
    case RSP_PLAYED_DEAF:
        return RSP_FINDING_DEAF;
    case RSP_PLAYED_CLOSED:
        return RSP_FINDING_CLOSED;
    case RSP_PLAYED_WRONG:
        return RSP_FINDING_CONTRADICTION;
    case RSP_PLAYED_DONE:
    case RSP_PLAYED_OVER:
    case RSP_PLAYED_CANCELLED:
    case RSP_PLAYED_TROUBLE:
        break;
    }
    return RSP_FINDING_KINDS;
}

/* C and two digits of a signal, or a vCont that continues all threads. */
static bool continues_all(rsp_bytes request) {
    uint64_t signal_number = 0;
    rsp_bytes rest = request;
    if (rsp_take_byte(&rest, 'C'))
        return rest.len == 2 && rsp_hex_u64(&signal_number, rest) == RSP_OK;
    return rsp_take_text(&rest, rsp_packet_name(RSP_PACKET_VCONT)) && rsp_bytes_equal(rest, RSP_LIT(";c"));
}

bool candidate_is_plain(rsp_bytes request) {
    const rsp_packet_row *row = rsp_packet_lookup(request, NULL);
    bool needs_none = row && (row->args[0] == 0 || row->args[0] == '[');
    return (needs_none && rsp_bytes_equal(row->name, request)) || continues_all(request);
}

/* The sanitizer's word and frame, or the signal and the last request. */
static void describe_crash(candidate *c, const rsp_player *player, rsp_link *link, const char *name) {
    rsp_link_end end = rsp_player_end(player);
    if (end.sanitizer[0]) {
        rsp_bytes what = rsp_finding_sanitizer(rsp_bytes_str(end.sanitizer));
        rsp_bytes where = link ? rsp_finding_frame(rsp_link_last_words(link)) : (rsp_bytes){0};
        if (where.len == 0)
            where = rsp_finding_place(rsp_bytes_str(end.sanitizer));
        (void)snprintf(c->signature, sizeof c->signature, "crash:%.*s:%.*s", (int)what.len,
                       (const char *)what.ptr, (int)where.len, where.len ? (const char *)where.ptr : "");
        put_text(c->headline, sizeof c->headline, end.sanitizer);
        return;
    }
    (void)snprintf(c->signature, sizeof c->signature, "crash:%s:%s", end.text[0] ? end.text : "died", name);
    put_text(c->headline, sizeof c->headline, end.text[0] ? end.text : "died");
}

bool candidate_of_end(candidate *out, const rsp_player *player, rsp_link *link, rsp_played played,
                      const rsp_manners *manners) {
    rsp_finding_kind kind = kind_of(played);
    if (!rsp_played_bad(played) || kind == RSP_FINDING_KINDS)
        return false;
    *out = (candidate){
        .kind = kind, .rule = RSP_RULE_COUNT, .packet = rsp_packet_identify(rsp_player_last_request(player))};
    out->plain = candidate_is_plain(rsp_player_last_request(player));
    /* An over-long packet would be a finding for each name: the length is what matters. */
    bool over_long = request_is_over_long(manners, rsp_player_last_request(player));
    const char *name = over_long ? CANDIDATE_OVER_LONG : candidate_packet_text(out->packet);
    (void)snprintf(out->signature, sizeof out->signature, "%s:%s", rsp_finding_kind_name(kind), name);
    if (kind == RSP_FINDING_CRASH) {
        describe_crash(out, player, link, name);
        return true;
    }
    if (kind == RSP_FINDING_CONTRADICTION) {
        const rsp_contradiction *c = rsp_player_contradiction(player);
        put_text(out->expected, sizeof out->expected, c->expected);
        put_text(out->got, sizeof out->got, c->got);
        put_text(out->matcher, sizeof out->matcher, c->matcher);
        if (c->key)
            (void)snprintf(out->signature, sizeof out->signature, "%s:%s:guest-%s",
                           rsp_finding_kind_name(kind), name, c->key);
    }
    rsp_buf text = {.limit = RSP_FINDING_TEXT_BYTES - 1};
    rsp_printable_append(&text, rsp_player_last_request(player), 60);
    const char *words = kind == RSP_FINDING_CONTRADICTION ? rsp_player_contradiction(player)->words : "";
    (void)snprintf(out->headline, sizeof out->headline, "%s%s%s", words[0] ? words : rsp_played_text(played),
                   text.len > 0 ? ", after " : "", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return true;
}

candidate candidate_of_growth(uint64_t memory_bytes) {
    candidate c = {.kind = RSP_FINDING_MEMORY, .rule = RSP_RULE_COUNT};
    put_text(c.signature, sizeof c.signature, "memory:growth");
    (void)snprintf(c.headline, sizeof c.headline, "more than %llu MiB",
                   (unsigned long long)(memory_bytes >> 20));
    return c;
}

static void put_printable(char out[RSP_FINDING_TEXT_BYTES], const uint8_t *text, size_t len) {
    rsp_buf shown = {.limit = RSP_FINDING_TEXT_BYTES - 1};
    rsp_printable_append(&shown, rsp_bytes_make(text, len), 0);
    (void)snprintf(out, RSP_FINDING_TEXT_BYTES, "%s", len > 0 ? rsp_buf_cstr(&shown) : "(the empty reply)");
    rsp_buf_free(&shown);
}

candidate candidate_of_difference(const rsp_trail_entry *one, const rsp_trail_entry *other) {
    char request[RSP_FINDING_TEXT_BYTES];
    candidate c = {.kind = RSP_FINDING_DIFFERENCE, .rule = RSP_RULE_COUNT, .packet = one->packet};
    (void)snprintf(c.signature, sizeof c.signature, "difference:%s", candidate_packet_text(one->packet));
    put_printable(request, one->request, one->request_len);
    put_printable(c.expected, one->reply, one->reply_len);
    put_printable(c.got, other->reply, other->reply_len);
    (void)snprintf(c.headline, sizeof c.headline, "%.60s is answered otherwise by another fresh stub",
                   request);
    return c;
}

bool candidate_is_silence(rsp_finding_kind kind) {
    return kind == RSP_FINDING_HANG || kind == RSP_FINDING_NO_STOP || kind == RSP_FINDING_DEAF;
}

bool candidate_same_end(const candidate *want, const candidate *seen) {
    /* Whether a silent stub seems to run a program depends on the messages before. */
    bool silent = seen->kind == RSP_FINDING_HANG || seen->kind == RSP_FINDING_NO_STOP;
    if (silent && (want->kind == RSP_FINDING_HANG || want->kind == RSP_FINDING_NO_STOP))
        return true;
    if (want->kind != seen->kind)
        return false;
    size_t kind = strcspn(want->signature, ":") + 1;
    size_t what = strcspn(want->signature + kind, ":");
    return want->kind != RSP_FINDING_CRASH || strncmp(want->signature, seen->signature, kind + what) == 0;
}

rsp_packet_id candidate_packet_named(rsp_bytes name) {
    for (unsigned i = 0; i < RSP_PACKET_END; i++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        if (row && rsp_bytes_equal(name, rsp_bytes_str(row->id_text)))
            return row->id;
    }
    return RSP_PACKET_UNKNOWN;
}

candidate candidate_of_finding(const rsp_finding *finding) {
    candidate want = {.kind = finding->kind, .rule = RSP_RULE_COUNT};
    rsp_bytes rest = rsp_bytes_str(finding->signature);
    (void)rsp_bytes_split(&rest, ':');
    if (finding->kind == RSP_FINDING_RULE)
        want.rule = rsp_rule_find(rsp_bytes_split(&rest, ':'));
    want.packet = candidate_packet_named(rest);
    memcpy(want.signature, finding->signature, sizeof want.signature);
    memcpy(want.headline, finding->headline, sizeof want.headline);
    return want;
}

bool request_is_over_long(const rsp_manners *m, rsp_bytes request) {
    return m && m->replies.packet_size > 0 && request.len > m->replies.packet_size;
}
