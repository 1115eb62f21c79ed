/* From a file to a process that can start: execve.
 * Arguments, environment and auxiliary vector are laid out as Linux does.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_IMAGE_H
#define RSP_MACHINE_IMAGE_H

#include "kernel.h"

typedef struct exec_args {
    const char *path;    /* as given, for AT_EXECFN */
    const char *strings; /* argv then envp, each NUL-terminated */
    size_t strings_len;
    size_t argc;
    size_t envc;
    bool randomize;
} exec_args;
rsp_status image_build(rsp_machine *m, const rsp_machine_file *file, const exec_args *args, space **out_space,
                       image *out_image, uint64_t *out_sp, rsp_error *error);
void image_free(rsp_machine *m, image *im);
void thread_start(rsp_thread *t, const image *im, uint64_t sp);

#endif
