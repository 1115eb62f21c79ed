/* The public face of the suite: a selection that is loaded, and one runner that plays it.
 * Judgements are results without what only reports of `stubborn run` show.
 * See rsp/scenarios.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/scenarios.h>

#include "core/file.h"
#include "core/mem.h"
#include "link/link_control.h"
#include "suite/selection.h"

struct rsp_scenarios {
    rsp_selection selection;
    const rsp_scenario **all; /* in the selection's arena */
    size_t num;
};

/* A folder with a catalogue is a suite; anything else stands for itself. */
static rsp_status load_path(rsp_selection *selection, const char *path) {
    rsp_buf catalogue = {0};
    rsp_buf_printf(&catalogue, "%s/requirements.yaml", path);
    bool is_suite = rsp_path_exists(rsp_buf_cstr(&catalogue));
    rsp_buf_free(&catalogue);
    return is_suite ? rsp_selection_load(selection, path, NULL, 0)
                    : rsp_selection_load(selection, NULL, &path, 1);
}

static rsp_status first_error(const rsp_diagnostics *diagnostics, const char *path, rsp_error *error) {
    rsp_error first = {0};
    rsp_status status = rsp_diagnostics_first(diagnostics, &first);
    if (status == RSP_OK)
        return RSP_OK;
    /* The place goes into the message: its path belongs to the collection, which is freed. */
    const char *where = first.where ? first.where : path;
    return first.line ? rsp_fail(error, status, "%s:%u: %s", where, (unsigned)first.line, first.msg)
                      : rsp_fail(error, status, "%s: %s", where, first.msg);
}

static rsp_status load(rsp_scenarios *s, const char *path, rsp_error *error) {
    rsp_status status = load_path(&s->selection, path);
    if (status == RSP_BAD_FILE)
        return first_error(&s->selection.diagnostics, path, error);
    if (status == RSP_OK)
        status = first_error(rsp_suite_diagnostics(s->selection.scenarios), path, error);
    else
        (void)rsp_fail(error, status, "%s: %s", path, rsp_status_text(status));
    if (status != RSP_OK)
        return status;
    s->all = rsp_selection_choose(&s->selection, NULL, 0, &s->num);
    return s->all ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "%s: out of memory", path);
}

rsp_status rsp_scenarios_load(rsp_scenarios **out, const char *path, rsp_error *error) {
    *out = NULL;
    rsp_scenarios *s = rsp_mem_calloc(NULL, 1, sizeof *s);
    if (!s)
        return rsp_fail(error, RSP_NO_MEMORY, "%s: out of memory", path);
    rsp_status status = load(s, path, error);
    if (status == RSP_OK)
        *out = s;
    else
        rsp_scenarios_free(s);
    return status;
}

void rsp_scenarios_free(rsp_scenarios *s) {
    if (!s)
        return;
    rsp_selection_free(&s->selection);
    rsp_mem_free(NULL, s);
}

size_t rsp_scenarios_count(const rsp_scenarios *s) {
    return s->num;
}

const char *rsp_scenarios_name(const rsp_scenarios *s, size_t i) {
    return s->all[i]->name;
}

/* --- playing --- */

static rsp_status open_stub(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) {
    const rsp_scenarios_options *options = ctx;
    if (request->play == RSP_PLAY_STUB)
        return rsp_fail(error, RSP_UNSUPPORTED, "it tests a debugger, and there is only a stub");
    if (request->num_options > 0)
        return rsp_fail(error, RSP_UNSUPPORTED, "it needs a stub with the option %s", request->options[0]);
    if (request->kept)
        return rsp_link_lend(out_link, request->kept);
    return options->open(options->ctx, out_link, request->program, error);
}

static void pass_on(void *ctx, const rsp_scenario *scenario, const char *variant, const rsp_result *r) {
    const rsp_scenarios_options *options = ctx;
    (void)scenario;
    (void)variant;
    if (!r || !options->judged)
        return;
    options->judged(options->ctx, &(rsp_judgement){.name = r->scenario,
                                                   .title = r->title,
                                                   .requirements = r->requirements,
                                                   .level = r->level,
                                                   .verdict = r->verdict,
                                                   .message = r->message,
                                                   .expected = r->expected,
                                                   .got = r->got,
                                                   .evidence = r->shown.window,
                                                   .reason = r->reason,
                                                   .path = r->place.path,
                                                   .line = r->place.line,
                                                   .duration_ns = r->cost.duration_ns});
}

static rsp_status play(const rsp_scenario **chosen, size_t num, rsp_runner *runner, rsp_arena *arena,
                       rsp_run *run, rsp_error *error) {
    rsp_status status = rsp_runner_probe(runner, error);
    if (status == RSP_OK)
        rsp_selection_order(chosen, num, runner, arena);
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = rsp_runner_run(runner, chosen[i], run, error);
    return status;
}

rsp_status rsp_scenarios_play(const rsp_scenarios *s, const rsp_scenarios_options *options,
                              rsp_error *error) {
    rsp_scenarios_options own = *options;
    const rsp_stub_provider provider = {.open = open_stub, .ctx = &own};
    const rsp_runner_options how = {.seed = own.seed,
                                    .timeout_ns = own.timeout_ns,
                                    .quiet_ns = own.quiet_ns,
                                    .allow_writes = own.allow_writes,
                                    .catalogue = s->selection.catalogue,
                                    .stop = own.stop,
                                    .mem = own.mem,
                                    .progress = pass_on,
                                    .ctx = &own};
    rsp_arena arena = {.mem = own.mem};
    rsp_run run = {.arena = {.mem = own.mem}};
    const rsp_scenario **chosen = rsp_arena_alloc(&arena, (s->num + 1) * sizeof(const rsp_scenario *));
    size_t num = 0;
    for (size_t i = 0; chosen && i < s->num; i++)
        if (!own.only || rsp_scenario_selected(s->all[i], own.only))
            chosen[num++] = s->all[i];
    rsp_runner *runner = chosen ? rsp_runner_new(&provider, &how) : NULL;
    rsp_status status = runner ? play(chosen, num, runner, &arena, &run, error)
                               : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    rsp_runner_free(runner);
    rsp_run_free(&run);
    rsp_arena_free(&arena);
    return status;
}
