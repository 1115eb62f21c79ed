/* Compressed frames while a fault is on.
 * For the hook that builds frames.
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_COMPRESS_H
#define STUB_FAULTS_COMPRESS_H

#include "state.h"

/* Appends the frame of a payload that is to be compressed; false when none is. */
bool stub_fault_compressed(rsp_stub *s, rsp_bytes payload);

#endif
