/* Opens stubs for the runner, in this process, by address, or started as a profile says; and waits for
 * debuggers. Every refusal tells what was tried; a program that a stub can not have is a reason to skip, not
 * an error. Commands are split into words by the link layer, never by a shell. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_config.h"

#include "cli/data_path.h"
#include "cli/io.h"
#include "cli/option.h"
#include "core/folder.h"
#include "stubs/reference_stub.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/suggest.h"
#include "link/address.h"
#include "link/listener.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define YAML ".yaml"
enum { VERSION_MAX_BYTES = 4096, MAX_SPARES_LOST = 3 };
static const uint64_t spare_wait_ns = 5 * RSP_NS_PER_S; /* as a link waits when it is not told */
static const uint64_t version_timeout_ns = 5 * RSP_NS_PER_S;
static const uint64_t listen_wait_ns = 60 * RSP_NS_PER_S; /* somebody reads, and types */
static const uint64_t retry_ns = 20 * RSP_NS_PER_MS;
static const uint64_t again_wait_ns = RSP_NS_PER_S; /* until a stub that was there listens again */
static const uint64_t debugger_wait_ns = 20 * RSP_NS_PER_S;

const rsp_peer *stub_config_embedded;

const char *stub_config_default(void) {
    return stub_config_embedded ? "embedded" : "reference";
}

/* --- understanding --stub ------------------------------------------------------------------------------ */

static void offer_profiles(rsp_suggestion *nearest, rsp_arena *arena, const char *path) {
    rsp_folder_names profiles;
    (void)!rsp_folder_read(&profiles, path, YAML, NULL);
    for (size_t i = 0; i < profiles.num; i++) {
        int len = (int)(strlen(profiles.names[i]) - strlen(YAML));
        rsp_suggest_offer(nearest, rsp_arena_printf(arena, "%.*s", len, profiles.names[i]));
    }
    rsp_folder_free(&profiles);
}

static rsp_status load_profile(stub_config *s, const char *name, const char *scenarios,
                               rsp_diagnostics *diagnostics, rsp_error *error) {
    bool is_path = strchr(name, '/') || strstr(name, ".yaml");
    const char *folder = rsp_arena_printf(&s->arena, "%s/profiles", scenarios ? scenarios : ".");
    const char *path = is_path ? name : rsp_arena_printf(&s->arena, "%s/%s.yaml", folder, name);
    if (!rsp_path_exists(path)) {
        rsp_suggestion nearest = {.word = rsp_bytes_str(name)};
        offer_profiles(&nearest, &s->arena, folder);
        if (nearest.best)
            return rsp_fail(error, RSP_NOT_FOUND, "no profile '%s'; did you mean '%s'?", name, nearest.best);
        return rsp_fail(error, RSP_NOT_FOUND, "no profile '%s' (%s); see: stubborn list profiles", name,
                        path);
    }
    s->profile = rsp_profile_load(path, NULL, diagnostics);
    if (!s->profile) {
        rsp_status status = rsp_diagnostics_first(diagnostics, error);
        return status == RSP_OK ? rsp_fail(error, RSP_NO_MEMORY, "%s: no memory", path) : status;
    }
    for (size_t i = 0; i < s->profile->num_environment; i++)
        if (setenv(s->profile->environment[i].name, s->profile->environment[i].value, 1) != 0)
            return rsp_fail(error, RSP_NO_MEMORY, "%s: the environment can not be set", path);
    if (s->profile->start_timeout_ns)
        s->link.connect_timeout_ns = s->profile->start_timeout_ns;
    s->debuggees = data_path_debuggees(&s->arena, s->profile->debuggees);
    return RSP_OK;
}

static const char *const forms[] = {"reference", "tcp:", "unix:", "exec:", "pipe:", "pty:", "profile:"};

/* "tcp:" of "tcp:127.0.0.1:1234"; all of it when there is no colon. */
static rsp_bytes form_of(const char *text) {
    rsp_bytes head = rsp_bytes_str(text);
    return rsp_bytes_sub(head, 0, rsp_bytes_index(head, ':') + 1);
}

static bool known_form(const char *text) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(forms); i++)
        if (rsp_bytes_equal(form_of(text), rsp_bytes_str(forms[i])))
            return true;
    return false;
}

static rsp_status refuse(const char *text, rsp_error *error) {
    rsp_suggestion nearest = {.word = form_of(text)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(forms); i++)
        rsp_suggest_offer(&nearest, forms[i]);
    return rsp_fail(
        error, RSP_USAGE,
        "--stub %s: expected reference, tcp:HOST:PORT, unix:PATH, exec:COMMAND or profile:NAME%s%s%s", text,
        nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
}

rsp_status stub_config_init(stub_config *s, const char *text, const char *scenarios,
                            const volatile sig_atomic_t *stop, rsp_diagnostics *diagnostics,
                            rsp_error *error) {
    *s = (stub_config){.text = text, .stub_option_values = stub_option_defaults()};
    s->link.stop = stop;
    s->root = data_path_root(&s->arena);
    s->debuggees = data_path_debuggees(&s->arena, "host");
    if (strcmp(text, "reference") == 0 || strcmp(text, "profile:reference") == 0) {
        s->in_process = true;
        const char *path =
            rsp_arena_printf(&s->arena, "%s/profiles/reference.yaml", scenarios ? scenarios : ".");
        return rsp_path_exists(path) ? load_profile(s, path, scenarios, diagnostics, error) : RSP_OK;
    }
    if (stub_config_embedded && strcmp(text, "embedded") == 0) {
        s->embedded = true;
        return RSP_OK;
    }
    if (strncmp(text, "profile:", 8) == 0)
        return load_profile(s, text + 8, scenarios, diagnostics, error);
    rsp_error why = {0};
    rsp_status status = rsp_address_parse(&s->address, &s->arena, text, &why);
    if (status == RSP_OK && s->address.kind != RSP_ADDRESS_STDIO)
        return RSP_OK;
    if (!known_form(text))
        return refuse(text, error);
    return rsp_fail(error, RSP_USAGE, "--stub %s: %s", text,
                    why.msg[0] ? why.msg : "can not be connected to");
}

/* --- understanding --listen and --debugger ---------------------------------------------------------------
 */

static rsp_status parse_listen(stub_config *s, rsp_error *error) {
    rsp_error why = {0};
    const char *text = s->text;
    if (strncmp(text, "tcp:", 4) != 0 && strncmp(text, "unix:", 5) != 0)
        text = rsp_arena_printf(&s->arena, "tcp:%s", text);
    rsp_status status = rsp_address_parse(&s->address, &s->arena, text, &why);
    if (status == RSP_OK)
        return RSP_OK;
    return rsp_fail(error, RSP_USAGE, "--listen %s: expected PORT, HOST:PORT or unix:PATH; %s", s->text,
                    why.msg);
}

/* The command is only looked at here; it is split again for each start, with its placeholders filled in. */
static rsp_status parse_debugger(stub_config *s, const char *scenarios, rsp_diagnostics *diagnostics,
                                 rsp_error *error) {
    rsp_error why = {0};
    rsp_status status = RSP_OK;
    if (strncmp(s->text, "profile:", 8) == 0) {
        status = load_profile(s, s->text + 8, scenarios, diagnostics, error);
        if (status != RSP_OK)
            return status;
        s->command = s->profile->address;
    } else {
        s->command = rsp_arena_printf(&s->arena, "exec:%s", s->text);
    }
    status = rsp_address_parse(&s->address, &s->arena, s->command, &why);
    if (status != RSP_OK)
        return rsp_fail(error, RSP_USAGE, "--debugger %s: %s", s->text, why.msg);
    if (s->address.kind != RSP_ADDRESS_EXEC || !strstr(s->command, "{port}"))
        return rsp_fail(error, RSP_USAGE,
                        "--debugger %s: needs {port}, the port to connect to, in one of its words", s->text);
    return RSP_OK;
}

rsp_status stub_config_init_debugger(stub_config *s, stub_config_kind kind, const char *text,
                                     uint64_t wait_ns, const char *scenarios,
                                     const volatile sig_atomic_t *stop, rsp_diagnostics *diagnostics,
                                     rsp_error *error) {
    uint64_t usual_ns = kind == STUB_CONFIG_LISTEN ? listen_wait_ns : debugger_wait_ns;
    *s = (stub_config){.kind = kind, .text = text, .stub_option_values = stub_option_defaults()};
    s->link.stop = stop;
    s->root = data_path_root(&s->arena);
    s->debuggees = data_path_debuggees(&s->arena, "host");
    rsp_status status = kind == STUB_CONFIG_LISTEN ? parse_listen(s, error)
                                                   : parse_debugger(s, scenarios, diagnostics, error);
    if (status == RSP_OK && s->profile && s->profile->start_timeout_ns)
        usual_ns = s->profile->start_timeout_ns;
    s->wait_ns = wait_ns ? wait_ns : usual_ns;
    return status;
}

void stub_config_free(stub_config *s) {
    rsp_profile_free(s->profile);
    rsp_arena_free(&s->arena);
    *s = (stub_config){0};
}

const char *stub_config_name(const stub_config *s) {
    if (s->profile)
        return s->profile->title[0] ? s->profile->title : s->profile->name;
    return s->in_process ? "reference stub" : s->embedded ? "embedded stub" : s->text;
}

const char *stub_config_version(stub_config *s) {
    rsp_address address = {0};
    rsp_link *link = NULL;
    if (!s->profile || !s->profile->version_command[0])
        return "";
    const char *text = rsp_arena_printf(&s->arena, "pipe:%s", s->profile->version_command);
    rsp_buf out = {.limit = VERSION_MAX_BYTES};
    if (rsp_address_parse(&address, &s->arena, text, NULL) == RSP_OK &&
        rsp_link_open_address(&link, &address, &s->link, NULL) == RSP_OK) {
        uint64_t deadline = rsp_deadline(rsp_link_now(link), version_timeout_ns);
        while (rsp_link_recv(link, &out, VERSION_MAX_BYTES - out.len, deadline) == RSP_OK)
            continue;
    }
    rsp_link_close(link);
    rsp_bytes line = rsp_bytes_sub(rsp_buf_bytes(&out), 0, rsp_bytes_index(rsp_buf_bytes(&out), '\n'));
    const char *version =
        rsp_arena_printf(&s->arena, "%.*s", (int)line.len, line.ptr ? (const char *)line.ptr : "");
    rsp_buf_free(&out);
    return version;
}

/* --- opening ------------------------------------------------------------------------------------------- */

/* An in-process stub, and whether its link is closed (or about to be, before the next open). */
typedef struct slot {
    reference *stub;
    rsp_link *link;
    bool closing;
} slot;

typedef struct image {
    const char *program;
    rsp_buf bytes;
} image;

struct stub_opener {
    const stub_config *stub_config;
    rsp_fault fault;
    rsp_arena arena; /* names of images */
    slot *slots;
    size_t num_slots;
    image *images;
    size_t num_images;
    rsp_listener *listener; /* for debuggers */
    rsp_link *spare;        /* a stub that was started in advance, not connected to; NULL for none */
    rsp_buf spare_text;     /* what it was started by */
    const char *const *spare_environment;
    unsigned spares_lost; /* in a row */
    bool reached;         /* a stub of somebody else has served a client */
    const char *const *environment;
    rsp_fork_server *fork_server; /* where many stubs are to be started; NULL for none */
};

stub_opener *stub_opener_new(const stub_config *s) {
    stub_opener *w = calloc(1, sizeof(*w));
    if (w)
        w->stub_config = s;
    return w;
}

void stub_opener_free(stub_opener *w) {
    if (!w)
        return;
    for (size_t i = 0; i < w->num_slots; i++)
        reference_free(w->slots[i].stub);
    for (size_t i = 0; i < w->num_images; i++)
        rsp_buf_free(&w->images[i].bytes);
    rsp_listener_close(w->listener);
    rsp_link_close(w->spare);
    rsp_fork_server_free(w->fork_server);
    rsp_buf_free(&w->spare_text);
    rsp_arena_free(&w->arena);
    free(w->slots);
    free(w->images);
    free(w);
}

void stub_opener_set_fault(stub_opener *w, rsp_fault fault) {
    w->fault = fault;
}

/* A free slot: one whose link has been closed, or a new one. NULL without memory. */
static slot *free_slot(stub_opener *w) {
    for (size_t i = 0; i < w->num_slots; i++) {
        if (w->slots[i].closing || !w->slots[i].stub) {
            reference_free(w->slots[i].stub);
            w->slots[i] = (slot){0};
            return &w->slots[i];
        }
    }
    slot *grown = realloc(w->slots, (w->num_slots + 1) * sizeof(*grown));
    if (!grown)
        return NULL;
    w->slots = grown;
    w->slots[w->num_slots] = (slot){0};
    return &w->slots[w->num_slots++];
}

/* The debuggee of scenarios that name none: the profile's, and `scratch` where one can be chosen. */
static const char *default_program(const stub_config *s) {
    if (s->profile && s->profile->default_program[0])
        return s->profile->default_program;
    return s->in_process || strstr(s->text, "{program}") ? "scratch" : "";
}

static rsp_status open_reference(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                 rsp_error *error) {
    stub_option_values set = w->stub_config->stub_option_values;
    if (w->fault != RSP_FAULT_NONE)
        set.stub.fault = w->fault;
    if (request->seed)
        set.machine.seed = request->seed;
    for (size_t i = 0; i < request->num_options; i++) {
        rsp_status status = stub_option_apply_text(&set, request->options[i], error);
        if (status != RSP_OK)
            return status == RSP_NOT_FOUND ? RSP_UNSUPPORTED : status;
    }
    const char *argv[OPTION_MAX_WORDS];
    size_t argc = 0;
    const char *program = request->program[0] ? request->program : default_program(w->stub_config);
    if (strcmp(program, RSP_PROGRAM_NONE) != 0 && program[0]) {
        argv[argc++] = program;
        for (size_t i = 0; i < request->num_arguments && argc < OPTION_MAX_WORDS; i++)
            argv[argc++] = request->arguments[i];
    }
    if (request->kept)
        return rsp_link_lend(out_link, request->kept);
    slot *free = free_slot(w);
    if (!free)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a stub");
    rsp_status status = reference_new(&free->stub, &set, argv, argc, error);
    if (status != RSP_OK)
        return status;
    rsp_peer peer = reference_peer(free->stub);
    rsp_peer_options options = {.rtt_ns = request->rtt_ns};
    status = rsp_link_open_peer(out_link, &peer, &options);
    if (status != RSP_OK) {
        free->closing = true;
        return rsp_fail(error, status, "the in-process link can not be opened: %s", rsp_status_text(status));
    }
    free->link = *out_link;
    return RSP_OK;
}

static rsp_status open_embedded(rsp_link **out_link, const rsp_stub_request *request, rsp_error *error) {
    if (request->num_options > 0)
        return rsp_fail(error, RSP_UNSUPPORTED, "this stub has no option %s", request->options[0]);
    if (request->program[0])
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "needs program '%s', and the embedded stub debugs what it likes", request->program);
    if (request->kept)
        return rsp_link_lend(out_link, request->kept);
    rsp_peer_options options = {.rtt_ns = request->rtt_ns};
    rsp_status status = rsp_link_open_peer(out_link, stub_config_embedded, &options);
    return status == RSP_OK ? status
                            : rsp_fail(error, status, "the embedded stub: %s", rsp_status_text(status));
}

/* Words with quotes where they are needed, as the address parser reads them. */
static void append_word(rsp_buf *out, const char *word) {
    rsp_buf_push(out, '"');
    for (const char *p = word; *p; p++) {
        if (*p == '"' || *p == '\\')
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, (uint8_t)*p);
    }
    rsp_buf_push(out, '"');
}

static bool missing(const rsp_profile *profile, const char *program) {
    for (size_t i = 0; profile && i < profile->num_missing_programs; i++)
        if (strcmp(profile->missing_programs[i], program) == 0)
            return true;
    return false;
}

/* The address text with {program}, {args}, {debuggees} and {root} filled in; {port} and {socket} are the
 * link's. */
static rsp_status expand(const stub_config *s, rsp_buf *out, const char *text,
                         const rsp_stub_request *request, rsp_error *error) {
    const char *program = request->program[0] ? request->program : default_program(s);
    rsp_buf path = {0};
    rsp_buf args = {0};
    rsp_status status = RSP_OK;
    if (strstr(text, "{program}")) {
        rsp_buf_printf(&path, "%s/%s", s->debuggees ? s->debuggees : ".", program);
        if (missing(s->profile, program) || !program[0] || !rsp_path_exists(rsp_buf_cstr(&path)))
            status = rsp_fail(error, RSP_NOT_FOUND, "no debuggee '%s' for this stub (%s)", program,
                              rsp_buf_cstr(&path));
    }
    for (size_t i = 0; i < request->num_arguments; i++) {
        if (i > 0)
            rsp_buf_push(&args, ' ');
        append_word(&args, request->arguments[i]);
    }
    const rsp_pair_text pairs[] = {
        {"program", rsp_buf_cstr(&path)},
        {"args", rsp_buf_cstr(&args)},
        {"debuggees", s->debuggees ? s->debuggees : ""},
        {"root", s->root ? s->root : ""},
        {"alive", RSP_ALIVE_TEXT},
    };
    if (status == RSP_OK)
        rsp_profile_expand(out, text, pairs, RSP_ARRAY_LEN(pairs));
    rsp_buf_free(&path);
    rsp_buf_free(&args);
    return status;
}

/* Takes the spare stub when it is one of these, and it has come to listen. */
static bool take_spare(stub_opener *w, rsp_link **out_link, rsp_bytes text) {
    uint64_t wait_ns = w->stub_config->link.connect_timeout_ns;
    rsp_link *spare = w->spare;
    if (!spare || !rsp_bytes_equal(text, rsp_buf_bytes(&w->spare_text)))
        return false;
    w->spare = NULL;
    if (w->spare_environment != w->environment) {
        rsp_link_close(spare);
        return false;
    }
    uint64_t until = rsp_deadline(rsp_link_now(spare), wait_ns ? wait_ns : spare_wait_ns);
    if (rsp_link_reconnect(spare, until, NULL) != RSP_OK) {
        rsp_link_close(spare);
        w->spares_lost++;
        return false;
    }
    w->spares_lost = 0;
    *out_link = spare;
    return true;
}

static rsp_status open_text(const stub_opener *w, rsp_link **out_link, const char *text, bool unconnected,
                            rsp_error *error) {
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_link_options options = w->stub_config->link;
    options.unconnected = unconnected;
    options.environment = w->environment;
    options.fork_server = w->fork_server;
    rsp_status status = rsp_address_parse(&address, &arena, text, error);
    if (status == RSP_OK)
        status = rsp_link_open_address(out_link, &address, &options, error);
    rsp_arena_free(&arena);
    return status;
}

static rsp_status open_address(stub_opener *w, rsp_link **out_link, const char *text,
                               const rsp_stub_request *request, rsp_error *error) {
    rsp_buf expanded = {0};
    rsp_status status = expand(w->stub_config, &expanded, text, request, error);
    if (status == RSP_OK && request->kept)
        status = rsp_link_lend(out_link, request->kept);
    else if (status == RSP_OK && !take_spare(w, out_link, rsp_buf_bytes(&expanded)))
        status = open_text(w, out_link, rsp_buf_cstr(&expanded), false, error);
    rsp_buf_free(&expanded);
    return status;
}

/* Only where each has a place of its own to listen at. */
static bool may_have_spare(const stub_opener *w, const char *text) {
    const stub_config *s = w->stub_config;
    bool own_place = strncmp(text, "exec:", 5) == 0 && (strstr(text, "{port}") || strstr(text, "{socket}"));
    bool alone = s->profile && rsp_profile_has(s->profile, RSP_QUIRK_ALONE);
    return !w->spare && s->kind == STUB_CONFIG_STUB && !s->in_process && !s->embedded && own_place &&
           !alone && w->spares_lost < MAX_SPARES_LOST;
}

void stub_opener_keep_small(stub_opener *w) {
    const char *text = w->stub_config->profile ? w->stub_config->profile->address : w->stub_config->text;
    if (!w->fork_server && text && strncmp(text, "exec:", 5) == 0)
        w->fork_server = rsp_fork_server_new(NULL);
}

void stub_opener_set_environment(stub_opener *w, const char *const *environment) {
    w->environment = environment;
}

void stub_opener_prepare(stub_opener *w, const rsp_stub_request *request) {
    const stub_config *s = w->stub_config;
    const char *text = s->profile ? s->profile->address : s->text;
    if (!may_have_spare(w, text))
        return;
    rsp_buf_clear(&w->spare_text);
    rsp_status status = expand(s, &w->spare_text, text, request, NULL);
    if (status == RSP_OK)
        status = open_text(w, &w->spare, rsp_buf_cstr(&w->spare_text), true, NULL);
    w->spare_environment = w->environment;
    w->spares_lost += status != RSP_OK;
}

/* --- waiting for debuggers -------------------------------------------------------------------------------
 */

static void tell_where(stub_opener *w) {
    const stub_config *s = w->stub_config;
    rsp_buf where = {0};
    rsp_listener_describe(w->listener, &where);
    const char *place = rsp_buf_cstr(&where);
    const char *typed = strncmp(place, "tcp:", 4) == 0 ? place + 4 : place + 5; /* behind unix: */
    fprintf(stderr, "waiting %.3g s for a debugger at %s\n  in GDB:  target remote %s\n  in LLDB: %s%s\n",
            (double)s->wait_ns / (double)RSP_NS_PER_S, place, typed,
            typed == place + 4 ? "gdb-remote " : "process connect unix-connect://", typed);
    rsp_buf_free(&where);
}

static rsp_status accept_debugger(stub_opener *w, rsp_link **out_link, rsp_error *error) {
    const stub_config *s = w->stub_config;
    rsp_listener_options options = {.link = s->link};
    if (!w->listener) {
        rsp_status status = rsp_listener_open(&w->listener, &s->address, &options, error);
        if (status != RSP_OK)
            return rsp_fail(error, RSP_CONNECT, "--listen: %s", error->msg);
    }
    tell_where(w);
    rsp_clock clock = rsp_listener_clock(w->listener);
    rsp_status status =
        rsp_listener_accept(w->listener, out_link, rsp_deadline(rsp_clock_now(&clock), s->wait_ns));
    if (status == RSP_TIMEOUT)
        return rsp_fail(error, RSP_CONNECT, "no debugger came within %.3g s",
                        (double)s->wait_ns / (double)RSP_NS_PER_S);
    return status == RSP_OK || status == RSP_CANCELLED
               ? status
               : rsp_fail(error, RSP_CONNECT, "no debugger can be accepted: %s", rsp_status_text(status));
}

/* Each debugger gets a port of its own: nobody who comes late is taken for the next one. */
static rsp_status start_debugger(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                 rsp_error *error) {
    const stub_config *s = w->stub_config;
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_listener_options options = {.link = s->link};
    rsp_arena arena = {0};
    rsp_buf command = {0};
    rsp_address address = {0};
    rsp_listener_close(w->listener);
    rsp_status status = rsp_listener_open(&w->listener, &any_port, &options, error);
    if (status == RSP_OK)
        status = expand(s, &command, s->command, request, error);
    if (status == RSP_OK)
        status = rsp_address_parse(&address, &arena, rsp_buf_cstr(&command), error);
    if (status == RSP_OK) {
        rsp_clock clock = rsp_listener_clock(w->listener);
        status = rsp_listener_spawn(w->listener, out_link, &address,
                                    rsp_deadline(rsp_clock_now(&clock), s->wait_ns), error);
    }
    rsp_buf_free(&command);
    rsp_arena_free(&arena);
    return status == RSP_TIMEOUT ? RSP_CONNECT : status;
}

/* A run tests stubs or debuggers; scenarios for the others are left out. */
static rsp_status open_debugger(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                rsp_error *error) {
    stub_config_kind kind = w->stub_config->kind;
    if (kind == STUB_CONFIG_STUB)
        return rsp_fail(error, RSP_UNSUPPORTED, "tests a debugger; name one with --debugger or --listen");
    if (request->play != RSP_PLAY_STUB)
        return rsp_fail(error, RSP_UNSUPPORTED, "tests a stub, and this run tests a debugger");
    return kind == STUB_CONFIG_LISTEN ? accept_debugger(w, out_link, error)
                                      : start_debugger(w, out_link, request, error);
}

/* Whether we say which program is debugged. What another one runs is not known. */
static bool chooses_program(const stub_config *s) {
    return s->in_process || strstr(s->profile ? s->profile->address : s->text, "{program}");
}

static rsp_status open_now(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                           rsp_error *error) {
    const stub_config *s = w->stub_config;
    bool none = strcmp(request->program, RSP_PROGRAM_NONE) == 0;
    if (request->play == RSP_PLAY_STUB || s->kind != STUB_CONFIG_STUB)
        return open_debugger(w, out_link, request, error);
    if (s->in_process)
        return open_reference(w, out_link, request, error);
    if (s->embedded)
        return open_embedded(out_link, request, error);
    if (request->num_options > 0)
        return rsp_fail(error, RSP_UNSUPPORTED, "this stub has no option %s", request->options[0]);
    if (s->profile && none && !s->profile->address_no_program[0])
        return rsp_fail(error, RSP_UNSUPPORTED, "this stub can not be started without a program");
    if (request->program[0] && !none && !chooses_program(s))
        return rsp_fail(error, RSP_UNSUPPORTED, "needs program '%s', and %s debugs what it likes",
                        request->program, s->text);
    if (s->profile)
        return open_address(w, out_link, none ? s->profile->address_no_program : s->profile->address, request,
                            error);
    if (none && !chooses_program(s))
        return rsp_fail(error, RSP_UNSUPPORTED, "needs no program, and %s debugs what it likes", s->text);
    return open_address(w, out_link, s->text, request, error);
}

/* Other stubs are started as they are. */
static bool provider_has_option(void *ctx, const char *name) {
    const stub_opener *w = ctx;
    stub_option_values set = stub_option_defaults();
    return w->stub_config->in_process &&
           stub_option_apply(&set, rsp_bytes_str(name), "on", NULL) != RSP_NOT_FOUND;
}

static rsp_address_kind kind_of_address(const stub_config *s) {
    rsp_address_kind kind = s->address.kind;
    if (s->profile && !s->in_process) {
        rsp_arena arena = {0};
        rsp_address address = {0};
        if (rsp_address_parse(&address, &arena, s->profile->address, NULL) == RSP_OK)
            kind = address.kind;
        rsp_arena_free(&arena);
    }
    return kind;
}

bool stub_config_is_ours(const stub_config *s) {
    rsp_address_kind kind = kind_of_address(s);
    return s->in_process || s->embedded || kind == RSP_ADDRESS_EXEC || kind == RSP_ADDRESS_PIPE;
}

bool stub_config_is_line(const stub_config *s) {
    return !s->in_process && !s->embedded && kind_of_address(s) == RSP_ADDRESS_PTY;
}

rsp_status stub_opener_open_again(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                  uint64_t until_ns, rsp_error *error) {
    const struct timespec moment = {.tv_nsec = (long)retry_ns};
    const volatile sig_atomic_t *stop = w->stub_config->link.stop;
    rsp_clock clock = rsp_clock_monotonic();
    rsp_status status = open_now(w, out_link, request, error);
    while (status == RSP_CONNECT && !stub_config_is_ours(w->stub_config) &&
           rsp_clock_now(&clock) < until_ns) {
        if (stop && *stop)
            return RSP_CANCELLED;
        (void)nanosleep(&moment, NULL);
        status = open_now(w, out_link, request, error);
    }
    return status;
}

/* A stub of somebody else may have to be started yet, or listens again only when its client has left. */
static rsp_status provider_open(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                rsp_error *error) {
    stub_opener *w = ctx;
    const stub_config *s = w->stub_config;
    rsp_clock clock = rsp_clock_monotonic();
    uint64_t patience_ns = s->kind != STUB_CONFIG_STUB ? 0
                           : s->reached || w->reached  ? again_wait_ns
                                                       : s->wait_ns;
    rsp_status status =
        stub_opener_open_again(w, out_link, request, rsp_deadline(rsp_clock_now(&clock), patience_ns), error);
    w->reached = w->reached || status == RSP_OK;
    return status;
}

static rsp_status load_image(stub_opener *w, const char *program, rsp_bytes *out_elf) {
    for (size_t i = 0; i < w->num_images; i++) {
        if (strcmp(w->images[i].program, program) == 0) {
            *out_elf = rsp_buf_bytes(&w->images[i].bytes);
            return RSP_OK;
        }
    }
    image *grown = realloc(w->images, (w->num_images + 1) * sizeof(*grown));
    if (!grown)
        return RSP_NO_MEMORY;
    w->images = grown;
    image *added = &w->images[w->num_images];
    *added = (image){.program = rsp_arena_str(&w->arena, program)};
    const char *path = rsp_arena_printf(&w->arena, "%s/%s", w->stub_config->debuggees, program);
    rsp_status status = io_read_file(&added->bytes, path, NULL);
    if (status != RSP_OK) {
        rsp_buf_free(&added->bytes);
        return RSP_NOT_FOUND;
    }
    w->num_images++;
    *out_elf = rsp_buf_bytes(&added->bytes);
    return RSP_OK;
}

static rsp_status provider_image(void *ctx, const char *program, rsp_bytes *out_elf) {
    stub_opener *w = ctx;
    const stub_config *s = w->stub_config;
    const char *name = program[0] ? program : default_program(s);
    if (s->kind != STUB_CONFIG_STUB)
        return RSP_NOT_FOUND;
    if (s->in_process) {
        *out_elf = reference_image(name);
        return out_elf->len > 0 ? RSP_OK : RSP_NOT_FOUND;
    }
    return chooses_program(s) && s->debuggees && name[0] ? load_image(w, name, out_elf) : RSP_NOT_FOUND;
}

static const char *provider_path(void *ctx, const char *program) {
    stub_opener *w = ctx;
    const stub_config *s = w->stub_config;
    const char *name = program[0] ? program : default_program(s);
    if (s->in_process)
        return reference_path(name);
    if (!s->profile || !s->debuggees)
        return NULL;
    const rsp_pair_text pairs[] = {{"program", name}, {"debuggees", s->debuggees}};
    rsp_buf path = {0};
    rsp_profile_expand(&path,
                       s->profile->program_path[0] ? s->profile->program_path : "{debuggees}/{program}",
                       pairs, RSP_ARRAY_LEN(pairs));
    const char *kept = rsp_arena_str(&w->arena, rsp_buf_cstr(&path));
    rsp_buf_free(&path);
    return kept;
}

void stub_opener_closing(stub_opener *w, rsp_link *link) {
    for (size_t i = 0; i < w->num_slots; i++)
        if (w->slots[i].link == link)
            w->slots[i].closing = true;
}

static void provider_last_words(void *ctx, rsp_link *link, rsp_buf *out) {
    (void)out;
    stub_opener_closing(ctx, link);
}

rsp_stub_provider stub_opener_provider(stub_opener *w) {
    return (rsp_stub_provider){
        .open = provider_open,
        .image = provider_image,
        .program_path = provider_path,
        .last_words = provider_last_words,
        .has_option = provider_has_option,
        .ctx = w,
    };
}

rsp_status stub_opener_open(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) {
    return provider_open(w, out_link, request, error);
}
