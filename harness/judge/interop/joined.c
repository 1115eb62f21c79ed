/* Texts of a part end with it, so that each is copied.
 * A cell keeps the place that it has in the whole.
 * See joined.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/joined.h"

const char *joined_text(rsp_interop *out, const char *text) {
    return text && *text ? rsp_arena_str(&out->arena, text) : "";
}

void joined_cell(rsp_interop *out, rsp_interop_cell *into, const rsp_interop_cell *from, const char *way) {
    rsp_interop_cell cell = *from;
    const char **texts[] = {&cell.given, &cell.said,         &cell.forecast, &cell.reason,
                            &cell.rules, &cell.client_rules, &cell.leaves,   &cell.folder};
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        *texts[i] = joined_text(out, *texts[i]);
    if (*way && *cell.folder)
        cell.folder = rsp_arena_printf(&out->arena, "%s/%s", way, cell.folder);
    cell.stub = into->stub;
    cell.debugger = into->debugger;
    cell.action = into->action;
    *into = cell;
}
