/* Reading files whole, and what a path names.
 * A named pipe is refused, as opening it would block until somebody writes to it.
 * Pipes that are open already (/dev/stdin, /dev/fd/N, the shell's <(...)) are read. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FILE_H
#define RSP_FILE_H

#include <rsp/bytes.h>
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* A descriptor in *out_fd, to be closed by the caller. RSP_NOT_FOUND, RSP_BAD_FILE (a named pipe) or RSP_IO,
 * with the reason in `error` (may be NULL), without the path. Never waits. */
rsp_status rsp_file_open(int *out_fd, const char *path, rsp_error *error) RSP_MUST_USE;

/* Appends the content of a file. RSP_NOT_FOUND, RSP_BAD_FILE (a folder, a named pipe), RSP_IO, RSP_LIMIT (of
 * the buffer), RSP_NO_MEMORY, with path and reason in `error` (may be NULL). */
rsp_status rsp_file_read(rsp_buf *out, const char *path, rsp_error *error) RSP_MUST_USE;

/* The same from a descriptor that is open, up to its end; `where` names it in errors. */
rsp_status rsp_file_read_fd(rsp_buf *out, int fd, const char *where, rsp_error *error) RSP_MUST_USE;

/* Opens a file, which is made where it is not there, and locks all of it for this process until the
 * descriptor is closed. *out_fd is the caller's as soon as it is 0 or more, whatever comes back. RSP_IO with
 * path and reason, RSP_REFUSED without words where another process has it. A file system that knows no locks
 * is no error. Source: POSIX fcntl, F_SETLK. */
rsp_status rsp_file_lock(int *out_fd, const char *path, rsp_error *error) RSP_MUST_USE;

/* Whether a path names something that exists. What cannot be looked at may exist. */
bool rsp_path_exists(const char *path);

/* Whether it names a folder. */
bool rsp_path_is_folder(const char *path);

/* Whether it names a regular file. */
bool rsp_path_is_file(const char *path);

/* Whether a word that may also be a name of ours is a path: it has a '/', or there is such a file. */
bool rsp_path_is_meant(const char *word);

RSP_END_DECLS

#endif
