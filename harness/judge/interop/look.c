/* A runner looks at the stub as before a run of the suite, and rehearses both debuggers.
 * It stays open: what it has found is borrowed.
 * See look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <string.h>

static void rehearse(stub_look *look, const rsp_interop_stub *stub, unsigned which,
                     const volatile sig_atomic_t *stop) {
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT && !(stop && *stop); d++)
        if (which >> d & 1u)
            (void)!rsp_runner_rehearse(look->runner, (rsp_debugger)d, stub->supply.ours, 0, &look->forecast,
                                       &look->arena);
}

static void note(stub_look *look, const rsp_interop_stub *stub) {
    const bool ours = stub->supply.ours;
    const char *file = NULL;
    look->program = rsp_runner_rehearsed_program(look->runner);
    if (*look->program && stub->file)
        file = stub->file(stub->ctx, look->program, &look->arena);
    look->about = rsp_arena_str(&look->arena, rsp_runner_facts(look->runner).architecture);
    look->known = (rsp_act_known){.manners = rsp_runner_manners(look->runner),
                                  .program = look->program,
                                  .place = look->forecast.place,
                                  .written = look->forecast.written,
                                  .leave = (ours || stub->allow_writes ? RSP_SCRIPT_NEED(WRITES) : 0u) |
                                           (ours ? RSP_SCRIPT_NEED(KILLS) : 0u),
                                  .elf = stub->elf ? stub->elf : file,
                                  .function = stub->function,
                                  .file_io = stub->file_io};
    if (rsp_runner_shares(look->runner))
        look->trouble = "the stub serves one connection only";
}

rsp_status stub_look_make(stub_look *look, const rsp_interop_stub *stub, unsigned which,
                          const volatile sig_atomic_t *stop) {
    rsp_stub_provider provider = {0};
    rsp_error error = {0};
    *look = (stub_look){.about = "", .trouble = "", .program = ""};
    look->worker = stub->supply.new_worker(stub->supply.ctx, &provider);
    const rsp_runner_options options = {
        .profile = stub->supply.profile, .stop = stop, .allow_writes = stub->allow_writes};
    look->runner = look->worker ? rsp_runner_new(&provider, &options) : NULL;
    if (!look->runner)
        return RSP_NO_MEMORY;
    if (rsp_runner_probe(look->runner, &error) == RSP_OK) {
        rehearse(look, stub, which, stop);
        note(look, stub);
    } else {
        look->trouble = rsp_arena_printf(&look->arena, "it can not be reached: %s",
                                         error.msg[0] ? error.msg : rsp_status_text(error.status));
    }
    return stop && *stop ? RSP_CANCELLED : look->arena.status;
}

void stub_look_free(stub_look *look, const rsp_interop_stub *stub) {
    rsp_runner_free(look->runner);
    if (look->worker)
        stub->supply.free_worker(look->worker);
    rsp_arena_free(&look->arena);
    *look = (stub_look){0};
}

const rsp_forecast_cell *stub_look_opinion(const stub_look *look, const char *debugger, const char *action) {
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
            if (look->forecast.made && strcmp(rsp_debugger_name((rsp_debugger)d), debugger) == 0 &&
                strcmp(rsp_debugger_action_name((rsp_debugger_action)a), action) == 0)
                return &look->forecast.cells[d][a];
    return NULL;
}
