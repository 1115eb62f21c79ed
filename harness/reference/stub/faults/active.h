/* Which fault is on.
 * Asked only in faults/ (tests/house/faults.py).
 * Only in builds with faults. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_ACTIVE_H
#define STUB_FAULTS_ACTIVE_H

#include "faults/fault_list.h"
#include "state.h"

/* At most one fault is on. */
static inline bool stub_fault(const rsp_stub *s, rsp_fault fault) {
    return s->opt.fault == fault;
}

#endif
