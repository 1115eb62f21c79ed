/* What is allowed for: breaches of the handshake that a run names once and tolerates afterwards.
 * A scenario about the requirement allows for nothing and judges it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_ALLOWANCE_H
#define RSP_SCENARIO_ALLOWANCE_H

#include <rsp/bytes.h>
#include <rsp/rule.h>

/* X(ID, "requirements", "text"): who covers one of them judges it; the text follows "it ". */
#define ALLOWANCE_LIST(X)                                                                  \
    X(GREETING, "FRAME-021", "speaks before the first request")                            \
    X(NOISE, "FRAME-020", "sends bytes between packets")                                   \
    X(NO_ACKS, "ACK-001", "acknowledges nothing")                                          \
    X(LATE_ACKS, "ACK-001", "sends '+' behind the reply")                                  \
    X(SEVERAL_ACKS, "ACK-001", "sends '+' more than once")                                 \
    X(CHECKSUMS, "FRAME-001 FRAME-002 RLE-006 ESC-007 NOACK-004", "sends wrong checksums") \
    X(UPPER_HEX, "FRAME-003", "writes hex digits in upper case")                           \
    X(LOST_SECOND, "FRAME-007", "loses the second of two packets in one write")            \
    X(ERROR_FORM, "STD-003", "has errors of a form of its own")                            \
    X(FEATURES, "QSUP-001 QSUP-004", "sends a malformed list of features")                 \
    X(NO_SUPPORTED, "QSUP-020", "does not answer qSupported")                              \
    X(NO_SELECT, "THR-023", "does not answer Hg0")                                         \
    X(EARLY_OK, "VCONT-019", "answers resumes by OK before they stop")                     \
    X(QUESTION_ONCE, "STOP-002", "answers '?' once on a connection")                       \
    X(QUESTION_FIRST, "", "wants '?' before memory opens")                                 \
    X(PLUS_FIRST, "", "answers only after a first '+'")                                    \
    X(DESCRIPTION_FIRST, "", "wants target.xml read before registers open")                \
    X(SPINS, "ROBUST-006", "computes for nobody once its client has left")

typedef enum allowance {
#define ALLOWANCE_ENUM(id, requirements, text) ALLOW_##id,
    ALLOWANCE_LIST(ALLOWANCE_ENUM)
#undef ALLOWANCE_ENUM
        ALLOWANCE_COUNT,
} allowance;

/* A set of them. */
typedef uint32_t allowances;

/* The set with one member, and whether a set has a member. */
static inline allowances allowance_bit(allowance a) {
    return UINT32_C(1) << (unsigned)a;
}

static inline bool allows(allowances set, allowance a) {
    return (set >> (unsigned)a & 1U) != 0;
}

/* Those that a scenario with these requirements judges itself. */
allowances allowances_judged(const char *const *covers, size_t num);

/* Bits of the passive rules that say nothing while these are allowed for. */
uint64_t allowances_rules(allowances set);

/* Those that are seen by a broken rule. */
allowances allowances_by_rule(rsp_rule_id rule);

/* "it greets with '+' and wants '?' before memory opens: allowed for"; nothing for an empty set. `greeting`
 * may be empty. */
void allowances_tell(rsp_buf *out, allowances set, rsp_bytes greeting);

#endif
