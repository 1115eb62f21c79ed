/* What the parts of a matrix say, in the arena of the whole: for shards and for whole matrices.
 * Nothing is compared here.
 * Private to the layer; see interop.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_JOINED_H
#define RSP_INTEROP_JOINED_H

#include "interop/interop.h"

/* A copy in the arena of `out`; NULL is "". */
const char *joined_text(rsp_interop *out, const char *text);

/* Fills a cell of `out` with what a part says of it; `way` leads to the part's captures. */
void joined_cell(rsp_interop *out, rsp_interop_cell *into, const rsp_interop_cell *from, const char *way);

#endif
