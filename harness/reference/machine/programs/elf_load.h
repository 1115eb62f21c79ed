/* Loading of ELF files for RV64: executables, position independent or not, and their dynamic linker.
 * The linker itself maps all other libraries.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_ELF_LOAD_H
#define RSP_MACHINE_ELF_LOAD_H

#include "kernel.h"

/* Maps the segments into the space and fills `out`. RSP_BAD_FILE, RSP_NO_MEMORY. */
rsp_status elf_load(rsp_machine *m, space *s, const rsp_machine_file *file, image *out, bool randomize,
                    rsp_error *error);
/* Maps the dynamic linker that elf_load has found, if there is one: after the mmap base of the space is set.
 * Statuses as before. */
rsp_status elf_load_interpreter(space *s, image *im, rsp_error *error);

#endif
