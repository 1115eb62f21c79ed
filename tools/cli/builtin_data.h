/* Data that is linked into the program, and put where other programs and people can read it.
 * A static program brings its suite and its debuggees along; see docs/packaging.md.
 * What differs from the data, by a cleaner of /tmp or by hand, is written anew before it is used. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_BUILTIN_DATA_H
#define STUBBORN_BUILTIN_DATA_H

#include "core/arena.h"
#include <rsp/status.h>

/* A file; a table of them is made by tools/cmake/Static.cmake, whose rows are four quads. */
typedef struct builtin_file {
    const char *path; /* as it is installed: share/stubborn/scenarios/... */
    const uint8_t *bytes;
    uint64_t len;
    uint64_t is_program; /* 1: others may run it */
} builtin_file;

typedef struct builtin_data {
    const char *name; /* of the folder: the version and a digest, so that no two programs share one */
    const builtin_file *files;
    size_t num;
} builtin_data;

/* Unpacks the files whose path begins with `part`, which ends with '/', and gives the folder of that path in
 * *out, in the arena. The folder lies in $XDG_CACHE_HOME, ~/.cache, $TMPDIR or /tmp: the first that takes it;
 * below the last two its name has the user's id, and it must be the user's own. *out is NULL when the data
 * has no such file. RSP_IO with what was tried last. */
rsp_status builtin_data_unpack(const char **out, rsp_arena *arena, const builtin_data *data, const char *part,
                               rsp_error *error) RSP_MUST_USE;

#endif
