/* Descriptors of processes, and the open files that they point to.
 * Paths are in bundle.h, files of the embedder in nodes.h.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_FILES_H
#define RSP_MACHINE_FILES_H

#include "kernel.h"

/* Descriptors 0, 1 and 2 of a launched process. False without memory. */
bool files_standard(rsp_process *p);
/* The descriptors of a forked process: the same open files. False without memory. */
bool files_copy(rsp_process *to, const rsp_process *from);
/* Closes all descriptors, or those that execve closes. */
void files_close_all(rsp_process *p, bool only_on_exec);
/* The open file of a descriptor; NULL when there is none. */
open_file *file_of(const rsp_process *p, uint64_t fd);
/* An open file with one user; flags are those of open. NULL without memory. */
open_file *file_new(rsp_machine *m, file_kind kind, uint64_t flags);
/* Gives an open file the lowest free descriptor from `from` on, or releases it and gives a negative error. */
int64_t file_install(rsp_process *p, open_file *f, uint64_t from, bool close_on_exec);
/* One descriptor less shows it; the last one frees, and gives what was written to the embedder: 0 or a
 * negative error of that. */
int64_t file_release(rsp_machine *m, open_file *f);

#endif
