/* Names are compared as a whole. A finding explains others if it is short and always reproduced.
 * It is looked for in the culprit, in one of a few places.
 * See known.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/known.h"

#include "core/mem.h"
#include "hunt/fuzzer.h"
#include "make/message_list.h"

#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum {
    MAX_OF_RULE = 3, /* findings of one rule, for different packets */
    MAX_TRIES = 2,   /* failed attempts to confirm */
    MAX_GROWTH_TRIES = 8,
    MAX_DEATH_TRIES = 8,    /* of a crash: the worst to miss, and a try takes no waiting */
    MAX_KNOWN_MESSAGES = 4, /* of a finding that may explain others */
    ANY_NAME = 3,           /* a finding seen under so many names may have any */
};

bool known_init(known_bugs *k, const rsp_mem *mem) {
    k->signatures = rsp_mem_calloc(mem, MAX_SIGNATURES, sizeof *k->signatures);
    return k->signatures != NULL;
}

void known_free(known_bugs *k, const rsp_mem *mem) {
    for (size_t i = 0; i < k->num_findings; i++)
        message_list_drop(mem, k->findings[i].list);
    k->num_findings = 0;
    rsp_mem_free(mem, k->signatures);
}

void known_validate(const known_bugs *k) {
    assert(k->num_signatures <= MAX_SIGNATURES && k->num_findings <= MAX_KNOWN);
    assert(k->signatures);
    (void)k;
}

/* --- names --- */

known_signature *known_find(known_bugs *k, const char *text, bool add) {
    for (size_t i = 0; i < k->num_signatures; i++)
        if (strcmp(k->signatures[i].text, text) == 0)
            return &k->signatures[i];
    if (!add || k->num_signatures == MAX_SIGNATURES)
        return NULL;
    known_signature *added = &k->signatures[k->num_signatures++];
    (void)snprintf(added->text, sizeof added->text, "%s", text);
    return added;
}

unsigned known_most_tries(rsp_finding_kind kind) {
    if (kind == RSP_FINDING_MEMORY)
        return MAX_GROWTH_TRIES;
    return kind == RSP_FINDING_CRASH || kind == RSP_FINDING_CLOSED ? MAX_DEATH_TRIES : MAX_TRIES;
}

void known_note_silence(rsp_fuzzer *f, const char *signature) {
    rsp_bytes packet = rsp_bytes_str(signature);
    rsp_finding_kind kind = rsp_finding_kind_find(rsp_bytes_split(&packet, ':'));
    if (kind == RSP_FINDING_HANG || kind == RSP_FINDING_NO_STOP)
        f->timeouts.known_silence[candidate_packet_named(packet)] = true;
}

bool rsp_fuzzer_know_signature(rsp_fuzzer *f, const char *signature) {
    known_signature *known = known_find(&f->known, signature, true);
    if (known)
        known->found = true;
    known_note_silence(f, signature);
    return known != NULL;
}

static size_t num_of_rule(const rsp_fuzzer *f, rsp_rule_id rule) {
    char start[RSP_SIGNATURE_BYTES];
    size_t num = 0;
    if (rule == RSP_RULE_COUNT)
        return 0;
    (void)snprintf(start, sizeof start, "rule:%s:", rsp_rule_get(rule)->id);
    for (size_t i = 0; i < f->known.num_signatures; i++)
        num +=
            f->known.signatures[i].found && strncmp(f->known.signatures[i].text, start, strlen(start)) == 0;
    return num;
}

/* Bad acknowledgments and stop replies that nobody waits for come from earlier messages, whichever packet
 * shows them. */
static size_t most_of_rule(rsp_rule_id rule) {
    const bool early = rule == RSP_RULE_ACK_FIRST || rule == RSP_RULE_ACK_ONCE ||
                       rule == RSP_RULE_NO_ACK_MODE || rule == RSP_RULE_ONE_STOP_REPLY;
    return early ? 1 : MAX_OF_RULE;
}

/* The second telling of a stop is taken for the reply to the next request, which has no '+' yet; the true
 * reply is one too many then, and '-' is about another packet than the stub thinks. */
static bool follows_from_stray_stop(const rsp_fuzzer *f, const candidate *c) {
    const bool follows =
        c->rule == RSP_RULE_ACK_FIRST || c->rule == RSP_RULE_ONE_REPLY || c->rule == RSP_RULE_RESEND;
    return follows && num_of_rule(f, RSP_RULE_ONE_STOP_REPLY) > 0;
}

bool known_has(rsp_fuzzer *f, const candidate *c) {
    const known_signature *known = known_find(&f->known, c->signature, false);
    return (known && known->found) || num_of_rule(f, c->rule) >= most_of_rule(c->rule) ||
           follows_from_stray_stop(f, c) || (f->host.known && f->host.known(f->host.ctx, c->signature));
}

/* --- findings --- */

/* Only a short list that always reproduces can explain others. */
static void remember(rsp_fuzzer *f, const candidate *what, const rsp_messages *list) {
    bool explains = what->kind == RSP_FINDING_RULE ? what->rule != RSP_RULE_COUNT
                                                   : what->kind < RSP_FINDING_CONTRADICTION;
    if (!explains || list->num == 0 || list->num > MAX_KNOWN_MESSAGES || f->known.num_findings == MAX_KNOWN)
        return;
    for (size_t i = 0; i < f->known.num_findings; i++)
        if (strcmp(f->known.findings[i].what.signature, what->signature) == 0)
            return;
    known_finding *k = &f->known.findings[f->known.num_findings];
    const char *name = strrchr(what->signature, ':');
    bool over_long = name && strcmp(name + 1, CANDIDATE_OVER_LONG) == 0;
    *k = (known_finding){
        .what = *what, .list = message_list_copy(f->options.mem, list), .over_long = over_long};
    f->known.num_findings += k->list != NULL;
}

const char *known_by_bytes(const known_bugs *k, const candidate *c, const rsp_messages *list) {
    for (size_t i = 0; i < k->num_findings; i++) {
        const known_finding *finding = &k->findings[i];
        if (list->num == finding->list->num && message_list_hash(list) == message_list_hash(finding->list) &&
            strcmp(finding->what.signature, c->signature) != 0)
            return finding->what.signature;
    }
    return NULL;
}

bool rsp_fuzzer_know_finding(rsp_fuzzer *f, const rsp_finding *finding) {
    const candidate what = candidate_of_finding(finding);
    bool always = finding->reproduced > 0 && finding->reproduced == finding->replays;
    if (!finding->pending && always && finding->num_before == 0 && finding->messages)
        remember(f, &what, finding->messages);
    return rsp_fuzzer_know_signature(f, finding->signature);
}

/* --- which message holds which --- */

static bool is_same(rsp_bytes a, rsp_bytes b) {
    bool same = a.len == b.len;
    for (size_t i = 0; i < a.len && same; i++)
        same = a.ptr[i] == b.ptr[i] || (a.ptr[i] & b.ptr[i] & KNOWN_EIGHTH_BIT) != 0;
    return same;
}

static size_t find_part(rsp_bytes bytes, rsp_bytes part) {
    for (size_t at = 0; at + part.len <= bytes.len; at++)
        if (is_same(rsp_bytes_sub(bytes, at, part.len), part))
            return at;
    return bytes.len;
}

static bool starts_or_ends(rsp_bytes bytes, rsp_bytes part, bool ends) {
    return part.len > 0 && part.len <= bytes.len &&
           is_same(rsp_bytes_sub(bytes, ends ? bytes.len - part.len : 0, part.len), part);
}

bool known_is_framing(rsp_bytes part) {
    bool framing = part.len > 0;
    for (size_t i = 0; i < part.len && framing; i++)
        framing = part.ptr[i] < ' ' || part.ptr[i] > '~' || rsp_bytes_index(RSP_LIT("$#}*"), part.ptr[i]) < 4;
    return framing;
}

static held place_of(rsp_bytes bytes, rsp_bytes part) {
    if (starts_or_ends(bytes, part, true))
        return HELD_BEHIND;
    if (starts_or_ends(bytes, part, false))
        return HELD_BEFORE;
    return find_part(bytes, part) < bytes.len ? HELD_INSIDE : HELD_NOT;
}

/* Whether removing bytes could leave `part`. */
static bool is_subsequence(rsp_bytes bytes, rsp_bytes part) {
    size_t at = 0;
    for (size_t i = 0; i < bytes.len && at < part.len; i++)
        at += bytes.ptr[i] == part.ptr[at];
    return at == part.len;
}

held known_holds(const rsp_messages *list, size_t at, const known_finding *known, size_t k) {
    rsp_bytes bytes = rsp_messages_bytes(list, at);
    rsp_bytes part = rsp_messages_bytes(known->list, k);
    rsp_message_kind kind = known_plain_kind(list->items[at].kind);
    if (kind != known_plain_kind(known->list->items[k].kind))
        return HELD_NOT;
    if (rsp_bytes_equal(bytes, part))
        return HELD_WHOLE;
    if (known->over_long && k + 1 == known->list->num)
        return bytes.len >= part.len ? HELD_WHOLE : HELD_NOT;
    if (known_is_framing(part))
        return place_of(bytes, part);
    const rsp_packet_row *row = rsp_packet_lookup(part, NULL);
    bool same_packet = row && kind == RSP_MESSAGE_PACKET && rsp_packet_lookup(bytes, NULL) == row;
    return same_packet && is_subsequence(bytes, part) ? HELD_WHOLE : HELD_NOT;
}

bool known_sets_up(const rsp_messages *list, size_t at) {
    rsp_bytes bytes = rsp_messages_bytes(list, at);
    return list->items[at].kind <= RSP_MESSAGE_HURRIED &&
           (rsp_bytes_starts(bytes, RSP_LIT("Q")) ||
            rsp_bytes_starts(bytes, rsp_packet_name(RSP_PACKET_QSUPPORTED)) ||
            rsp_bytes_equal(bytes, RSP_LIT("!")));
}

void known_append_without(rsp_buf *out, rsp_bytes bytes, rsp_bytes part, held where) {
    while (where == HELD_BEHIND && starts_or_ends(bytes, part, true))
        bytes.len -= part.len;
    while (where == HELD_BEFORE && starts_or_ends(bytes, part, false))
        bytes = rsp_bytes_from(bytes, part.len);
    while (where == HELD_INSIDE && find_part(bytes, part) < bytes.len) {
        size_t at = find_part(bytes, part);
        rsp_buf_append(out, rsp_bytes_sub(bytes, 0, at));
        bytes = rsp_bytes_from(bytes, at + part.len);
    }
    rsp_buf_append(out, bytes);
}

/* --- which finding explains which --- */

/* "SIGSEGV:READ_MEMORY", "SIGSEGV:bytes-2a": the same bug may show with any packet or bytes. A sanitizer's
 * frame belongs to one bug. */
static bool is_named_by_packet(const candidate *c) {
    const char *last = strrchr(c->signature, ':');
    return last && (strncmp(last + 1, KNOWN_BYTES_NAME, sizeof KNOWN_BYTES_NAME - 1) == 0 ||
                    strcmp(last + 1, KNOWN_EMPTY_NAME) == 0 || strcmp(last + 1, CANDIDATE_OVER_LONG) == 0 ||
                    strcmp(last + 1, "unknown") == 0 ||
                    candidate_packet_named(rsp_bytes_str(last + 1)) != RSP_PACKET_UNKNOWN);
}

bool known_same_oracle(const candidate *a, const candidate *b) {
    return candidate_same_end(a, b) && a->rule == b->rule && is_named_by_packet(a) && is_named_by_packet(b);
}

/* --- other names of what is known --- */

void known_note_other_name(rsp_fuzzer *f, const candidate *c) {
    known_signature *name = known_find(&f->known, c->signature, true);
    if (!name)
        return;
    name->found = name->found || ++name->times_other >= known_most_tries(c->kind);
    known_note_silence(f, c->signature);
}

static held place_of_known(const known_finding *finding, rsp_bytes request) {
    rsp_bytes part = rsp_messages_bytes(finding->list, 0);
    return finding->list->num == 1 && known_is_framing(part) ? place_of(request, part) : HELD_NOT;
}

bool known_explains(known_bugs *k, const candidate *c, rsp_bytes request) {
    const known_signature *name = known_find(k, c->signature, false);
    if (name && name->place > HELD_WHOLE &&
        place_of_known(&k->findings[name->explained_by], request) == name->place)
        return true;
    for (size_t i = 0; i < k->num_findings; i++) {
        const known_finding *finding = &k->findings[i];
        if (known_same_oracle(&finding->what, c) &&
            finding->names[place_of_known(finding, request)] >= ANY_NAME)
            return true;
    }
    return false;
}

bool known_explains_silence(const known_bugs *k, rsp_bytes request) {
    for (size_t i = 0; i < k->num_findings; i++) {
        const known_finding *finding = &k->findings[i];
        bool silent = finding->what.kind == RSP_FINDING_HANG || finding->what.kind == RSP_FINDING_NO_STOP ||
                      finding->what.kind == RSP_FINDING_NO_REPLY || finding->what.kind == RSP_FINDING_DEAF;
        if (silent && finding->names[place_of_known(finding, request)] >= ANY_NAME)
            return true;
    }
    return false;
}
