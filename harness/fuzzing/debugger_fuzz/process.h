/* What a process takes, as /proc tells it. Where
 * the system has none, nothing grows and nothing
 * computes. Private to the layer. Source: proc(5). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_PROCESS_H
#define RSP_DEBUGGER_PROCESS_H

#include <stdint.h>

/* Its resident memory, in bytes; 0 where that is not known. */
uint64_t process_memory(long pid);
/* Its processor time, of all threads; 0 where that is not known. */
uint64_t process_cpu_ns(long pid);

#endif
