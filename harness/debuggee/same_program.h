/* Whether the running program is the one of the file: by the build id, where the file says that it lies.
 * Another version's addresses and variables would be wrong without a word.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SAME_PROGRAM_H
#define RSP_SAME_PROGRAM_H

#include "debuggee.h"

/* One read; none for a file without a build id. RSP_BAD_FILE: it is another program. Else the session's end.
 */
rsp_status same_program_check(const rsp_debuggee *debuggee, rsp_error *error);

#endif
