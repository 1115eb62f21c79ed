/* Mapping memory: regions come and go together with their pages, code and breakpoints.
 * A change that fails has changed nothing, but for shared memory that there was no room for.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_MAPPING_H
#define RSP_MACHINE_MAPPING_H

#include "region.h"

/* Replaces what is there. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status space_map(space *s, const region *r);
/* RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status space_unmap(space *s, uint64_t start, uint64_t end);
/* RSP_FAULT: there is a gap. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status space_protect(space *s, uint64_t start, uint64_t end, uint8_t perms);

#endif
