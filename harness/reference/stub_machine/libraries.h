/* Shared libraries of a process, read from its memory.
 * The dynamic linker keeps the list; a static program has none.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_LIBRARIES_H
#define STUB_MACHINE_LIBRARIES_H

#include "machine/process.h"

/* The address of the dynamic linker's r_debug, 0 while there is none; *out_entry is where it stands in the
 * dynamic section (DT_DEBUG), 0 in a program without. */
uint64_t libraries_debug_address(const rsp_process *p, uint64_t *out_entry);
/* Appends the list as the document of libraries-svr4. */
void libraries_write_svr4(const rsp_process *p, rsp_buf *out);
/* Text as XML character data; what XML 1.0 can not hold at all becomes '?'. */
void libraries_append_xml(rsp_buf *out, const char *text);

#endif
