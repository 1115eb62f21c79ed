/* The build id of an ELF file: what a linker wrote of it into a note.
 * One question about bytes that nobody has checked.
 * Not public. Source: ELF specification; GNU's note types (NT_GNU_BUILD_ID). */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_BUILD_ID_H
#define STUB_BUILD_ID_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* Whether the file is an ELF file of 64 bits, least significant byte first. */
bool stub_is_elf(rsp_bytes file);
/* The id, within `file`; empty: it has none. */
rsp_bytes stub_build_id(rsp_bytes file);

#endif
