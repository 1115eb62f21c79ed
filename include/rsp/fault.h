/* The named faults of the reference stub: small deliberate defects, one per requirement.
 * `stubborn selftest` switches each on and expects a scenario to notice.
 * One row a fault: X(ID, "name", "requirement", "what it does wrong"), grouped by area. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FAULT_H
#define RSP_FAULT_H

#include <rsp/bytes.h>
#include <rsp/macros.h>

RSP_BEGIN_DECLS

/* Rows stay on one line each, unaligned, so that a longer one does not touch its neighbours. */
/* clang-format off */
#define RSP_FAULT_LIST(X) \
    /* framing */ \
    X(FRAME_CHECKSUM_UNPADDED, "frame-checksum-unpadded", "FRAME-002", "checksum printed without leading zero") \
    /* escapes and run-length */ \
    /* acknowledgment */ \
    /* no-ack mode */ \
    /* standard replies and errors */ \
    /* qSupported */ \
    /* threads */ \
    /* vCont */ \
    /* run control */ \
    /* stop replies */ \
    /* interrupts */ \
    /* non-stop */ \
    /* multiprocess */ \
    /* fork, vfork, exec */ \
    /* kill and detach */ \
    /* extended mode and launch */ \
    /* signals */ \
    /* robustness */ \
    /* registers */ \
    /* memory */ \
    X(MEM_DECIMAL_LENGTH, "mem-decimal-length", "MEM-001", "length of m read as decimal") \
    /* batched memory reads */ \
    /* binary memory */ \
    /* breakpoints */ \
    /* conditions and commands */ \
    /* batched breakpoints */ \
    /* qXfer objects */ \
    /* host I/O */ \
    /* queries */ \
    /* LLDB extensions */ \
    /* end */
/* clang-format on */

typedef enum rsp_fault {
    RSP_FAULT_NONE,
#define RSP_FAULT_ENUM(id, name, requirement, text) RSP_FAULT_##id,
    RSP_FAULT_LIST(RSP_FAULT_ENUM)
#undef RSP_FAULT_ENUM
        RSP_FAULT_COUNT,
} rsp_fault;

typedef struct rsp_fault_info {
    rsp_fault fault;
    const char *name;
    const char *requirement;
    const char *text;
} rsp_fault_info;

/* Row of a fault, or NULL for RSP_FAULT_NONE and unknown values; and by name. */
const rsp_fault_info *rsp_fault_get(rsp_fault fault);
const rsp_fault_info *rsp_fault_find(rsp_bytes name);

RSP_END_DECLS

#endif
