/* pc moves in each step, by less than NEAR bytes; other registers rarely do.
 * If a place does so in both byte orders, the order with the smaller moves is right.
 * See pc_location.h. */
/* SPDX-License-Identifier: MIT */
#include "pc_location.h"

#include "register_block.h"

#include "core/byte_order.h"

enum { NEAR = 4096, NOT_A_PC = 0 };

/* How far the place moved in all steps; NOT_A_PC if it stood still in one or jumped. With registers wider
 * than 2 bytes code is aligned, so an odd value is no pc. */
static uint64_t distance(rsp_bytes replies, size_t stride, size_t offset, unsigned unit, bool big) {
    uint64_t sum = 0;
    for (size_t at = offset; at + stride + unit <= replies.len; at += stride) {
        uint64_t then = rsp_number_of(rsp_bytes_sub(replies, at, unit), big);
        uint64_t now = rsp_number_of(rsp_bytes_sub(replies, at + stride, unit), big);
        uint64_t far = now > then ? now - then : then - now;
        if (far == 0 || far >= NEAR || (unit > 2 && now % 2 != 0))
            return NOT_A_PC;
        sum += far;
    }
    return sum;
}

/* Whether `a` is always where `b` was one step before: the previous pc, as or1k has it beside the next one.
 */
static bool lags(rsp_bytes replies, size_t stride, pc_location a, pc_location b, unsigned unit) {
    for (size_t at = 0; at + 2 * stride <= replies.len; at += stride) {
        uint64_t before = rsp_number_of(rsp_bytes_sub(replies, at + b.offset, unit), b.big);
        uint64_t now = rsp_number_of(rsp_bytes_sub(replies, at + stride + a.offset, unit), a.big);
        if (before != now)
            return false;
    }
    return true;
}

/* The pc that `first` only remembers; `first` itself where there is none, or where the only architecture with
 * such registers has pc there: SPARC's npc is behind pc, and leads. */
static pc_location leader_of(rsp_bytes replies, size_t stride, pc_location first, unsigned unit) {
    if (register_block_with_pc(stride, (unsigned)first.offset))
        return first;
    for (size_t offset = 0; offset + unit <= stride; offset += unit) {
        const pc_location other = {.offset = offset, .big = first.big};
        if (offset != first.offset && distance(replies, stride, offset, unit, first.big) != NOT_A_PC &&
            lags(replies, stride, first, other, unit))
            return other;
    }
    return first;
}

bool pc_location_find(rsp_bytes replies, size_t stride, unsigned unit, size_t from, pc_location *out) {
    if (stride == 0 || replies.len < 2 * stride)
        return false;
    for (size_t offset = from; offset + unit <= stride; offset += unit) {
        uint64_t little = distance(replies, stride, offset, unit, false);
        uint64_t big = distance(replies, stride, offset, unit, true);
        if (little == NOT_A_PC && big == NOT_A_PC)
            continue;
        const bool is_big = little == NOT_A_PC || (big != NOT_A_PC && big < little);
        *out = leader_of(replies, stride, (pc_location){.offset = offset, .big = is_big}, unit);
        return true;
    }
    return false;
}

static uint64_t value_of(rsp_bytes reply, pc_location place, unsigned unit) {
    return rsp_number_of(rsp_bytes_sub(reply, place.offset, unit), place.big);
}

/* Whether it moved in each step, by whatever. */
static bool always_moves(rsp_bytes replies, size_t stride, size_t offset, unsigned unit) {
    size_t num = 0;
    for (size_t at = 0; at + 2 * stride <= replies.len; at += stride, num++) {
        if (rsp_bytes_equal(rsp_bytes_sub(replies, at + offset, unit),
                            rsp_bytes_sub(replies, at + stride + offset, unit)))
            return false;
    }
    return num > 1;
}

/* Whether one of its values comes again. */
static bool comes_again(rsp_bytes replies, size_t stride, size_t offset, unsigned unit) {
    for (size_t at = 0; at + stride <= replies.len; at += stride) {
        for (size_t then = at + stride; then + stride <= replies.len; then += stride) {
            if (rsp_bytes_equal(rsp_bytes_sub(replies, at + offset, unit),
                                rsp_bytes_sub(replies, then + offset, unit)))
                return true;
        }
    }
    return false;
}

/* How far it moved in all steps, in this byte order. */
static uint64_t way(rsp_bytes replies, size_t stride, pc_location place, unsigned unit) {
    uint64_t sum = 0;
    for (size_t at = 0; at + 2 * stride <= replies.len; at += stride) {
        const uint64_t then = value_of(rsp_bytes_sub(replies, at, stride), place, unit);
        const uint64_t now = value_of(rsp_bytes_sub(replies, at + stride, stride), place, unit);
        sum += now > then ? now - then : then - now;
    }
    return sum;
}

bool pc_location_again(rsp_bytes replies, size_t stride, unsigned unit, size_t from, pc_location *out) {
    for (size_t offset = from; stride > 0 && offset + unit <= stride; offset += unit) {
        if (!always_moves(replies, stride, offset, unit) || !comes_again(replies, stride, offset, unit))
            continue;
        const pc_location little = {.offset = offset, .big = false};
        const pc_location big = {.offset = offset, .big = true};
        *out = way(replies, stride, big, unit) < way(replies, stride, little, unit) ? big : little;
        return true;
    }
    return false;
}

bool pc_location_at(rsp_bytes replies, size_t stride, unsigned unit, rsp_bytes now, uint64_t at,
                    pc_location *out) {
    for (size_t offset = 0; stride > 0 && offset + unit <= stride && offset + unit <= now.len;
         offset += unit) {
        if (!always_moves(replies, stride, offset, unit))
            continue;
        for (int big = 0; big < 2; big++) {
            *out = (pc_location){.offset = offset, .big = big};
            if (value_of(now, *out, unit) == at)
                return true;
        }
    }
    return false;
}
