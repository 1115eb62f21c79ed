/* Snapshots of objects that are read in windows.
 * One connection does not see those of another.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_XFER_H
#define STUB_XFER_H

#include "state.h"

rsp_status stub_xfer_new(rsp_stub *s);
void stub_xfer_free(rsp_stub *s);
void stub_xfer_connect(rsp_stub *s);

#endif
