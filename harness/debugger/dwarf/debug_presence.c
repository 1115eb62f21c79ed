/* Each entry of the location list is tried at its first address, where its expression may still be too hard.
 * Lists are bounded: a file may have as many entries as it likes.
 * See debug_presence.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_presence.h"

#include "debug_location.h"
#include "die.h"

enum { MAX_ENTRIES = 64 };

static bool is_readable(const rsp_debug_file *file, uint64_t entry, uint64_t size, uint64_t address) {
    rsp_debug_pieces pieces;
    rsp_error ignored;
    return rsp_debug_location_pieces(file, entry, address, size, &pieces, &ignored) == RSP_OK &&
           pieces.num > 0 && pieces.items[0].status == RSP_OK;
}

/* Adds the place where a debugger stops for the line, in order. */
static size_t add_line(rsp_debug_line *out, size_t num, const rsp_debug_line *line) {
    for (size_t i = 0; i < num; i++)
        if (out[i].line == line->line)
            return num;
    out[num] = *line;
    return num + 1;
}

size_t debug_presence(const rsp_debug_file *file, uint64_t entry, uint64_t size,
                      rsp_debug_line out[DEBUG_PRESENCE_LINES]) {
    Dwarf_Die die;
    Dwarf_Attribute attribute;
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    Dwarf_Op *ops = NULL;
    size_t num_ops = 0;
    ptrdiff_t at = 0;
    size_t num = 0;
    if (!die_at(file, entry, &die) || !dwarf_attr_integrate(&die, DW_AT_location, &attribute))
        return 0;
    for (size_t i = 0; i < MAX_ENTRIES && num < DEBUG_PRESENCE_LINES; i++) {
        rsp_debug_line line;
        at = dwarf_getlocations(&attribute, at, &base, &begin, &end, &ops, &num_ops);
        if (at <= 0)
            break;
        if (begin < end && is_readable(file, entry, size, begin) &&
            rsp_debug_line_at(file, begin, &line) == RSP_OK && line.line > 0)
            num = add_line(out, num, &line);
    }
    return num;
}
