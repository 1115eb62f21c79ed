/* The rules that hold messages against the schema, and the list that all rules add to.
 * Internal to the rules: nothing here is called from outside.
 * See dap/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SCHEMA_RULES_H
#define RSP_DAP_SCHEMA_RULES_H

#include "dap/rule.h"

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
