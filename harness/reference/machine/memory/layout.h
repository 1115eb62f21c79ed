/* Where things lie in an address space of the machine: 38 bits, as Sv39 leaves to programs.
 * Programs are linked low, mappings grow upwards from the middle, the stack is at the top.
 * Randomisation moves all but the trampoline. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LAYOUT_H
#define RSP_MACHINE_LAYOUT_H

#include "page_table.h"

#define PIE_BASE UINT64_C(0x1000000000)
#define MMAP_BASE UINT64_C(0x2000000000)
#define SIGRETURN_ADDRESS (SPACE_END - UINT64_C(2) * PAGE_BYTES) /* one page of code: li a7, 139; ecall */
#define STACK_TOP (SIGRETURN_ADDRESS - PAGE_BYTES)               /* a gap between */
#define STACK_BYTES UINT64_C(0x800000)

#endif
