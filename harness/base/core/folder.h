/* The names in a folder, in the same order on every machine; making one, also in one step, and removing it.
 * Hidden names are left out, so a folder that is being made under a hidden name is not seen.
 * Source: POSIX readdir, mkdir, rename, rmdir. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FOLDER_H
#define RSP_FOLDER_H

#include "core/arena.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* All-zero is an empty folder. Fields are for reading. */
typedef struct rsp_folder_names {
    const char **names; /* NULL for none */
    size_t num;
    rsp_arena arena;
} rsp_folder_names;

/* Reads the names in a folder that are not hidden (do not begin with a dot) and end with `ending` ("" : all),
 * bytewise in order. A folder that is not there has none: that is RSP_OK. RSP_IO with the system's reason for
 * one that can not be read, and for what is no folder, RSP_NO_MEMORY; then there are none. `error` may be
 * NULL. */
rsp_status rsp_folder_read(rsp_folder_names *out, const char *path, const char *ending,
                           rsp_error *error) RSP_MUST_USE;

/* NULL is not allowed; all-zero is fine. Names are gone with it. */
void rsp_folder_free(rsp_folder_names *f);

/* Makes a folder unless it exists. RSP_IO with the reason. */
rsp_status rsp_folder_make(const char *path, rsp_error *error) RSP_MUST_USE;

/* Writes what a new folder has in it. */
typedef rsp_status rsp_folder_filler(void *ctx, const char *folder, rsp_error *error);

/* Makes the folder `path` in one step: it is filled under the name `hidden`, on the same file system, and
 * renamed when it is whole. Where somebody else has made it meanwhile, theirs stays, and that is RSP_OK.
 * RSP_IO with the reason, or what `fill` gave; then nothing of it is left. */
rsp_status rsp_folder_make_whole(const char *path, const char *hidden, rsp_folder_filler *fill, void *ctx,
                                 rsp_error *error) RSP_MUST_USE;

/* Removes a folder of files, none of them hidden. RSP_IO with the reason. */
rsp_status rsp_folder_remove(const char *path, rsp_error *error) RSP_MUST_USE;
/* Removes a folder with all that is in it, hidden or not, at most `depth` folders deep; what can not be
 * removed stays. Links are removed, and not followed. */
void rsp_folder_remove_tree(const char *path, unsigned depth);

/* How many such names there are; 0 where the folder can not be read. */
size_t rsp_folder_count(const char *path);

RSP_END_DECLS

#endif
