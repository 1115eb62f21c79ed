/* Paths of sources as compilers write them, and as users name them: `..` and `.` in either mean nothing.
 * By their text alone: no file is looked at.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_PATH_H
#define RSP_SOURCE_PATH_H

#include <rsp/bytes.h>

/* Whether `wanted` names the file `whole`: the same path, or its last parts. "dir/file.c" names
 * /home/x/dir/file.c and /home/x/build/../dir/file.c, not other-dir/file.c. */
bool source_path_is_named(rsp_bytes whole, rsp_bytes wanted);

#endif
