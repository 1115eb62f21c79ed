/* The options of a subcommand as one table, from which they are parsed, and help, manual page and completion
 * made. A row binds an option to a field of the subcommand's own struct, so that parsing leaves typed values.
 * getopt_long does the scanning: long options, letters, "--", and operands anywhere. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_OPTION_H
#define STUBBORN_OPTION_H

#include <rsp/bytes.h>
#include <rsp/status.h>

enum {
    OPTION_MAX_LIST = 1024, /* operands, or values of one option: files of a batch */
    OPTION_MAX_WORDS = 64,
    OPTION_MAX_ROWS = 48,
    OPTION_MAX_JOBS = 64,
};

/* A list option's values, or the operands: borrowed from argv. */
typedef struct option_list {
    const char *items[OPTION_MAX_LIST];
    size_t num;
} option_list;

/* What a row's field is. */
typedef enum option_kind {
    OPTION_FLAG,         /* bool, set to true */
    OPTION_CLEAR,        /* bool, set to false */
    OPTION_STRING,       /* const char * */
    OPTION_LIST,         /* option_list, appended */
    OPTION_NUMBER,       /* uint64_t; decimal, or hexadecimal with 0x */
    OPTION_COUNT,        /* the same, at least 1 */
    OPTION_DURATION,     /* uint64_t nanoseconds; a number with ns, us, ms, s, m or h */
    OPTION_SPAN,         /* the same, longer than 0 */
    OPTION_CHOICE,       /* unsigned: index into the words of `arg`, "rfc|lldb" */
    OPTION_MAYBE_CHOICE, /* the same, or nothing, which is the first; a value is joined by '=' */
    OPTION_OUTPUT,       /* option_list of FORMAT[:PATH], with a word of `arg` as the format: see output.h */
    OPTION_GONE,         /* no option any more: `help` says what to use in its place */
} option_kind;

typedef struct option_row {
    const char *name; /* long name, without dashes */
    char letter;      /* 0 for none */
    option_kind kind;
    const char *arg; /* what stands for the value in help; the words of a choice */
    const char *help;
    size_t offset;         /* of the field */
    const char *completes; /* what the shell offers (completion.h); NULL: nothing */
} option_row;

/* In help: a heading before the row of this name, for it and those after it. A list ends with a NULL heading.
 */
typedef struct option_group {
    const char *heading;
    const char *first;
} option_group;

/* The row of a long option, by its name or by "NAME=VALUE", dashes left out; of one that is gone, too. NULL.
 */
const option_row *option_find(const option_row *rows, const char *word);

/* Whether the FORMAT of "FORMAT[:PATH]" is among `words` ("text|json"). RSP_USAGE with the nearest, or all.
 */
rsp_status option_check_format(const char *words, const char *value, rsp_error *error) RSP_MUST_USE;

/* What stands for the value in help: `arg`, or how an output is written; and the help text, with an output's
 * formats. */
const char *option_value_name(const option_row *row);
void option_append_help(rsp_buf *out, const option_row *row);

/* Stores the value of one option, as it stands on the command line; NULL for none. RSP_USAGE with a whole
 * message. */
rsp_status option_store(const option_row *row, void *fields, const char *value,
                        rsp_error *error) RSP_MUST_USE;

/* Parses argv[1..] by `rows` (ended by a NULL name) into `fields`; operands go to `operands`. With `leading`
 * options end at the first operand. RSP_USAGE with a whole message; RSP_CANCELLED when --help or -h was
 * given, which every table understands, as it does --color WHEN. */
rsp_status option_parse(void *fields, option_list *operands, const option_row *rows, bool leading, int argc,
                        char **argv, rsp_error *error) RSP_MUST_USE;

/* "10ms", "1.5s", "500us"; a bare number is an error. RSP_USAGE. */
rsp_status option_duration(uint64_t *out_ns, const char *text) RSP_MUST_USE;

/* Decimal, or hexadecimal with 0x. RSP_USAGE. */
rsp_status option_number(uint64_t *out_value, const char *text) RSP_MUST_USE;

#endif
