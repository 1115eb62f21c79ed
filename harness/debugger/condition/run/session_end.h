/* Which statuses end a run of conditional breakpoints: the link's and our own.
 * Any other only means that a condition has no value, or that a way is not available.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_SESSION_END_H
#define RSP_CONDITION_SESSION_END_H

#include <rsp/status.h>
#include <stdbool.h>

/* Whether nothing more can be asked of the stub. */
static inline bool ends_session(rsp_status status) {
    rsp_status_class class_ = rsp_status_classify(status);
    return class_ == RSP_CLASS_IO || class_ == RSP_CLASS_INTERNAL || status == RSP_NO_MEMORY ||
           status == RSP_CANCELLED;
}

#endif
