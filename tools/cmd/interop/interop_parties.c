/* Names are names of folders, too: letters, digits, '.', '_' and '-'.
 * A debugger's script is that of a profile, or the one whose programs its command is among.
 * See interop_parties.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/interop/interop_parties.h"

#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "stubs/supply.h"

#include "core/file.h"
#include "core/folder.h"
#include "core/suggest.h"
#include <stdlib.h>

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* --- names --- */

/* "NAME=REST". Without a '=' the whole is both, where it can be a name; "profile:gdb" is named gdb. */
static bool split(rsp_arena *arena, const char *text, const char **out_name, const char **out_rest) {
    const size_t len = strspn(text, NAME_CHARACTERS);
    const char *profile = strncmp(text, "profile:", 8) == 0 ? text + 8 : text;
    *out_rest = text[len] == '=' ? text + len + 1 : text;
    *out_name = text[len] == '=' ? rsp_arena_printf(arena, "%.*s", (int)len, text) : profile;
    const char *name = *out_name;
    return *name && **out_rest && name[strspn(name, NAME_CHARACTERS)] == '\0' && name[0] != '.';
}

static bool is_taken(const rsp_interop_party *parties, size_t num, const char *name) {
    for (size_t i = 0; i < num; i++)
        if (strcmp(parties[i].name, name) == 0)
            return true;
    return false;
}

/* Takes the next NAME=REST of an option. An exit status. */
static int take_name(interop_parties *p, const command *self, const char *option, const char *text,
                     rsp_interop_party *parties, size_t num) {
    rsp_interop_party *party = &parties[num];
    *party = (rsp_interop_party){.about = "", .trouble = ""};
    if (!split(&p->arena, text, &party->name, &party->given))
        return command_usage(self, "--%s %s: expected NAME=%s; a NAME has letters, digits, '.', '_' and '-'",
                             option, text, strcmp(option, "stub") == 0 ? "ADDRESS" : "COMMAND");
    if (is_taken(parties, num, party->name))
        return command_usage(self, "--%s %s: there is a %s of this name already", option, text, option);
    if (num == RSP_INTEROP_MOST_NAMES)
        return command_usage(self, "--%s: at most %d of them", option, RSP_INTEROP_MOST_NAMES);
    return EXIT_FINE;
}

/* --- stubs --- */

/* The value that an option NAME=VALUE has for this stub; NULL. */
static const char *value_for(const option_list *options, const char *name) {
    const size_t len = strlen(name);
    for (size_t i = 0; i < options->num; i++)
        if (strncmp(options->items[i], name, len) == 0 && options->items[i][len] == '=')
            return options->items[i] + len + 1;
    return NULL;
}

/* That of a debuggee of ours, where the stub is started with one. */
static const char *file_of(void *ctx, const char *program, rsp_arena *arena) {
    const stub_config *s = ctx;
    if (!stub_config_chooses_program(s) || !s->debuggees)
        return NULL;
    const char *path = rsp_arena_printf(arena, "%s/%s", s->debuggees, program);
    return rsp_path_is_file(path) ? path : NULL;
}

static bool is_reference(const char *given) {
    return strcmp(given, "reference") == 0 || strcmp(given, "profile:reference") == 0;
}

/* The reference stub as a process of its own: no debugger comes to one in this process. */
static const char *as_process(interop_parties *p, const char *given) {
    const char *self = data_path_program(&p->arena);
    rsp_buf word = {0};
    if (!is_reference(given))
        return given;
    rsp_buf_shell_word(&word, self ? self : "stubborn");
    const char *text =
        rsp_arena_printf(&p->arena, "exec:%s stub --listen tcp:{port} {program}", rsp_buf_cstr(&word));
    rsp_buf_free(&word);
    return text;
}

static int open_config(interop_parties *p, const command *self, stub_config *config, const char *given) {
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    const char *text = as_process(p, given);
    const rsp_status status = stub_config_init(config, text, data_path_scenarios(&p->arena), interrupt_flag(),
                                               &diagnostics, &error);
    if (status == RSP_OK && is_reference(given))
        config->debuggees = data_path_debuggees(&config->arena, "riscv");
    const int code = status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
    rsp_diagnostics_free(&diagnostics);
    if (code == EXIT_FINE && config->embedded)
        return command_usage(self, "--stub %s: it runs inside this program, where no debugger comes to it",
                             given);
    return code;
}

static int take_stub(interop_parties *p, const command *self, const interop_stub_options *o, size_t i) {
    rsp_interop_party *party = &p->stub_names[i];
    stub_config *config = &p->configs[i];
    int code = take_name(p, self, "stub", o->stubs->items[i], p->stub_names, i);
    if (code != EXIT_FINE)
        return code;
    p->num_stubs = i + 1;
    code = open_config(p, self, config, party->given);
    if (code != EXIT_FINE)
        return code;
    party->about = stub_config_version(config);
    p->stubs[i] = (rsp_interop_stub){.supply = stub_supply(config),
                                     .file = file_of,
                                     .ctx = config,
                                     .elf = value_for(o->elfs, party->name),
                                     .function = value_for(o->functions, party->name),
                                     .allow_writes = o->allow_writes,
                                     .file_io = is_reference(party->given) ||
                                                rsp_profile_has(config->profile, RSP_QUIRK_FILE_IO)};
    if (p->stubs[i].elf && !rsp_path_is_file(p->stubs[i].elf))
        return command_usage(self, "--elf %s=%s: there is no such file", party->name, p->stubs[i].elf);
    return EXIT_FINE;
}

/* Each --elf and --function is about a stub that there is. */
static int check_names(const interop_parties *p, const command *self, const char *option,
                       const option_list *values) {
    for (size_t i = 0; i < values->num; i++) {
        const char *sign = strchr(values->items[i], '=');
        bool found = false;
        for (size_t s = 0; s < p->num_stubs && sign && !found; s++)
            found = strlen(p->stub_names[s].name) == (size_t)(sign - values->items[i]) &&
                    strncmp(p->stub_names[s].name, values->items[i], (size_t)(sign - values->items[i])) == 0;
        if (!found)
            return command_usage(self, "--%s %s: expected the NAME of a stub and '='", option,
                                 values->items[i]);
    }
    return EXIT_FINE;
}

int interop_parties_stubs(interop_parties *p, const command *self, const interop_stub_options *o) {
    const size_t num = o->stubs->num;
    p->configs = calloc(num + 1, sizeof *p->configs);
    p->stubs = calloc(num + 1, sizeof *p->stubs);
    p->stub_names = rsp_arena_alloc(&p->arena, (num + 1) * sizeof *p->stub_names);
    if (!p->configs || !p->stubs || !p->stub_names)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    for (size_t i = 0; i < num && code == EXIT_FINE; i++)
        code = take_stub(p, self, o, i);
    if (code == EXIT_FINE)
        code = check_names(p, self, "elf", o->elfs);
    return code == EXIT_FINE ? check_names(p, self, "function", o->functions) : code;
}

/* --- debuggers --- */

static const char *scripts_folder(interop_parties *p) {
    const char *scenarios = data_path_scenarios(&p->arena);
    return rsp_arena_printf(&p->arena, "%s/interop", scenarios ? scenarios : ".");
}

static rsp_script_debugger *load(const command *self, const char *path, int *out_code) {
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    rsp_script_debugger *script = rsp_script_debugger_load(path, &diagnostics);
    if (!script) {
        error.status = rsp_diagnostics_first(&diagnostics, &error) != RSP_OK ? error.status : RSP_NO_MEMORY;
        *out_code = command_fail(self, &error);
    }
    rsp_diagnostics_free(&diagnostics);
    return script;
}

/* profile:NAME, or profile:PATH. */
static rsp_script_debugger *load_profile(interop_parties *p, const command *self, const char *name,
                                         int *out_code) {
    const bool is_path = strchr(name, '/') || strstr(name, ".yaml");
    const char *path = is_path ? name : rsp_arena_printf(&p->arena, "%s/%s.yaml", scripts_folder(p), name);
    if (rsp_path_is_file(path))
        return load(self, path, out_code);
    *out_code = command_usage(self, "--debugger profile:%s: there is no %s", name, path);
    return NULL;
}

/* "gdb -i=dap", "stubborn dap": a command that says itself what the program is to speak. */
static bool says_dap(const char *words) {
    const size_t len = strlen(words);
    return strstr(words, "dap ") || (len > 3 && strcmp(words + len - 3, "dap") == 0);
}

/* A program that can be both is an adapter only where its command says so. */
static bool is_for(const rsp_script_debugger *script, const char *program, const char *words) {
    const bool both = script->speaks == RSP_SCRIPT_DAP && *script->arguments;
    return rsp_script_is_for(script, program) && (!both || says_dap(words));
}

/* The one whose programs this is among; "lldb-dap" also has "lldb" in it, and is first. `words` follow the
 * program. */
static rsp_script_debugger *load_for(interop_parties *p, const command *self, const char *program,
                                     const char *words, int *out_code) {
    rsp_folder_names files;
    const char *folder = scripts_folder(p);
    rsp_script_debugger *found = NULL;
    (void)!rsp_folder_read(&files, folder, ".yaml", NULL);
    for (size_t i = 0; i < files.num && !found && *out_code == EXIT_FINE; i++) {
        found = load(self, rsp_arena_printf(&p->arena, "%s/%s", folder, files.names[i]), out_code);
        if (found && !is_for(found, program, words)) {
            rsp_script_debugger_free(found);
            found = NULL;
        }
    }
    rsp_folder_free(&files);
    if (!found && *out_code == EXIT_FINE)
        *out_code = command_usage(self,
                                  "--debugger: no file of %s is for %s; NAME=profile:FILE.yaml names one of "
                                  "your own",
                                  folder, program);
    return found;
}

/* Where a script asks for our own program, this one is meant. */
static const char *own_program(interop_parties *p, const rsp_script_debugger *script, const char *given) {
    const bool ours = strcmp(*given ? given : *script->programs ? *script->programs : "", "stubborn") == 0;
    return ours ? data_path_program(&p->arena) : NULL;
}

/* The words that start it: as given, or the first program of the script that is installed. */
static const char *command_of(interop_parties *p, const rsp_script_debugger *script, const char *given,
                              bool is_profile) {
    const char *program = is_profile ? "" : given;
    const char *own = own_program(p, script, program);
    const char *found = own ? own : rsp_act_program(script, program, NULL, &p->arena);
    rsp_buf word = {0};
    if (!found)
        return NULL;
    rsp_buf_shell_word(&word, found);
    const char *words = rsp_arena_str(&p->arena, rsp_buf_cstr(&word));
    rsp_buf_free(&word);
    return words;
}

static int take_debugger(interop_parties *p, const command *self, const char *text, size_t i) {
    rsp_interop_party *party = &p->debugger_names[i];
    int code = take_name(p, self, "debugger", text, p->debugger_names, i);
    if (code != EXIT_FINE)
        return code;
    const bool is_profile = strncmp(party->given, "profile:", 8) == 0;
    const size_t len = strcspn(party->given, " ");
    const char *program = rsp_arena_printf(&p->arena, "%.*s", (int)len, party->given);
    p->scripts[i] = is_profile ? load_profile(p, self, party->given + 8, &code)
                               : load_for(p, self, program, party->given + len, &code);
    if (!p->scripts[i])
        return code;
    p->num_debuggers = i + 1;
    const char *words = command_of(p, p->scripts[i], program, is_profile);
    if (!words)
        return command_usage(self, "--debugger %s: it is not installed", text);
    p->debuggers[i] = (rsp_interop_debugger){
        .script = p->scripts[i],
        .found = is_profile,
        .command = rsp_arena_printf(&p->arena, "%s%s", words, is_profile ? "" : party->given + len)};
    return EXIT_FINE;
}

int interop_parties_debuggers(interop_parties *p, const command *self, const option_list *debuggers) {
    const size_t num = debuggers->num;
    p->scripts = calloc(num + 1, sizeof(void *));
    p->debuggers = calloc(num + 1, sizeof *p->debuggers);
    p->debugger_names = rsp_arena_alloc(&p->arena, (num + 1) * sizeof *p->debugger_names);
    if (!p->scripts || !p->debuggers || !p->debugger_names)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    int code = EXIT_FINE;
    for (size_t i = 0; i < num && code == EXIT_FINE; i++)
        code = take_debugger(p, self, debuggers->items[i], i);
    return code;
}

void interop_parties_free(interop_parties *p) {
    for (size_t i = 0; i < p->num_stubs; i++)
        stub_config_free(&p->configs[i]);
    for (size_t i = 0; i < p->num_debuggers; i++)
        rsp_script_debugger_free(p->scripts[i]);
    free(p->configs);
    free(p->stubs);
    free((void *)p->scripts);
    free(p->debuggers);
    rsp_arena_free(&p->arena);
    *p = (interop_parties){0};
}
