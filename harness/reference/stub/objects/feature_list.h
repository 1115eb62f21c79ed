/* What the stub offers, from the packet table, the target and the options.
 * It does not change during the life of a stub.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FEATURE_LIST_H
#define STUB_FEATURE_LIST_H

#include "state.h"

/* Fills s->offered. */
void stub_features_init(rsp_stub *s);

#endif
