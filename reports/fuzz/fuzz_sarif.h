/* The findings of a fuzz campaign as SARIF 2.1.0, for code scanning.
 * Made from the finding.json files of the campaign's folder.
 * See reports/sarif.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZ_SARIF_H
#define RSP_FUZZ_SARIF_H

#include "campaign/totals.h"

RSP_BEGIN_DECLS

/* Places are relative to the campaign's folder. `version` is that of this program, the times are UTC in ISO
 * 8601. RSP_NO_MEMORY. */
rsp_status rsp_fuzz_sarif(rsp_buf *out, rsp_campaign *c, const rsp_totals *totals, const char *version,
                          const char *started, const char *ended) RSP_MUST_USE;

RSP_END_DECLS

#endif
