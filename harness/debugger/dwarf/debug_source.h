/* The source files that a program was made of, as its units name them.
 * A file of several units comes several times.
 * See debug_line.h for the places in them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_SOURCE_H
#define RSP_DEBUG_SOURCE_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* Calls `visit` for each, with a path that is borrowed from the file, until it returns false. */
void rsp_debug_sources(const rsp_debug_file *file, bool (*visit)(void *ctx, const char *path), void *ctx);

RSP_END_DECLS

#endif
