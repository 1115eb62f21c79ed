/* Whole matrices become one: of other stubs, other debuggers, or the rest of one that was cut short.
 * What two of them say of one thing must agree.
 * Private to the layer; see interop.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_UNION_H
#define RSP_INTEROP_UNION_H

#include "interop/interop.h"

/* Stubs, debuggers, actions and cells of all parts, which are no shards. RSP_BAD_FILE, RSP_LIMIT with
 * *error, RSP_NO_MEMORY. */
rsp_status join_whole(rsp_interop *out, const rsp_interop_part *parts, size_t num, rsp_error *error);

#endif
