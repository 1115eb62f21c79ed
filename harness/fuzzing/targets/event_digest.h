/* Events of the deframer as one number, each event checked against its own bytes.
 * For the fuzz target deframer and its benchmark.
 * See rsp/frame.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_EVENT_DIGEST_H
#define FUZZ_EVENT_DIGEST_H

#include "fuzz.h"

#include "codec/deframer.h"

/* Continues a digest over an event that begins at *offset, and moves *offset to its end. */
uint64_t event_digest(uint64_t digest, const rsp_event *event, uint64_t *offset);

#endif
