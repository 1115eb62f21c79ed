/* GDB's `run` on a program that runs: target extended-remote, then kill, and vRun or R. What follows is an
 * attach without the first questions.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include <string.h>

/* A process that is killed by vKill, or by k where the stub does not know it. */
bool gdb_kill(gdb *g) {
    if (g->multiprocess && *g->threads.process)
        gdb_ask(g, "vKill;%.*s", (int)(strcspn(g->threads.process, ".") - 1), g->threads.process + 1);
    else
        gdb_ask(g, "vKill;%x", GDB_MAGIC_PROCESS);
    if (g->silent && g->base.stage.gone) /* k needs no reply, vKill does */
        return gdb_fails(g, "Remote connection closed: %s", gdb_exchange(g));
    if (gdb_answer_of(g) == GDB_ERROR)
        return gdb_fails(g, "Can't kill process: %s", gdb_exchange(g));
    if (gdb_answer_of(g) == GDB_UNKNOWN)
        gdb_put(g, RSP_LIT("k"));
    return true;
}

/* How the program shall start is confirmed, or GDB does not start it. */
static bool set_up(gdb *g, bool announced, const char *packet, const char *unless) {
    if (!announced)
        return true;
    gdb_ask(g, "%s", packet);
    if (rsp_bytes_equal(gdb_reply(g), RSP_LIT("OK")))
        return true;
    return gdb_fails(g, "%s: %s", unless, gdb_exchange(g));
}

/* False with why. */
static bool set_all_up(gdb *g) {
    if (!set_up(g, g->starts.randomization, "QDisableRandomization:1",
                "Bogus QDisableRandomization reply from target") ||
        !set_up(g, g->starts.shell, "QStartupWithShell:1",
                "Remote replied unexpectedly while setting startup-with-shell"))
        return false;
    if (g->starts.environment) /* GDB warns, and goes on */
        gdb_ask(g, "QEnvironmentReset");
    return set_up(g, g->starts.folder, "QSetWorkingDir:",
                  "Remote replied unexpectedly while setting the inferior's working directory");
}

/* False with why. `out_stop` is empty where the stub was started by R, which has no reply. */
static bool start(gdb *g, rsp_buf *out_stop) {
    if (!set_all_up(g))
        return false;
    gdb_ask(g, "vRun;");
    switch (gdb_answer_of(g)) {
    case GDB_DONE:
        rsp_buf_append(out_stop, gdb_reply(g));
        return true;
    case GDB_ERROR:
        return gdb_fails(g, "Running the default executable on the remote target failed: %s",
                         gdb_exchange(g));
    case GDB_UNKNOWN:
        gdb_put(g, RSP_LIT("R0"));
    }
    return true;
}

/* The program stands at its start, and GDB shows where. */
static bool see_start(gdb *g, rsp_bytes stop) {
    uint64_t pc;
    gdb_forget(g);
    g->threads.current[0] = g->threads.process[0] = '\0';
    if (!gdb_meet_thread(g, stop))
        return false;
    if (gdb_fetch(g, g->pc, &pc) && stage_open_still(&g->base.stage))
        return true;
    return gdb_fails(g, "the program that was started shows no registers: %s", gdb_exchange(g));
}

static rsp_prediction run_again(gdb *g) {
    rsp_buf stop = {.mem = g->base.options->mem};
    const bool started = gdb_kill(g) && stage_open_still(&g->base.stage) && start(g, &stop);
    const bool ok = started && see_start(g, rsp_buf_bytes(&stop));
    rsp_buf_free(&stop);
    if (ok)
        return RSP_PREDICTION_WORKS;
    /* Stubs that end with their program lack extended mode, which is no defect. */
    const bool is_gone = g->base.stage.gone;
    if (is_gone && !g->starts.extended) {
        g->base.why = NULL;
        return player_says(&g->base, RSP_PREDICTION_ABSENT,
                           "no extended mode: the stub ends with its program");
    }
    return player_says(&g->base, RSP_PREDICTION_BREAKS, "the stub closed the connection: %s",
                       gdb_exchange(g));
}

rsp_prediction gdb_act_run_again(player *p) {
    gdb *g = gdb_of(p);
    if (!(p->options->allowed & RSP_REHEARSE_KILL))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the program is somebody else's");
    stage_close(&p->stage);
    player_forget(p);
    if (!stage_open(&p->stage))
        return player_says(p, RSP_PREDICTION_UNKNOWN, "the stub could not be started again");
    g->starts.asked = true;
    const rsp_prediction attached = gdb_act_attach(p);
    if (attached != RSP_PREDICTION_WORKS)
        return attached;
    p->why = NULL;
    return run_again(g);
}
