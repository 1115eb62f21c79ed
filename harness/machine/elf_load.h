/* Loading of ELF files.
 * Static executables for RV64, position independent or not.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_ELF_LOAD_H
#define RSP_MACHINE_ELF_LOAD_H

#include "kernel.h"

/* Maps the segments into the space and fills `out`. RSP_BAD_FILE, RSP_NO_MEMORY. */
rsp_status elf_load(space *s, const rsp_machine_file *file, image *out, bool randomize, rsp_rng *rng,
                    rsp_error *error);

#endif
