/* For each action: a stub, and an act of the debugger on it. Where the attach fails nothing else is tried.
 * The scripts are those of the suite's folder, interop.
 * See reality.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggers/reality.h"

#include "cli/data_path.h"

#include "core/arena.h"
#include "core/text.h"
#include "interop/act.h"

/* --- which debugger --- */

/* scenarios/interop/gdb.yaml. NULL with `error`: it can not be read. */
static rsp_script_debugger *load_script(rsp_debugger debugger, rsp_arena *arena, rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    rsp_error why = {0};
    const char *scenarios = data_path_scenarios(arena);
    const char *path = rsp_arena_printf(arena, "%s/interop/%s.yaml", scenarios ? scenarios : ".",
                                        rsp_debugger_name(debugger));
    rsp_script_debugger *script = rsp_script_debugger_load(path, &diagnostics);
    if (!script)
        (void)rsp_fail(error, RSP_BAD_FILE, "%.200s: %s", path,
                       rsp_diagnostics_first(&diagnostics, &why) != RSP_OK ? why.msg : "no memory");
    rsp_diagnostics_free(&diagnostics);
    return script;
}

static rsp_status take_one(const char *programs[RSP_DEBUGGER_COUNT], rsp_arena *arena, rsp_bytes one,
                           rsp_error *error) {
    const rsp_bytes name = rsp_bytes_split(&one, '=');
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT; i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(rsp_debugger_name((rsp_debugger)i)))) {
            const rsp_bytes path = rsp_arena_bytes(arena, one);
            programs[i] = path.len ? (const char *)path.ptr : "";
            if (path.len == 0 || rsp_act_find_program(arena, programs[i]))
                return RSP_OK;
            return rsp_fail(error, RSP_USAGE, "there is no program %.100s", programs[i]);
        }
    return rsp_fail(error, RSP_USAGE, "%.*s: gdb, lldb, or one of them with =PROGRAM", (int)name.len,
                    name.len ? (const char *)name.ptr : "");
}

rsp_status reality_parse(const char *programs[RSP_DEBUGGER_COUNT], rsp_arena *arena, const char *text,
                         rsp_error *error) {
    rsp_status status = *text ? RSP_OK : rsp_fail(error, RSP_USAGE, "which? gdb, lldb or both");
    for (rsp_bytes rest = rsp_bytes_str(text); rest.len > 0 && status == RSP_OK;)
        status = take_one(programs, arena, rsp_bytes_split(&rest, ','), error);
    return status;
}

/* --- one action --- */

/* Under way: all actions of one debugger. */
typedef struct observation {
    const reality *r;
    const rsp_script_debugger *scripts;
    rsp_forecast *forecast;
    rsp_forecast_cell *row;
    const char *command;
    rsp_act_known known;
} observation;

static void note(observation *o, rsp_debugger debugger, unsigned a, const rsp_act_result *result) {
    static const rsp_prediction of_end[] = {[RSP_SCRIPT_DID] = RSP_PREDICTION_WORKS,
                                            [RSP_SCRIPT_BROKE] = RSP_PREDICTION_BREAKS,
                                            [RSP_SCRIPT_SKIPPED] = RSP_PREDICTION_UNKNOWN,
                                            [RSP_SCRIPT_ABSENT] = RSP_PREDICTION_BREAKS};
    o->row[a].real = of_end[result->end];
    o->row[a].said = result->said ? result->said : "";
    if (!o->forecast->programs[debugger])
        o->forecast->programs[debugger] = result->version;
}

static rsp_status observe_action(observation *o, rsp_debugger debugger, unsigned a) {
    rsp_error error = {0};
    rsp_act_result result = {0};
    rsp_link *stub = NULL;
    const rsp_stub_request request = {.program = o->r->stub_program, .play = RSP_PLAY_CLIENT};
    const char *action = rsp_debugger_action_name((rsp_debugger_action)a);
    if (o->r->progress)
        o->r->progress(o->r->ctx,
                       rsp_arena_printf(o->r->arena, "%s: %s", rsp_debugger_name(debugger), action));
    rsp_status status = stub_opener_open(o->r->stubs, &stub, &request, &error);
    const rsp_act_options options = {.debugger = o->scripts,
                                     .command = o->command,
                                     .known = &o->known,
                                     .stub = stub,
                                     .stop = o->r->stop,
                                     .arena = o->r->arena};
    if (status == RSP_OK)
        status = rsp_act(&result, &options, action, &error);
    if (status == RSP_OK)
        note(o, debugger, a, &result);
    else
        o->row[a].said = rsp_arena_printf(o->r->arena, "no session: %s", error.msg);
    if (stub)
        stub_opener_closing(o->r->stubs, stub);
    rsp_link_close(stub);
    return status == RSP_CANCELLED || (o->r->stop && *o->r->stop) ? RSP_CANCELLED : RSP_OK;
}

/* Why an action is not tried; NULL: it is. */
static const char *not_tried(const observation *o, unsigned a) {
    const rsp_script *script = rsp_script_find(o->scripts, rsp_debugger_action_name((rsp_debugger_action)a));
    return script ? rsp_act_missing(script, &o->known) : "there is no script for it";
}

static rsp_status observe_all(observation *o, rsp_debugger debugger, const char *program) {
    rsp_status status = observe_action(o, debugger, RSP_DEBUGGER_ACTION_ATTACH);
    const rsp_forecast_cell *attach = &o->row[RSP_DEBUGGER_ACTION_ATTACH];
    for (unsigned a = 1; a < RSP_DEBUGGER_ACTION_COUNT && status == RSP_OK; a++) {
        const char *why = not_tried(o, a);
        if (attach->real != RSP_PREDICTION_WORKS) {
            o->row[a].real = attach->real;
            o->row[a].said = attach->said;
        } else if (why) {
            o->row[a].said = rsp_arena_str(o->r->arena, why);
        } else {
            status = observe_action(o, debugger, a);
        }
    }
    if (!o->forecast->programs[debugger])
        o->forecast->programs[debugger] = rsp_arena_str(o->r->arena, program);
    return status;
}

static rsp_status refuse(rsp_forecast_cell *row, const char *why, rsp_status status) {
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        row[a].said = why;
    return status;
}

rsp_status reality_observe(rsp_forecast *out, rsp_debugger debugger, const char *program, const reality *r) {
    rsp_error error = {0};
    rsp_buf command = {0};
    rsp_forecast_cell *row = out->cells[debugger];
    rsp_script_debugger *scripts = load_script(debugger, r->arena, &error);
    if (!scripts)
        return refuse(row, rsp_arena_str(r->arena, error.msg), error.status);
    const char *found = rsp_act_program(scripts, program, r->manners->registers.arch, r->arena);
    rsp_status status = RSP_NOT_FOUND;
    if (found) {
        rsp_buf_shell_word(&command, found);
        observation o = {.r = r,
                         .scripts = scripts,
                         .forecast = out,
                         .row = row,
                         .command = rsp_buf_cstr(&command),
                         .known = {.manners = r->manners,
                                   .program = r->stub_program,
                                   .place = out->place,
                                   .written = out->written,
                                   .leave = r->leave}};
        status = observe_all(&o, debugger, found);
    } else {
        (void)refuse(row, "it is not installed", status);
    }
    rsp_buf_free(&command);
    rsp_script_debugger_free(scripts);
    return status;
}
