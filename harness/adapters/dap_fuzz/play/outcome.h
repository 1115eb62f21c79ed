/* What came of a sequence: a symptom, if there is one, with the name under which it is the same again.
 * X-list of symptoms, in the order of their weight.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_FUZZ_OUTCOME_H
#define RSP_DAP_FUZZ_OUTCOME_H

#include "dap_fuzz/fuzzer.h"

typedef struct outcome {
    rsp_dap_symptom symptom; /* RSP_DAP_SYMPTOM_COUNT: none */
    char signature[RSP_DAP_SIGNATURE_BYTES];
    char headline[RSP_DAP_HEADLINE_BYTES];
    size_t messages; /* sent */
} outcome;

/* Notes a symptom, unless a heavier one is there. `about` is part of the signature: digits in it do not
 * count. */
void outcome_note(outcome *o, rsp_dap_symptom symptom, const char *about, const char *fmt, ...)
    RSP_PRINTF(4, 5);

#endif
