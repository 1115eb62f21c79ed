/* Files of /proc: what the kernel tells a process, and a debugger, about itself and others.
 * "self" is the process that asks.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_PROC_H
#define RSP_MACHINE_PROC_H

#include "kernel.h"

/* Appends the text of a file such as /proc/self/maps; false: there is none of this path. */
bool proc_text(const rsp_process *p, const char *path, rsp_buf *out);
/* The target of a link such as /proc/self/exe; false: there is none of this path. */
bool proc_link(const rsp_process *p, const char *path, rsp_buf *out);
/* Whether one of the two has it. */
bool proc_exists(const rsp_process *p, const char *path);

#endif
