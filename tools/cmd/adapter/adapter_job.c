/* Files are looked for in the folder of the suite, unless they are named by path.
 * A target has its own buffers for paths, so that workers do not share any.
 * See adapter_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_job.h"

#include "cli/data_path.h"
#include "cli/folder_way.h"
#include "cli/interrupt.h"
#include "cli/listen.h"
#include "cli/profiles.h"
#include "cli/suite.h"
#include "cmd/run/run_end.h"

#include "core/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How long an adapter may take to end once it has closed its output. */
#define END_GRACE_NS (5 * RSP_NS_PER_S)

/* --- files --- */

static const char *suite_folder(adapter_job *job) {
    const char *root = data_path_root(&job->arena);
    return root ? rsp_arena_printf(&job->arena, "%s/scenarios/adapters", root) : NULL;
}

int adapter_job_say(adapter_job *job) {
    return suite_print_diagnostics(&job->diagnostics) > 0 ? EXIT_USAGE : EXIT_FINE;
}

/* A profile among the files: `stubborn adapter run lldb-dap`. */
static int refuse_profile_names(adapter_job *job, const option_list *paths) {
    const char *folder = suite_folder(job);
    for (size_t i = 0; folder && i < paths->num; i++) {
        const char *path = profiles_path(&job->arena, folder, paths->items[i]);
        if (!rsp_path_exists(paths->items[i]) && rsp_path_is_file(path))
            return command_usage(job->self, "'%s' is no scenario; did you mean --profile %s?",
                                 paths->items[i], paths->items[i]);
    }
    return EXIT_FINE;
}

int adapter_job_load_suite(adapter_job *job, const option_list *paths) {
    const int named = refuse_profile_names(job, paths);
    if (named != EXIT_FINE)
        return named;
    const char *folder = suite_folder(job);
    const char *ids = folder ? rsp_arena_printf(&job->arena, "%s/requirements.yaml", folder) : NULL;
    if (ids && rsp_path_exists(ids))
        job->catalogue = rsp_catalogue_load(ids, NULL, &job->diagnostics);
    job->suite = rsp_dap_suite_new(job->catalogue);
    job->whole = paths->num == 0;
    if (!job->suite || (job->whole && !folder))
        return command_usage(job->self,
                             "the scenarios for adapters are not installed; name a file or folder");
    if (job->whole)
        (void)!rsp_dap_suite_load(job->suite, folder, &job->diagnostics);
    for (size_t i = 0; i < paths->num; i++)
        (void)!rsp_dap_suite_load(job->suite, paths->items[i], &job->diagnostics);
    return adapter_job_say(job);
}

bool adapter_job_names_rule(const char *filter) {
    return strncmp(filter, "rules/", sizeof "rules/" - 1) == 0;
}

static bool is_chosen(const adapter_job *job, const rsp_dap_scenario *scenario) {
    bool positive = false;
    bool chosen = false;
    for (size_t i = 0; i < job->args.filters.num; i++) {
        const char *filter = job->args.filters.items[i];
        if (adapter_job_names_rule(filter))
            continue;
        const bool selected = rsp_dap_scenario_selected(scenario, filter);
        if (filter[0] == '!' && !selected)
            return false;
        positive = positive || filter[0] != '!';
        chosen = chosen || (filter[0] != '!' && selected);
    }
    return chosen || !positive;
}

/* Those whose verdict depends on time come last, in their order. */
static void take_chosen(adapter_job *job, bool measures) {
    for (size_t i = 0; i < rsp_dap_suite_count(job->suite); i++) {
        const rsp_dap_scenario *scenario = rsp_dap_suite_get(job->suite, i);
        if (scenario->measures == measures && is_chosen(job, scenario))
            job->chosen[job->num_chosen++] = scenario;
    }
}

/* Shards take every n-th of each kind, so that their places do not depend on the adapter. */
static void leave_other_shards_out(adapter_job *job) {
    size_t num = 0;
    size_t beside = 0;
    for (size_t i = 0; i < job->num_chosen; i++) {
        if (i % job->shard.of != job->shard.number - 1)
            continue;
        beside += i < job->num_beside ? 1 : 0;
        job->chosen[num++] = job->chosen[i];
    }
    job->num_chosen = num;
    job->num_beside = beside;
}

int adapter_job_choose(adapter_job *job) {
    const size_t num = rsp_dap_suite_count(job->suite);
    job->chosen = rsp_arena_alloc(&job->arena, (num + 1) * sizeof(const rsp_dap_scenario *));
    if (!job->chosen)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    take_chosen(job, false);
    job->num_beside = job->num_chosen;
    take_chosen(job, true);
    if (job->num_chosen == 0)
        return command_usage(job->self, "no scenario is selected");
    const int code =
        run_end_shard(job->self, &job->shard, job->args.shard, job->num_chosen, job->args.update_baseline);
    if (code != EXIT_FINE || !job->args.shard)
        return code;
    leave_other_shards_out(job);
    return EXIT_FINE;
}

/* Adapters run in folders of their own, so that a folder is named to them by its full path. */
static int take_folder(adapter_job *job, const char *option, const char *given, const char **out) {
    if (!given)
        return EXIT_FINE;
    *out = rsp_path_is_folder(given) ? folder_way_full(&job->arena, given) : NULL;
    return *out ? EXIT_FINE : command_usage(job->self, "%s %s: no such folder", option, given);
}

static int find_debuggees(adapter_job *job) {
    const char *root = data_path_root(&job->arena);
    const char *kind = *job->profile->debuggees ? job->profile->debuggees : "adapters";
    int code = take_folder(job, "--debuggees", job->args.program_folder, &job->program_folder);
    if (code == EXIT_FINE)
        code = take_folder(job, "--sources", job->args.source_folder, &job->source_folder);
    if (!job->program_folder)
        job->program_folder = data_path_debuggees(&job->arena, kind);
    if (!job->source_folder && root)
        job->source_folder = rsp_arena_printf(&job->arena, "%s/corpora/adapters", root);
    return code;
}

/* Our own path stands for {stubborn}, so that a profile can name our adapter. */
static const char *with_own_path(adapter_job *job, const char *given) {
    const rsp_bytes text = rsp_bytes_str(given);
    const size_t at = rsp_bytes_search(text, RSP_LIT("{stubborn}"));
    const char *self = at < text.len ? data_path_program(&job->arena) : NULL;
    return self ? rsp_arena_printf(&job->arena, "%.*s%s%s", (int)at, given, self,
                                   given + at + sizeof "{stubborn}" - 1)
                : given;
}

int adapter_job_take_address(adapter_job *job) {
    const rsp_bytes given = rsp_bytes_str(job->args.adapter ? job->args.adapter : "");
    if (!rsp_bytes_starts(given, RSP_LIT("profile:")))
        return EXIT_FINE;
    if (job->args.profile)
        return command_usage(job->self, "--profile: not with --adapter %s, which names one, too",
                             job->args.adapter);
    job->args.profile = job->args.adapter + sizeof "profile:" - 1;
    job->args.adapter = NULL;
    return EXIT_FINE;
}

/* "localhost:4711" lacks what most addresses have in front. */
static int check_address(adapter_job *job) {
    rsp_address address = {0};
    rsp_error why = {0};
    if (rsp_address_parse(&address, &job->arena, job->command, &why) == RSP_OK)
        return EXIT_FINE;
    const char *meant = listen_meant(&job->arena, job->command);
    if (!meant && !strchr(job->command, ':'))
        meant = rsp_arena_printf(&job->arena, "exec:%s", job->command);
    return meant ? command_usage(job->self, "--adapter %s: did you mean '%s'?", job->command, meant)
                 : command_usage(job->self, "--adapter %s: %s", job->command, why.msg);
}

static int refuse_profile(adapter_job *job, const char *folder) {
    const char *name = job->args.profile;
    const char *nearest = profiles_nearest(&job->arena, folder, name);
    return nearest ? command_usage(job->self, "no profile '%s'; did you mean '%s'?", name, nearest)
                   : command_usage(job->self, "no profile '%s'; --adapter exec:COMMAND needs none", name);
}

int adapter_job_load_profile(adapter_job *job) {
    const char *name = job->args.profile;
    const char *folder = suite_folder(job);
    const bool is_path = name && (strchr(name, '/') || rsp_bytes_ends(rsp_bytes_str(name), RSP_LIT(".yaml")));
    if (name && !is_path)
        name = profiles_path(&job->arena, folder, name);
    if (name && !is_path && !rsp_path_is_file(name))
        return refuse_profile(job, folder);
    job->profile = name ? rsp_dap_profile_load(name, &job->diagnostics) : rsp_dap_profile_new();
    if (!job->profile)
        return adapter_job_say(job) ? EXIT_USAGE : EXIT_UNREACHABLE;
    if (!job->args.adapter && !*job->profile->adapter)
        return command_usage(job->self, "which adapter? --adapter exec:COMMAND, or --profile NAME");
    job->command = with_own_path(job, job->args.adapter ? job->args.adapter : job->profile->adapter);
    const int code = check_address(job);
    return code == EXIT_FINE ? find_debuggees(job) : code;
}

/* --- the target --- */

static rsp_status open_adapter(void *ctx, rsp_link **out_link, rsp_error *error) {
    const adapter_end *end = ctx;
    const rsp_link_options options = {.stop = interrupt_flag(),
                                      .fork_server = end->fork_server,
                                      .connect_timeout_ns = rsp_dap_target_start_ns(&end->target),
                                      .end_grace_ns = end->grace_ns ? end->grace_ns : END_GRACE_NS};
    return rsp_link_open(out_link, end->command ? end->command : end->job->command, &options, error);
}

static const char *below(rsp_buf *out, const char *folder, const char *name, const char *ending) {
    if (!folder)
        return NULL;
    rsp_buf_clear(out);
    rsp_buf_printf(out, "%s/%s%s", folder, name, ending);
    return rsp_path_is_file(rsp_buf_cstr(out)) ? rsp_buf_cstr(out) : NULL;
}

static const char *program_of(void *ctx, const char *name) {
    adapter_end *end = ctx;
    return below(&end->path, end->job->program_folder, name, "");
}

static const char *source_of(void *ctx, const char *name) {
    adapter_end *end = ctx;
    return below(&end->source, end->job->source_folder, name, end->job->profile->extension);
}

/* Expressions may have made the last one. */
static void remove_mark(adapter_end *end) {
    if (end->mark.len > 0)
        (void)remove(rsp_buf_cstr(&end->mark));
    rsp_buf_clear(&end->mark);
}

static const char *mark_of(void *ctx) {
    adapter_end *end = ctx;
    const char *folder = getenv("TMPDIR");
    remove_mark(end);
    rsp_buf_printf(&end->mark, "%s/stubborn-%ld-%p-%u", folder && *folder ? folder : "/tmp", (long)getpid(),
                   (const void *)end, ++end->num_marks);
    return rsp_buf_cstr(&end->mark);
}

void adapter_end_open(adapter_end *end) {
    end->fork_server = early_forks_take(&end->job->forks);
    end->target = (rsp_dap_target){.open = open_adapter,
                                   .program = program_of,
                                   .source = source_of,
                                   .mark = mark_of,
                                   .ctx = end,
                                   .profile = end->job->profile,
                                   .timeout_ns = end->job->args.timeout_ns,
                                   .start_ns = end->job->args.start_ns,
                                   .most_wait_ns = end->job->most_wait_ns,
                                   .again_prefix = end->job->again};
}

void adapter_end_close(adapter_end *end) {
    rsp_buf_free(&end->path);
    rsp_buf_free(&end->source);
    remove_mark(end);
    rsp_buf_free(&end->mark);
    early_forks_give(&end->job->forks, end->fork_server);
    end->fork_server = NULL;
}
