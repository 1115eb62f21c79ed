/* A bridge to the stub, a debugger that attaches, the steps of its script. Where the attach fails nothing
 * else is tried.
 * See act.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/act.h"

#include "interop/bridge.h"

#include "core/file.h"
#include "core/folder.h"
#include "core/text.h"
#include "rehearsal/rehearsal.h"
#include "scenario/profile.h"
#include "scenario/runner.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { START_S = 60, VERSION_S = 10, ADDRESS_BYTES = 64, PORT_BYTES = 8, PATH_MOST = 4096, DEPTH_MOST = 8 };

/* --- which program --- */

static bool is_program(const char *path) {
    return access(path, X_OK) == 0;
}

const char *rsp_act_find_program(rsp_arena *arena, const char *name) {
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

const char *rsp_act_build(const rsp_script_debugger *debugger, const char *arch) {
    return *debugger->architecture ? rsp_gdb_build(arch) : NULL;
}

const char *rsp_act_program(const rsp_script_debugger *d, const char *given, const char *arch,
                            rsp_arena *arena) {
    const char *build = rsp_act_build(d, arch);
    const char *found = *given  ? rsp_act_find_program(arena, given)
                        : build ? rsp_act_find_program(arena, build)
                                : NULL;
    for (const char *const *name = d->programs; !*given && *name && !found; name++)
        found = rsp_act_find_program(arena, *name);
    return found;
}

/* --- what is known --- */

static const char *register_of(const rsp_manners *m) {
    static const struct {
        const char *arch, *name;
    } rows[] = {{"riscv", "a2"}, {"x86-64", "rbx"}, {"i386", "ebx"},   {"aarch64", "x9"}, {"arm", "r4"},
                {"m68k", "d3"},  {"mips", "r8"},    {"powerpc", "r5"}, {"avr", "r16"},    {"msp430", "r5"}};
    for (size_t i = 0; m->registers.arch && i < RSP_ARRAY_LEN(rows); i++)
        if (strncmp(m->registers.arch, rows[i].arch, strlen(rows[i].arch)) == 0)
            return rows[i].name;
    return NULL;
}

/* What the manners know may be of another program than the one that never ends. */
static bool is_endless(const rsp_act_known *k) {
    return k->manners->runs.kind != RSP_PROGRAM_ENDS ||
           (k->program && strcmp(k->program, RSP_PROGRAM_ENDLESS) == 0);
}

static unsigned has_of(const rsp_act_known *k) {
    unsigned has = k->leave & (RSP_SCRIPT_NEED(WRITES) | RSP_SCRIPT_NEED(KILLS));
    has |= k->place ? RSP_SCRIPT_NEED(PLACE) : 0u;
    has |= k->written ? RSP_SCRIPT_NEED(WRITTEN) : 0u;
    has |= register_of(k->manners) ? RSP_SCRIPT_NEED(REGISTER) : 0u;
    has |= is_endless(k) ? RSP_SCRIPT_NEED(ENDLESS) : 0u;
    has |= k->file_io ? RSP_SCRIPT_NEED(FILE_IO) : 0u;
    has |= k->elf ? RSP_SCRIPT_NEED(ELF) : 0u;
    has |= k->function ? RSP_SCRIPT_NEED(FUNCTION) : 0u;
    return has;
}

const char *rsp_act_missing(const rsp_script *script, const rsp_act_known *known) {
    if (script->num_steps == 0)
        return *script->why_not ? script->why_not : "there is no script for it";
    const unsigned missing = script->needs & ~has_of(known);
    for (unsigned i = 0; i < RSP_SCRIPT_NEEDS; i++)
        if (missing >> i & 1u)
            return rsp_script_need_text(i);
    return NULL;
}

/* --- one session --- */

/* A debugger with its stub. All-zero: nothing is open. */
typedef struct session {
    const rsp_act_options *o;
    rsp_bridge bridge;
    rsp_talk talk;
    rsp_script_facts facts;
    rsp_script_player player;
    const char *version; /* the debugger's own line; NULL */
    char address[ADDRESS_BYTES];
    char port[PORT_BYTES];
    char folder[PATH_MOST]; /* for what a debugger writes: it is killed, and cleans nothing up */
} session;

static void session_close(session *s) {
    rsp_talk_close(&s->talk);
    rsp_bridge_close(&s->bridge);
    if (*s->folder)
        rsp_folder_remove_tree(s->folder, DEPTH_MOST);
}

static const char *filled(session *s, const char *text, const char *name, const char *value) {
    const rsp_pair_text pair = {.name = name, .value = value};
    rsp_buf line = {0};
    rsp_profile_expand(&line, text, &pair, 1);
    const char *kept = rsp_arena_str(s->o->arena, rsp_buf_cstr(&line));
    rsp_buf_free(&line);
    return kept;
}

/* One that an adapter does not answer is left to what follows: it has no answer either. */
static void tell(session *s, const char *line) {
    rsp_bytes answer;
    if (s->o->debugger->speaks == RSP_SCRIPT_DAP)
        (void)rsp_script_ask(&s->player, line, START_S * RSP_NS_PER_S, &answer);
    else
        rsp_talk_add(&s->talk, line);
}

/* What a user without the program's file tells the debugger: the architecture of a stub that tells none, and
 * the byte order, which no stub tells. */
static void type_settings(session *s) {
    const rsp_script_debugger *d = s->o->debugger;
    const rsp_manners *m = s->o->known->manners;
    rsp_buf name = {0};
    for (const char *const *line = d->settings; *line && !s->talk.gone; line++)
        tell(s, *line);
    if (*d->architecture && !m->registers.described && rsp_gdb_architecture(&name, m->registers.arch))
        tell(s, filled(s, d->architecture, "architecture", rsp_buf_cstr(&name)));
    if (*d->endian && m->registers.big_endian == RSP_HABIT_YES)
        tell(s, filled(s, d->endian, "endian", "big"));
    rsp_buf_free(&name);
}

/* The line of what was printed that has the version. */
static const char *version_in(const session *s, const rsp_talk *talk) {
    const rsp_bytes begin = rsp_bytes_str(s->o->debugger->version_line);
    rsp_bytes rest = rsp_buf_bytes(&talk->printed);
    while (rest.len > 0) {
        const rsp_bytes line = rsp_bytes_split(&rest, '\n');
        const size_t at = rsp_bytes_search(line, begin); /* behind a prompt, or in a message */
        rsp_bytes version = rsp_bytes_from(line, at);
        if (at < line.len && s->o->debugger->speaks == RSP_SCRIPT_DAP)
            version = rsp_bytes_split(&version, '"');
        if (at < line.len)
            return (const char *)rsp_arena_bytes(s->o->arena, version).ptr;
    }
    return NULL;
}

static rsp_status make_folder(session *s, rsp_error *error) {
    const char *above = getenv("TMPDIR");
    const int len =
        snprintf(s->folder, sizeof s->folder, "%s/stubborn-XXXXXX", above && *above ? above : "/tmp");
    if (len < (int)sizeof s->folder && mkdtemp(s->folder))
        return RSP_OK;
    s->folder[0] = '\0';
    return rsp_fail(error, RSP_IO, "there is no room for files of the debugger in TMPDIR");
}

/* No request asks an adapter for it: where it does not say so by itself, the program is started for that. */
static void ask_program(session *s, const char *const *environment) {
    rsp_talk talk;
    rsp_bytes rest;
    const rsp_script_debugger *d = s->o->debugger;
    const char *command = rsp_arena_printf(s->o->arena, "%s %s", s->o->command, d->version);
    if (rsp_talk_open(&talk, command, NULL, environment, s->o->stop, NULL) == RSP_OK &&
        rsp_talk_wait(&talk, d->version_line, VERSION_S * RSP_NS_PER_S, &rest) == RSP_TALK_CAME)
        (void)rsp_talk_wait(&talk, "\n", RSP_NS_PER_S, &rest);
    s->version = version_in(s, &talk);
    rsp_talk_close(&talk);
}

/* Whether the debugger runs and answers, and which one it is. */
static bool greet(session *s, const char *const *environment) {
    rsp_bytes answer;
    const rsp_script_debugger *d = s->o->debugger;
    type_settings(s);
    const bool answers =
        d->speaks == RSP_SCRIPT_DAP
            ? rsp_bytes_search(rsp_buf_bytes(&s->talk.printed), RSP_LIT("<- ")) < s->talk.printed.len
            : rsp_script_ask(&s->player, d->version, START_S * RSP_NS_PER_S, &answer) == RSP_TALK_CAME;
    s->version = version_in(s, &s->talk);
    if (!s->version && answers && d->speaks == RSP_SCRIPT_DAP && *d->version)
        ask_program(s, environment);
    return answers;
}

/* An adapter may have said why on its standard error. */
static rsp_status does_not_answer(const session *s, rsp_error *error) {
    rsp_bytes words = rsp_link_last_words(s->talk.link);
    rsp_buf line = {0};
    rsp_text_shown(&line, rsp_bytes_split(&words, '\n'));
    (void)rsp_fail(error, RSP_SPAWN, "%.100s does not answer%s%.100s", s->o->command,
                   line.len > 0 ? ": " : "", rsp_buf_cstr(&line));
    rsp_buf_free(&line);
    return RSP_SPAWN;
}

/* Its user says all that follows the program, as in "gdb -i=dap". */
static bool ends_in_dap(const char *command) {
    const size_t len = strlen(command);
    return len > 3 && strcmp(command + len - 3, "dap") == 0;
}

static rsp_status open_talk(session *s, rsp_error *error) {
    const bool dap = s->o->debugger->speaks == RSP_SCRIPT_DAP;
    const char *const environment[] = {"TERM=dumb", "LC_ALL=C.UTF-8",
                                       rsp_arena_printf(s->o->arena, "TMPDIR=%s", s->folder), NULL};
    const char *command =
        dap && ends_in_dap(s->o->command)
            ? s->o->command
            : rsp_arena_printf(s->o->arena, "%s %s", s->o->command, s->o->debugger->arguments);
    if (dap && !s->o->dap)
        return rsp_fail(error, RSP_UNSUPPORTED, "debug adapters are not played here");
    const rsp_status status =
        rsp_talk_open(&s->talk, command, dap ? s->o->dap : NULL, environment, s->o->stop, error);
    if (status != RSP_OK || greet(s, environment))
        return status;
    return does_not_answer(s, error);
}

static const char *address_text(const session *s, uint64_t at) {
    return at ? rsp_arena_printf(s->o->arena, "0x%llx", (unsigned long long)at) : NULL;
}

static rsp_status session_open(session *s, const rsp_act_options *o, rsp_error *error) {
    const rsp_act_known *k = o->known;
    *s = (session){.o = o};
    s->player =
        (rsp_script_player){.debugger = o->debugger, .talk = &s->talk, .facts = &s->facts, .arena = o->arena};
    rsp_status status = make_folder(s, error);
    if (status == RSP_OK)
        status = open_talk(s, error);
    if (status == RSP_OK)
        status = rsp_bridge_open(&s->bridge, o->stub, o->recorder, error);
    (void)snprintf(s->port, sizeof s->port, "%u", (unsigned)s->bridge.port);
    (void)snprintf(s->address, sizeof s->address, "127.0.0.1:%s", s->port);
    s->facts = (rsp_script_facts){.address = s->address,
                                  .host = "127.0.0.1",
                                  .port = s->port,
                                  .file = rsp_arena_printf(o->arena, "%s/load", s->folder),
                                  .elf = k->elf,
                                  .function = k->function,
                                  .reg = register_of(k->manners),
                                  .place = address_text(s, k->place),
                                  .written = address_text(s, k->written)};
    return status;
}

/* --- what was seen --- */

static const char *rules_of(const session *s, const rsp_monitor *monitor) {
    const rsp_rules *rules = rsp_monitor_rules(monitor);
    rsp_buf text = {0};
    for (unsigned i = 0; i < RSP_RULE_COUNT; i++) {
        const uint64_t count = rsp_rules_count_of(rules, (rsp_rule_id)i);
        if (count > 0)
            rsp_buf_printf(&text, "%s%s (%llu)", text.len ? ", " : "", rsp_rule_get((rsp_rule_id)i)->id,
                           (unsigned long long)count);
    }
    const char *kept = rsp_arena_str(s->o->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static const char *client_rules_of(const session *s, const rsp_monitor *monitor) {
    const rsp_client_rules *rules = rsp_monitor_client_rules(monitor);
    const char *kept = "";
    for (unsigned i = 0; rules && i < RSP_CLIENT_RULE_COUNT; i++) {
        const uint64_t count = rsp_client_rules_count_of(rules, (rsp_client_rule_id)i);
        if (count > 0)
            kept =
                rsp_arena_printf(s->o->arena, "%s%s%s (%llu)", kept, *kept ? ", " : "",
                                 rsp_client_rule_get((rsp_client_rule_id)i)->id, (unsigned long long)count);
    }
    return kept;
}

/* The bridge has ended: its monitor is ours. */
static void count(const session *s, rsp_act_result *out) {
    const rsp_monitor *monitor = s->bridge.service.stub;
    const rsp_metrics *m = rsp_monitor_metrics(monitor);
    out->round_trips = m->round_trips;
    out->packets = m->packets_to_stub + m->packets_from_stub;
    out->bytes = m->bytes_to_stub + m->bytes_from_stub;
    out->musts = rsp_monitor_broken(monitor, RSP_LEVEL_MUST);
    out->shoulds = rsp_monitor_broken(monitor, RSP_LEVEL_SHOULD);
    out->rules = rules_of(s, monitor);
    out->client_rules = client_rules_of(s, monitor);
}

static void keep_printed(const session *s, rsp_act_result *out) {
    const rsp_bytes all = rsp_buf_bytes(&s->talk.printed);
    const size_t cut = all.len > RSP_ACT_PRINTED_MOST ? all.len - RSP_ACT_PRINTED_MOST : 0;
    const rsp_bytes kept = rsp_arena_bytes(s->o->arena, rsp_bytes_from(all, cut));
    out->printed_bytes = all.len;
    out->printed = kept.ptr ? (const char *)kept.ptr : "";
}

static void play(session *s, rsp_act_result *out, const char *action) {
    const rsp_script *attach = rsp_script_find(s->o->debugger, "attach");
    const rsp_script *script = rsp_script_find(s->o->debugger, action);
    const uint64_t begin = rsp_link_now(s->talk.link);
    s->player.end_ns = s->o->limit_ns ? rsp_deadline(begin, s->o->limit_ns) : 0;
    out->end = script->alone ? RSP_SCRIPT_DID : rsp_script_play(&s->player, attach);
    out->attached = out->end == RSP_SCRIPT_DID;
    if (out->attached && script != attach)
        out->end = rsp_script_play(&s->player, script);
    out->said = s->player.said;
    out->time_ns = rsp_link_now(s->talk.link) - begin;
}

rsp_status rsp_act(rsp_act_result *out, const rsp_act_options *o, const char *action, rsp_error *error) {
    session s;
    *out = (rsp_act_result){.printed = "", .rules = "", .client_rules = ""};
    rsp_status status = session_open(&s, o, error);
    out->version = s.version;
    if (status == RSP_OK) {
        play(&s, out, action);
        keep_printed(&s, out);
        rsp_talk_close(&s.talk);
        rsp_bridge_end(&s.bridge);
        count(&s, out);
    }
    session_close(&s);
    return o->stop && *o->stop ? RSP_CANCELLED : status;
}
