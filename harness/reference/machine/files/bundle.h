/* Paths, and the bundled files that they lead to.
 * Files of the embedder are in nodes.h.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_BUNDLE_H
#define RSP_MACHINE_BUNDLE_H

#include "kernel.h"

/* Makes a path absolute and plain: no `.`, `..` or double slashes. RSP_LIMIT: it does not fit. */
rsp_status path_resolve(char *out, size_t cap, const char *cwd, const char *path);
/* The bundled file of this absolute path, or NULL. */
const rsp_machine_file *bundled_find(const rsp_machine *m, const char *path);
/* Sorts the machine's files by path. False without memory, or with two of the same path. */
bool files_index(rsp_machine *m);
/* Whether some file lies below this absolute path. */
bool path_is_folder(const rsp_machine *m, const char *path);

#endif
