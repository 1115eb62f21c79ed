/* The requests for libraries, and for the sources of the program.
 * A text of a source is only given where the program says that it was made of it.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOOK_MODULES_H
#define RSP_DAP_ADAPTER_LOOK_MODULES_H

#include "serve/handler.h"

adapter_handler view_modules;
adapter_handler view_loaded_sources;
adapter_handler view_source_text;

/* Why a thread stopped, if it is an exception. */
adapter_handler view_exception_info;

#endif
