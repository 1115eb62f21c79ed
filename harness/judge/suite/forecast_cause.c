/* What actions of debuggers rest on, by requirements of the catalogue.
 * A link for readers, never evidence: no prediction follows from this table.
 * See forecast_cause.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/forecast_cause.h"

#include "trace/cause.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *const rests[RSP_DEBUGGER_ACTION_COUNT] = {
    [RSP_DEBUGGER_ACTION_ATTACH] =
        "ACK-001 STD-001 STOP-001 STOP-003 XFER-001 XFER-002 THR-002 QSUP-001 REG-001 FRAME-020 FRAME-021",
    [RSP_DEBUGGER_ACTION_REGISTERS] = "REG-001 REG-011 REG-004 REG-013",
    [RSP_DEBUGGER_ACTION_WRITE_REGISTERS] = "REG-005 REG-010 REG-002 REG-003",
    [RSP_DEBUGGER_ACTION_MEMORY] = "MEM-001 MEM-002",
    [RSP_DEBUGGER_ACTION_WRITE_MEMORY] = "MEM-006 MEM-010 ESC-003 ESC-005",
    [RSP_DEBUGGER_ACTION_THREADS] = "THR-004 THR-001 THR-002",
    [RSP_DEBUGGER_ACTION_STEP] = "RUN-002 VCONT-009 BRK-001 RUN-001 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_BREAKPOINTS] = "BRK-001 BRK-002 RUN-001 RUN-002 VCONT-009 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_INTERRUPT] = "INT-001 RUN-001 STOP-001 STOP-003",
    [RSP_DEBUGGER_ACTION_WATCHPOINTS] = "BRK-010",
    [RSP_DEBUGGER_ACTION_LOAD] = "MEM-006 MEM-010 ESC-003 ESC-005 REG-005",
    [RSP_DEBUGGER_ACTION_DETACH] = "DET-001",
    [RSP_DEBUGGER_ACTION_KILL] = "KILL-001 KILL-002",
};

static bool lists(const char *ids, const char *id) {
    rsp_bytes rest = rsp_bytes_str(ids);
    while (rest.len > 0)
        if (rsp_bytes_equal(rsp_bytes_split(&rest, ' '), rsp_bytes_str(id)))
            return true;
    return false;
}

/* Whether the action ended by the reply to g or p, of which other packets are not to blame. */
static bool ends_by_registers(const rsp_forecast_cell *cell) {
    const rsp_bytes sent = RSP_LIT("-> $");
    rsp_bytes rest = rsp_bytes_str(cell->evidence ? cell->evidence : "");
    bool registers = false;
    bool answered = false;
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        answered = answered || rsp_bytes_starts(line, RSP_LIT("<- $"));
        if (!rsp_bytes_starts(line, sent))
            continue;
        const rsp_bytes payload = rsp_bytes_from(line, sent.len);
        const rsp_packet_row *row =
            rsp_packet_lookup(rsp_bytes_sub(payload, 0, rsp_bytes_index(payload, '#')), NULL);
        registers = row && (row->id == RSP_PACKET_READ_REGISTERS || row->id == RSP_PACKET_READ_REGISTER);
        answered = false;
    }
    return registers && answered;
}

static const char *rests_on(const rsp_forecast_cell *cell, unsigned action, bool attaches) {
    if (!attaches && ends_by_registers(cell))
        return "REG-001 REG-011 REG-004 REG-013 XFER-001 XFER-002";
    return rests[attaches ? action : RSP_DEBUGGER_ACTION_ATTACH];
}

void rsp_forecast_find_causes(rsp_run *run) {
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++) {
        const bool attaches =
            run->forecast.cells[d][RSP_DEBUGGER_ACTION_ATTACH].prediction != RSP_PREDICTION_BREAKS;
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
            rsp_forecast_cell *cell = &run->forecast.cells[d][a];
            const char *ids = rests_on(cell, a, attaches);
            for (uint32_t c = 0;
                 c < run->num_causes && cell->prediction == RSP_PREDICTION_BREAKS && !cell->cause; c++)
                if (lists(ids, run->causes[c].requirement)) {
                    cell->cause = c + 1;
                    cell->requirement = run->causes[c].requirement;
                }
        }
    }
}
