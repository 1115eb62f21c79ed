/* A known finding is in the list if the culprit holds its last message, and its others come before.
 * It explains the list if no replay without one of them shows the symptom.
 * See deduplicate.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/deduplicate.h"

#include "hunt/culprit.h"
#include "hunt/replay.h"

#include "core/hex.h"
#include <rsp/packets.h>
#include <stdio.h>

enum { MAX_NAMING_BYTES = 8 };

/* Whether message `k` of a known finding stands before the culprit. */
static bool is_set_up(const hunt *h, size_t end, const known_finding *known, size_t k) {
    for (size_t i = 0; i < h->best->num && !culprit_has(h, end, i); i++)
        if (known_holds(h->best, i, known, k) == HELD_WHOLE)
            return true;
    return false;
}

/* "SIGSEGV:STEP" is named after its last message, an s. Any finding of that packet would have this name,
 * whatever comes before. */
static bool has_name_of_last(const known_finding *known) {
    size_t last = known->list->num - 1;
    const rsp_packet_row *row = rsp_packet_lookup(rsp_messages_bytes(known->list, last), NULL);
    const char *name = strrchr(known->what.signature, ':');
    return row && name && strcmp(name + 1, row->id_text) == 0 &&
           known_plain_kind(known->list->items[last].kind) == RSP_MESSAGE_PACKET;
}

/* The first of its messages that must be in a list: only the last one if the finding is named after that. */
static size_t first_of(const known_finding *known) {
    return has_name_of_last(known) ? known->list->num - 1 : 0;
}

/* How the culprit holds the last message of a known finding, if its others come before. */
static held explains(const hunt *h, size_t end, const known_finding *known) {
    size_t last = known->list->num - 1;
    held found = HELD_NOT;
    if (!known_same_oracle(&known->what, &h->got) || strcmp(known->what.signature, h->got.signature) == 0)
        return HELD_NOT;
    for (size_t i = 0; i < h->best->num && found == HELD_NOT; i++)
        if (culprit_has(h, end, i))
            found = known_holds(h->best, i, known, last);
    for (size_t k = first_of(known); k < last && found != HELD_NOT; k++)
        found = is_set_up(h, end, known, k) ? found : HELD_NOT;
    return found;
}

/* --- replays without it --- */

/* h->trial becomes h->best without message `k` of a known finding, and without messages that were never sent.
 * The last message is removed from the culprits, the others from the messages before. */
static bool take_out(hunt *h, size_t end, const known_finding *known, size_t k) {
    bool is_last = k + 1 == known->list->num;
    bool at_culprit = false;
    bool fine = true;
    rsp_messages_clear(h->trial);
    for (size_t i = 0; i < h->best->num && i <= end && fine; i++) {
        rsp_buf left = {.mem = h->f->options.mem};
        bool here = culprit_has(h, end, i);
        at_culprit = at_culprit || here;
        held where =
            here == is_last && (is_last || !at_culprit) ? known_holds(h->best, i, known, k) : HELD_NOT;
        if (where == HELD_NOT)
            fine = rsp_messages_copy(h->trial, h->best, i, 1);
        if (where > HELD_WHOLE)
            known_append_without(&left, rsp_messages_bytes(h->best, i), rsp_messages_bytes(known->list, k),
                                 where);
        if (left.len > 0)
            fine = left.status == RSP_OK &&
                   rsp_messages_append(h->trial, h->best->items[i].kind, rsp_buf_bytes(&left));
        rsp_buf_free(&left);
    }
    return fine && h->trial->num > 0;
}

/* If the list shows the symptom without one of the messages, something else causes it. */
static duplicate_outcome look_without(hunt *h, size_t end, const known_finding *known) {
    for (size_t k = known->list->num; k > first_of(known); k--) {
        if (!take_out(h, end, known, k - 1))
            return h->trial->num == 0 ? DUPLICATE_SURE : DUPLICATE_NOT;
        bool shown = replay_shows_after(h, h->trial, true);
        if (h->status != RSP_OK)
            return DUPLICATE_NOT;
        if (shown) {
            hunt_take_trial(h);
            return DUPLICATE_REMOVED;
        }
    }
    return DUPLICATE_SURE;
}

duplicate_outcome deduplicate(hunt *h, const char **out_known_as) {
    rsp_fuzzer *f = h->f;
    size_t end = culprit_end(h);
    for (size_t i = 0; i < f->known.num_findings && h->num_before == 0; i++) {
        const known_finding *known = &f->known.findings[i];
        held where = explains(h, end, known);
        if (where == HELD_NOT)
            continue;
        duplicate_outcome outcome = look_without(h, end, known);
        if (outcome != DUPLICATE_SURE)
            return outcome;
        known_signature *name = known_find(&f->known, h->want.signature, true);
        if (name && known->list->num == 1 && where > HELD_WHOLE && name->place == HELD_NOT) {
            name->place = where;
            name->explained_by = i;
            f->known.findings[i].names[where]++;
        }
        *out_known_as = known->what.signature;
        return DUPLICATE_SURE;
    }
    return DUPLICATE_NOT;
}

/* --- names --- */

void deduplicate_name_by_bytes(hunt *h) {
    size_t last = h->best->num - 1;
    rsp_bytes bytes = rsp_messages_bytes(h->best, last);
    bool has_bytes = h->best->num > 0 && h->best->items[last].kind <= RSP_MESSAGE_RAW;
    char *name = strrchr(h->got.signature, ':');
    if (!has_bytes || (bytes.len > 0 && !known_is_framing(bytes)) || !name ||
        strcmp(name + 1, "unknown") != 0)
        return;
    rsp_buf text = {0};
    rsp_buf_str(&text, bytes.len > 0 ? KNOWN_BYTES_NAME : KNOWN_EMPTY_NAME);
    for (size_t i = 0; i < bytes.len && i < MAX_NAMING_BYTES; i++)
        rsp_hex_append_fixed(&text, bytes.ptr[i] < KNOWN_EIGHTH_BIT ? bytes.ptr[i] : KNOWN_EIGHTH_BIT, 2);
    (void)snprintf(name + 1, sizeof h->got.signature - (size_t)(name + 1 - h->got.signature), "%s",
                   rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}
