/* The language of scenarios and profiles for debug adapters, as tables of node types.
 * Checker and JSON Schema follow them.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_FORMS_H
#define RSP_DAP_SUITE_FORMS_H

#include "scenario/form.h"

extern const node_type dap_scenario_form;
extern const node_type dap_profile_form;

/* The words of `start`, in the order of rsp_dap_start. */
extern const char *const dap_start_words[];

#endif
