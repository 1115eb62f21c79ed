/* What the deframer said of a stream as one number, for the fuzz target of splits; each event is held against
 * its own bytes.
 * See rsp/frame.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_EVENT_DIGEST_H
#define FUZZ_EVENT_DIGEST_H

#include "fuzz.h"

#include <rsp/frame.h>

/* Continues a digest over an event, which begins at *offset, where the one before ended. */
uint64_t event_digest(uint64_t digest, const rsp_event *event, uint64_t *offset);

#endif
