/* Joins the folders of several campaigns into one, and says what is in it then: results.json.
 * Corpus, findings, states and edges are counted in the new folder, where the same of two campaigns is one;
 * what was done to find them is added up. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_MERGE_H
#define STUBBORN_FUZZ_MERGE_H

#include "cli/option.h"

/* Copies what is missing in the folder `into` from each of folders->items[first...]. RSP_NOT_FOUND for what
 * is no campaign, RSP_BAD_FILE, RSP_USAGE, RSP_IO; with the reason. */
rsp_status fuzz_merge_run(const char *into, const option_list *folders, size_t first,
                          rsp_error *error) RSP_MUST_USE;

#endif
