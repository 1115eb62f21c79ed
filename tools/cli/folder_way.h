/* Ways between folders, for files that name others: a page and its captures can be moved together.
 * Folders need not be there. All texts are the arena's.
 * See cmd/interop/interop_output.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FOLDER_WAY_H
#define STUBBORN_FOLDER_WAY_H

#include "core/arena.h"

/* The full path without ".", ".." and links, "/" or without a '/' at its end; "" is the current folder. NULL
 * without memory, where the current folder has no path, or beyond PATH_MAX. */
const char *folder_way_full(rsp_arena *arena, const char *path);

/* The folder that a file is in: "." where its path has none, "/" for "/file". */
const char *folder_way_of(rsp_arena *arena, const char *file);

/* `path` as seen from `folder`: itself where it begins with '/'. The path "" gives "FOLDER/", or "" for "".
 */
const char *folder_way_join(rsp_arena *arena, const char *folder, const char *path);

/* The deepest folder that has both of two full paths. */
const char *folder_way_common(rsp_arena *arena, const char *a, const char *b);

/* From one full path to the other: "../b/c", "" for the same; the full path where they share nothing but
 * "/". */
const char *folder_way_between(rsp_arena *arena, const char *from, const char *to);

/* From the folder of `file` (NULL: the current folder) to `folder`, as folder_way_between has it; `folder` as
 * it is where that can't be known. */
const char *folder_way_from_file(rsp_arena *arena, const char *file, const char *folder);

#endif
