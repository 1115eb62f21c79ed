/* GDB's resumes: vCont with threads as it writes them, else c and s; a step by the stub or by a breakpoint.
 * On some architectures GDB decodes the next instruction and never asks the stub for a step.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "core/byte_order.h"
#include <string.h>

/* Any reply but an empty one makes GDB believe in vCont; a list has to have c and C. */
static void probe_vcont(gdb *g) {
    rsp_bytes list;
    if (g->vcont != GDB_MAY)
        return;
    gdb_ask(g, "vCont?");
    list = gdb_reply(g);
    bool named = rsp_bytes_starts(list, RSP_LIT("vCont"));
    bool c = false;
    bool C = false;
    bool s = false;
    bool S = false;
    (void)rsp_bytes_split(&list, ';');
    while (list.len > 0) {
        rsp_bytes action = rsp_bytes_split(&list, ';');
        c = c || rsp_bytes_equal(action, RSP_LIT("c"));
        C = C || rsp_bytes_equal(action, RSP_LIT("C"));
        s = s || rsp_bytes_equal(action, RSP_LIT("s"));
        S = S || rsp_bytes_equal(action, RSP_LIT("S"));
    }
    g->vcont_step = s && S ? GDB_HAS : GDB_HAS_NOT;
    g->vcont = g->reply.len > 0 && (!named || (c && C)) ? GDB_HAS : GDB_HAS_NOT;
}

/* The signal of the last stop goes to the program, unless GDB keeps it to itself: SIGINT, SIGTRAP. */
static unsigned passed_signal(const gdb *g) {
    enum { INT = 2, TRAP = 5 };
    return g->stop.signal == INT || g->stop.signal == TRAP ? 0 : g->stop.signal;
}

/* "s", "C0f" */
static void append_action(gdb *g, bool step, unsigned signal) {
    if (signal)
        rsp_buf_printf(&g->request, "%c%02x", step ? 'S' : 'C', signal);
    else
        rsp_buf_push(&g->request, step ? 's' : 'c');
}

/* "vCont;s:p1.1;c:p1.-1", "vCont;s:1;c", "vCont;c", "vCont;C0f:1;c" */
static void vcont_request(gdb *g, bool step, bool alone) {
    rsp_buf *r = &g->request;
    const unsigned signal = passed_signal(g);
    const bool own = step || alone || signal > 0;
    rsp_buf_clear(r);
    rsp_buf_str(r, "vCont");
    if (own) {
        rsp_buf_push(r, ';');
        append_action(g, step, signal);
        rsp_buf_printf(r, "%s%s", *g->threads.current ? ":" : "", g->threads.current);
    }
    if (!alone && (!own || *g->threads.current))
        rsp_buf_printf(r, ";c%s%s", *g->threads.process ? ":" : "", g->threads.process);
}

static void select_to_continue(gdb *g, bool alone) {
    const char *id = alone && *g->threads.current ? g->threads.current : "0";
    gdb_ask(g, "Hc%s", id);
}

bool gdb_resume(gdb *g, bool step, bool alone) {
    probe_vcont(g);
    if (g->vcont == GDB_HAS) {
        vcont_request(g, step, alone);
    } else {
        select_to_continue(g, alone);
        rsp_buf_clear(&g->request);
        append_action(g, step, passed_signal(g));
    }
    g->stop.signal = 0;
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_forget(g);
    return stage_open_still(&g->base.stage);
}

/* Without the program's file Debian's GDB takes ARM for Linux, and lets only a stub step that says in advance
 * that it can. */
static bool steps_arm(gdb *g) {
    if (g->layout.bare)
        return false;
    if (g->announced.vcont)
        probe_vcont(g);
    return !g->announced.vcont || g->vcont_step != GDB_HAS;
}

static bool is_arm(const gdb *g) {
    return g->layout.architecture && strcmp(g->layout.architecture->ours, "arm") == 0;
}

bool gdb_steps_itself(gdb *g) {
    return is_arm(g) ? steps_arm(g) : g->layout.architecture && g->layout.architecture->steps_itself;
}

/* Where the instruction at pc leads to. The look saw the program's loop; else it is the next in line, if it
 * is no jump: false where that can not be told. */
static bool next_pc(gdb *g, uint64_t pc, uint64_t *out) {
    rsp_buf code = {.mem = g->base.options->mem};
    if (player_next_place(&g->base, pc, out))
        return true;
    bool read = gdb_read_memory(g, pc, g->layout.architecture->kind, &code);
    uint64_t word =
        rsp_number_of(rsp_buf_bytes(&code), g->base.manners->registers.big_endian == RSP_HABIT_YES);
    rsp_buf_free(&code);
    return read && (is_arm(g) ? gdb_arm_next(g, pc, word, out) : gdb_riscv_next(g, pc, word, out));
}

static bool step_by_stub(gdb *g) {
    gdb_resume(g, true, false);
    gdb_wait wait = gdb_wait_for(g, stage_patience(&g->base.stage));
    if (wait == GDB_EXITED)
        return gdb_fails(g, "the program ended in a step");
    if (wait != GDB_STOPPED)
        return gdb_fails(g, "the step never stopped: %s", gdb_exchange(g));
    return true;
}

static bool step_by_breakpoint(gdb *g) {
    gdb_breakpoint next = {0};
    uint64_t pc;
    uint64_t to;
    if (!gdb_fetch(g, g->pc, &pc))
        return false;
    if (!next_pc(g, pc, &to))
        return is_arm(g) && !g->base.why && step_by_stub(g);
    if (!gdb_insert(g, &next, to))
        return false;
    gdb_resume(g, false, false);
    gdb_wait wait = gdb_wait_for(g, stage_patience(&g->base.stage));
    if (wait == GDB_RUNS)
        return gdb_fails(g,
                         "GDB steps by a breakpoint at the next instruction: %s, and it never stopped there",
                         gdb_exchange(g));
    if (wait != GDB_STOPPED || !gdb_fetch(g, g->pc, &pc) || !gdb_remove(g, &next))
        return false;
    return pc == to || gdb_fails(g, "GDB steps by a breakpoint at 0x%llx, and it stops at 0x%llx",
                                 (unsigned long long)to, (unsigned long long)pc);
}

bool gdb_step(gdb *g) {
    return gdb_steps_itself(g) ? step_by_breakpoint(g) : step_by_stub(g);
}
