/* What is true of a stub whenever it is not in the middle of a request or a run.
 * Asserted at the beginning and the end of each public function.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_VALIDATE_H
#define STUB_VALIDATE_H

#include "state.h"

/* The first invariant that does not hold, in words; NULL when all do. A stub with a fault or without memory
 * promises nothing. Looks at a bounded number of threads and stops, however many there are. */
const char *stub_broken_invariant(const rsp_stub *s);

/* Asserts that all hold; the message names the function of validate.c whose sentence is not true. */
void stub_validate(const rsp_stub *s);

#endif
