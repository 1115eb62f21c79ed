/* Handlers of the requests that begin, configure and end a session.
 * The table is commands.c.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_SESSION_H
#define RSP_DAP_ADAPTER_SESSION_H

#include "serve/handler.h"

adapter_handler control_initialize;
adapter_handler control_launch;
adapter_handler control_attach;
adapter_handler control_configuration_done;
adapter_handler control_restart;
adapter_handler control_terminate;
adapter_handler control_disconnect;

#endif
