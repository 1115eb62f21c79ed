/* How the text of a mark has to read, for the fuzz target of marks.
 * By what it is said to be: an id, an address, a number of a state.
 * See rsp/marks.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MARK_TEXT_H
#define FUZZ_MARK_TEXT_H

#include "fuzz.h"

#include "capture/varying.h"

/* Whether the text is a number where the kind says that it is one, in the digits that the kind says. */
bool mark_is_readable(rsp_varying_kind kind, rsp_bytes text);

#endif
