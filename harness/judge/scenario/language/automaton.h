/* A pattern as an automaton whose search is bounded: time is at most the text's length times the pattern's,
 * memory does not depend on the text, and the search can be left at any time. libc's search has none of this.
 * For this layer and those above. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_AUTOMATON_H
#define RSP_SCENARIO_AUTOMATON_H

#include <rsp/bytes.h>

/* A compiled regular expression. */
typedef struct automaton automaton;

/* Asked now and then during a search; anything but RSP_OK ends it with that status. */
typedef rsp_status automaton_going(void *ctx);

enum { AUTOMATON_GROUPS = 10 }; /* the match, and the first nine groups */

/* Where a group is in the text. */
typedef struct automaton_group {
    bool set;
    size_t start;
    size_t end;
} automaton_group;

/* One search: where and how, and where the match lies. */
typedef struct automaton_search {
    bool bounds; /* the leftmost match, and of those the longest, is wanted; else any match will do */
    automaton_going *going; /* may be NULL */
    void *ctx;
    const rsp_mem *mem; /* for what the search itself needs */
    size_t start;       /* out, with `bounds` */
    size_t end;
} automaton_search;

/* Compiles a POSIX extended pattern that regcomp accepts. RSP_SCHEMA with `why` for what makes matching
 * unbounded or is an extension of libc: back-references and \b \B \< \> \` \'. RSP_NO_MEMORY.
 * It never changes afterwards: threads may search with it at a time. */
rsp_status rsp_automaton_new(automaton **out, rsp_bytes pattern, const rsp_mem *mem, const char **why);
/* NULL is fine. */
void rsp_automaton_free(automaton *a);

/* The place behind the set that opens at `at` of a pattern. A `]` that comes first is a member, as are those
 * in [:class:], [=x=] and [.x.]. */
size_t rsp_automaton_skip_set(rsp_bytes pattern, size_t at);

/* RSP_OK, RSP_NOT_FOUND, RSP_NO_MEMORY, or what `going` said. The text may hold NULs. */
rsp_status rsp_automaton_find(const automaton *a, rsp_bytes text, automaton_search *search);

/* The groups of the match that `search` has found with `bounds`; of a group in a repetition the last turn's.
 * Where a text can be taken apart in several ways, each operator takes as much as it can, from the left.
 * The same statuses. */
rsp_status rsp_automaton_groups(const automaton *a, rsp_bytes text, const automaton_search *search,
                                automaton_group out[AUTOMATON_GROUPS]);

#endif
