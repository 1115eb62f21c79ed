/* Handlers of the requests that resume, reverse and halt the program.
 * The table is commands.c.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_MOVE_H
#define RSP_DAP_ADAPTER_MOVE_H

#include "serve/handler.h"

adapter_handler control_continue;
adapter_handler control_pause;
adapter_handler control_next;
adapter_handler control_step_in;
adapter_handler control_step_out;
adapter_handler control_step_back;
adapter_handler control_reverse_continue;

#endif
