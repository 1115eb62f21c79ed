/* What a fuzz campaign has found, for machines: JSON of its own, and SARIF 2.1.0 for code scanning.
 * Both are made from the finding.json files of the campaign's folder.
 * Texts are printable by then; JSON escapes the rest. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_REPORT_H
#define STUBBORN_FUZZ_REPORT_H

#include "campaign/totals.h"
#include "cli/option.h"

/* Writes all of them, and results.json into the folder. RSP_IO with the reason. */
rsp_status fuzz_report_write(const option_list *outputs, rsp_campaign *c, const rsp_campaign_about *about,
                             const rsp_totals *totals, rsp_error *error) RSP_MUST_USE;

#endif
