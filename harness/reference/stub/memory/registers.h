/* Saved register states (QSaveRegisterState).
 * One connection does not see those of another.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_REGISTERS_H
#define STUB_REGISTERS_H

#include "state.h"

rsp_status stub_saved_new(rsp_stub *s);
void stub_saved_free(rsp_stub *s);
void stub_saved_connect(rsp_stub *s);

#endif
