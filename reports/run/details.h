/* What is told of a result, in one order for all forms: the place, what is wrong, expected and got, the
 * exchange, the command to repeat it. Each form picks what it has room for.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DETAILS_H
#define RSP_DETAILS_H

#include "document/document.h"
#include "trace/result.h"

/* Where a detail is told; a set. */
typedef enum rsp_detail_use {
    RSP_IN_TERMINAL = 1,
    RSP_IN_PAGE = 2,
    RSP_IN_CAUSE = 4, /* once, where the result shows a cause */
    RSP_IN_JUNIT = 8,
    RSP_IN_TAP = 16,
} rsp_detail_use;

/* What it is, as far as a form has to tell it from the others. */
typedef enum rsp_detail_kind {
    RSP_DETAIL_TEXT,
    RSP_DETAIL_PLACE,
    RSP_DETAIL_RULE, /* there may be several */
    RSP_DETAIL_STDERR,
    RSP_DETAIL_WINDOW,     /* lines around the failure */
    RSP_DETAIL_TRANSCRIPT, /* all lines */
} rsp_detail_kind;

typedef struct rsp_detail {
    rsp_detail_kind kind;
    rsp_field_form form;
    unsigned in;       /* a set of rsp_detail_use */
    const char *label; /* for people */
    const char *key;   /* for programs */
    const char *text;  /* never empty */
} rsp_detail;

/* The details of a result that are told in `in`, *out_num of them, in `arena`, with texts that are the
 * result's or the arena's. `whole`: each violation, and the transcript in place of its window. Else long
 * texts of expected and got are cut around their first difference, but for programs. None without memory; the
 * arena's status says so. */
const rsp_detail *rsp_details_of(rsp_arena *arena, const rsp_result *result, rsp_detail_use in, bool whole,
                                 size_t *out_num);

#endif
