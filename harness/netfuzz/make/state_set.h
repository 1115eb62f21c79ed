/* The states of conversations that were seen: feedback for stubs without coverage.
 * At most RSP_LIMIT_FUZZ_STATES; what comes after that is not new.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_STATE_SET_H
#define RSP_NETFUZZ_STATE_SET_H

#include "core/mem.h"
#include <stdbool.h>

/* All-zero is empty. */
typedef struct state_set {
    const rsp_mem *mem;
    uint64_t *slots;
    size_t num;
    size_t cap;
} state_set;

void state_set_free(state_set *s);
bool state_set_add(state_set *s, uint64_t state); /* true when it is new */

#endif
