/* What a shell offers for a value or an operand, as tables of options and commands say it: words separated by
 * blanks. "file" stands for files; "@faults" for the first words of `stubborn list faults`, asked when it is
 * needed, and "profile:@profiles" for those of another list, each with the text before it. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_COMPLETION_H
#define STUBBORN_COMPLETION_H

#include "cli/command.h"

/* One word, taken apart: a word, a list of the program, or files. */
typedef struct completion_word {
    rsp_bytes prefix; /* the word itself where there is no list */
    rsp_bytes list;   /* "faults"; empty for none */
    bool files;
} completion_word;

/* Takes the next one of `rest`; false at its end. Words of a choice ("a|b") are separated by '|'. */
bool completion_next(rsp_bytes *rest, completion_word *out);

/* What is offered for an option's value, for completion_next; empty for nothing. */
rsp_bytes completion_of(const option_row *row);

/* Whether the option has a value that stands behind it. */
bool completion_has_value(const option_row *row);

/* The same words as a shell's list, with `before` and `after` around the name of a list and its prefix:
 * "a b $(_stubborn_list profiles profile:)". *out_files where files are offered, too. */
void completion_append(rsp_buf *out, rsp_bytes words, const char *before, const char *after, bool *out_files);

/* Appends a text in single quotes; `quote` stands for one within. */
void completion_quote(rsp_buf *out, const char *text, const char *quote);

/* For bash and zsh: one case for each option that takes a value, "run:--stub|run:-s) WORDS ;;". `words_of`
 * writes the words as the shell wants them. */
void completion_value_cases(rsp_buf *out, const command *cmd,
                            void (*words_of)(rsp_buf *out, rsp_bytes words));

/* The scripts. */
void completion_bash(rsp_buf *out);
void completion_zsh(rsp_buf *out);
void completion_fish(rsp_buf *out);

#endif
