/* The program's own input and output: files where "-" is standard input or output, and the terminal.
 * Reading and writing files is core's business (core/file.h, core/file_writer.h).
 * Only tools/ writes to the standard streams. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_IO_H
#define STUBBORN_IO_H

#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdio.h>

/* Appends all of a file. RSP_NOT_FOUND, RSP_IO, RSP_LIMIT, RSP_NO_MEMORY with the reason in *error. */
rsp_status io_read_file(rsp_buf *out, const char *path, rsp_error *error) RSP_MUST_USE;

/* Replaces a file by `data` in one step. RSP_IO with the reason. */
rsp_status io_write_file(const char *path, rsp_bytes data, rsp_error *error) RSP_MUST_USE;

/* Writes the buffer to standard output and frees it. Exit status: 0, or 3 when it could not be written, which
 * io_end tells. A reader that went away (`list | head`) has what it wanted: 0. */
int io_print(rsp_buf *text);

/* Writes what stdio still has for standard output. */
void io_flush(void);

/* The end of the program: `code`, or 3 when something could not be written to standard output, with the
 * reason on standard error unless io_write_file has given it to its caller. */
int io_end(int code);

/* Prints to a standard stream, each text of the arguments made harmless (rsp_text_printf): so all that holds
 * names, messages, stderr of others or arguments is printed. */
void io_say(FILE *to, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The same with a list of arguments. */
void io_say_v(FILE *to, const char *fmt, va_list ap);

/* Prints what was rendered, by code that made it harmless, and frees it. */
void io_put(FILE *to, rsp_buf *text);

/* Nanoseconds since 1970, for what people and captures call the time. */
uint64_t io_unix_now_ns(void);

/* Whether a descriptor is a terminal that understands more than plain text. */
bool io_is_terminal(int fd);

/* Whether standard output and standard error are one: what both are told would be read twice. */
bool io_is_one_stream(void);

/* When to colour. */
typedef enum io_colour {
    IO_COLOUR_AUTO,
    IO_COLOUR_ALWAYS,
    IO_COLOUR_NEVER,
} io_colour;

/* The words of --color, in the order of the enum. */
#define IO_COLOUR_WORDS "auto|always|never"

/* What --color says, for the rest of the program. */
void io_set_colour(io_colour when);

/* Whether to colour what goes to `fd`. What --color says goes first, then NO_COLOR, then FORCE_COLOR and
 * CLICOLOR_FORCE; else a terminal is coloured whose TERM is not dumb. A variable that is empty is not set,
 * and "0" forces nothing. */
bool io_wants_colour(int fd);

/* Columns of the terminal at `fd`; 0 when it is none. */
unsigned io_columns(int fd);

#endif
