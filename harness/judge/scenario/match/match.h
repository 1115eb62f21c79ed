/* Matchers: whether a reply, or any other text, is what a scenario says it must be.
 * Each function is false and says in `why` what the first difference is.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCH_H
#define RSP_SCENARIO_MATCH_H

#include "play/play.h"

/* The last reply of the play. */
bool match_reply(play *p, const matcher_spec *matcher, rsp_buf *why);

/* Any text: objects, the console, bodies of notifications. */
bool match_text(play *p, const matcher_spec *matcher, rsp_bytes text, rsp_buf *why);

/* A regular expression is found in `text`. With `keep` its groups can be captured. False: it could not be
 * searched for; else *out_found. */
bool match_regex(play *p, const regex_spec *regex, rsp_bytes text, bool keep, bool *out_found, rsp_buf *why);

/* Two bounds; either may be NULL. */
typedef struct range {
    const expr_spec *low;
    const expr_spec *high;
} range;

/* Whether `number` is between them. `what` names it in the reason: "the exit status". */
bool match_range(play *p, range wanted, uint64_t number, const char *what, rsp_buf *why);

/* The bounds of a condition; one number is both bounds. */
static inline range range_of(const value_or_range_spec *r) {
    return r->exactly ? (range){r->exactly, r->exactly} : (range){r->from, r->to};
}

static inline range range_of_one(const expr_spec *number) {
    return (range){number, number};
}

/* A list of thread ids. Each condition may be NULL. */
typedef struct thread_conditions {
    const value_or_range_spec *count;
    const boolean_spec *multiprocess;
    const value_spec *contains;
    const value_spec *lacks;
} thread_conditions;

/* Whether the ids of `list` are as wanted. `what` names their number. */
bool match_threads(play *p, const thread_conditions *wanted, const value *list, const char *what,
                   rsp_buf *why);

/* Writes why something does not match, unless a reason stands there already: the first counts. Always false.
 */
bool match_say(rsp_buf *why, const char *fmt, ...) RSP_PRINTF(2, 3);
/* The same with a text behind it, in quotes and printable: what the stub says goes this way. */
bool match_say_text(rsp_buf *why, rsp_bytes text, const char *fmt, ...) RSP_PRINTF(3, 4);
/* The same where the scenario's own side could not be evaluated; the failure of the play says why. */
bool match_say_unusable(const play *p, rsp_buf *why);

#endif
