/* The stop's reason says that a breakpoint of the debugger's did it. Where none is set, and the program has
 * no such instruction of its own, one was. The pc is back at its place then, and nothing has been executed.
 * Source: GDB manual, Stop Reply Packets (swbreak); GDB's infrun.c, handle_signal_stop. */
/* SPDX-License-Identifier: MIT */
#include "late_hit.h"

#include "codec/breakpoint.h"
#include "codec/signals.h"
#include "session_end.h"

enum { LONGEST_BREAK = 4, X86_INT3 = 0xcc, X86_INT = 0xcd, RV_C_EBREAK = 0x9002, RV_EBREAK = 0x00100073 };

static const uint32_t aarch64_brk = 0xd4200000;
static const uint32_t aarch64_brk_mask = 0xffe0001f; /* all but its number */

static bool has_site(const rsp_conditionals *set, uint64_t pc, int64_t pid) {
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    while (rsp_client_next_site(set->client, &cursor, &info))
        if (info.enabled && info.site.type <= RSP_BREAK_HARDWARE && info.site.addr == pc &&
            (info.site.pid == 0 || info.site.pid == pid))
            return true;
    return false;
}

/* Whether the program has a breakpoint instruction here. One that is not known counts as its own. */
static bool is_break(rsp_machine_kind kind, const uint8_t *code, size_t len) {
    uint32_t word = 0;
    for (size_t i = 0; i < len; i++)
        word |= (uint32_t)code[i] << (8 * i);
    switch (kind) {
    case RSP_KIND_X86_64:
        return len < 1 || code[0] == X86_INT3 || code[0] == X86_INT;
    case RSP_KIND_RV64:
        return len < 2 || (word & 0xffff) == RV_C_EBREAK || word == RV_EBREAK;
    case RSP_KIND_AARCH64:
        return len < 4 || (word & aarch64_brk_mask) == aarch64_brk;
    case RSP_KIND_ASK:
    case RSP_KIND_OTHER:
        break;
    }
    return true;
}

rsp_status late_hit_look(rsp_conditionals *set, const rsp_stop_reply *stop, bool *out) {
    uint8_t code[LONGEST_BREAK];
    uint64_t pc = 0;
    size_t len = 0;
    const bool hardware = stop->reason == RSP_REASON_HWBREAK;
    const rsp_ptid thread = rsp_client_stop_thread(set->client);
    *out = false;
    if (stop->signal != RSP_SIGNAL_TRAP || (stop->reason != RSP_REASON_SWBREAK && !hardware) ||
        set->machine.kind == RSP_KIND_ASK)
        return RSP_OK;
    rsp_status status = set_read_pc(set, thread, &pc);
    if (status == RSP_OK && has_site(set, pc, thread.pid))
        return RSP_OK;
    if (status == RSP_OK && !hardware)
        status = rsp_client_read_memory(set->client, pc, code, sizeof code, &len);
    *out = len > 0 ? !is_break(set->machine.kind, code, len) : status == RSP_OK && hardware;
    return ends_session(status) ? set_fail(set, status, "looking at a breakpoint that is out") : RSP_OK;
}
