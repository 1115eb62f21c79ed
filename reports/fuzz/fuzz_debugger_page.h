/* A campaign against a debugger as a page: what was found, with the lies that show it and how to repeat them.
 * Files of a finding are named below the campaign's folder.
 * See debugger_fuzz/results.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZ_DEBUGGER_PAGE_H
#define RSP_FUZZ_DEBUGGER_PAGE_H

#include "debugger_fuzz/results.h"

RSP_BEGIN_DECLS

/* Appends the page. `base` leads from the page to the campaign's folder: "" or a path that ends with '/'.
 * RSP_NO_MEMORY. */
rsp_status rsp_fuzz_debugger_page(rsp_buf *out, const rsp_debugger_results *results,
                                  const char *base) RSP_MUST_USE;

RSP_END_DECLS

#endif
