/* Path arguments of system calls, and the names in folders.
 * A path is absolute and plain once it is taken; links are the embedder's business.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_PATHS_H
#define RSP_MACHINE_PATHS_H

#include "syscall.h"

/* A path argument made absolute, from the folder `dirfd` or the current one: 0 or a negative error. */
int64_t call_path(const call *c, uint64_t dirfd, uint64_t address, char out[RSP_LIMIT_MACHINE_PATH_BYTES]);
/* The same where an empty path means the descriptor itself: then *out_self is true. */
int64_t call_path_or_self(const call *c, uint64_t dirfd, uint64_t address, uint64_t flags,
                          char out[RSP_LIMIT_MACHINE_PATH_BYTES], bool *out_self);
/* Appends ".", ".." and the names in a folder, each with its NUL: 0 or a negative error. */
int64_t folder_names(rsp_machine *m, const char *path, rsp_buf *out);

#endif
