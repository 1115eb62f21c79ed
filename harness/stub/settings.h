/* What the client wants to be told and what it does not.
 * A new client has asked for nothing.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_SETTINGS_H
#define STUB_SETTINGS_H

#include "state.h"

void stub_settings_connect(rsp_stub *s);

#endif
