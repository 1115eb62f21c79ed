/* What a matcher asks for, in the words of people: a report says "pairs of hex digits", and no pattern.
 * Where there are no words for it, the caller shows the matcher as it is written.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCH_WORDS_H
#define RSP_SCENARIO_MATCH_WORDS_H

#include "language/script.h"

/* "pairs of hex digits" for the pattern of a reply; NULL for one that is not known. */
const char *pattern_words(rsp_bytes pattern);

/* Appends "an error", "OK", "pairs of hex digits". False, with nothing appended, where it has no words. */
bool matcher_words(const matcher_spec *matcher, rsp_buf *out);

/* The same for several of which one must match: "OK, an error or the empty reply". */
bool matchers_words(const matcher_list_spec *list, rsp_buf *out);

#endif
