/* The passive rules: what holds for every byte of every conversation, whoever leads it.
 * One table (id, requirements, level, text) with one small function per rule over the stream of entries.
 * Judges what the stub sends; fed as a transcript observer, no second pass. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RULE_H
#define RSP_RULE_H

#include <rsp/exchange.h>
#include <rsp/rule_list.h>
#include <rsp/transcript.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

typedef enum rsp_rule_id {
#define RSP_RULE_ENUM(name, id, requirements, level, text) RSP_RULE_##name,
    RSP_RULE_LIST(RSP_RULE_ENUM)
#undef RSP_RULE_ENUM
        RSP_RULE_COUNT,
} rsp_rule_id;

/* A row of the table. Texts are static. */
typedef struct rsp_rule {
    const char *id;           /* "rle-count-legal"; stable, used in baselines */
    const char *requirements; /* ids separated by spaces */
    rsp_level level;
    const char *text; /* the rule as a sentence */
} rsp_rule;

/* NULL for an unknown id. */
const rsp_rule *rsp_rule_get(rsp_rule_id id);

/* By its text id; RSP_RULE_COUNT when there is none. */
rsp_rule_id rsp_rule_find(rsp_bytes id);

/* One broken rule. Texts are printable ASCII and live as long as the rules (until reset or free). */
typedef struct rsp_violation {
    rsp_rule_id rule;
    const char *requirements; /* those of the rule, or narrower ones for this packet */
    uint64_t entry;           /* index of the entry that breaks it */
    uint64_t time_ns;
    const char *message;  /* what is wrong, one line */
    const char *expected; /* may be "" */
    const char *got;      /* may be "" */
} rsp_violation;

typedef struct rsp_rules rsp_rules;

typedef struct rsp_rules_options {
    bool midstream;     /* the conversation starts inside a session: claim nothing from what was not seen */
    bool by_number;     /* replies are paired by number only, as in rsp_exchanges */
    const bool *silent; /* packets that the stub leaves without a reply, likewise; NULL for none */
    const rsp_mem *mem; /* NULL is malloc; must outlive the rules */
} rsp_rules_options;

/* NULL without memory; options may be NULL. Holds an rsp_exchanges of its own. */
rsp_rules *rsp_rules_new(const rsp_rules_options *options);
void rsp_rules_free(rsp_rules *rules);
void rsp_rules_reset(rsp_rules *rules);

/* A rule that a scenario breaks on purpose is switched off while it does. All are on after new and reset. */
void rsp_rules_enable(rsp_rules *rules, rsp_rule_id id, bool on);

/* The conversation begins with a mode on, of which it shows no request: to be called right after new or
 * reset.
 */
void rsp_rules_assume(rsp_rules *rules, rsp_mode mode);

/* Judges one entry. Has the shape of rsp_transcript_observer: give it with the rules as ctx. */
void rsp_rules_observe(void *rules, const rsp_transcript *transcript, const rsp_entry *entry);

/* What was found, in order; at most RSP_LIMIT_VIOLATIONS of one rule, the rest is only counted: a rule that
 * every packet breaks leaves room for the others. */
size_t rsp_rules_count(const rsp_rules *rules);
const rsp_violation *rsp_rules_violation(const rsp_rules *rules, size_t i);
uint64_t rsp_rules_dropped(const rsp_rules *rules);

/* How often one rule was broken, those not kept included. */
uint64_t rsp_rules_count_of(const rsp_rules *rules, rsp_rule_id id);

/* The pairing inside, for metrics, modes and outstanding requests; and how the last entry was paired. */
const rsp_exchanges *rsp_rules_exchanges(const rsp_rules *rules);
const rsp_pairing *rsp_rules_last_pairing(const rsp_rules *rules);

/* Sticky trouble of our own: RSP_OK, RSP_NO_MEMORY or RSP_LIMIT. */
rsp_status rsp_rules_status(const rsp_rules *rules);

RSP_END_DECLS

#endif
