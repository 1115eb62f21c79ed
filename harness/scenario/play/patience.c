/* Counts silences by what was sent. Packets that a stub need not know share the count of those that nobody
 * knows, until one of them is answered.
 * A program that runs is given longer: its stop takes as long as the program does. */
/* SPDX-License-Identifier: MIT */
#include "play/patience.h"

enum {
    SHOWN = 3,    /* silences in a row after which a wait is short */
    REPLIES = 20, /* times what a reply takes on average is such a wait */
    RUNS = 10,    /* times that for a program that runs */
};

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

static bool unknowns_are_silent(const patience *p, const rsp_manners *manners) {
    return manners->unknowns == RSP_UNKNOWNS_SILENT || p->unknowns_silent;
}

static bool is_silent(const patience *p, const rsp_manners *manners, unsigned kind) {
    if (p->silent[kind] >= SHOWN || (kind == RSP_PACKET_UNKNOWN && unknowns_are_silent(p, manners)))
        return true;
    if (kind == PATIENCE_INTERRUPT)
        return manners->interrupt == RSP_HABIT_NO && !p->answered[kind];
    const bool served = kind < RSP_PACKET_END && manners->packets[kind] == RSP_HABIT_YES;
    return is_optional(kind) && !served && !p->answered[kind] && unknowns_are_silent(p, manners);
}

uint64_t patience_wait_ns(const patience *p, const rsp_manners *manners, unsigned kind, uint64_t timeout_ns) {
    if (!p->on || kind == PATIENCE_OTHER || !is_silent(p, manners, kind))
        return timeout_ns;
    const uint64_t known = rsp_manners_patience_ns(manners, timeout_ns);
    const uint64_t mean = p->num_replies > 0 ? p->took_ns / p->num_replies : 0;
    const uint64_t seen = mean < timeout_ns / REPLIES ? REPLIES * mean : timeout_ns;
    uint64_t wait = known > seen ? known : seen;
    if (kind == PATIENCE_INTERRUPT || (kind < RSP_PACKET_END && rsp_packet_runs((rsp_packet_id)kind)))
        wait = wait > least_run_ns / RUNS ? RUNS * wait : least_run_ns;
    return wait < timeout_ns ? wait : timeout_ns;
}

void patience_learn(patience *p, unsigned kind, bool came, uint64_t took_ns) {
    const bool runs =
        kind == PATIENCE_INTERRUPT || (kind < RSP_PACKET_END && rsp_packet_runs((rsp_packet_id)kind));
    p->answered[kind] = p->answered[kind] || came;
    p->silent[kind] = (uint8_t)(came ? 0 : p->silent[kind] + (p->silent[kind] < SHOWN));
    p->unknowns_silent = p->unknowns_silent || p->silent[RSP_PACKET_UNKNOWN] >= SHOWN;
    if (!came || runs)
        return;
    p->num_replies++;
    p->took_ns += took_ns;
}
