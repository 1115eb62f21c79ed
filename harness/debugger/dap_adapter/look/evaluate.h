/* The requests for expressions: evaluating, setting, completing, and watching what they mean in memory.
 * In the console of the editor some words are commands.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOOK_EVALUATE_H
#define RSP_DAP_ADAPTER_LOOK_EVALUATE_H

#include "serve/handler.h"

adapter_handler view_evaluate;
adapter_handler view_set_expression;
adapter_handler view_completions;
adapter_handler view_data_breakpoint_info;

#endif
