/* The places in the program and its libraries that have the code of a source line or of a function.
 * By debug information alone: nothing is sent.
 * For breakpoints, their possible locations, and the targets of goto. */
/* SPDX-License-Identifier: MIT */
#ifndef DAP_ADAPTER_CODE_PLACES_H
#define DAP_ADAPTER_CODE_PLACES_H

#include "serve/handler.h"

#include "core/limits.h"

typedef struct code_place {
    const rsp_debuggee *debuggee;
    uint64_t address; /* of the file */
} code_place;

typedef struct code_places {
    code_place items[RSP_LIMIT_DEBUG_PLACES];
    size_t num;
    uint32_t line; /* that the places have; 0 for a function */
} code_places;

/* A line without code means the next one that has some: of program and libraries, those with the nearest one
 * count. RSP_RANGE: there is no such line; other errors as rsp_debug_line_find, and for the program. */
rsp_status code_places_of_line(adapter *a, const char *path, int64_t line, code_places *out,
                               rsp_error *error);

/* Errors as rsp_debug_function_find, and for the program. */
rsp_status code_places_of_function(adapter *a, const char *name, code_places *out, rsp_error *error);

#endif
