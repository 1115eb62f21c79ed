/* The program's own input and output: whole files in, buffers out, one place for the errors of both.
 * The layers below never open a file on their own; here is where it is done for them.
 * "-" is standard input or output. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_IO_H
#define STUBBORN_IO_H

#include <rsp/bytes.h>
#include <rsp/status.h>

/* Appends all of a file. RSP_NOT_FOUND, RSP_IO, RSP_LIMIT, RSP_NO_MEMORY with the reason in *error. */
rsp_status io_read_file(rsp_buf *out, const char *path, rsp_error *error) RSP_MUST_USE;

/* Replaces a file by `data` in one step: whoever reads it sees the old or the new content, never half of it.
 * RSP_IO with the reason. */
rsp_status io_write_file(const char *path, rsp_bytes data, rsp_error *error) RSP_MUST_USE;

/* The same for what is made piece by piece. All-zero is a writer that is not open. */
typedef struct io_writer {
    const char *path;
    rsp_buf part; /* name of the temporary file */
    int fd;
    bool open;
    bool nameless; /* the temporary file has no name until it is whole */
} io_writer;

/* RSP_IO with the reason. `path` must outlive the writer. */
rsp_status io_writer_open(io_writer *writer, const char *path, rsp_error *error) RSP_MUST_USE;
rsp_status io_writer_put(io_writer *writer, rsp_bytes data, rsp_error *error) RSP_MUST_USE;

/* With `keep` the file takes its name, else nothing was written. */
rsp_status io_writer_close(io_writer *writer, bool keep, rsp_error *error) RSP_MUST_USE;

/* Writes the buffer to standard output and frees it. Exit status: 0, or 3 when it could not be written. */
int io_print(rsp_buf *text);

/* Whether a path names something that exists, a folder, a regular file. */
bool io_exists(const char *path);
bool io_is_folder(const char *path);
bool io_is_file(const char *path);

/* Whether a descriptor is a terminal that understands more than plain text. */
bool io_is_terminal(int fd);

/* Whether to colour what goes to `fd`: a terminal, TERM not dumb, NO_COLOR not set. */
bool io_wants_colour(int fd);

/* Columns of the terminal at `fd`; 0 when it is none. */
unsigned io_columns(int fd);

#endif
