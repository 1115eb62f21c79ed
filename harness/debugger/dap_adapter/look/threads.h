/* The request for the program's threads.
 * While it runs, those of the last stop are told.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_THREADS_H
#define RSP_DAP_ADAPTER_THREADS_H

#include "serve/handler.h"

adapter_handler view_threads;

#endif
