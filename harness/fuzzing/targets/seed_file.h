/* The seeds of a fuzz target, corpora/NAME.seeds: one a line, its kind and its bytes, lines in order.
 * tools/dev/seed_file.py writes and reads the same form.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef SEED_FILE_H
#define SEED_FILE_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* Puts the bytes of one line, without its newline, into `out`, which is emptied first. A line is "seed "
 * (from the scenarios, captures and tests) or "grown " (from a longer run) and the bytes: printable ASCII as
 * it is, the rest as \n, \\ or \xNN. False if it is neither; `out->status` tells of memory. */
bool seed_line_read(rsp_buf *out, rsp_bytes line);

#endif
