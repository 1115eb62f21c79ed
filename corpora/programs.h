/* The debuggee programs of corpora/debuggees, built for RV64IMA Linux and carried inside a library.
 * Hand the table to rsp_machine_options.files and the machine can launch them by path.
 * Library rsp_programs; corpora/README.md describes each program. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROGRAMS_H
#define RSP_PROGRAMS_H

#include "machine/machine.h"

RSP_BEGIN_DECLS

/* Sorted by path: "/bin/atomics", "/bin/hello", ... with their DWARF. Static storage. */
extern const rsp_machine_file rsp_programs[];
/* How many there are. */
extern const size_t rsp_num_programs;

RSP_END_DECLS

#endif
