/* The deliberate faults of the adapter, for those who switch them on: one for each mutant of the catalogue.
 * A build with -DRSP_FAULTS=OFF has none.
 * `stubborn adapter selftest` expects a scenario to notice each. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_FAULT_LIST_H
#define RSP_DAP_ADAPTER_FAULT_LIST_H

#include <stddef.h>

/* One fault. Texts are static. */
typedef struct rsp_dap_fault_info {
    const char *name;        /* "run-step-is-a-breakpoint" */
    const char *requirement; /* "DAP-RUN-002" */
    const char *text;        /* what it does wrong */
} rsp_dap_fault_info;

/* By its place, in the order of the areas; NULL past the end. */
const rsp_dap_fault_info *rsp_dap_fault_get(size_t i);

/* By its name; NULL: there is none. */
const rsp_dap_fault_info *rsp_dap_fault_find(const char *name);

#endif
