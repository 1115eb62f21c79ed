/* The requests for a thread's stack and the scopes of a frame.
 * Only as much of a stack is unwound as the editor asks for.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_FRAMES_H
#define RSP_DAP_ADAPTER_FRAMES_H

#include "serve/handler.h"

adapter_handler view_stack_trace;
adapter_handler view_scopes;

/* A place of the source as the protocol has it. */
json_t *view_source(const char *path);

#endif
