/* From the actions of GDB and LLDB to what they rest on, as recordings by `stubborn proxy` show it.
 * Measured with GDB 13.1 and LLDB 19.1; docs/measurements/forecast.md has the result.
 * Rows of one kind are read in order; the first that fits decides. */
/* SPDX-License-Identifier: MIT */
#include "forecast_table.h"

#include "codec/feature.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <string.h>

enum {
    ALL = (1u << RSP_DEBUGGER_ACTION_COUNT) - 1,
    RUNS = ACTION_BIT(BREAKPOINTS) | ACTION_BIT(INTERRUPT),
    /* What LLDB does by registers: where pc is, it cannot say. */
    BY_REGISTERS = ACTION_BIT(REGISTERS) | ACTION_BIT(WRITE_REGISTERS) | ACTION_BIT(STEP) | RUNS,
};

/* --- breaches --- */

static bool told_stop(const stub_view *v) {
    return v->m->packets[RSP_PACKET_REASON] == RSP_HABIT_YES;
}

static bool interrupts(const stub_view *v) {
    return v->m->interrupt == RSP_HABIT_YES;
}

const forecast_rest rsp_forecast_rests[] = {
    {FOR_BOTH, ACTION_BIT(ATTACH), "STOP-003 XFER-001 XFER-002 THR-002", .instead = "gives up"},
    {FOR_BOTH, ACTION_BIT(ATTACH), "STOP-001", .seen = told_stop, .instead = "gives up"},
    {FOR_BOTH, ACTION_BIT(REGISTERS), "REG-001", .beside = "REG-015",
     .instead = "shows wrong values; asks by p for registers that g lacks"},
    {FOR_BOTH, ACTION_BIT(REGISTERS), "REG-011", .unless = "REG-001", .instead = "shows what was before"},
    {FOR_LLDB,
     ACTION_BIT(REGISTERS) | ACTION_BIT(WRITE_REGISTERS) | ACTION_BIT(STEP) | ACTION_BIT(BREAKPOINTS),
     "REG-004 REG-013", .instead = "reads one register after the other by p, and never by g"},
    {FOR_GDB, ACTION_BIT(WRITE_REGISTERS), "REG-005 REG-010", .unless = "REG-004", .silence_passes = true,
     .instead = "reads back by g, so that a wrong p does no harm"},
    {FOR_LLDB, ACTION_BIT(WRITE_REGISTERS), "REG-005 REG-010", .silence_passes = true,
     .instead = "believes the OK; after silence it goes on"},
    {FOR_GDB, ACTION_BIT(MEMORY), "MEM-001 MEM-002", .instead = "asks for just the bytes that it needs"},
    {FOR_BOTH, ACTION_BIT(WRITE_MEMORY), "MEM-006", .instead = "believes the OK"},
    {FOR_GDB, ACTION_BIT(WRITE_MEMORY), "MEM-010", .instead = "uses X where the stub knows it; LLDB uses M"},
    {FOR_BOTH, ACTION_BIT(THREADS), "THR-004", .instead = "asks for more, without end"},
    {FOR_LLDB, ACTION_BIT(STEP) | ACTION_BIT(BREAKPOINTS), "RUN-002 VCONT-009 INT-003",
     .instead = "steps by vCont or s, also off a breakpoint"},
    {FOR_GDB, ACTION_BIT(STEP) | ACTION_BIT(BREAKPOINTS), "RUN-002 VCONT-009", .stepping = STEPS_BY_STUB,
     .instead = "steps by vCont or s where it does not step with breakpoints"},
    {FOR_GDB, ACTION_BIT(STEP), "BRK-001 RUN-001", .stepping = STEPS_BY_BREAKPOINT,
     .instead = "puts a breakpoint at the next instruction and continues"},
    {FOR_BOTH, RUNS, "RUN-001", .instead = "has nothing else"},
    {FOR_BOTH, ACTION_BIT(INTERRUPT), "INT-001", .seen = interrupts, .instead = "waits; any signal will do"},
    {FOR_BOTH, ACTION_BIT(BREAKPOINTS), "BRK-001 BRK-002", .instead = "believes the OK"},
    {FOR_GDB, ACTION_BIT(WATCHPOINTS), "BRK-010", .instead = "believes the OK"},
    {FOR_LLDB, ACTION_BIT(WATCHPOINTS), "BRK-010", .beside = "BRK-019",
     .instead = "takes the reason from reason:watchpoint, too"},
    {FOR_BOTH, ACTION_BIT(DETACH), "DET-001", .beside = "DET-003 ROBUST-006",
     .instead = "waits for the reply; breakpoints are gone before"},
};
const size_t rsp_num_forecast_rests = RSP_ARRAY_LEN(rsp_forecast_rests);

/* --- what the look shows --- */

static bool unknowns_silent(const stub_view *v) {
    return v->m->unknowns == RSP_UNKNOWNS_SILENT;
}

static bool unknowns_refused(const stub_view *v) {
    return v->m->unknowns == RSP_UNKNOWNS_ERROR;
}

static bool unknowns_answered(const stub_view *v) {
    return v->m->unknowns == RSP_UNKNOWNS_OTHER;
}

static bool no_acks(const stub_view *v) {
    return v->m->acks == RSP_ACKS_NEVER;
}

static bool late_acks(const stub_view *v) {
    return v->m->acks == RSP_ACKS_LATE;
}

static bool greets_with_packet(const stub_view *v) {
    return rsp_bytes_search(v->m->greeting, RSP_LIT("$")) < v->m->greeting.len;
}

static bool noisy(const stub_view *v) {
    return v->m->line_noise == RSP_HABIT_YES;
}

static bool lacks(const rsp_manners *m, rsp_packet_id id) {
    return m->packets[id] == RSP_HABIT_NO;
}

static rsp_bytes features_of(const rsp_manners *m) {
    return rsp_bytes_str(m->supported ? m->supported : "");
}

static bool offers(const rsp_manners *m, const char *feature) {
    return rsp_feature_yes(features_of(m), rsp_bytes_str(feature));
}

/* LLDB takes what registers there are from target.xml when it is announced, or from qRegisterInfo. */
static bool no_description(const stub_view *v) {
    return v->m->looked &&
           !rsp_feature_yes(features_of(v->m), rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ)) &&
           v->m->packets[RSP_PACKET_QREGISTER_INFO] != RSP_HABIT_YES;
}

/* GDB knows the registers of an architecture by its name, LLDB does not. */
static bool only_architecture(const stub_view *v) {
    return v->m->looked && v->m->described && v->m->described_registers == 0 &&
           v->m->packets[RSP_PACKET_QREGISTER_INFO] != RSP_HABIT_YES;
}

/* The name is there, in a list that nobody can take apart. */
static bool unreadable_features(const stub_view *v) {
    rsp_bytes list = features_of(v->m);
    return no_description(v) &&
           rsp_bytes_search(list, rsp_packet_feature(RSP_PACKET_QXFER_FEATURES_READ)) < list.len;
}

/* LLDB resumes by vCont only where ids name processes. */
static bool only_vcont(const stub_view *v) {
    return lacks(v->m, RSP_PACKET_CONTINUE) && !offers(v->m, "multiprocess");
}

static bool no_watchpoints(const stub_view *v) {
    return v->m->looked && v->m->breakpoints != 0 && !(v->m->breakpoints & 1u << 2);
}

static bool no_steps(const stub_view *v) {
    return v->m->steps == RSP_HABIT_NO && lacks(v->m, RSP_PACKET_STEP) && lacks(v->m, RSP_PACKET_VCONT);
}

static bool deaf(const stub_view *v) {
    return v->m->interrupt == RSP_HABIT_NO && v->m->program != RSP_PROGRAM_ENDS;
}

static bool without_program(const stub_view *v) {
    return v->m->program == RSP_PROGRAM_ABSENT;
}

/* The names that GDB 13 has for what LLDB's stubs call by their triples. */
static bool foreign_architecture(const stub_view *v) {
    return v->m->described && strcmp(v->m->described, "x86_64") == 0;
}

static bool bare_breakpoints(const stub_view *v) {
    return v->m->arch && strcmp(v->m->arch, "x86-64") == 0 && offers(v->m, "swbreak");
}

const forecast_sign rsp_forecast_signs[] = {
    {FOR_BOTH, ALL, without_program, RSP_PREDICTION_ABSENT, "",
     "there is no program; gdb's extended-remote may start one"},
    {FOR_BOTH, ACTION_BIT(ATTACH), no_acks, RSP_PREDICTION_BREAKS, "ACK-001",
     "it waits for '+' and gives up"},
    {FOR_BOTH, ACTION_BIT(ATTACH), late_acks, RSP_PREDICTION_BREAKS, "ACK-001",
     "the reply comes before its '+', and is dropped"},
    {FOR_BOTH, ACTION_BIT(ATTACH), unknowns_silent, RSP_PREDICTION_BREAKS, "STD-001",
     "unknown packets get no reply"},
    {FOR_BOTH, ACTION_BIT(ATTACH), unknowns_refused, RSP_PREDICTION_BREAKS, "STD-001",
     "unknown packets get an error"},
    {FOR_GDB, ACTION_BIT(ATTACH), unknowns_answered, RSP_PREDICTION_BREAKS, "STD-001",
     "unknown packets get a reply"},
    {FOR_LLDB, BY_REGISTERS | ACTION_BIT(MEMORY) | ACTION_BIT(WRITE_MEMORY), unknowns_answered,
     RSP_PREDICTION_BREAKS, "STD-001", "unknown packets get a reply"},
    {FOR_LLDB, ACTION_BIT(ATTACH), greets_with_packet, RSP_PREDICTION_BREAKS, "",
     "it takes the greeting for the first reply"},
    {FOR_LLDB, ACTION_BIT(ATTACH), noisy, RSP_PREDICTION_BREAKS, "",
     "it does not skip bytes between packets"},
    {FOR_GDB, ACTION_BIT(ATTACH), foreign_architecture, RSP_PREDICTION_BREAKS, "",
     "it does not know the architecture that target.xml names"},
    {FOR_LLDB, BY_REGISTERS, unreadable_features, RSP_PREDICTION_BREAKS, "QSUP-001",
     "it does not see that target.xml is offered"},
    {FOR_LLDB, BY_REGISTERS, no_description, RSP_PREDICTION_ABSENT, "",
     "neither target.xml nor qRegisterInfo"},
    {FOR_LLDB, BY_REGISTERS, only_architecture, RSP_PREDICTION_ABSENT, "",
     "target.xml has no registers, and there is no qRegisterInfo"},
    {FOR_LLDB, RUNS, only_vcont, RSP_PREDICTION_ABSENT, "", "no c; it uses vCont only with multiprocess"},
    {FOR_LLDB, ACTION_BIT(BREAKPOINTS), bare_breakpoints, RSP_PREDICTION_BREAKS, "",
     "pc is past the trap where swbreak is not negotiated"},
    {FOR_BOTH, ACTION_BIT(STEP), no_steps, RSP_PREDICTION_ABSENT, "", "neither vCont nor s"},
    {FOR_BOTH, ACTION_BIT(WATCHPOINTS), no_watchpoints, RSP_PREDICTION_ABSENT, "", "no Z2"},
    {FOR_BOTH, ACTION_BIT(INTERRUPT), deaf, RSP_PREDICTION_BREAKS, "INT-001",
     "0x03 does not stop the program"},
};
const size_t rsp_num_forecast_signs = RSP_ARRAY_LEN(rsp_forecast_signs);

/* --- what shows that it works --- */

static bool looked(const stub_view *v) {
    return v->m->looked;
}

static bool has_registers(const stub_view *v) {
    return v->m->g_bytes > 0;
}

static bool reads_memory(const stub_view *v) {
    return v->m->memory_at_pc == RSP_HABIT_YES || v->m->memory_at_sp == RSP_HABIT_YES;
}

static bool steps(const stub_view *v) {
    return v->m->steps == RSP_HABIT_YES;
}

/* LLDB writes by G only where it reads by g. */
static bool only_block(const stub_view *v) {
    return lacks(v->m, RSP_PACKET_READ_REGISTER);
}

const forecast_proof rsp_forecast_proofs[] = {
    {FOR_BOTH, ACTION_BIT(ATTACH), "STOP-001 STOP-002", told_stop, "no stop reply was seen"},
    {FOR_BOTH, ACTION_BIT(REGISTERS), "REG-001", has_registers, "no g was seen"},
    {FOR_GDB, ACTION_BIT(WRITE_REGISTERS), "REG-002 REG-003 REG-005", NULL, "no register was written"},
    {FOR_LLDB, ACTION_BIT(WRITE_REGISTERS), "REG-005", only_block, "no register was written by P"},
    {FOR_BOTH, ACTION_BIT(MEMORY), "MEM-001 MEM-002", reads_memory, "no memory was read"},
    {FOR_BOTH, ACTION_BIT(WRITE_MEMORY), "MEM-006 MEM-010", NULL, "no memory was written"},
    {FOR_BOTH, ACTION_BIT(THREADS), "THR-001 THR-002 THR-004", looked, "no thread was asked for"},
    {FOR_BOTH, ACTION_BIT(STEP), "RUN-002 VCONT-009", steps, "no step was seen"},
    {FOR_BOTH, ACTION_BIT(BREAKPOINTS), "BRK-001", NULL, "no breakpoint was hit"},
    {FOR_BOTH, ACTION_BIT(INTERRUPT), "INT-001", interrupts, "nothing was interrupted"},
    {FOR_BOTH, ACTION_BIT(WATCHPOINTS), "BRK-010", NULL, "no watchpoint was seen to fire"},
    {FOR_BOTH, ACTION_BIT(DETACH), "DET-001", NULL, "no client detached"},
    {FOR_BOTH, ACTION_BIT(KILL), "KILL-001 KILL-002", looked, "no program was killed"},
};
const size_t rsp_num_forecast_proofs = RSP_ARRAY_LEN(rsp_forecast_proofs);
