/* The rules that hold messages against the schema, and the list that all rules add to.
 * Internal to the rules: nothing here is called from outside.
 * See dap/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SCHEMA_RULES_H
#define RSP_DAP_SCHEMA_RULES_H

#include "dap/rule.h"

/* A request of ours, and what came of it. */
typedef struct asked {
    int64_t seq;
    const char *command; /* borrowed from the log */
    unsigned responses;
} asked;

/* What the rules remember of a session. */
struct rsp_dap_rules {
    rsp_dap_violation found[RSP_DAP_VIOLATIONS_MAX];
    size_t num_found;
    bool exercised[RSP_DAP_RULE_COUNT];
    asked *requests; /* by seq, as they were sent */
    size_t num_requests;
    size_t cap_requests;
    int64_t last_seq; /* of the adapter */
    bool any;         /* it sent something */
    bool unnumbered;  /* we sent a request without seq: its response has none to name */
    bool initialized; /* the response to initialize came */
    unsigned num_initialized;
    unsigned num_terminated;
    bool disconnecting;   /* we have asked for the end: its events come in any order */
    const json_t *client; /* our capabilities, borrowed from the log */
    json_t *progress;     /* id -> true while it runs, false when it has ended */
    bool no_memory;
};

/* A new violation of a rule, without a text. `member` "": the first of the rule is enough, else the first of
 * that member. NULL: it is known already, or one too many. */
rsp_dap_violation *rule_add(rsp_dap_rules *rules, rsp_dap_rule_id rule, const char *member);

/* The session had what a rule is about. */
void rule_exercise(rsp_dap_rules *rules, rsp_dap_rule_id rule);

/* What every message has. `unnumbered`: we sent a request without a number, whose response has none. */
void schema_rules_form(rsp_dap_rules *rules, const rsp_dap_log *log, size_t entry, bool unnumbered);

/* The body, or the arguments. */
void schema_rules_body(rsp_dap_rules *rules, const rsp_dap_log *log, size_t entry);

/* A message whose seq is no integer. */
void schema_rules_no_seq(rsp_dap_rules *rules, const rsp_dap_log *log, size_t entry);

#endif
