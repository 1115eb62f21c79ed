/* Budgets for CI: "round_trips>+0" names a metric and what it must not become, as `--fail-if` takes it.
 * Shared by `capture diff` and `bench`: parsed here, judged here, told in words here.
 * Knows names and numbers only; which metrics there are is the caller's table. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BUDGET_RULE_H
#define RSP_BUDGET_RULE_H

#include <rsp/bytes.h>
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* X(name, text): how the value stands to the bound when the budget is broken. Longer texts first. */
#define RSP_BUDGET_OP_LIST(X) \
    X(AT_LEAST, ">=")         \
    X(AT_MOST, "<=")          \
    X(OTHER, "!=")            \
    X(EQUAL, "==")            \
    X(MORE, ">")              \
    X(LESS, "<")              \
    X(SAME, "=")

/* How a figure is compared. */
typedef enum rsp_budget_op {
#define RSP_BUDGET_OP_ENUM(name, text) RSP_BUDGET_##name,
    RSP_BUDGET_OP_LIST(RSP_BUDGET_OP_ENUM)
#undef RSP_BUDGET_OP_ENUM
} rsp_budget_op;

/* What a number counts. */
typedef enum rsp_budget_unit {
    RSP_BUDGET_COUNT, /* packets, bytes, round trips */
    RSP_BUDGET_TIME,  /* nanoseconds */
} rsp_budget_unit;

/* One rule. The slices lie in the text that was parsed. */
typedef struct rsp_budget_rule {
    rsp_bytes text;
    rsp_bytes metric;
    rsp_budget_op op;
    bool relative;             /* the bound has a sign: it is for the change from before to after */
    bool percent;              /* ... in percent of before */
    bool timed;                /* the bound was given as a duration */
    int64_t bound_thousandths; /* of one, of a nanosecond, of a percent */
} rsp_budget_rule;

/* Understands METRIC OP BOUND, blanks allowed between the three. METRIC is letters, digits, '_', '-', '.',
 * ':', '/' and '?'. OP is one of the list above. BOUND is a decimal number with at most three decimals, then
 * nothing, a unit of time (ns, us, ms, s, m, h) or '%'. With a sign it is compared with the change, so that
 * "round_trips>+0" fails when there are more than before, and "wall_ns>+5%" when it takes more than 5 %
 * longer; without a sign it is compared with the value itself ("p99_ns>20ms"), for which no earlier run is
 * needed.
 * '%' needs a sign. RSP_USAGE with what is wrong. */
rsp_status rsp_budget_rule_parse(rsp_budget_rule *out, rsp_bytes text, rsp_error *error) RSP_MUST_USE;

/* A metric that rules may name, before (the baseline) and after (the run that is judged). */
typedef struct rsp_budget_metric {
    const char *name;
    rsp_budget_unit unit;
    uint64_t before; /* not looked at by rules that are not relative */
    uint64_t after;
} rsp_budget_metric;

/* The metric that a rule names. RSP_USAGE when there is none, with the nearest name, and when a duration is
 * compared with a count. */
rsp_status rsp_budget_rule_find(const rsp_budget_metric **out, const rsp_budget_rule *rule,
                                const rsp_budget_metric *metrics, size_t num_metrics,
                                rsp_error *error) RSP_MUST_USE;

/* Whether the budget is broken. Growth from 0 is more than any percentage. Exact for values below 2^53, and
 * 9 * 10^10 where percents are asked. */
bool rsp_budget_rule_broken(const rsp_budget_rule *rule, const rsp_budget_metric *metric);

/* Appends what happened, without a newline: "round_trips 1990 -> 2010, +20 (+1.01 %); budget round_trips>+0",
 * or for a rule without a sign: "p99_ns 52.1 ms; budget p99_ns>50ms". Times as rsp_time_append. */
void rsp_budget_rule_append(rsp_buf *out, const rsp_budget_rule *rule, const rsp_budget_metric *metric);

/* Appends "+1.01 %", "-50 %", "0 %"; "from 0" where there is nothing to compare with. */
void rsp_budget_change_append(rsp_buf *out, uint64_t before, uint64_t after);

RSP_END_DECLS

#endif
