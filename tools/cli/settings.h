/* The options of a command from a file: its keys are the long options, checked by the same tables.
 * The command line goes first: what it gives is not taken from the file.
 * Errors are told with their place in the file. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SETTINGS_H
#define STUBBORN_SETTINGS_H

#include "cli/option.h"

#include "scenario/settings.h"

/* What a file may say. */
typedef struct settings_form {
    const option_row *const *tables; /* of options, ended by NULL; all are about one struct */
    const char *of_line;             /* those of the command line alone, separated by blanks */
} settings_form;

/* Stores the settings in `fields`. Errors go to `diagnostics`, all of them. Values are borrowed from
 * `settings`. */
rsp_status settings_apply(const rsp_settings *settings, const settings_form *form, void *fields,
                          rsp_diagnostics *diagnostics) RSP_MUST_USE;

/* Copies what is given in `from` and not in `into`: both are structs of the form. An option that is 0,
 * false, NULL or an empty list is not given. */
void settings_merge(const settings_form *form, void *into, const void *from);

/* Appends the JSON Schema (draft 2020-12) of such a file, for editors. */
void settings_schema(rsp_buf *out, const settings_form *form, const char *title);

#endif
