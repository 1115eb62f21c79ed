/* The table of what is allowed for: which requirements judge it, which passive rules it silences, its words.
 * Nothing here knows a stub.
 * See allowance.h. */
/* SPDX-License-Identifier: MIT */
#include "ends/allowance.h"

#include "codec/explain.h"

typedef struct allowance_row {
    const char *requirements;
    const char *text;
} allowance_row;

static const allowance_row rows[ALLOWANCE_COUNT] = {
#define ALLOWANCE_ROW(id, requirements_, text_) {.requirements = (requirements_), .text = (text_)},
    ALLOWANCE_LIST(ALLOWANCE_ROW)
#undef ALLOWANCE_ROW
};

/* Rules that see the same breach in every conversation. */
static const struct {
    allowance allowed;
    rsp_rule_id rule;
} silenced[] = {
    {ALLOW_GREETING, RSP_RULE_SILENCE_FIRST},     {ALLOW_NOISE, RSP_RULE_STRAY_BYTES},
    {ALLOW_LATE_ACKS, RSP_RULE_ACK_ONCE},         {ALLOW_NO_ACKS, RSP_RULE_ACK_FIRST},
    {ALLOW_LATE_ACKS, RSP_RULE_ACK_FIRST},        {ALLOW_SEVERAL_ACKS, RSP_RULE_ACK_ONCE},
    {ALLOW_CHECKSUMS, RSP_RULE_CHECKSUM},         {ALLOW_CHECKSUMS, RSP_RULE_CHECKSUM_DIGITS},
    {ALLOW_FEATURES, RSP_RULE_FEATURE_LIST},      {ALLOW_FEATURES, RSP_RULE_PACKET_SIZE},
    {ALLOW_UPPER_HEX, RSP_RULE_HEX_CASE},         {ALLOW_UPPER_HEX, RSP_RULE_CHECKSUM_CASE},
    {ALLOW_ERROR_FORM, RSP_RULE_ERROR_DIGITS},    {ALLOW_EARLY_OK, RSP_RULE_EARLY_OK},
    {ALLOW_SEVERAL_ACKS, RSP_RULE_ACK_INTERRUPT}, {ALLOW_LATE_ACKS, RSP_RULE_ACK_INTERRUPT},
};

static bool names(const char *requirements, const char *id) {
    rsp_bytes rest = rsp_bytes_str(requirements);
    while (rest.len > 0) {
        if (rsp_bytes_equal(rsp_bytes_split(&rest, ' '), rsp_bytes_str(id)))
            return true;
    }
    return false;
}

allowances allowances_judged(const char *const *covers, size_t num) {
    allowances judged = 0;
    for (size_t i = 0; i < num; i++) {
        for (unsigned a = 0; a < ALLOWANCE_COUNT; a++)
            judged |= names(rows[a].requirements, covers[i]) ? allowance_bit((allowance)a) : 0;
    }
    return judged;
}

uint64_t allowances_rules(allowances set) {
    uint64_t rules = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(silenced); i++)
        rules |= allows(set, silenced[i].allowed) ? UINT64_C(1) << (unsigned)silenced[i].rule : 0;
    return rules;
}

allowances allowances_by_rule(rsp_rule_id rule) {
    allowances set = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(silenced); i++)
        set |= silenced[i].rule == rule ? allowance_bit(silenced[i].allowed) : 0;
    return set;
}

static void tell_one(rsp_buf *out, allowance a, rsp_bytes greeting) {
    enum { SHOWN_BYTES = 40 };
    if (a != ALLOW_GREETING || greeting.len == 0) {
        rsp_buf_str(out, rows[a].text);
        return;
    }
    rsp_buf_str(out, "greets with '");
    rsp_printable_append(out, greeting, SHOWN_BYTES);
    rsp_buf_str(out, "'");
}

void allowances_tell(rsp_buf *out, allowances set, rsp_bytes greeting) {
    unsigned left = 0;
    for (unsigned a = 0; a < ALLOWANCE_COUNT; a++)
        left += allows(set, (allowance)a);
    rsp_buf_str(out, left ? "it " : "");
    for (unsigned a = 0; a < ALLOWANCE_COUNT && left > 0; a++) {
        if (!allows(set, (allowance)a))
            continue;
        tell_one(out, (allowance)a, greeting);
        left--;
        rsp_buf_str(out, left > 1 ? ", " : left == 1 ? " and " : ": allowed for");
    }
}
