/* Counts silences by what was sent; packets that a stub need not know share the count of unknown ones until
 * one of them is answered. Three in a row are known; after one, the wait depends on where it was.
 * A program that runs is given longer: its stop takes as long as the program does. */
/* SPDX-License-Identifier: MIT */
#include "ends/patience.h"

#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <string.h>

enum {
    LATE_TIMES = 2, /* times what a late reply took is waited for the next one */
    SHOWN = 3,      /* silences in a row after which a wait is short */
    REPLIES = 20,   /* times what a reply takes on average is such a wait */
    RUNS = 10,      /* times that for a program that runs */
    PART = 4,   /* a full wait is divided by this after one silence; by half of it while the program runs */
    MARGIN = 4, /* times what bytes took before is what more of them may take */
    AGAIN = 8,  /* every so many connections a first reply is waited for in full again */
};

/* What a wait is made longer by at most: a file can name no longer one. */
static const uint64_t most_longer_ns = (uint64_t)RSP_LIMIT_WAIT_S / 60 * RSP_NS_PER_S;

static const uint64_t least_run_ns = 250 * RSP_NS_PER_MS;

/* Z0 may be answered where Z1 is not. */
static unsigned kind_of_packet(rsp_bytes payload) {
    const bool point = payload.len > 1 && (payload.ptr[0] | 0x20) == 'z';
    if (point && payload.ptr[1] > '0' && payload.ptr[1] < '5')
        return PATIENCE_POINT + 2U * (payload.ptr[1] - '0') + (payload.ptr[0] == 'z');
    return (unsigned)rsp_packet_identify(payload);
}

unsigned patience_kind(rsp_bytes bytes, bool bytewise) {
    const size_t end = rsp_bytes_index(bytes, '#');
    if (bytes.len == 1 && bytes.ptr[0] == 3)
        return PATIENCE_INTERRUPT;
    if (bytes.len == 1 && bytes.ptr[0] == '-')
        return PATIENCE_REFUSED;
    if (bytes.len == 0 || bytes.ptr[0] != '$' || end + 3 > bytes.len)
        return PATIENCE_OTHER;
    if (rsp_bytes_index(rsp_bytes_from(bytes, 1), '$') + 1 < end) /* cut by the next */
        return PATIENCE_OTHER;
    if (rsp_hex_value(bytes.ptr[end + 1]) < 0 || rsp_hex_value(bytes.ptr[end + 2]) < 0)
        return PATIENCE_OTHER;
    if (end + 3 < bytes.len)
        return PATIENCE_BATCH;
    return bytewise ? (unsigned)PATIENCE_PIECES : kind_of_packet(rsp_bytes_sub(bytes, 1, end - 1));
}

/* Packets that a stub may not know. */
static bool is_optional(unsigned kind) {
    if (kind >= PATIENCE_POINT)
        return true;
    return kind < RSP_PACKET_END && kind != RSP_PACKET_REASON && kind != RSP_PACKET_READ_REGISTERS &&
           kind != RSP_PACKET_READ_MEMORY && kind != RSP_PACKET_WRITE_REGISTERS &&
           kind != RSP_PACKET_WRITE_MEMORY && rsp_packet_effect((rsp_packet_id)kind) != RSP_EFFECT_RESUMES;
}

bool patience_unknowns_silent(const patience *p, const rsp_manners *manners) {
    return manners->replies.unknowns == RSP_UNKNOWNS_SILENT || p->unknowns_silent;
}

static bool is_silent(const patience *p, const rsp_manners *manners, unsigned kind) {
    if (kind != PATIENCE_OTHER && p->silent[kind] >= SHOWN)
        return true;
    if (kind == RSP_PACKET_UNKNOWN && patience_unknowns_silent(p, manners))
        return !p->answered[kind] || p->confirmed[kind]; /* the look may have seen a late one */
    if (kind == PATIENCE_INTERRUPT)
        return manners->bytes.interrupt == RSP_HABIT_NO && !p->answered[kind];
    const bool served = kind < RSP_PACKET_END && manners->replies.packets[kind] == RSP_HABIT_YES;
    return is_optional(kind) && !served && !p->answered[kind] && patience_unknowns_silent(p, manners);
}

static bool runs(unsigned kind) {
    return kind == PATIENCE_INTERRUPT || kind == PATIENCE_NOTICE ||
           (kind < RSP_PACKET_END && rsp_packet_runs((rsp_packet_id)kind));
}

/* For a kind that is known to get no reply. */
static uint64_t short_ns(const patience *p, const rsp_manners *manners, unsigned kind, uint64_t timeout_ns) {
    const uint64_t known = rsp_manners_patience_ns(manners, timeout_ns);
    const uint64_t mean = p->num_replies > 0 ? p->took_ns / p->num_replies : 0;
    const uint64_t seen = mean < timeout_ns / REPLIES ? REPLIES * mean : timeout_ns;
    const uint64_t wait = known > seen ? known : seen;
    if (!runs(kind))
        return wait;
    return wait > least_run_ns / RUNS ? RUNS * wait : least_run_ns;
}

/* For a kind that gets replies, too: PART times the slowest one, and at least `least_ns`. */
static uint64_t careful_ns(const patience *p, unsigned kind, uint64_t least_ns, uint64_t timeout_ns) {
    const uint64_t slowest = p->slowest_ns[kind];
    const uint64_t seen = slowest < timeout_ns / PART ? PART * slowest : timeout_ns;
    return least_ns > seen ? least_ns : seen;
}

uint64_t patience_wait_ns(const patience *p, const rsp_manners *manners, unsigned kind, uint64_t timeout_ns) {
    /* Nobody waits for a late stop: it looks like one that does not come. */
    const uint64_t late = runs(kind) ? LATE_TIMES * p->most_late_ns : 0;
    const uint64_t full = late > timeout_ns ? late : timeout_ns;
    uint64_t wait = full;
    if (!p->on)
        return timeout_ns;
    if (p->late_ns[kind] > 0)
        return LATE_TIMES * p->late_ns[kind];
    const uint64_t least = short_ns(p, manners, kind, timeout_ns);
    if (is_silent(p, manners, kind))
        wait = least;
    else if (p->here.silent[kind])
        wait = careful_ns(p, kind, runs(kind) ? least : PART * least, timeout_ns);
    else if (p->confirmed[kind] && kind != PATIENCE_OTHER)
        wait = careful_ns(p, kind, timeout_ns / (runs(kind) ? PART / 2 : PART), timeout_ns);
    return wait < full ? wait : full;
}

uint64_t patience_brief_ns(const patience *p, const rsp_manners *manners, unsigned kind,
                           uint64_t timeout_ns) {
    const uint64_t least = PART * rsp_manners_patience_ns(manners, timeout_ns);
    const uint64_t wait = p->on ? careful_ns(p, kind, least, timeout_ns) : timeout_ns;
    return wait < timeout_ns ? wait : timeout_ns;
}

uint64_t patience_first_ns(const patience *p) {
    if (p->first_missed >= SHOWN && p->first_missed % AGAIN != 0)
        return 0;
    return p->first_ns < most_longer_ns / MARGIN ? MARGIN * p->first_ns : most_longer_ns;
}

void patience_learn_first(patience *p, bool came, uint64_t took_ns) {
    p->first_missed = came ? 0 : p->first_missed + 1;
    p->first_ns = came && took_ns > p->first_ns ? took_ns : p->first_ns;
}

uint64_t patience_end_ns(const patience *p, uint64_t timeout_ns) {
    const uint64_t seen = p->ends.slowest_ns < timeout_ns / MARGIN ? MARGIN * p->ends.slowest_ns : timeout_ns;
    if (!p->on)
        return 0;
    return seen > 0 ? seen : p->ends.missed < SHOWN ? timeout_ns : 0;
}

void patience_learn_end(patience *p, bool came, uint64_t took_ns) {
    p->ends.missed = (uint8_t)(came ? 0 : p->ends.missed + (p->ends.missed < SHOWN));
    p->ends.slowest_ns = came && took_ns > p->ends.slowest_ns ? took_ns : p->ends.slowest_ns;
}

void patience_learn_start(patience *p, uint64_t took_ns) {
    p->first_ns = took_ns > p->first_ns ? took_ns : p->first_ns;
}

void patience_begin(patience *p, uint64_t family) {
    if (p->here.family == family)
        return;
    p->here.family = family;
    memset(p->here.silent, 0, sizeof p->here.silent);
}

uint64_t patience_bytes_ns(const patience *p, uint64_t bytes) {
    const uint64_t each = MARGIN * p->byte_ns;
    return each == 0 || bytes < most_longer_ns / each ? each * bytes : most_longer_ns;
}

uint64_t patience_quiet_ns(const patience *p, uint64_t quiet_ns) {
    const uint64_t mean = p->num_replies > 0 ? p->took_ns / p->num_replies : 0;
    const uint64_t slow = mean < most_longer_ns / MARGIN ? MARGIN * mean : most_longer_ns;
    return slow > quiet_ns ? slow : quiet_ns;
}

void patience_measure(patience *p, unsigned kind, uint64_t bytes, uint64_t took_ns) {
    const uint64_t each = bytes > 0 ? took_ns / bytes : 0;
    if (!runs(kind) && each > 0 && (p->byte_ns == 0 || each < p->byte_ns))
        p->byte_ns = each;
}

bool patience_batches_lost(const patience *p) {
    return p->on && p->silent[PATIENCE_BATCH] >= SHOWN;
}

void patience_learn_late(patience *p, unsigned kind, uint64_t took_ns) {
    p->late_ns[kind] = took_ns > p->late_ns[kind] ? took_ns : p->late_ns[kind];
    p->most_late_ns = took_ns > p->most_late_ns ? took_ns : p->most_late_ns;
}

void patience_learn(patience *p, unsigned kind, bool came, uint64_t took_ns) {
    p->answered[kind] = p->answered[kind] || came;
    p->confirmed[kind] = !came;
    p->here.silent[kind] = p->here.silent[kind] || !came;
    p->silent[kind] = (uint8_t)(came ? 0 : p->silent[kind] + (p->silent[kind] < SHOWN));
    p->unknowns_silent = p->unknowns_silent || p->silent[RSP_PACKET_UNKNOWN] >= SHOWN;
    if (!came)
        return;
    p->slowest_ns[kind] = took_ns > p->slowest_ns[kind] ? took_ns : p->slowest_ns[kind];
    if (runs(kind))
        return;
    p->num_replies++;
    p->took_ns += took_ns;
}
