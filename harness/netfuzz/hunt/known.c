/* What is known already: names of findings, and findings that are cut down, which explain others. A bug of
 * framing shows under the name of each packet that it is hidden in; a list that shows nothing any more once
 * the messages of a known finding are taken out of it is that finding again. See docs/decisions/0011. */
/* SPDX-License-Identifier: MIT */
#include "fuzzer.h"

#include <rsp/hex.h>
#include <rsp/packet_table.h>
#include <stdio.h>

enum { MAX_NAMING_BYTES = 8 };

/* What stands for a packet in the names of findings where none is to blame. */
static const char bytes_name[] = "bytes-";
static const char empty_name[] = "empty-packet";

/* --- names --- */

known_signature *fuzzer_signature(rsp_fuzzer *f, const char *text, bool add) {
    for (size_t i = 0; i < f->num_signatures; i++)
        if (strcmp(f->signatures[i].text, text) == 0)
            return &f->signatures[i];
    if (!add || f->num_signatures == MAX_SIGNATURES)
        return NULL;
    known_signature *added = &f->signatures[f->num_signatures++];
    (void)snprintf(added->text, sizeof added->text, "%s", text);
    return added;
}

unsigned fuzzer_most_tries(rsp_finding_kind kind) {
    if (kind == RSP_FINDING_MEMORY)
        return MAX_GROWTH_TRIES;
    return kind == RSP_FINDING_CRASH || kind == RSP_FINDING_CLOSED ? MAX_DEATH_TRIES : MAX_TRIES;
}

bool rsp_fuzzer_know_signature(rsp_fuzzer *f, const char *signature) {
    known_signature *known = fuzzer_signature(f, signature, true);
    if (known)
        known->found = true;
    fuzzer_note_silence(f, signature);
    return known != NULL;
}

static size_t num_of_rule(const rsp_fuzzer *f, rsp_rule_id rule) {
    char start[RSP_SIGNATURE_BYTES];
    size_t num = 0;
    if (rule == RSP_RULE_COUNT)
        return 0;
    (void)snprintf(start, sizeof start, "rule:%s:", rsp_rule_get(rule)->id);
    for (size_t i = 0; i < f->num_signatures; i++)
        num += f->signatures[i].found && strncmp(f->signatures[i].text, start, strlen(start)) == 0;
    return num;
}

bool fuzzer_is_known(rsp_fuzzer *f, const candidate *c) {
    const known_signature *known = fuzzer_signature(f, c->signature, false);
    return (known && known->found) || num_of_rule(f, c->rule) >= MAX_OF_RULE ||
           (f->host.known && f->host.known(f->host.ctx, c->signature));
}

/* --- findings --- */

/* Only a short list that always showed it explains another one. */
static void remember(rsp_fuzzer *f, const candidate *what, const rsp_messages *list) {
    bool explains = what->kind == RSP_FINDING_RULE ? what->rule != RSP_RULE_COUNT
                                                   : what->kind < RSP_FINDING_CONTRADICTION;
    if (!explains || list->num == 0 || list->num > MAX_KNOWN_MESSAGES || f->num_findings == MAX_KNOWN)
        return;
    for (size_t i = 0; i < f->num_findings; i++)
        if (strcmp(f->findings[i].what.signature, what->signature) == 0)
            return;
    known_finding *k = &f->findings[f->num_findings];
    *k = (known_finding){.what = *what, .list = fuzzer_copy(f, list)};
    f->num_findings += k->list != NULL;
}

bool rsp_fuzzer_know_finding(rsp_fuzzer *f, const rsp_finding *finding) {
    const candidate what = fuzzer_wanted(finding);
    bool always = finding->reproduced > 0 && finding->reproduced == finding->replays;
    if (!finding->pending && always && finding->num_before == 0 && finding->messages)
        remember(f, &what, finding->messages);
    return rsp_fuzzer_know_signature(f, finding->signature);
}

/* --- which message holds which --- */

static rsp_message_kind plain(rsp_message_kind kind) {
    return kind == RSP_MESSAGE_HURRIED ? RSP_MESSAGE_PACKET : kind;
}

/* What a byte with the eighth bit does to a stub all of them do: there would be 128 names for one bug. */
enum { EIGHTH_BIT = 0x80 };

static bool is_same(rsp_bytes a, rsp_bytes b) {
    bool same = a.len == b.len;
    for (size_t i = 0; i < a.len && same; i++)
        same = a.ptr[i] == b.ptr[i] || (a.ptr[i] & b.ptr[i] & EIGHTH_BIT) != 0;
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

bool fuzzer_is_framing(rsp_bytes part) {
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

/* Cutting could leave `part` of the bytes. */
static bool is_subsequence(rsp_bytes bytes, rsp_bytes part) {
    size_t at = 0;
    for (size_t i = 0; i < bytes.len && at < part.len; i++)
        at += bytes.ptr[i] == part.ptr[at];
    return at == part.len;
}

static held holds(const rsp_messages *list, size_t at, const rsp_messages *known, size_t k) {
    rsp_bytes bytes = rsp_messages_bytes(list, at);
    rsp_bytes part = rsp_messages_bytes(known, k);
    rsp_message_kind kind = plain(list->items[at].kind);
    if (kind != plain(known->items[k].kind))
        return HELD_NOT;
    if (rsp_bytes_equal(bytes, part))
        return HELD_WHOLE;
    if (fuzzer_is_framing(part))
        return place_of(bytes, part);
    const rsp_packet_row *row = rsp_packet_lookup(part, NULL);
    bool same_packet = row && kind == RSP_MESSAGE_PACKET && rsp_packet_lookup(bytes, NULL) == row;
    return same_packet && is_subsequence(bytes, part) ? HELD_WHOLE : HELD_NOT;
}

/* --- which finding explains which --- */

/* "SIGSEGV:READ_MEMORY", "SIGSEGV:bytes-2a": by its packet, which the same bug shows with any, or by the
 * bytes that are none. A frame is the bug's own. */
static bool is_named_by_packet(const candidate *c) {
    const char *last = strrchr(c->signature, ':');
    return last && (strncmp(last + 1, bytes_name, strlen(bytes_name)) == 0 ||
                    strcmp(last + 1, empty_name) == 0 || strcmp(last + 1, "unknown") == 0 ||
                    fuzzer_packet_named(rsp_bytes_str(last + 1)) != RSP_PACKET_UNKNOWN);
}

static bool same_oracle(const candidate *known, const candidate *seen) {
    return fuzzer_same_end(known, seen) && known->rule == seen->rule && is_named_by_packet(known) &&
           is_named_by_packet(seen);
}

/* Message `k` of a known finding somewhere before the blamed one. */
static bool is_set_up(const hunt *h, size_t end, const known_finding *known, size_t k) {
    for (size_t i = 0; i < h->best->num && !fuzzer_is_blamed(h, end, i); i++)
        if (holds(h->best, i, known->list, k) == HELD_WHOLE)
            return true;
    return false;
}

/* "SIGSEGV:STEP" by its last message, an s: another one by that packet would be known by its name, whatever
 * comes before it. */
static bool has_name_of_last(const known_finding *known) {
    size_t last = known->list->num - 1;
    const rsp_packet_row *row = rsp_packet_lookup(rsp_messages_bytes(known->list, last), NULL);
    const char *name = strrchr(known->what.signature, ':');
    return row && name && strcmp(name + 1, row->id_text) == 0 &&
           plain(known->list->items[last].kind) == RSP_MESSAGE_PACKET;
}

/* The first of its messages that is looked for: of what has its name from the last one only that. */
static size_t first_of(const known_finding *known) {
    return has_name_of_last(known) ? known->list->num - 1 : 0;
}

/* How the blamed message holds the last one of a known finding, whose others come before it. */
static held explains(const hunt *h, size_t end, const known_finding *known) {
    size_t last = known->list->num - 1;
    held found = HELD_NOT;
    if (!same_oracle(&known->what, &h->got) || strcmp(known->what.signature, h->got.signature) == 0)
        return HELD_NOT;
    for (size_t i = 0; i < h->best->num && found == HELD_NOT; i++)
        if (fuzzer_is_blamed(h, end, i))
            found = holds(h->best, i, known->list, last);
    for (size_t k = first_of(known); k < last && found != HELD_NOT; k++)
        found = is_set_up(h, end, known, k) ? found : HELD_NOT;
    return found;
}

/* --- what is left without it --- */

/* The bytes without a part that stands at one end, or anywhere. */
static void append_without(rsp_buf *out, rsp_bytes bytes, rsp_bytes part, held where) {
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

/* h->trial becomes h->best without message `k` of a known finding: out of the blamed messages, or those
 * before them; and without what was never sent. */
static bool take_out(hunt *h, size_t end, const known_finding *known, size_t k) {
    bool is_last = k + 1 == known->list->num;
    bool blamed = false;
    bool fine = true;
    rsp_messages_clear(h->trial);
    for (size_t i = 0; i < h->best->num && i <= end && fine; i++) {
        rsp_buf left = {.mem = h->f->options.mem};
        bool here = fuzzer_is_blamed(h, end, i);
        blamed = blamed || here;
        held where = here == is_last && (is_last || !blamed) ? holds(h->best, i, known->list, k) : HELD_NOT;
        if (where == HELD_NOT)
            fine = rsp_messages_copy(h->trial, h->best, i, 1);
        if (where > HELD_WHOLE)
            append_without(&left, rsp_messages_bytes(h->best, i), rsp_messages_bytes(known->list, k), where);
        if (left.len > 0)
            fine = left.status == RSP_OK &&
                   rsp_messages_append(h->trial, h->best->items[i].kind, rsp_buf_bytes(&left));
        rsp_buf_free(&left);
    }
    return fine && h->trial->num > 0;
}

/* Each of its messages is needed: where one is not, something else shows the same. */
static known_outcome look_without(hunt *h, size_t end, const known_finding *known) {
    for (size_t k = known->list->num; k > first_of(known); k--) {
        if (!take_out(h, end, known, k - 1))
            return h->trial->num == 0 ? KNOWN_AGAIN : KNOWN_NOTHING;
        bool shown = fuzzer_shows_behind(h, h->trial, true);
        if (h->status != RSP_OK)
            return KNOWN_NOTHING;
        if (shown) {
            fuzzer_take_trial(h);
            return KNOWN_LEFT;
        }
    }
    return KNOWN_AGAIN;
}

known_outcome fuzzer_look_without_known(hunt *h, const char **out_known_as) {
    rsp_fuzzer *f = h->f;
    size_t end = fuzzer_end_of(h);
    for (size_t i = 0; i < f->num_findings && h->num_before == 0; i++) {
        const known_finding *known = &f->findings[i];
        held where = explains(h, end, known);
        if (where == HELD_NOT)
            continue;
        known_outcome outcome = look_without(h, end, known);
        if (outcome != KNOWN_AGAIN)
            return outcome;
        known_signature *name = fuzzer_signature(f, h->want.signature, true);
        if (name && known->list->num == 1 && where > HELD_WHOLE && name->place == HELD_NOT) {
            name->place = where;
            name->explained_by = i;
            f->findings[i].names[where]++;
        }
        *out_known_as = known->what.signature;
        return KNOWN_AGAIN;
    }
    return KNOWN_NOTHING;
}

/* --- other names of what is known --- */

void fuzzer_name_by_bytes(hunt *h) {
    size_t last = h->best->num - 1;
    rsp_bytes bytes = rsp_messages_bytes(h->best, last);
    bool has_bytes = h->best->num > 0 && h->best->items[last].kind <= RSP_MESSAGE_RAW;
    char *name = strrchr(h->got.signature, ':');
    if (!has_bytes || (bytes.len > 0 && !fuzzer_is_framing(bytes)) || !name ||
        strcmp(name + 1, "unknown") != 0)
        return;
    rsp_buf text = {0};
    rsp_buf_str(&text, bytes.len > 0 ? bytes_name : empty_name);
    for (size_t i = 0; i < bytes.len && i < MAX_NAMING_BYTES; i++)
        rsp_hex_append_fixed(&text, bytes.ptr[i] < EIGHTH_BIT ? bytes.ptr[i] : EIGHTH_BIT, 2);
    (void)snprintf(name + 1, sizeof h->got.signature - (size_t)(name + 1 - h->got.signature), "%s",
                   rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

void fuzzer_note_other_name(rsp_fuzzer *f, const candidate *c) {
    known_signature *name = fuzzer_signature(f, c->signature, true);
    if (!name)
        return;
    name->found = name->found || ++name->times_other >= fuzzer_most_tries(c->kind);
    fuzzer_note_silence(f, c->signature);
}

static held place_of_known(const known_finding *known, rsp_bytes request) {
    rsp_bytes part = rsp_messages_bytes(known->list, 0);
    return known->list->num == 1 && fuzzer_is_framing(part) ? place_of(request, part) : HELD_NOT;
}

bool fuzzer_is_explained(rsp_fuzzer *f, const candidate *c, rsp_bytes blamed) {
    const known_signature *name = fuzzer_signature(f, c->signature, false);
    if (name && name->place > HELD_WHOLE &&
        place_of_known(&f->findings[name->explained_by], blamed) == name->place)
        return true;
    for (size_t i = 0; i < f->num_findings; i++) {
        const known_finding *known = &f->findings[i];
        if (same_oracle(&known->what, c) && known->names[place_of_known(known, blamed)] >= ANY_NAME)
            return true;
    }
    return false;
}

bool fuzzer_explains_silence(const rsp_fuzzer *f, rsp_bytes request) {
    for (size_t i = 0; i < f->num_findings; i++) {
        const known_finding *known = &f->findings[i];
        bool silent = known->what.kind == RSP_FINDING_HANG || known->what.kind == RSP_FINDING_NO_STOP ||
                      known->what.kind == RSP_FINDING_NO_REPLY || known->what.kind == RSP_FINDING_DEAF;
        if (silent && known->names[place_of_known(known, request)] >= ANY_NAME)
            return true;
    }
    return false;
}

void fuzzer_forget_findings(rsp_fuzzer *f) {
    for (size_t i = 0; i < f->num_findings; i++)
        fuzzer_drop(f, f->findings[i].list);
    f->num_findings = 0;
}
