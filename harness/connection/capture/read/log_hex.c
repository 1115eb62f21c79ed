/* Lines of a hex dump: "00000010  24 67 23 36 37   $g#67", as Wireshark's "follow stream" and xxd write them.
 * What stands beside the bytes is not looked at.
 * See log.h. */
/* SPDX-License-Identifier: MIT */
#include "log.h"

#include "core/hex.h"

enum { LEAST_OFFSET = 4, MOST_OFFSET = 16, LINE_BYTES = 16 };

static size_t count_hex(rsp_bytes text) {
    size_t num = 0;
    while (num < text.len && rsp_hex_value(text.ptr[num]) >= 0)
        num++;
    return num;
}

static size_t count_blanks(rsp_bytes text) {
    size_t num = 0;
    while (num < text.len && text.ptr[num] == ' ')
        num++;
    return num;
}

bool log_hex_line(rsp_bytes line, rsp_buf *out, size_t *out_indent) {
    *out_indent = count_blanks(line);
    line = rsp_bytes_from(line, *out_indent);
    const size_t offset = count_hex(line);
    if (offset < LEAST_OFFSET || offset > MOST_OFFSET)
        return false;
    line = rsp_bytes_from(line, offset);
    (void)rsp_take_byte(&line, ':');
    const size_t begun = out->len;
    /* Groups of one or two bytes; the text beside them has no such group right behind a single blank. */
    for (size_t gap = count_blanks(line); gap > 0 && gap <= 2 && out->len - begun < LINE_BYTES;
         gap = count_blanks(line)) {
        const rsp_bytes group = rsp_bytes_from(line, gap);
        const size_t digits = count_hex(group);
        const bool ends = digits == group.len || group.ptr[digits] == ' ' || group.ptr[digits] == '\r';
        if ((digits != 2 && digits != 4) || !ends ||
            rsp_hex_decode(out, rsp_bytes_sub(group, 0, digits)) != RSP_OK)
            break;
        line = rsp_bytes_from(group, digits);
    }
    return out->len > begun;
}
