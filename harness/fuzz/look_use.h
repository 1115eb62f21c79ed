/* One look at a scripted stub, and what is printed of it, for the fuzz target.
 * The time that it may take is that of the link, which is virtual.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_LOOK_USE_H
#define FUZZ_LOOK_USE_H

#include "scripted_stub.h"

/* A digest of status, manners, page and profile. Ends the process where the look takes too long, or where
 * something is printed that must not be. */
uint64_t look_use(const rsp_messages *list, uint8_t choice, const rsp_mem *mem);

#endif
