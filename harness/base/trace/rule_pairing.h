/* What the passive rules know besides their findings: the pairing of requests and replies, and the modes.
 * The runner and the fuzzer ask for it, so that one pairing serves both.
 * The rules themselves are public: rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RULE_PAIRING_H
#define RSP_RULE_PAIRING_H

#include "trace/exchange.h"
#include <rsp/rule.h>

RSP_BEGIN_DECLS

/* Declares that the conversation begins with a mode on, though it shows no request for it. Call it right
 * after rsp_rules_new or rsp_rules_reset. */
void rsp_rules_assume(rsp_rules *rules, rsp_mode mode);

/* The pairing inside, for metrics, modes and outstanding requests. Valid as long as the rules. */
const rsp_exchanges *rsp_rules_exchanges(const rsp_rules *rules);

/* How the last entry was paired. Valid until the next entry. */
const rsp_pairing *rsp_rules_last_pairing(const rsp_rules *rules);

RSP_END_DECLS

#endif
