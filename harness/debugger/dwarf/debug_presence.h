/* Where a variable can be read that cannot be read at another place: the lines at which it has a location.
 * For people, who then choose another place for their breakpoint.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_PRESENCE_H
#define RSP_DEBUG_PRESENCE_H

#include "debug_line.h"

enum { DEBUG_PRESENCE_LINES = 3 };

/* The first places, in the order of their addresses, at which the variable `entry` of `size` bytes is
 * somewhere; each line once. Returns how many. A constant, and a variable without a list of locations, has
 * none. */
size_t debug_presence(const rsp_debug_file *file, uint64_t entry, uint64_t size,
                      rsp_debug_line out[DEBUG_PRESENCE_LINES]);

#endif
