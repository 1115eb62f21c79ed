/* Opens stubs for the runner, in this process, by address, or started as a profile says.
 * Every refusal tells what was tried; a program that a stub can not have is a reason to skip, not an error.
 * See stub_opener.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_opener.h"

#include "cli/io.h"
#include "cli/option.h"
#include "stubs/debugger.h"
#include "stubs/reference_stub.h"
#include "stubs/spare_stub.h"

#include "link/link_control.h"
#include <stdlib.h>
#include <time.h>

static const uint64_t retry_ns = 20 * RSP_NS_PER_MS;
static const uint64_t again_wait_ns = RSP_NS_PER_S; /* until a stub that was there listens again */

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
    spare_stub spare;
    spare_stub rested;   /* a process that has served a play and is well */
    rsp_buf text;        /* that the last process was started by */
    bool reached;        /* a stub of somebody else has served a client, or one of ours was started */
    uint64_t slowest_ns; /* start of a stub of ours, until it listened */
    const char *const *environment;
    rsp_fork_server *fork_server; /* made while this process was small; NULL for none */
};

stub_opener *stub_opener_new(const stub_config *s) {
    stub_opener *w = calloc(1, sizeof(*w));
    if (!w)
        return NULL;
    w->stub_config = s;
    w->fork_server = early_forks_take(s->forks);
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
    spare_stub_free(&w->spare);
    spare_stub_free(&w->rested);
    rsp_buf_free(&w->text);
    rsp_fork_server_free(w->fork_server);
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
    const char *program =
        request->program[0] ? request->program : stub_config_default_program(w->stub_config);
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
                        "needs program '%s', and the embedded stub has its own program", request->program);
    if (request->kept)
        return rsp_link_lend(out_link, request->kept);
    rsp_peer_options options = {.rtt_ns = request->rtt_ns};
    rsp_status status = rsp_link_open_peer(out_link, stub_config_embedded, &options);
    return status == RSP_OK ? status
                            : rsp_fail(error, status, "the embedded stub: %s", rsp_status_text(status));
}

static stub_start_options start_options(const stub_opener *w) {
    return (stub_start_options){
        .link = &w->stub_config->link, .environment = w->environment, .fork_server = w->fork_server};
}

/* Starts the stub and notes how long that took. One that ended in place of listening, or that was started
 * before and does not come now, is tried once more: ports are taken, machines are busy. */
static rsp_status start_stub(stub_opener *w, rsp_link **out_link, const char *text, rsp_error *error) {
    const stub_start_options how = start_options(w);
    const rsp_clock clock = rsp_clock_monotonic();
    uint64_t began_ns = rsp_clock_now(&clock);
    rsp_status status = stub_start(&how, out_link, text, false, error);
    const bool again = status == RSP_DIED || (status == RSP_CONNECT && w->reached);
    if (again && stub_config_is_ours(w->stub_config)) {
        began_ns = rsp_clock_now(&clock);
        status = stub_start(&how, out_link, text, false, error);
    }
    const uint64_t took_ns = rsp_clock_now(&clock) - began_ns;
    if (status == RSP_OK && stub_config_is_ours(w->stub_config) && took_ns > w->slowest_ns)
        w->slowest_ns = took_ns;
    return status;
}

uint64_t stub_opener_slowest_ns(const stub_opener *w) {
    return w->slowest_ns;
}

/* The process that rests serves another client, or ends: there may be one at a time. */
static bool take_rested(stub_opener *w, const stub_start_options *how, rsp_link **out_link, rsp_bytes text,
                        bool fresh) {
    const bool taken = !fresh && spare_stub_take(&w->rested, how, out_link, text);
    if (!taken)
        spare_stub_free(&w->rested);
    return taken;
}

static rsp_status open_address(stub_opener *w, rsp_link **out_link, const char *text,
                               const rsp_stub_request *request, rsp_error *error) {
    const stub_start_options how = start_options(w);
    rsp_buf expanded = {0};
    rsp_status status = stub_config_command(w->stub_config, &expanded, text, request, error);
    const char *command_text = rsp_buf_cstr(&expanded); /* may move the bytes */
    const rsp_bytes command = rsp_buf_bytes(&expanded);
    if (status == RSP_OK && request->kept)
        status = rsp_link_lend(out_link, request->kept);
    else if (status == RSP_OK && !take_rested(w, &how, out_link, command, request->fresh) &&
             !spare_stub_take(&w->spare, &how, out_link, command))
        status = start_stub(w, out_link, command_text, error);
    if (status == RSP_OK && !request->kept) {
        rsp_buf_clear(&w->text);
        rsp_buf_append(&w->text, command);
    }
    rsp_buf_free(&expanded);
    return status;
}

static bool provider_rest(void *ctx, rsp_link *link) {
    stub_opener *w = ctx;
    return w->text.status == RSP_OK &&
           spare_stub_rest(&w->rested, link, w->environment, rsp_buf_bytes(&w->text));
}

/* Of programs that are chosen for each scenario, scenarios want the beginning. */
static bool may_rest(const stub_opener *w) {
    const stub_config *s = w->stub_config;
    return s->kind == STUB_CONFIG_STUB && stub_config_is_ours(s) && !s->in_process && !s->embedded &&
           !stub_config_chooses_program(s);
}

/* Only where each has a place of its own to listen at. */
static bool may_have_spare(const stub_opener *w, const char *text) {
    const stub_config *s = w->stub_config;
    bool own_place = strncmp(text, "exec:", 5) == 0 && (strstr(text, "{port}") || strstr(text, "{socket}"));
    bool alone = s->profile && rsp_profile_has(s->profile, RSP_QUIRK_ALONE);
    return spare_stub_wanted(&w->spare) && s->kind == STUB_CONFIG_STUB && !s->in_process && !s->embedded &&
           own_place && !alone;
}

void stub_opener_set_environment(stub_opener *w, const char *const *environment) {
    w->environment = environment;
}

void stub_opener_prepare(stub_opener *w, const rsp_stub_request *request) {
    const stub_config *s = w->stub_config;
    const char *text = s->profile ? s->profile->address : s->text;
    if (!may_have_spare(w, text))
        return;
    const stub_start_options how = start_options(w);
    rsp_buf expanded = {0};
    if (stub_config_command(s, &expanded, text, request, NULL) == RSP_OK)
        spare_stub_start(&w->spare, &how, rsp_buf_bytes(&expanded));
    rsp_buf_free(&expanded);
}

/* A run tests stubs or debuggers; scenarios for the others are left out. */
static rsp_status open_debugger(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                rsp_error *error) {
    if (w->stub_config->kind == STUB_CONFIG_STUB)
        return rsp_fail(error, RSP_UNSUPPORTED, "tests a debugger; name one with --debugger or --listen");
    if (request->play != RSP_PLAY_STUB)
        return rsp_fail(error, RSP_UNSUPPORTED, "tests a stub, and this run tests a debugger");
    return debugger_open(w->stub_config, &w->listener, out_link, request, error);
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
    if (request->program[0] && !none && !stub_config_chooses_program(s))
        return rsp_fail(error, RSP_UNSUPPORTED, "needs program '%s', and %s has its own program",
                        request->program, s->text);
    if (s->profile)
        return open_address(w, out_link, none ? s->profile->address_no_program : s->profile->address, request,
                            error);
    if (none && !stub_config_chooses_program(s))
        return rsp_fail(error, RSP_UNSUPPORTED, "needs a stub without a program, and %s has one", s->text);
    return open_address(w, out_link, s->text, request, error);
}

/* Other stubs are started as they are. */
static bool provider_has_option(void *ctx, const char *name) {
    const stub_opener *w = ctx;
    stub_option_values set = stub_option_defaults();
    return w->stub_config->in_process &&
           stub_option_apply(&set, rsp_bytes_str(name), "on", NULL) != RSP_NOT_FOUND;
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
    const char *name = program[0] ? program : stub_config_default_program(s);
    if (s->kind != STUB_CONFIG_STUB)
        return RSP_NOT_FOUND;
    if (s->in_process) {
        *out_elf = reference_image(name);
        return out_elf->len > 0 ? RSP_OK : RSP_NOT_FOUND;
    }
    return stub_config_chooses_program(s) && s->debuggees && name[0] ? load_image(w, name, out_elf)
                                                                     : RSP_NOT_FOUND;
}

static const char *provider_path(void *ctx, const char *program) {
    stub_opener *w = ctx;
    const stub_config *s = w->stub_config;
    const char *name = program[0] ? program : stub_config_default_program(s);
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

static uint64_t provider_slowest_start_ns(void *ctx) {
    return stub_opener_slowest_ns(ctx);
}

rsp_stub_provider stub_opener_provider(stub_opener *w) {
    return (rsp_stub_provider){
        .open = provider_open,
        .image = provider_image,
        .program_path = provider_path,
        .last_words = provider_last_words,
        .slowest_start_ns = provider_slowest_start_ns,
        .has_option = provider_has_option,
        .rest = may_rest(w) ? provider_rest : NULL,
        .ctx = w,
    };
}

rsp_status stub_opener_open(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) {
    return provider_open(w, out_link, request, error);
}
