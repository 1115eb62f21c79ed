/* What rules have found: one violation for each rule and member, and which rules had something to judge.
 * Beyond the room for them violations are not kept.
 * See schema_rules.h. */
/* SPDX-License-Identifier: MIT */
#include "rule/schema_rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

rsp_dap_violation *rule_add(rsp_dap_rules *r, rsp_dap_rule_id rule, const char *member) {
    r->exercised[rule] = true;
    for (size_t i = 0; i < r->num_found; i++)
        if (r->found[i].rule == rule && (!*member || strcmp(r->found[i].member, member) == 0))
            return NULL;
    if (r->num_found == RSP_ARRAY_LEN(r->found))
        return NULL;
    rsp_dap_violation *v = &r->found[r->num_found++];
    v->rule = rule;
    (void)snprintf(v->member, sizeof v->member, "%s", member);
    return v;
}

void rule_exercise(rsp_dap_rules *r, rsp_dap_rule_id rule) {
    assert((unsigned)rule < RSP_DAP_RULE_COUNT);
    r->exercised[rule] = true;
}
