/* Understands what --stub, --listen and --debugger say, and fills in the places of an address.
 * Every refusal tells what was tried, and what may have been meant.
 * Commands are split into words by the link layer, never by a shell. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_config.h"

#include "cli/data_path.h"
#include "cli/listen.h"
#include "cli/profiles.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/suggest.h"
#include "link/address.h"
#include <stdio.h>
#include <stdlib.h>

enum { VERSION_MAX_BYTES = 4096 };
static const uint64_t version_timeout_ns = 5 * RSP_NS_PER_S;
static const uint64_t start_wait_ns = 30 * RSP_NS_PER_S;  /* emulators and compilers take their time */
static const uint64_t listen_wait_ns = 60 * RSP_NS_PER_S; /* somebody reads, and types */
static const uint64_t debugger_wait_ns = 20 * RSP_NS_PER_S;

const rsp_peer *stub_config_embedded;

const char *stub_config_default(void) {
    return stub_config_embedded ? "embedded" : "reference";
}

/* --- understanding --stub ------------------------------------------------------------------------------ */

static rsp_status load_profile(stub_config *s, const char *name, const char *scenarios,
                               rsp_diagnostics *diagnostics, rsp_error *error) {
    bool is_path = strchr(name, '/') || strstr(name, ".yaml");
    const char *path = is_path ? name : profiles_path(&s->arena, scenarios, name);
    if (!rsp_path_exists(path)) {
        const char *nearest = profiles_nearest(&s->arena, scenarios, name);
        if (nearest)
            return rsp_fail(error, RSP_NOT_FOUND, "no profile '%s'; did you mean '%s'?", name, nearest);
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

/* "localhost:99999" */
static bool is_port_too_large(rsp_arena *arena, const char *text) {
    const char *colon = strrchr(text, ':');
    const char *port = colon ? colon + 1 : text;
    rsp_address address;
    return *port && port[strspn(port, "0123456789")] == '\0' &&
           rsp_address_parse(&address, arena, rsp_arena_printf(arena, "tcp:%s", text), NULL) != RSP_OK;
}

static rsp_status refuse(rsp_arena *arena, const char *text, const char *scenarios, rsp_error *error) {
    rsp_suggestion nearest = {.word = form_of(text)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(forms); i++)
        rsp_suggest_offer(&nearest, forms[i]);
    const char *meant = profiles_has(arena, scenarios, text) ? rsp_arena_printf(arena, "profile:%s", text)
                        : nearest.best                       ? nearest.best
                                                             : listen_meant(arena, text);
    if (meant)
        return rsp_fail(error, RSP_USAGE, "--stub %s: did you mean '%s'?", text, meant);
    if (is_port_too_large(arena, text))
        return rsp_fail(error, RSP_USAGE, "--stub %s: a port is a number from 0 to 65535", text);
    return rsp_fail(
        error, RSP_USAGE,
        "--stub %s: expected reference, tcp:HOST:PORT, unix:PATH, pty:DEVICE, exec:COMMAND or profile:NAME",
        text);
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
    if (status == RSP_OK && s->address.kind == RSP_ADDRESS_EXEC)
        s->link.connect_timeout_ns = start_wait_ns;
    if (status == RSP_OK && s->address.kind != RSP_ADDRESS_STDIO)
        return RSP_OK;
    if (!known_form(text))
        return refuse(&s->arena, text, scenarios, error);
    return rsp_fail(error, RSP_USAGE, "--stub %s: %s", text,
                    why.msg[0] ? why.msg : "can not be connected to");
}

void stub_config_set_start(stub_config *s, uint64_t start_ns) {
    if (start_ns)
        s->link.connect_timeout_ns = start_ns;
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

/* --- what is known of it --- */

const char *stub_config_default_program(const stub_config *s) {
    if (s->profile && s->profile->default_program[0])
        return s->profile->default_program;
    return s->in_process || strstr(s->text, "{program}") ? "scratch" : "";
}

bool stub_config_chooses_program(const stub_config *s) {
    return s->in_process || strstr(s->profile ? s->profile->address : s->text, "{program}");
}

bool stub_config_loads(const stub_config *s) {
    return s->profile && s->profile->load && !stub_config_chooses_program(s);
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

rsp_status stub_config_expand(const stub_config *s, rsp_buf *out, const char *text,
                              const rsp_stub_request *request, rsp_error *error) {
    const char *program = request->program[0] ? request->program : stub_config_default_program(s);
    rsp_buf path = {0};
    rsp_buf args = {0};
    rsp_status status = RSP_OK;
    if (strstr(text, "{program}")) {
        if (strchr(program, '/'))
            rsp_buf_str(&path, program); /* any program, not one of ours */
        else
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

/* Whether only blanks follow the last {program}. */
static bool ends_with_program(const char *text) {
    static const char name[] = "{program}";
    const char *last = NULL;
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        last = at + strlen(name);
    return last && last[strspn(last, " ")] == '\0';
}

rsp_status stub_config_command(const stub_config *s, rsp_buf *out, const char *text,
                               const rsp_stub_request *request, rsp_error *error) {
    const bool drops = request->num_arguments > 0 && strstr(text, "{program}") && !strstr(text, "{args}");
    if (!drops)
        return stub_config_expand(s, out, text, request, error);
    if (!ends_with_program(text))
        return rsp_fail(
            error, RSP_UNSUPPORTED,
            "for a program with arguments; {args} behind {program} in the stub's command gives it them");
    rsp_buf whole = {0};
    rsp_buf_str(&whole, text);
    rsp_buf_str(&whole, " {args}");
    const rsp_status status = whole.status == RSP_OK
                                  ? stub_config_expand(s, out, rsp_buf_cstr(&whole), request, error)
                                  : whole.status;
    rsp_buf_free(&whole);
    return status;
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
