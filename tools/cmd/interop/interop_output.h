/* What `interop` and `merge` write of a matrix: -o text, html, json and markdown.
 * Pages lead to the folder of captures, and JSON says where it is, so that merged pages find those of all.
 * Used by both. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_INTEROP_OUTPUT_H
#define STUBBORN_INTEROP_OUTPUT_H

#include "cli/command.h"

#include "interop/interop.h"

/* Everything is borrowed. */
typedef struct interop_output {
    rsp_interop *matrix;
    const option_list *specs;
    const char *captures; /* the folder */
} interop_output;

/* Writes all of them, and a text to standard output where none goes there. The first failure. */
rsp_status interop_output_write(interop_output *output, rsp_error *error) RSP_MUST_USE;

/* Joins the reports of all shards, or of whole matrices, for `merge`; `captures` is the folder of all their
 * captures, NULL: each report says where its own are. An exit status. */
int interop_output_merge(const command *self, const option_list *paths, const option_list *specs,
                         const char *captures);

/* Whether a report is of a matrix. */
bool interop_output_is_matrix(rsp_bytes json);

#endif
