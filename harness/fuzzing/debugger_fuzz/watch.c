/* A shell sets the limits and becomes the debugger. Looks are taken
 * between waits for what it prints; a debugger that rests while it waits
 * for an answer, or for its program, is as it should be. See watch.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/watch.h"

#include "debugger_fuzz/process.h"

#include "core/folder.h"
#include "scenario/profile.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    PATH_MOST = 4096,
    LOOK_MS = 100,
    START_S = 60,
    END_S = 8,
    LAST_WORDS_S = 10,
    ADDRESS_BYTES = 64,
    PORT_BYTES = 8,
    DEPTH_MOST = 16,
    DIGEST = 0xffffff,
    WAITS_OF = 4,    /* a program that runs for this part of the quiet time is interrupted */
    COMPUTES_OF = 4, /* a debugger that has had this part of the quiet time of the processor computes */
    RESTS_OF = 50    /* ... and one that has had less than this part rests */
};

/* Address space and files are bounded far above what counts as a finding. */
#define LIMITS "ulimit -c 0; ulimit -t 90; ulimit -f 1048576; ulimit -v 16777216; ulimit -s 8192"

static uint64_t or_else(uint64_t value, uint64_t usual) {
    return value ? value : usual;
}

/* A session under way. */
typedef struct session {
    const rsp_watch_options *o;
    rsp_watched *out;
    rsp_watch_limits limits;
    rsp_liar liar;
    rsp_talk talk;
    rsp_script_player player;
    rsp_arena arena;
    uint64_t began_ns;
    uint64_t own_bytes; /* of memory, at its start */
    char folder[PATH_MOST];
    char address[ADDRESS_BYTES];
    char port[PORT_BYTES];
    bool over; /* it is not asked for more */
} session;

/* --- beginning --- */

static rsp_status make_folder(session *s, rsp_error *error) {
    const char *above = getenv("TMPDIR");
    const int len =
        snprintf(s->folder, sizeof s->folder, "%s/stubborn-lies-XXXXXX", above && *above ? above : "/tmp");
    if (len < (int)sizeof s->folder && mkdtemp(s->folder))
        return RSP_OK;
    s->folder[0] = '\0';
    return rsp_fail(error, RSP_IO, "there is no room for a debugger's folder in TMPDIR");
}

/* Nothing of the user's is read or written, and no server is asked for debug information. */
static rsp_status open_talk(session *s, rsp_error *error) {
    const char *const environment[] = {"TERM=dumb",
                                       "LC_ALL=C.UTF-8",
                                       "DEBUGINFOD_URLS=",
                                       "PYTHONDONTWRITEBYTECODE=1",
                                       "LLVM_DISABLE_CRASH_REPORT=1",
                                       rsp_arena_printf(&s->arena, "HOME=%s", s->folder),
                                       rsp_arena_printf(&s->arena, "XDG_CACHE_HOME=%s", s->folder),
                                       rsp_arena_printf(&s->arena, "XDG_CONFIG_HOME=%s", s->folder),
                                       rsp_arena_printf(&s->arena, "XDG_DATA_HOME=%s", s->folder),
                                       rsp_arena_printf(&s->arena, "TMPDIR=%s", s->folder),
                                       NULL};
    const char *command =
        rsp_arena_printf(&s->arena, "sh -c '" LIMITS "; cd \"$HOME\" && exec \"$0\" \"$@\"' %s %s",
                         s->o->command, s->o->debugger->arguments);
    rsp_status status = s->arena.status;
    if (status == RSP_OK)
        status = rsp_talk_open(&s->talk, command, NULL, environment, s->o->stop, error);
    for (const char *const *line = s->o->debugger->settings; status == RSP_OK && *line; line++)
        rsp_talk_add(&s->talk, *line);
    for (const char *const *line = s->o->debugger->lies.settings; status == RSP_OK && *line; line++)
        rsp_talk_add(&s->talk, *line);
    return status;
}

/* Whether it runs and answers, before anything is said to it. */
static rsp_status greet(session *s, rsp_error *error) {
    rsp_bytes answer;
    const uint64_t start = START_S * RSP_NS_PER_S;
    if (rsp_script_ask(&s->player, s->o->debugger->version, start, &answer) != RSP_TALK_CAME)
        return s->o->stop && *s->o->stop
                   ? RSP_CANCELLED
                   : rsp_fail(error, RSP_SPAWN, "%.100s does not answer", s->o->command);
    s->own_bytes = process_memory(rsp_link_pid(s->talk.link));
    return RSP_OK;
}

static rsp_status session_open(session *s, rsp_error *error) {
    s->player = (rsp_script_player){.debugger = s->o->debugger, .talk = &s->talk, .arena = &s->arena};
    s->liar = (rsp_liar){.stub = s->o->stub,
                         .recorded = {.dialogue = s->o->recorded},
                         .lies = s->o->lies,
                         .samples = s->o->samples};
    rsp_status status = make_folder(s, error);
    if (status == RSP_OK)
        status = open_talk(s, error);
    if (status == RSP_OK)
        status = greet(s, error);
    if (status == RSP_OK)
        status = rsp_liar_open(&s->liar, error);
    (void)snprintf(s->port, sizeof s->port, "%u", (unsigned)s->liar.port);
    (void)snprintf(s->address, sizeof s->address, "127.0.0.1:%s", s->port);
    return status;
}

/* --- looks --- */

static uint64_t now_of(const session *s) {
    return rsp_link_now(s->talk.link);
}

/* Its stack, where it prints one for SIGABRT, as GDB and LLVM do. */
static uint64_t append_stack(session *s, rsp_buf *out) {
    rsp_bytes rest;
    (void)kill((pid_t)rsp_link_pid(s->talk.link), SIGABRT);
    (void)rsp_talk_wait(&s->talk, "\n<never printed>\n", LAST_WORDS_S * RSP_NS_PER_S, &rest);
    return rsp_debugger_symptom_stack(out, rsp_buf_bytes(&s->talk.printed), RSP_DEBUGGER_STACK_INTERRUPTED);
}

/* A loop is known by its stack, where there is one; the others by the packet that they came to. */
static void note(session *s, rsp_debugger_symptom_kind kind, const char *last, const char *what) {
    rsp_buf stack = {0};
    char about[RSP_LIAR_NAME_BYTES];
    const uint64_t hash = append_stack(s, &stack);
    if (kind == RSP_DEBUGGER_SYMPTOM_HANG && hash)
        (void)snprintf(about, sizeof about, "%06x", (unsigned)(hash & DIGEST));
    else
        memcpy(about, last, sizeof about);
    rsp_debugger_symptom_make(&s->out->symptom, kind, about, "%s in '%s', after %s%s%s", what,
                              rsp_buf_cstr(&s->out->line), last, stack.len > 0 ? "; " : "",
                              rsp_buf_cstr(&stack));
    rsp_buf_free(&stack);
    s->over = true;
}

/* Since when, and how much of the processor it has had until then. */
typedef struct quiet {
    uint64_t since_ns;
    uint64_t cpu_ns;
    uint64_t seen_ns; /* of the liar's last byte */
    size_t printed;
    bool interrupted; /* by us */
} quiet;

/* For how long nothing has passed, nor been printed. */
static uint64_t quiet_for(session *s, quiet *q, const rsp_liar_state *state) {
    const uint64_t now = now_of(s);
    if (q->since_ns == 0 || q->seen_ns != state->moved_ns || q->printed != s->talk.printed.len)
        *q = (quiet){.since_ns = now,
                     .cpu_ns = process_cpu_ns(rsp_link_pid(s->talk.link)),
                     .seen_ns = state->moved_ns,
                     .printed = s->talk.printed.len,
                     .interrupted = q->interrupted};
    return now - q->since_ns;
}

/* Its program runs: its user would interrupt it. The second time it is left. */
static void interrupt(session *s, quiet *q) {
    s->over = q->interrupted;
    (void)kill((pid_t)rsp_link_pid(s->talk.link), SIGINT);
    *q = (quiet){.interrupted = true};
}

/* By the processor time since then, for others may have most of the processor. In between nothing can be said
 * yet. */
static void judge_quiet(session *s, quiet *q, const rsp_liar_state *state, uint64_t quiet_ns) {
    const char *last = state->last;
    const uint64_t limit = s->limits.quiet_ns;
    const uint64_t cpu = process_cpu_ns(rsp_link_pid(s->talk.link)) - q->cpu_ns;
    if (quiet_ns >= limit && cpu >= limit / COMPUTES_OF) {
        note(s, RSP_DEBUGGER_SYMPTOM_HANG, last, "it computes and asks nothing");
        return;
    }
    if (cpu > limit / RESTS_OF)
        return;
    if ((state->runs || state->non_stop) && !state->over)
        interrupt(s, q);
    else if (quiet_ns >= limit && !state->owed && !state->over && state->requests > 0)
        note(s, RSP_DEBUGGER_SYMPTOM_STUCK, last, "it rests, though it has all answers,");
    else
        s->over = s->over || quiet_ns >= limit; /* it waits, as it should */
}

/* True: there is nothing more to wait for. */
static bool look(session *s, quiet *q) {
    const rsp_liar_state state = rsp_liar_look(&s->liar);
    const uint64_t quiet_ns = quiet_for(s, q, &state);
    const uint64_t memory = process_memory(rsp_link_pid(s->talk.link));
    if (memory > s->own_bytes + s->limits.memory_bytes)
        note(s, RSP_DEBUGGER_SYMPTOM_MEMORY, state.last, "it has grown beyond the limit");
    else if (state.requests > s->limits.requests)
        note(s, RSP_DEBUGGER_SYMPTOM_ENDLESS, state.last, "it asks without end");
    else if (quiet_ns >= s->limits.quiet_ns / WAITS_OF)
        judge_quiet(s, q, &state, quiet_ns);
    if (now_of(s) - s->began_ns > s->limits.session_ns)
        s->over = true;
    return s->over || (s->o->stop && *s->o->stop);
}

/* --- lines --- */

static void expand(session *s, rsp_buf *out, const char *line) {
    const rsp_script_facts *f = s->o->facts;
    const rsp_pair_text pairs[] = {{.name = "address", .value = s->address},
                                   {.name = "host", .value = "127.0.0.1"},
                                   {.name = "port", .value = s->port},
                                   {.name = "file", .value = "written"},
                                   {.name = "elf", .value = f->elf ? f->elf : "none"},
                                   {.name = "function", .value = f->function ? f->function : "main"},
                                   {.name = "register", .value = f->reg ? f->reg : "sp"},
                                   {.name = "place", .value = f->place ? f->place : "0x1000"},
                                   {.name = "written", .value = f->written ? f->written : "0x2000"}};
    rsp_profile_expand(out, line, pairs, RSP_ARRAY_LEN(pairs));
}

/* Types a line and the mark behind it. False: the debugger takes no more. */
static bool type_line(session *s, const char *line) {
    rsp_buf mark = {0};
    rsp_bytes answer;
    quiet q = {0};
    char number[PORT_BYTES * 2];
    (void)snprintf(number, sizeof number, "%u", ++s->player.marks);
    const rsp_pair_text pair = {.name = "mark", .value = number};
    rsp_buf_clear(&s->out->line);
    expand(s, &s->out->line, line);
    rsp_talk_say(&s->talk, rsp_buf_cstr(&s->out->line));
    rsp_profile_expand(&mark, s->o->debugger->mark, &pair, 1);
    rsp_talk_add(&s->talk, rsp_buf_cstr(&mark));
    rsp_buf_clear(&mark);
    rsp_profile_expand(&mark, s->o->debugger->marked, &pair, 1);
    rsp_talk_end end = RSP_TALK_LATE;
    while (end == RSP_TALK_LATE && !s->over) {
        end = rsp_talk_wait(&s->talk, rsp_buf_cstr(&mark), LOOK_MS * RSP_NS_PER_MS, &answer);
        if (end == RSP_TALK_LATE && look(s, &q))
            break;
    }
    rsp_buf_free(&mark);
    return end == RSP_TALK_CAME;
}

/* Its end is asked for by the end of its input, and waited for. */
static void leave(session *s) {
    rsp_bytes rest;
    if (s->over)
        return;
    (void)!rsp_link_half_close(s->talk.link);
    (void)rsp_talk_wait(&s->talk, "\n<never printed>\n", END_S * RSP_NS_PER_S, &rest);
}

static void play(session *s) {
    bool goes_on = true;
    s->began_ns = now_of(s);
    for (size_t i = 0; i < s->o->lies->num_lines && goes_on; i++)
        goes_on = type_line(s, s->o->lies->lines[i]);
    if (goes_on)
        leave(s);
    s->out->time_ns = now_of(s) - s->began_ns;
    const rsp_link_end end = rsp_link_ended(s->talk.link);
    if (s->out->symptom.kind == RSP_DEBUGGER_SYMPTOM_NONE && !s->over && end.kind != RSP_END_RUNNING)
        rsp_debugger_symptom_read(&s->out->symptom, rsp_buf_bytes(&s->talk.printed), &end, goes_on);
}

static void keep(session *s) {
    rsp_liar_end(&s->liar);
    const rsp_bytes printed = rsp_buf_bytes(&s->talk.printed);
    rsp_buf_append(
        &s->out->printed,
        rsp_bytes_from(printed, printed.len > RSP_WATCH_PRINTED ? printed.len - RSP_WATCH_PRINTED : 0));
    rsp_buf_append(&s->out->log, rsp_buf_bytes(&s->liar.log));
    s->out->requests = s->liar.state.requests;
}

void rsp_watched_free(rsp_watched *w) {
    rsp_buf_free(&w->printed);
    rsp_buf_free(&w->log);
    rsp_buf_free(&w->line);
    *w = (rsp_watched){0};
}

rsp_status rsp_watch(rsp_watched *out, const rsp_watch_options *o, rsp_error *error) {
    session s = {.o = o, .out = out};
    *out = (rsp_watched){.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    s.limits = (rsp_watch_limits){.quiet_ns = or_else(o->limits.quiet_ns, 4 * RSP_NS_PER_S),
                                  .session_ns = or_else(o->limits.session_ns, 60 * RSP_NS_PER_S),
                                  .memory_bytes = or_else(o->limits.memory_bytes, (uint64_t)768 << 20),
                                  .requests = or_else(o->limits.requests, 5000)};
    rsp_status status = session_open(&s, error);
    if (status == RSP_OK) {
        play(&s);
        keep(&s);
    }
    rsp_talk_close(&s.talk);
    rsp_liar_close(&s.liar);
    if (*s.folder)
        rsp_folder_remove_tree(s.folder, DEPTH_MOST);
    rsp_arena_free(&s.arena);
    return status == RSP_OK && o->stop && *o->stop ? RSP_CANCELLED : status;
}
