/* pc moves in each step, by less than NEAR bytes; other registers rarely do.
 * If a place does so in both byte orders, the order with the smaller moves is right.
 * See pc_location.h. */
/* SPDX-License-Identifier: MIT */
#include "pc_location.h"

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

/* The pc that `first` only remembers; `first` itself where there is none. */
static pc_location leader_of(rsp_bytes replies, size_t stride, pc_location first, unsigned unit) {
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
