/* For each action: a stub, a bridge, a debugger that attaches, the steps of its script. Where the attach
 * fails nothing else is tried. A step that fails decides for its action alone.
 * See reality.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggers/reality.h"

#include "debuggers/bridge.h"
#include "debuggers/script.h"

#include "core/arena.h"
#include "core/text.h"
#include "rehearsal/rehearsal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { START_S = 60, FILE_BYTES = 64, PATH_MOST = 4096 };

/* --- which program --- */

static bool is_program(const char *path) {
    return access(path, X_OK) == 0;
}

/* Where a name is in PATH; NULL. */
static const char *find_program(rsp_arena *arena, const char *name) {
    if (strchr(name, '/'))
        return is_program(name) ? rsp_arena_str(arena, name) : NULL;
    const char *path = getenv("PATH");
    rsp_bytes rest = rsp_bytes_str(path ? path : "");
    while (rest.len > 0) {
        const rsp_bytes folder = rsp_bytes_split(&rest, ':');
        const char *one = rsp_arena_printf(arena, "%.*s/%s", (int)folder.len,
                                           folder.len ? (const char *)folder.ptr : "", name);
        if (folder.len > 0 && is_program(one))
            return one;
    }
    return NULL;
}

static const script_debugger *script_of(rsp_debugger debugger) {
    return debugger == RSP_DEBUGGER_GDB ? &script_gdb : &script_lldb;
}

static const char *program_of(const script_debugger *d, const char *given, const rsp_manners *m,
                              rsp_arena *arena) {
    const char *build = d->architecture ? rsp_gdb_build(m->arch) : NULL;
    const char *found = *given ? find_program(arena, given) : build ? find_program(arena, build) : NULL;
    for (const char *const *name = d->programs; !*given && *name && !found; name++)
        found = find_program(arena, *name);
    return found;
}

static rsp_status take_one(const char *programs[RSP_DEBUGGER_COUNT], rsp_arena *arena, rsp_bytes one,
                           rsp_error *error) {
    const rsp_bytes name = rsp_bytes_split(&one, '=');
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT; i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(rsp_debugger_name((rsp_debugger)i)))) {
            const rsp_bytes path = rsp_arena_bytes(arena, one);
            programs[i] = path.len ? (const char *)path.ptr : "";
            if (path.len == 0 || find_program(arena, programs[i]))
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

/* --- one session --- */

/* A debugger with its stub. All-zero: nothing is open. */
typedef struct session {
    const reality *r;
    rsp_link *stub;
    bridge bridge;
    talk talk;
    script_facts facts;
    script_player player;
    char address[FILE_BYTES];
    char file[PATH_MOST];
} session;

static void session_close(session *s) {
    talk_close(&s->talk);
    bridge_close(&s->bridge);
    if (s->stub)
        stub_opener_closing(s->r->stubs, s->stub);
    rsp_link_close(s->stub);
    if (*s->file)
        (void)unlink(s->file);
}

/* What a user without the program's file tells the debugger: the architecture of a stub that tells none, and
 * the byte order, which no stub tells. */
static void type_settings(session *s) {
    const script_debugger *d = s->player.debugger;
    const rsp_manners *m = s->r->manners;
    rsp_buf name = {0};
    for (const char *const *line = d->settings; *line; line++)
        talk_add(&s->talk, *line);
    if (d->architecture && !m->described && rsp_gdb_architecture(&name, m->arch))
        talk_add(&s->talk, rsp_arena_printf(s->r->arena, d->architecture, rsp_buf_cstr(&name)));
    if (d->endian && m->big_endian == RSP_HABIT_YES)
        talk_add(&s->talk, rsp_arena_printf(s->r->arena, d->endian, "big"));
    rsp_buf_free(&name);
}

/* The debugger runs, and answers. */
static rsp_status open_talk(session *s, const char *program, rsp_error *error) {
    rsp_buf command = {0};
    rsp_bytes answer;
    rsp_buf_shell_word(&command, program);
    rsp_buf_printf(&command, " %s", s->player.debugger->arguments);
    const rsp_status status = talk_open(&s->talk, rsp_buf_cstr(&command), s->r->stop, error);
    rsp_buf_free(&command);
    if (status != RSP_OK)
        return status;
    type_settings(s);
    if (script_ask(&s->player, s->player.debugger->version, START_S * RSP_NS_PER_S, &answer) == TALK_CAME)
        return RSP_OK;
    return rsp_fail(error, RSP_SPAWN, "%.100s does not answer", program);
}

static rsp_status session_open(session *s, const reality *r, const script_debugger *d, const char *program,
                               rsp_error *error) {
    const rsp_stub_request request = {.program = r->stub_program, .play = RSP_PLAY_CLIENT};
    *s = (session){.r = r};
    s->player = (script_player){.debugger = d, .talk = &s->talk, .facts = &s->facts, .arena = r->arena};
    rsp_status status = open_talk(s, program, error);
    if (status == RSP_OK)
        status = stub_opener_open(r->stubs, &s->stub, &request, error);
    if (status == RSP_OK)
        status = bridge_open(&s->bridge, s->stub, error);
    (void)snprintf(s->address, sizeof s->address, "127.0.0.1:%u", (unsigned)s->bridge.port);
    s->facts.address = s->address;
    return status;
}

/* --- what is known of the program --- */

static const char *register_of(const rsp_manners *m) {
    static const struct {
        const char *arch, *name;
    } rows[] = {{"riscv", "a2"}, {"x86-64", "rbx"}, {"i386", "ebx"},   {"aarch64", "x9"}, {"arm", "r4"},
                {"m68k", "d3"},  {"mips", "t0"},    {"powerpc", "r5"}, {"avr", "r16"},    {"msp430", "r5"}};
    for (size_t i = 0; m->arch && i < RSP_ARRAY_LEN(rows); i++)
        if (strncmp(m->arch, rows[i].arch, strlen(rows[i].arch)) == 0)
            return rows[i].name;
    return NULL;
}

static const char *address_text(const reality *r, uint64_t at) {
    return at ? rsp_arena_printf(r->arena, "0x%llx", (unsigned long long)at) : NULL;
}

/* A file of our own for what a debugger writes. */
static void make_file(session *s) {
    const char *folder = getenv("TMPDIR");
    (void)snprintf(s->file, sizeof s->file, "%s/stubborn-load-XXXXXX", folder && *folder ? folder : "/tmp");
    const int fd = mkstemp(s->file);
    if (fd < 0)
        s->file[0] = '\0';
    else
        (void)close(fd);
    s->facts.file = s->file;
}

/* Why an action is not tried; NULL: it is. */
static const char *not_tried(const reality *r, const script *action, const rsp_forecast *forecast) {
    if (!action->steps)
        return action->why_not ? action->why_not : "there is no script for it";
    if ((action->needs & SCRIPT_PLACE) && !forecast->place)
        return "no place is known to which the program comes again";
    if ((action->needs & SCRIPT_WRITTEN) && !forecast->written)
        return "no memory is known that the program writes";
    if ((action->needs & SCRIPT_REGISTER) && !register_of(r->manners))
        return "no register is known that may be written";
    if ((action->needs & SCRIPT_ENDLESS) && r->manners->program == RSP_PROGRAM_ENDS)
        return "the program ends by itself";
    if ((action->needs & SCRIPT_WRITES) && !(r->leave & SCRIPT_WRITES))
        return "writing memory needs --allow-writes";
    if ((action->needs & SCRIPT_KILLS) && !(r->leave & SCRIPT_KILLS))
        return "the program is somebody else's";
    return NULL;
}

/* --- one action --- */

/* Under way: all actions of one debugger. */
typedef struct observation {
    const reality *r;
    const script_debugger *scripts;
    rsp_forecast *forecast;
    rsp_forecast_cell *row;
    const char *program;
} observation;

static void keep_version(observation *o, const session *s, rsp_debugger debugger) {
    rsp_bytes rest = rsp_buf_bytes(&s->talk.printed);
    const rsp_bytes begin = rsp_bytes_str(o->scripts->version_line);
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        const size_t at = rsp_bytes_search(line, begin); /* behind a prompt */
        if (at < line.len)
            o->forecast->programs[debugger] =
                (const char *)rsp_arena_bytes(o->r->arena, rsp_bytes_from(line, at)).ptr;
    }
}

static void play(observation *o, session *s, unsigned a) {
    rsp_forecast_cell *cell = &o->row[a];
    const script *action = &o->scripts->scripts[a];
    const script *attach = &o->scripts->scripts[RSP_DEBUGGER_ACTION_ATTACH];
    const rsp_forecast *f = o->forecast;
    s->facts.reg = register_of(o->r->manners);
    s->facts.place = address_text(o->r, f->place);
    s->facts.written = address_text(o->r, f->written);
    if (a == RSP_DEBUGGER_ACTION_LOAD)
        make_file(s);
    const bool alone = action->alone || action == attach;
    const bool works =
        (alone || script_play(&s->player, attach->steps)) && script_play(&s->player, action->steps);
    cell->real = works               ? RSP_PREDICTION_WORKS
                 : s->player.skipped ? RSP_PREDICTION_UNKNOWN
                                     : RSP_PREDICTION_BREAKS;
    cell->said = s->player.said ? s->player.said : "";
}

static rsp_status observe_action(observation *o, rsp_debugger debugger, unsigned a) {
    session s;
    rsp_error error = {0};
    if (o->r->progress)
        o->r->progress(o->r->ctx, rsp_arena_printf(o->r->arena, "%s: %s", rsp_debugger_name(debugger),
                                                   rsp_debugger_action_name((rsp_debugger_action)a)));
    const rsp_status status = session_open(&s, o->r, o->scripts, o->program, &error);
    if (status == RSP_OK) {
        if (!o->forecast->programs[debugger])
            keep_version(o, &s, debugger);
        play(o, &s, a);
    } else {
        o->row[a].said = rsp_arena_printf(o->r->arena, "no session: %s", error.msg);
    }
    session_close(&s);
    return status == RSP_CANCELLED || (o->r->stop && *o->r->stop) ? RSP_CANCELLED : RSP_OK;
}

static rsp_status observe_all(observation *o, rsp_debugger debugger) {
    rsp_status status = observe_action(o, debugger, RSP_DEBUGGER_ACTION_ATTACH);
    const rsp_forecast_cell *attach = &o->row[RSP_DEBUGGER_ACTION_ATTACH];
    for (unsigned a = 1; a < RSP_DEBUGGER_ACTION_COUNT && status == RSP_OK; a++) {
        const char *why = not_tried(o->r, &o->scripts->scripts[a], o->forecast);
        if (attach->real != RSP_PREDICTION_WORKS) {
            o->row[a].real = attach->real;
            o->row[a].said = attach->said;
        } else if (why) {
            o->row[a].said = why;
        } else {
            status = observe_action(o, debugger, a);
        }
    }
    if (!o->forecast->programs[debugger])
        o->forecast->programs[debugger] = rsp_arena_str(o->r->arena, o->program);
    return status;
}

rsp_status reality_observe(rsp_forecast *out, rsp_debugger debugger, const char *program, const reality *r) {
    observation o = {.r = r,
                     .scripts = script_of(debugger),
                     .forecast = out,
                     .row = out->cells[debugger],
                     .program = program_of(script_of(debugger), program, r->manners, r->arena)};
    if (o.program)
        return observe_all(&o, debugger);
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        out->cells[debugger][a].said = "it is not installed";
    return RSP_NOT_FOUND;
}
