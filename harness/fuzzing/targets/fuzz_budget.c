/* Budgets of `capture check`: any text is a rule or is refused; a rule and its opposite disagree.
 * Sixteen bytes are the metric before and after; the rest is the rule.
 * See trace/budget_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "trace/budget_rule.h"

/* In the order of RSP_BUDGET_OP_LIST. */
static const rsp_budget_op opposites[] = {RSP_BUDGET_LESS,  RSP_BUDGET_MORE,    RSP_BUDGET_EQUAL,
                                          RSP_BUDGET_OTHER, RSP_BUDGET_AT_MOST, RSP_BUDGET_AT_LEAST,
                                          RSP_BUDGET_OTHER};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf text;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t before = fuzz_take_number(&in, 8);
    uint64_t after = fuzz_take_number(&in, 8);
    const rsp_budget_metric metrics[] = {{"round_trips", RSP_BUDGET_COUNT, before, after},
                                         {"p99_ns", RSP_BUDGET_TIME, before, after},
                                         {"stop.p50_ns", RSP_BUDGET_TIME, before >> 16, after >> 16}};
    const rsp_budget_metric *metric = NULL;
    rsp_budget_rule rule;
    rsp_budget_rule again;
    rsp_error error = {0};
    rsp_status status = rsp_budget_rule_parse(&rule, in, &error);
    FUZZ_MUST(status == RSP_OK || (status == RSP_USAGE && error.msg[0] != '\0'));
    if (status != RSP_OK)
        return 0;
    FUZZ_MUST(rsp_budget_rule_parse(&again, rule.text, NULL) == RSP_OK);
    FUZZ_MUST(again.op == rule.op && again.bound_thousandths == rule.bound_thousandths);
    if (rsp_budget_rule_find(&metric, &rule, metrics, RSP_ARRAY_LEN(metrics), &error) != RSP_OK)
        return 0;
    again.op = opposites[rule.op];
    FUZZ_MUST(rsp_budget_rule_broken(&again, metric) != rsp_budget_rule_broken(&rule, metric));
    rsp_buf_clear(&text);
    rsp_budget_rule_append(&text, &rule, metric);
    FUZZ_MUST(rsp_bytes_starts(rsp_buf_bytes(&text), rsp_bytes_str(metric->name)));
    return 0;
}
