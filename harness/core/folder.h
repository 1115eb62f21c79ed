/* What is in a folder: the names of its entries, in one order on every machine.
 * For reading a campaign, seeds, or the suite's folders; nothing below tools/ looks into folders this way.
 * Source: POSIX readdir. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FOLDER_H
#define STUBBORN_FOLDER_H

#include <rsp/arena.h>
#include <rsp/status.h>

/* All-zero is an empty folder. Fields are for reading. */
typedef struct folder_names {
    const char **names; /* NULL for none */
    size_t num;
    rsp_arena arena;
} folder_names;

/* Reads the names in a folder that are not hidden (do not begin with a dot) and end with `ending` ("" : all),
 * bytewise in order. A folder that is not there has none: that is RSP_OK. RSP_IO with the system's reason for
 * one that can not be read, and for what is no folder, RSP_NO_MEMORY; then there are none. `error` may be
 * NULL. */
rsp_status folder_read(folder_names *out, const char *path, const char *ending,
                       rsp_error *error) RSP_MUST_USE;

/* NULL is not allowed; all-zero is fine. Names are gone with it. */
void folder_free(folder_names *f);

/* How many such names there are; 0 where the folder can not be read. */
size_t folder_count(const char *path);

#endif
