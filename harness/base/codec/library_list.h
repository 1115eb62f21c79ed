/* The list of a process's libraries as stubs of System V systems give it: qXfer:libraries-svr4:read.
 * Where a library lies is what the loader added to the addresses of its file.
 * Source: GDB manual, Library List Format for SVR4 Targets. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LIBRARY_LIST_H
#define RSP_LIBRARY_LIST_H

#include "core/arena.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* One library. */
typedef struct rsp_library {
    const char *path; /* in the arena */
    uint64_t bias;    /* l_addr */
    uint64_t dynamic; /* l_ld: the address of its dynamic section; 0: not told */
} rsp_library;

/* The libraries in the document's order, at most `cap`; those without a name are left out. *out_num is how
 * many were stored. RSP_MALFORMED: no such document, or a number in it that is none; RSP_NO_MEMORY. */
rsp_status rsp_library_list_read(rsp_bytes document, rsp_arena *arena, rsp_library *out, size_t cap,
                                 size_t *out_num, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
