/* Handlers of the requests about breakpoints.
 * The table is control_commands.c.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_BREAKPOINT_REQUESTS_H
#define RSP_DAP_ADAPTER_BREAKPOINT_REQUESTS_H

#include "serve/handler.h"

adapter_handler control_set_breakpoints;
adapter_handler control_set_function_breakpoints;
adapter_handler control_set_instruction_breakpoints;
adapter_handler control_set_data_breakpoints;
adapter_handler control_set_exception_breakpoints;
adapter_handler control_breakpoint_locations;

#endif
