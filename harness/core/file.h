/* Opens files for reading, and says so where a path names no file.
 * A named pipe is refused, as opening it would block until somebody writes to it.
 * Pipes that are open already (/dev/stdin, /dev/fd/N, the shell's <(...)) are read. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FILE_H
#define RSP_FILE_H

#include <rsp/status.h>

RSP_BEGIN_DECLS

/* A descriptor in *out_fd, to be closed by the caller. RSP_NOT_FOUND, RSP_BAD_FILE (a named pipe) or RSP_IO,
 * with the reason in `error` (may be NULL), without the path. Never waits. */
rsp_status rsp_file_open(int *out_fd, const char *path, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
