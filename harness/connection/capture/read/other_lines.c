/* Three lines are named: enough to see what kind of lines they are, and short enough for one sentence on a
 * terminal.
 * See other_lines.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/other_lines.h"

#include "core/text.h"

enum { NAMED_LINES = 3, NAMED_BYTES = 60 };

static bool is_blank(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != ' ' && text.ptr[i] != '\t' && text.ptr[i] != '\r')
            return false;
    return true;
}

void rsp_other_lines_note(rsp_other_lines *others, uint64_t number, rsp_bytes text) {
    if (is_blank(text))
        return;
    others->num++;
    if (others->num > NAMED_LINES)
        return;
    while (text.ptr[text.len - 1] == '\r')
        text.len--;
    rsp_text_printf(&others->named, "%s line %llu '%.*s'", others->num > 1 ? "," : ":",
                    (unsigned long long)number, (int)(text.len < NAMED_BYTES ? text.len : NAMED_BYTES),
                    (const char *)text.ptr);
}

void rsp_other_lines_free(rsp_other_lines *others) {
    rsp_buf_free(&others->named);
    *others = (rsp_other_lines){0};
}
