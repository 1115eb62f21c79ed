/* From a file to a process that can start: execve.
 * Arguments, environment and auxiliary vector are laid out as Linux does.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_IMAGE_H
#define RSP_MACHINE_IMAGE_H

#include "kernel.h"

/* What execve is called with. Borrowed during the call. */
typedef struct exec_args {
    const char *path;    /* as given, for AT_EXECFN */
    const char *strings; /* argv then envp, each NUL-terminated */
    size_t strings_len;
    size_t argc;
    size_t envc;
    bool randomize;
} exec_args;
/* A new space with the program, its stack and its auxiliary vector; what execve and launch start with.
 * Statuses of rsp_machine_launch. */
rsp_status image_build(rsp_machine *m, const rsp_machine_file *file, const exec_args *args, space **out_space,
                       image *out_image, uint64_t *out_sp, rsp_error *error);
/* Frees what an image holds; all zeros is fine. */
void image_free(rsp_machine *m, image *im);
/* Registers as a program finds them at its first instruction. */
void thread_start(rsp_thread *t, const image *im, uint64_t sp);

#endif
