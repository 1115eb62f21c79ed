/* Rows are found by name, and a row by the hooks that the adapter has.
 * The tables of all groups, one after the other.
 * See faults.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/faults.h"

#include "faults/fault.h"

static const adapter_fault *const tables[] = {
    adapter_stream_faults, adapter_base_faults, adapter_queue_faults, adapter_cancel_faults,
    adapter_run_faults,    adapter_move_faults, adapter_look_faults,  adapter_capability_faults};

static const adapter_fault *at_place(size_t i) {
    for (size_t t = 0; t < RSP_ARRAY_LEN(tables); t++)
        for (const adapter_fault *row = tables[t]; row->info.name; row++)
            if (i-- == 0)
                return row;
    return NULL;
}

static const adapter_fault *find(const char *name) {
    const adapter_fault *row = NULL;
    for (size_t i = 0; (row = at_place(i)); i++)
        if (strcmp(row->info.name, name) == 0)
            return row;
    return NULL;
}

const rsp_dap_fault_info *rsp_dap_fault_get(size_t i) {
    const adapter_fault *row = at_place(i);
    return row ? &row->info : NULL;
}

const rsp_dap_fault_info *rsp_dap_fault_find(const char *name) {
    const adapter_fault *row = find(name);
    return row ? &row->info : NULL;
}

const adapter_hooks *adapter_fault_hooks(const char *name) {
    const adapter_fault *row = find(name);
    return row ? &row->hooks : NULL;
}
