/* The XML objects that the stub makes itself: target description and thread list.
 * Made anew for each snapshot.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_DESCRIPTION_H
#define STUB_DESCRIPTION_H

#include "state.h"

/* Whether it holds a floating-point number. */
bool stub_is_float(const rsp_register *reg);

/* target.xml, or a feature document that it includes; RSP_NOT_FOUND for another annex. */
rsp_status stub_make_description(rsp_stub *s, rsp_bytes annex, rsp_buf *out);

/* Every thread of every process, in the id syntax that was negotiated. */
rsp_status stub_make_threads(rsp_stub *s, rsp_bytes annex, rsp_buf *out);

#endif
