/* What a session adds to the tally of the rules, and what results of scenarios and rules have in common.
 * Internal to the runner.
 * See dap_suite/runner.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_TALLY_H
#define RSP_DAP_TALLY_H

#include "dap_suite/runner.h"

/* Counts what a session of a scenario has shown. `hostile`: the scenario sent what no client sends; the
 * answer to that is owed in its form, and nothing more. */
void tally_session(rsp_dap_tally *tally, const rsp_dap_log *log, const rsp_dap_scenario *scenario,
                   const rsp_dap_rules *rules, bool hostile);

/* Appends the messages around an entry. */
void tally_window(const rsp_dap_log *log, size_t entry, rsp_buf *out);

/* The command that plays the scenario (NULL: none) again, made in `out`. `rule` is judged beside it; NULL:
 * none. */
const char *tally_again(const rsp_dap_target *target, const rsp_dap_scenario *scenario, const char *rule,
                        rsp_buf *out);

#endif
