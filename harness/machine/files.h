/* Paths and descriptors.
 * The files are those of the machine's options; there are no others.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_FILES_H
#define RSP_MACHINE_FILES_H

#include "kernel.h"

rsp_status path_resolve(char *out, size_t cap, const char *cwd, const char *path);
bool files_index(rsp_machine *m);
bool path_is_folder(const rsp_machine *m, const char *path);
bool files_standard(rsp_process *p);
bool files_copy(rsp_process *to, const rsp_process *from);
void files_close_all(rsp_process *p, bool only_on_exec);
open_file *file_of(const rsp_process *p, uint64_t fd);
int64_t file_install(rsp_process *p, open_file *f, uint64_t from, bool close_on_exec);
void file_release(const rsp_mem *mem, open_file *f);

#endif
