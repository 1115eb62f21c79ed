/* The list of a build without faults.
 * In the place of faults.c, which -DRSP_FAULTS=OFF leaves out.
 * See dap_adapter/faults.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_adapter/faults.h"

const rsp_dap_fault_info *rsp_dap_fault_get(size_t i) {
    (void)i;
    return NULL;
}

const rsp_dap_fault_info *rsp_dap_fault_find(const char *name) {
    (void)name;
    return NULL;
}
