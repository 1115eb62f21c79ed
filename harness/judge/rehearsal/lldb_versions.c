/* Where versions of LLDB were seen to do something else, and when that is worth a session of its own.
 * LLDB 19.1.7, 21.1.8, 22.1.8 and 23.1.4 were observed: docs/measurements/forecast.md.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "codec/feature.h"

#include <string.h>

static bool attaches(const rsp_forecast_cell *row) {
    return row[RSP_DEBUGGER_ACTION_ATTACH].prediction == RSP_PREDICTION_WORKS;
}

/* The opening has other offers, and makes them twice: who knows what a stub makes of the second time. */
static bool opens_otherwise(const player *p, const rsp_forecast_cell *row) {
    (void)p;
    return attaches(row);
}

/* Where it is announced, memory is read by x. */
static bool reads_otherwise(const player *p, const rsp_forecast_cell *row) {
    const char *features = p->manners->replies.supported;
    return attaches(row) && features && rsp_feature_yes(rsp_bytes_str(features), RSP_LIT("binary-upload"));
}

/* RISC-V: the code is read to find the caller. Where memory can be read, that changes nothing. */
static bool code_matters(const player *p, const rsp_forecast_cell *row) {
    const char *arch = p->manners->registers.arch;
    return attaches(row) && arch && strncmp(arch, "riscv", 5) == 0 &&
           row[RSP_DEBUGGER_ACTION_MEMORY].prediction == RSP_PREDICTION_BREAKS;
}

const player_newer lldb_newer[] = {
    [LLDB_21 - 1] = {"21 to 23", opens_otherwise, RSP_DEBUGGER_ACTION_BREAKPOINTS, 0},
    [LLDB_21_READS - 1] = {"21 to 23", reads_otherwise, RSP_DEBUGGER_ACTION_MEMORY,
                           1u << RSP_DEBUGGER_ACTION_WRITE_MEMORY},
    [LLDB_22 - 1] = {"22 and 23", code_matters, RSP_DEBUGGER_ACTION_REGISTERS,
                     1u << RSP_DEBUGGER_ACTION_WRITE_REGISTERS | 1u << RSP_DEBUGGER_ACTION_STEP |
                         1u << RSP_DEBUGGER_ACTION_BREAKPOINTS | 1u << RSP_DEBUGGER_ACTION_INTERRUPT |
                         1u << RSP_DEBUGGER_ACTION_WATCHPOINTS | 1u << RSP_DEBUGGER_ACTION_DETACH},
    {0},
};

bool lldb_sees_frame(lldb *l) {
    rsp_buf code = {.mem = l->base.options->mem};
    uint64_t pc;
    if (l->base.newer >= LLDB_22 && lldb_read_register(l, l->pc, &pc))
        (void)lldb_read_memory(l, pc, 4, &code);
    rsp_buf_free(&code);
    if (!l->connected)
        return lldb_fails(l, "LLDB 22 and 23 read the code at pc, and lose the connection");
    l->base.why = NULL;
    return true;
}
