/* Whether the running program is the one of the file: by the build id, where the file says that it lies.
 * Another version's addresses and variables would be wrong without a word.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SAME_PROGRAM_H
#define RSP_SAME_PROGRAM_H

#include "debuggee.h"

enum { SAME_PROGRAM_ID_MAX = 64 };

/* Where the build id lies in the process; false: the file has none, and nothing can be compared. */
bool same_program_want(const rsp_debuggee *debuggee, uint64_t *out_address, size_t *out_len);

/* Judges what was read there: RSP_OK or RSP_BAD_FILE. */
rsp_status same_program_judge(const rsp_debuggee *debuggee, uint64_t address, rsp_bytes found,
                              rsp_error *error);

/* One read; none for a file without a build id. RSP_BAD_FILE: it is another program. Else the session's end.
 */
rsp_status same_program_check(const rsp_debuggee *debuggee, rsp_error *error);

#endif
