/* Replaces files in one step: readers see the old or the new content, never a part of it.
 * A process that is killed while it writes leaves the old file, and on most systems nothing else.
 * Pipes, terminals and other special files are written to directly. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FILE_WRITER_H
#define RSP_FILE_WRITER_H

#include <rsp/bytes.h>
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* A file that is being written. All-zero is a writer that is not open. */
typedef struct rsp_file_writer {
    const char *path;
    rsp_buf part; /* name of the temporary file */
    int fd;
    bool open;
    bool nameless; /* the temporary file has no name until it is whole */
} rsp_file_writer;

/* `path` must outlive the writer. Errors here and below: RSP_IO, with path and reason in `error` (may be
 * NULL). */
rsp_status rsp_file_writer_open(rsp_file_writer *writer, const char *path, rsp_error *error) RSP_MUST_USE;

/* Appends all of `data`. */
rsp_status rsp_file_writer_put(rsp_file_writer *writer, rsp_bytes data, rsp_error *error) RSP_MUST_USE;

/* Ends writing; also for a writer that could not be opened. With `keep` the file is synced to the disk and
 * takes its name, else what was written is dropped. */
rsp_status rsp_file_writer_close(rsp_file_writer *writer, bool keep, rsp_error *error) RSP_MUST_USE;

/* All three: replaces the file by `data`. */
rsp_status rsp_file_write(const char *path, rsp_bytes data, rsp_error *error) RSP_MUST_USE;

/* Writes all of `data` to a descriptor that is open. False, with errno set, when that fails. */
bool rsp_file_write_fd(int fd, rsp_bytes data);

/* Waits until what was written to a descriptor is on the disk: one that is full may tell only then. True,
 * too, for what has no disk, such as a pipe. False, with errno set, when that fails. */
bool rsp_file_sync_fd(int fd);

/* The same for the name of a file or folder, in the folder where it is. */
bool rsp_file_sync_name(const char *path);

RSP_END_DECLS

#endif
