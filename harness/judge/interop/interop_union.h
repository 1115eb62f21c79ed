/* Whole matrices become one: of other stubs, other debuggers, or the rest of one that was cut short.
 * What two of them say of one thing must agree.
 * Private to the layer; see interop.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_UNION_H
#define RSP_INTEROP_UNION_H

#include "interop/interop.h"

/* A copy in the arena of `out`; NULL is "". */
const char *joined_text(rsp_interop *out, const char *text);

/* Fills a cell of `out` with what a part says of it; `way` leads to the part's captures. */
void joined_cell(rsp_interop *out, rsp_interop_cell *into, const rsp_interop_cell *from, const char *way);

/* Stubs, debuggers, actions and cells of all parts, which are no shards. RSP_BAD_FILE, RSP_LIMIT with
 * *error, RSP_NO_MEMORY. */
rsp_status join_whole(rsp_interop *out, const rsp_interop_part *parts, size_t num, rsp_error *error);

#endif
