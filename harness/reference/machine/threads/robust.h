/* The locks that a thread holds when it dies: its robust list, a list in the program's own memory.
 * Each is marked, and given to one of those who wait for it.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_ROBUST_H
#define RSP_MACHINE_ROBUST_H

#include "kernel.h"

/* The thread is about to be gone, and its memory is still there. Whatever the list is, this ends. */
void robust_release(rsp_thread *t);

#endif
