/* Digits, addresses and blanks differ from run to run: in signatures they are one sign each.
 * The first symptom of a kind stays.
 * See outcome.h. */
/* SPDX-License-Identifier: MIT */
#include "play/outcome.h"

#include "core/word.h"

#include <assert.h>
#include <stdio.h>

static const rsp_word symptoms[] = {RSP_DAP_SYMPTOM_LIST(RSP_WORD_ROW)};

const char *rsp_dap_symptom_name(rsp_dap_symptom symptom) {
    return RSP_WORD_AT(symptoms, symptom).name;
}

const char *rsp_dap_symptom_title(rsp_dap_symptom symptom) {
    return RSP_WORD_AT(symptoms, symptom).text;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void outcome_note(outcome *o, rsp_dap_symptom symptom, const char *about, const char *fmt, ...) {
    assert((unsigned)symptom < RSP_DAP_SYMPTOM_COUNT && about);
    if (symptom >= o->symptom)
        return;
    o->symptom = symptom;
    int at = snprintf(o->signature, sizeof o->signature, "%s-", rsp_dap_symptom_name(symptom));
    size_t len = at > 0 ? (size_t)at : 0;
    for (const char *c = about; *c && len + 1 < sizeof o->signature; c++)
        if (is_letter(*c))
            o->signature[len++] = *c;
        else if (o->signature[len - 1] != '-')
            o->signature[len++] = '-';
    while (len > 0 && o->signature[len - 1] == '-')
        len--;
    o->signature[len] = '\0';
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(o->headline, sizeof o->headline, fmt, ap);
    va_end(ap);
}
