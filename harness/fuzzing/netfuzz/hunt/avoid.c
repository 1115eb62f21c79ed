/* A known finding has a trigger if all messages before its last one only set the session up.
 * By count, not by chance: the first FIRST_FEW triggers are sent, then one in LET_THROUGH.
 * See avoid.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/avoid.h"

#include "hunt/expected_symptom.h"
#include "hunt/fuzzer.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { FIRST_FEW = 4, LET_THROUGH = 32 };

/* A missing reply leaves the stub alive, but costs a wait. */
static bool ends_session(rsp_finding_kind kind) {
    return kind == RSP_FINDING_CRASH || kind == RSP_FINDING_CLOSED || kind == RSP_FINDING_NO_REPLY ||
           candidate_is_silence(kind);
}

static bool has_trigger(const known_finding *known) {
    bool alone = true;
    for (size_t i = 0; i + 1 < known->list->num && alone; i++)
        alone = known_sets_up(known->list, i);
    return alone && ends_session(known->what.kind);
}

/* All digits count as equal: a number that kills a stub stands for others of its length. */
static uint8_t shape_of(uint8_t byte) {
    return rsp_hex_value(byte) >= 0 ? '0' : byte;
}

/* The same packet, and the known one is what remains of it without some bytes, up to digits. */
static bool has_shape(rsp_bytes bytes, rsp_bytes known) {
    const rsp_packet_row *row = rsp_packet_lookup(known, NULL);
    size_t at = 0;
    if (!row || rsp_packet_lookup(bytes, NULL) != row)
        return false;
    for (size_t i = 0; i < bytes.len && at < known.len; i++)
        at += shape_of(bytes.ptr[i]) == shape_of(known.ptr[at]);
    return at == known.len;
}

static bool holds_trigger(const rsp_messages *list, size_t at, const known_finding *known) {
    size_t last = known->list->num - 1;
    bool packets = known_plain_kind(list->items[at].kind) == RSP_MESSAGE_PACKET &&
                   known_plain_kind(known->list->items[last].kind) == RSP_MESSAGE_PACKET;
    return known_holds(list, at, known, last) != HELD_NOT ||
           (packets && has_shape(rsp_messages_bytes(list, at), rsp_messages_bytes(known->list, last)));
}

static bool is_trigger(const known_bugs *k, const rsp_messages *list, size_t at) {
    for (size_t i = 0; i < k->num_findings; i++) {
        const known_finding *known = &k->findings[i];
        if (has_trigger(known) && holds_trigger(list, at, known))
            return true;
    }
    return false;
}

static bool is_let_through(rsp_fuzzer *f) {
    f->avoided++;
    return f->avoided <= FIRST_FEW || f->avoided % LET_THROUGH == 0;
}

void avoid_known(rsp_fuzzer *f) {
    rsp_messages *list = &f->maker.current;
    bool costs = stub_supply_is_slow(f);
    for (size_t i = 0; i < list->num;) {
        bool ends = (costs && is_trigger(&f->known, list, i)) ||
                    silence_is_expected(f->options.manners, rsp_messages_bytes(list, i));
        if (message_would_be_lost(f->options.manners, list, i) || (ends && !is_let_through(f)))
            rsp_messages_remove(list, i);
        else
            i++;
    }
    if (list->num == 0)
        (void)rsp_messages_append(list, RSP_MESSAGE_PACKET, rsp_packet_name(RSP_PACKET_REASON));
}
