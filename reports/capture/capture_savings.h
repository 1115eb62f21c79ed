/* What batched packets, and conditions in the stub, would have saved in recorded sessions.
 * The figures are those of rsp_whatif; assumptions are printed with them.
 * See capture/whatif.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_SAVINGS_H
#define RSP_CAPTURE_SAVINGS_H

#include "capture/whatif.h"

RSP_BEGIN_DECLS

/* What the savings are computed from; nothing is owned. */
typedef struct rsp_capture_savings {
    const rsp_whatif *whatif;
    uint64_t round_trips; /* of the sessions as recorded */
    uint64_t rtt_ns;      /* what each costs; 0: not asked for */
} rsp_capture_savings;

/* Appends the savings for people. */
void rsp_capture_savings_text(rsp_buf *out, const rsp_capture_savings *s);

/* The same with a line of CSV for each kind of packet. */
void rsp_capture_savings_csv(rsp_buf *out, const rsp_capture_savings *s);

/* The same as JSON. RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_capture_savings_json(rsp_buf *out, const rsp_capture_savings *s) RSP_MUST_USE;

RSP_END_DECLS

#endif
