/* Where a running program has the build id of its file: to notice that it runs another one.
 * The id itself is among the file's facts.
 * Source: ELF specification, note sections. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_IDENTITY_H
#define RSP_DEBUG_IDENTITY_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* The address of the build id's bytes, of the file, without a load bias. False: it is not loaded, or there is
 * none. */
bool rsp_debug_identity_at(const rsp_debug_file *file, uint64_t *out_address) RSP_MUST_USE;

RSP_END_DECLS

#endif
