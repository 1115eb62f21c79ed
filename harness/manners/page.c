/* The page for people: a line for each thing that was learned.
 * Everything that a stub sent is printable already.
 * See rsp/manners.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/manners.h>

void rsp_manners_page(rsp_buf *out, const rsp_manners *manners) {
    for (size_t i = 0; i < manners->num_lines; i++) {
        const rsp_manners_line *line = &manners->lines[i];
        if (*line->remark)
            rsp_buf_printf(out, "%-16s %-41s %s\n", line->name, line->text, line->remark);
        else
            rsp_buf_printf(out, "%-16s %s\n", line->name, line->text);
    }
}
