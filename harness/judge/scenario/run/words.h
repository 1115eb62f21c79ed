/* A stub's last words without the length of its stack dumps: of each dump what names the place is kept.
 * Dumps of Python, JavaScript, sanitizers and gdbserver are known by the look of their lines.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_WORDS_H
#define RSP_SCENARIO_WORDS_H

#include <rsp/bytes.h>

/* What stands in `now` behind what stood in `before`: the last bytes of one stream, kept at two times.
 * Borrows from `now`. */
rsp_bytes words_since(rsp_bytes before, rsp_bytes now);

/* Appends `text`, with lines of stack dumps replaced by "(N lines of the stack left out)". */
void words_cut(rsp_buf *out, rsp_bytes text);

#endif
