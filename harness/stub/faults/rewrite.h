/* Requests as a stub with a fault reads them.
 * Only in builds with faults.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_REWRITE_H
#define STUB_FAULTS_REWRITE_H

#include "state.h"

/* Puts what the fault reads in the place of s->request; true when that is something else. */
bool stub_rewrite_request(rsp_stub *s);

#endif
