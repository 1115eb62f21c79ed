/* A table of the patterns that scenarios share, and a word for each form of matcher.
 * A pattern of one scenario alone is not worth a row: its step says `because`.
 * See match_words.h. */
/* SPDX-License-Identifier: MIT */
#include "match/match_words.h"

#include "codec/explain.h"

static const struct {
    const char *pattern;
    const char *words;
} patterns[] = {
    {"^[ml]", "m or l and data"},
    {"^[lm]", "m or l and data"},
    {"^[ml].", "m or l and data after it"},
    {"^[lm].", "m or l and data after it"},
    {"^m.", "m and data after it"},
    {"^m[0-9a-fA-Fp]", "m and thread ids"},
    {"^F", "F and a result"},
    {"^F[0-9a-fA-F]+$", "F and a number"},
    {"^F([0-9a-f]+)$", "F and a number"},
    {"^F0(,0)?$", "F0"},
    {"^F-1,", "F-1 and an error number"},
    {"^F-1,[0-9a-fA-F]+$", "F-1 and an error number"},
    {"^F-1,0*2$", "F-1,2"},
    {"^E[0-9a-fA-F]{2}$", "E and two hex digits"},
    {"^E[0-9A-Fa-f]{2}$", "E and two hex digits"},
    {"^E([0-9a-fA-F]{2}|\\..*)$", "an error"},
    {"^([0-9a-fA-F][0-9a-fA-F])+$", "pairs of hex digits"},
    {"^([0-9a-fA-F]{2})+$", "pairs of hex digits"},
    {"^([0-9a-f]{2})+$", "pairs of hex digits in lower case"},
    {"^([0-9a-fA-Fx][0-9a-fA-Fx])+$", "pairs of hex digits, or of x"},
    {"^([0-9a-fA-F]{2}|xx)+$", "pairs of hex digits, or of x"},
    {"^([0-9a-fA-F][0-9a-fA-F]|xx)+$", "pairs of hex digits, or of x"},
    {"^[0-9a-fA-Fx]+$", "hex digits, or x"},
    {"^[0-9a-fA-F]+$", "hex digits"},
    {"^[0-9a-fA-F][0-9a-fA-F]$", "two hex digits"},
    {"^[0-9a-fA-F]{8}$", "8 hex digits"},
    {"^[0-9a-fA-F]{16}$", "16 hex digits"},
    {"^[0-9a-fA-F]{20}$", "20 hex digits"},
    {"^[0-9a-fA-F]{32}$", "32 hex digits"},
    {"^[1-9][0-9]*$", "a decimal number"},
    {"^[01]$", "0 or 1"},
    {"^x+$", "x for each digit"},
    {"^QC[0-9a-fA-F]+$", "QC and a thread id"},
    {"^QCp", "QC and a thread id with its process"},
    {"^QCp[0-9a-fA-F]+\\.[0-9a-fA-F]+$", "QC and a thread id with its process"},
    {"^C[0-9a-fA-F]+$", "C and a number"},
    {"^O([0-9a-fA-F][0-9a-fA-F])+$", "O and pairs of hex digits"},
};

static const struct {
    unsigned word;
    const char *words;
} single[] = {
    {MATCHER_ANY, "any reply"},           {MATCHER_NONE, "no reply"},
    {MATCHER_EMPTY, "the empty reply"},   {MATCHER_NOT_EMPTY, "a reply with content"},
    {MATCHER_ERROR, "an error"},          {MATCHER_ERROR_OR_EMPTY, "an error, the empty reply"},
    {MATCHER_HEX, "pairs of hex digits"}, {MATCHER_STOP, "a stop reply"},
};

const char *pattern_words(rsp_bytes pattern) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(patterns); i++)
        if (rsp_bytes_equal(pattern, rsp_bytes_str(patterns[i].pattern)))
            return patterns[i].words;
    return NULL;
}

static const char *word_of(const matcher_spec *matcher) {
    for (size_t i = 0; matcher->w.form == FORM_WORD && i < RSP_ARRAY_LEN(single); i++)
        if (single[i].word == matcher->w.word)
            return single[i].words;
    const matcher_condition *only = matcher->num == 1 ? &matcher->conditions[0] : NULL;
    return only && only->key == MATCHER_KEY_regex ? pattern_words(only->regex->w.text) : NULL;
}

bool matcher_words(const matcher_spec *matcher, rsp_buf *out) {
    enum { SHOWN_BYTES = 40 };
    const char *word = word_of(matcher);
    const rsp_bytes text = matcher->w.text;
    if (word) {
        rsp_buf_str(out, word);
        return true;
    }
    const bool plain = matcher->w.form != FORM_WORD && matcher->payload && text.len > 0 &&
                       rsp_bytes_index(text, '$') == text.len;
    if (plain)
        rsp_printable_append(out, text, SHOWN_BYTES);
    return plain;
}

bool matchers_words(const matcher_list_spec *list, rsp_buf *out) {
    const size_t before = out->len;
    for (size_t i = 0; i < list->num; i++) {
        rsp_buf_str(out, i == 0 ? "" : i + 1 == list->num ? " or " : ", ");
        if (!matcher_words(list->items[i], out)) {
            rsp_buf_truncate(out, before);
            return false;
        }
    }
    return true;
}
