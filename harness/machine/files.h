/* Paths and descriptors.
 * The files are those of the machine's options; there are no others.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_FILES_H
#define RSP_MACHINE_FILES_H

#include "kernel.h"

/* Makes a path absolute and plain: no `.`, `..` or double slashes. RSP_LIMIT: it does not fit. */
rsp_status path_resolve(char *out, size_t cap, const char *cwd, const char *path);
/* Sorts the machine's files by path. False without memory, or with two of the same path. */
bool files_index(rsp_machine *m);
/* Whether some file lies below this absolute path. */
bool path_is_folder(const rsp_machine *m, const char *path);
/* Descriptors 0, 1 and 2 of a launched process. False without memory. */
bool files_standard(rsp_process *p);
/* The descriptors of a forked process: the same open files. False without memory. */
bool files_copy(rsp_process *to, const rsp_process *from);
/* Closes all descriptors, or those that execve closes. */
void files_close_all(rsp_process *p, bool only_on_exec);
/* The open file of a descriptor; NULL when there is none. */
open_file *file_of(const rsp_process *p, uint64_t fd);
/* Gives an open file the lowest free descriptor from `from` on, or a negative error. */
int64_t file_install(rsp_process *p, open_file *f, uint64_t from, bool close_on_exec);
/* One descriptor less shows it; the last one frees. */
void file_release(const rsp_mem *mem, open_file *f);

#endif
