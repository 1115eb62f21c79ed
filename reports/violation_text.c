/* What a stub sent is printable in a violation's texts already.
 * One idea a line.
 * See violation_text.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/violation_text.h"

#include "document/text.h"
#include <inttypes.h>

const char *rsp_rule_word(const rsp_rule *rule) {
    return rule->level == RSP_LEVEL_MUST ? "FAIL" : "warn";
}

void rsp_violation_append(rsp_buf *out, uint64_t number, const char *place, const rsp_violation *v) {
    const rsp_rule *rule = rsp_rule_get(v->rule);
    rsp_text_printf(out, "%s  #%" PRIu64 " %s  %s  %s\n      %s\n", rsp_rule_word(rule), number, place,
                    rule->id, v->requirements, v->message);
    if (v->expected[0])
        rsp_text_printf(out, "      expected   %s\n", v->expected);
    if (v->got[0])
        rsp_text_printf(out, "      got        %s\n", v->got);
}

void rsp_violation_append_counts(rsp_buf *out, const char *label, const rsp_rules *rules) {
    for (unsigned i = 0; i < RSP_RULE_COUNT; i++) {
        const uint64_t count = rsp_rules_count_of(rules, (rsp_rule_id)i);
        if (count > 1)
            rsp_text_printf(out, "%s%s %" PRIu64 " times\n", label, rsp_rule_get((rsp_rule_id)i)->id, count);
    }
    const char *name = NULL;
    const uint64_t unjudged = rsp_rules_unjudged(rules, &name);
    if (unjudged > 0)
        rsp_text_printf(out, "%snot judged: %" PRIu64 " %s that Stubborn does not know, such as %s\n", label,
                        unjudged, unjudged == 1 ? "answer to a packet" : "answers to packets", name);
}

void rsp_client_breach_append(rsp_buf *out, uint64_t number, const char *place,
                              const rsp_client_breach *breach) {
    const rsp_client_rule *rule = rsp_client_rule_get(breach->rule);
    rsp_text_printf(out, "%s  #%" PRIu64 " %s  %s  %s\n      %s\n",
                    rule->level == RSP_LEVEL_MUST ? "FAIL" : "warn", number, place, rule->id, rule->source,
                    breach->message);
}

void rsp_client_breach_append_counts(rsp_buf *out, const char *label, const rsp_client_rules *rules) {
    for (unsigned i = 0; i < RSP_CLIENT_RULE_COUNT; i++) {
        const uint64_t count = rsp_client_rules_count_of(rules, (rsp_client_rule_id)i);
        if (count > 1)
            rsp_text_printf(out, "%s%s %" PRIu64 " times\n", label,
                            rsp_client_rule_get((rsp_client_rule_id)i)->id, count);
    }
}

static void append_sum(rsp_buf *out, uint64_t musts, uint64_t shoulds) {
    rsp_buf_str(out, " judged   ");
    rsp_text_counted(out, musts, "must", "musts");
    rsp_buf_str(out, " broken   ");
    rsp_text_counted(out, shoulds, "should", "shoulds");
    rsp_buf_str(out, " broken\n");
}

void rsp_client_breach_append_sum(rsp_buf *out, uint64_t packets, uint64_t musts, uint64_t shoulds) {
    rsp_text_counted(out, packets, "packet of a debugger", "packets of debuggers");
    append_sum(out, musts, shoulds);
}

void rsp_violation_append_sum(rsp_buf *out, uint64_t packets, uint64_t musts, uint64_t shoulds) {
    rsp_text_counted(out, packets, "packet of a stub", "packets of stubs");
    append_sum(out, musts, shoulds);
}
