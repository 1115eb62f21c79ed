/* The request for instructions around an address: exactly as many as asked for, also before it.
 * Where they begin is known from the function's start.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_DISASSEMBLE_H
#define RSP_DAP_ADAPTER_DISASSEMBLE_H

#include "serve/handler.h"

adapter_handler view_disassemble;

#endif
