/* Typed packets in the one form in which they are built, for the fuzz target of their round trips.
 * A byte chooses which packet the bytes are taken for.
 * See codec/breakpoint.h, vcont.h, hostio.h, id.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PACKET_FORMS_H
#define FUZZ_PACKET_FORMS_H

#include "fuzz.h"

/* The canonical form of `in` into `out`, instead of what was there; false where it does not parse. */
bool packet_form(rsp_buf *out, rsp_bytes in, uint8_t which);

#endif
