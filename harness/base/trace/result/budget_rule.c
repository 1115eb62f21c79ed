/* A rule is scanned from left to right: name, comparison, sign, number, unit.
 * Numbers are whole thousandths, so that "+0.1%" is exactly that and no rounding decides a CI run.
 * See budget_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "trace/budget_rule.h"

#include "core/hex.h"
#include "core/suggest.h"
#include <rsp/clock.h>

enum { THOUSAND = 1000, MAX_DECIMALS = 3 };

static const char *const op_texts[] = {
#define OP_TEXT(name, text) [RSP_BUDGET_##name] = (text),
    RSP_BUDGET_OP_LIST(OP_TEXT)
#undef OP_TEXT
};

/* Longer names first: "ms" is not "m" and a rest. */
static const struct {
    const char *name;
    uint64_t ns;
} times[] = {
    {"ns", 1},           {"us", RSP_NS_PER_US},    {"ms", RSP_NS_PER_MS},
    {"s", RSP_NS_PER_S}, {"m", 60 * RSP_NS_PER_S}, {"h", 3600 * RSP_NS_PER_S},
};

static bool is_name(uint8_t c) {
    return rsp_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
           c == '.' || c == ':' || c == '/' || c == '?';
}

static void skip_blanks(rsp_bytes *in) {
    while (rsp_take_byte(in, ' '))
        ;
}

static rsp_status refuse(rsp_error *error, rsp_bytes text, const char *wanted) {
    return rsp_fail(error, RSP_USAGE, "budget '%.*s': expected %s", (int)(text.len < 60 ? text.len : 60),
                    (const char *)text.ptr, wanted);
}

static bool take_op(rsp_budget_op *out, rsp_bytes *in) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(op_texts); i++) {
        *out = (rsp_budget_op)i;
        if (rsp_take_text(in, rsp_bytes_str(op_texts[i])))
            return true;
    }
    return false;
}

/* "12", "1.5", ".25" in thousandths. False for none, too many decimals, and what does not fit. */
static bool take_number(int64_t *out, rsp_bytes *in) {
    int64_t value = 0;
    int decimals = -1; /* -1: before the point */
    size_t digits = 0;
    for (; in->len > 0; *in = rsp_bytes_from(*in, 1)) {
        uint8_t c = in->ptr[0];
        if (c == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (!rsp_is_digit(c))
            break;
        if (value > (INT64_MAX / THOUSAND - 9) / 10 || decimals == MAX_DECIMALS)
            return false;
        value = value * 10 + (c - '0');
        decimals += decimals >= 0;
        digits++;
    }
    for (int i = decimals < 0 ? 0 : decimals; i < MAX_DECIMALS; i++)
        value *= 10;
    *out = value;
    return digits > 0;
}

/* What stands behind the number. False for an unknown unit, or a time that does not fit. */
static bool take_unit(rsp_budget_rule *rule, rsp_bytes in) {
    if (in.len == 0)
        return true;
    rule->percent = rsp_bytes_equal(in, RSP_LIT("%"));
    if (rule->percent)
        return true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(times); i++) {
        if (!rsp_bytes_equal(in, rsp_bytes_str(times[i].name)))
            continue;
        rule->timed = true;
        if (rule->bound_thousandths > INT64_MAX / (int64_t)times[i].ns)
            return false;
        rule->bound_thousandths *= (int64_t)times[i].ns;
        return true;
    }
    return false;
}

rsp_status rsp_budget_rule_parse(rsp_budget_rule *out, rsp_bytes text, rsp_error *error) {
    *out = (rsp_budget_rule){.text = text};
    rsp_bytes in = text;
    skip_blanks(&in);
    size_t len = 0;
    while (len < in.len && is_name(in.ptr[len]))
        len++;
    out->metric = rsp_bytes_sub(in, 0, len);
    in = rsp_bytes_from(in, len);
    skip_blanks(&in);
    if (len == 0)
        return refuse(error, text, "the name of a metric first, as in round_trips>+0");
    if (!take_op(&out->op, &in))
        return refuse(error, text, "> >= < <= == or != behind the metric, as in round_trips>+0");
    skip_blanks(&in);
    bool minus = rsp_take_byte(&in, '-');
    out->relative = minus || rsp_take_byte(&in, '+');
    if (!take_number(&out->bound_thousandths, &in))
        return refuse(error, text, "a number with at most three decimals behind the comparison");
    while (in.len > 0 && in.ptr[in.len - 1] == ' ')
        in.len--;
    skip_blanks(&in);
    if (!take_unit(out, in))
        return refuse(error, text, "nothing, %, ns, us, ms, s, m or h behind the number");
    if (out->percent && !out->relative)
        return refuse(error, text, "a sign before a percentage: it is of the change, as in round_trips>+5%");
    if (minus)
        out->bound_thousandths = -out->bound_thousandths;
    return RSP_OK;
}

rsp_status rsp_budget_rule_find(const rsp_budget_metric **out, const rsp_budget_rule *rule,
                                const rsp_budget_metric *metrics, size_t num_metrics, rsp_error *error) {
    rsp_suggestion nearest = {.word = rule->metric};
    for (size_t i = 0; i < num_metrics; i++) {
        if (!rsp_bytes_equal(rule->metric, rsp_bytes_str(metrics[i].name))) {
            rsp_suggest_offer(&nearest, metrics[i].name);
            continue;
        }
        *out = &metrics[i];
        if (rule->timed && metrics[i].unit != RSP_BUDGET_TIME)
            return rsp_fail(error, RSP_USAGE, "budget '%.*s': %s is a count, not a time", (int)rule->text.len,
                            (const char *)rule->text.ptr, metrics[i].name);
        return RSP_OK;
    }
    int len = (int)(rule->metric.len < 60 ? rule->metric.len : 60);
    if (nearest.best)
        return rsp_fail(error, RSP_USAGE, "no metric is called '%.*s'; did you mean '%s'?", len,
                        (const char *)rule->metric.ptr, nearest.best);
    return rsp_fail(error, RSP_USAGE, "no metric is called '%.*s'", len, (const char *)rule->metric.ptr);
}

bool rsp_budget_rule_broken(const rsp_budget_rule *rule, const rsp_budget_metric *metric) {
    /* Whole numbers in doubles: exact where it matters, and nothing can overflow. */
    double value = (double)metric->after;
    double bound = (double)rule->bound_thousandths;
    if (rule->relative)
        value -= (double)metric->before;
    value *= THOUSAND;
    if (rule->percent) {
        value *= 100;
        bound *= (double)metric->before;
    }
    switch (rule->op) {
    case RSP_BUDGET_AT_LEAST:
        return value >= bound;
    case RSP_BUDGET_AT_MOST:
        return value <= bound;
    case RSP_BUDGET_OTHER:
        return value < bound || value > bound;
    case RSP_BUDGET_EQUAL:
    case RSP_BUDGET_SAME:
        return value >= bound && value <= bound;
    case RSP_BUDGET_MORE:
        return value > bound;
    case RSP_BUDGET_LESS:
        return value < bound;
    }
    return true;
}

void rsp_budget_change_append(rsp_buf *out, uint64_t before, uint64_t after) {
    if (before == after) {
        rsp_buf_str(out, "0 %");
        return;
    }
    if (before == 0) {
        rsp_buf_str(out, "from 0");
        return;
    }
    double percent = 100 * ((double)after - (double)before) / (double)before;
    rsp_buf_printf(out, percent >= 1000 ? "%+.0f %%" : "%+.3g %%", percent);
}

static void append_value(rsp_buf *out, rsp_budget_unit unit, uint64_t value) {
    if (unit == RSP_BUDGET_TIME)
        rsp_time_append(out, value);
    else
        rsp_buf_printf(out, "%llu", (unsigned long long)value);
}

void rsp_budget_rule_append(rsp_buf *out, const rsp_budget_rule *rule, const rsp_budget_metric *metric) {
    uint64_t before = metric->before;
    uint64_t after = metric->after;
    rsp_buf_printf(out, "%s ", metric->name);
    if (rule->relative) {
        append_value(out, metric->unit, before);
        rsp_buf_str(out, " -> ");
    }
    append_value(out, metric->unit, after);
    if (rule->relative) {
        rsp_buf_str(out, after < before ? ", -" : ", +");
        append_value(out, metric->unit, after > before ? after - before : before - after);
        rsp_buf_str(out, " (");
        rsp_budget_change_append(out, before, after);
        rsp_buf_str(out, ")");
    }
    rsp_buf_printf(out, "; budget %.*s", (int)rule->text.len, (const char *)rule->text.ptr);
}
