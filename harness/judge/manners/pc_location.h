/* Which place in the reply to g is pc, told by how it moves while the program is stepped.
 * Pure: works on replies that were read before. Only for stubs whose registers nothing describes.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_PC_LOCATION_H
#define RSP_MANNERS_PC_LOCATION_H

#include <rsp/bytes.h>
#include <stdbool.h>
#include <stdint.h>

/* Where the program counter is in the reply to g. */
typedef struct pc_location {
    size_t offset; /* into g, in bytes */
    bool big;      /* big-endian */
} pc_location;

/* `replies` holds decoded replies to g of `stride` bytes each, one before the first step and one after each.
 * `unit` is the width of a place, 2 or 4; places before `from` are left out. The first place wins that moves
 * by a little in each step, unless it only has what another such place had one step before: that one is pc.
 */
bool pc_location_find(rsp_bytes replies, size_t stride, unsigned unit, size_t from, pc_location *out);

/* The first place that moves in each step and of which a value comes again in `replies`: code does, a counter
 * does not. */
bool pc_location_again(rsp_bytes replies, size_t stride, unsigned unit, size_t from, pc_location *out);

/* The place that moved in each step of `replies` and holds `at` in the reply `now`: where the program has
 * stopped at a breakpoint, that is pc. */
bool pc_location_at(rsp_bytes replies, size_t stride, unsigned unit, rsp_bytes now, uint64_t at,
                    pc_location *out);

#endif
