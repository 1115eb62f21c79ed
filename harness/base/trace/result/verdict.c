/* Names, meanings and counts of verdicts and levels.
 * Both tables come from the list in verdict.h.
 * Nothing here allocates. */
/* SPDX-License-Identifier: MIT */
#include "trace/result.h"

#include <string.h>

typedef struct verdict_row {
    const char *name;
    const char *meaning;
    bool bad;
} verdict_row;

static const verdict_row verdicts[RSP_VERDICT_COUNT] = {
#define VERDICT_ROW(name_, text_, bad_, meaning_) \
    [RSP_VERDICT_##name_] = {.name = (text_), .meaning = (meaning_), .bad = (bad_)},
    RSP_VERDICT_LIST(VERDICT_ROW)
#undef VERDICT_ROW
};

static const verdict_row *row_of(rsp_verdict verdict) {
    return (unsigned)verdict < RSP_VERDICT_COUNT ? &verdicts[verdict] : NULL;
}

const char *rsp_verdict_name(rsp_verdict verdict) {
    const verdict_row *row = row_of(verdict);
    return row ? row->name : "?";
}

const char *rsp_verdict_meaning(rsp_verdict verdict) {
    const verdict_row *row = row_of(verdict);
    return row ? row->meaning : "?";
}

bool rsp_verdict_bad(rsp_verdict verdict) {
    const verdict_row *row = row_of(verdict);
    return !row || row->bad;
}

const char *rsp_level_name(rsp_level level) {
    static const char *const names[] = {"must", "should", "may"};
    return (unsigned)level < RSP_ARRAY_LEN(names) ? names[level] : "?";
}

bool rsp_source_is_manual(const char *source) {
    static const char *const manuals[] = {"GDB manual", "LLDB gdb-remote extensions", "DAP specification",
                                          "DAP overview"};
    bool named = !source || !*source;
    for (size_t i = 0; i < RSP_ARRAY_LEN(manuals) && !named; i++)
        named = strstr(source, manuals[i]) != NULL;
    return named;
}

const char *rsp_duty_name(rsp_level level, const char *source) {
    const bool practice = level == RSP_LEVEL_MUST && !rsp_source_is_manual(source);
    return practice ? "must, by practice" : rsp_level_name(level);
}

uint64_t rsp_summary_total(const rsp_summary *summary) {
    uint64_t total = 0;
    for (unsigned i = 0; i < RSP_VERDICT_COUNT; i++)
        total += summary->count[i];
    return total;
}

uint64_t rsp_summary_judged(const rsp_summary *summary) {
    return rsp_summary_total(summary) - summary->count[RSP_VERDICT_SKIP] - summary->count[RSP_VERDICT_ERROR];
}

uint64_t rsp_summary_bad(const rsp_summary *summary) {
    uint64_t bad = 0;
    for (unsigned i = 0; i < RSP_VERDICT_COUNT; i++)
        bad += verdicts[i].bad ? summary->count[i] : 0;
    return bad;
}
