/* The states of conversations that were seen: feedback for fuzzing what has no coverage to read.
 * A state is a hash; 0 counts as 1.
 * At most RSP_LIMIT_FUZZ_STATES; what comes after that is not new. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STATE_SET_H
#define RSP_STATE_SET_H

#include "core/mem.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* A set. All-zero is empty. */
typedef struct rsp_state_set {
    const rsp_mem *mem;
    uint64_t *slots;
    size_t num;
    size_t cap;
} rsp_state_set;

/* Frees it; `mem` stays. */
void rsp_state_set_free(rsp_state_set *s);

/* Adds one. True when it is new; false without room or memory. */
bool rsp_state_set_add(rsp_state_set *s, uint64_t state);

RSP_END_DECLS

#endif
