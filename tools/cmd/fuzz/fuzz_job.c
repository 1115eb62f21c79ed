/* The stub and the options that the fuzzer gets: of the command line, of the profile, of the stub's manners.
 * Nothing is played here but the look.
 * See fuzz_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_job.h"
#include "cli/io.h"
#include "cmd/fuzz/fuzz_guest.h"

#include "cli/data_path.h"
#include "cli/interrupt.h"
#include "cli/suite.h"
#include "stubs/look.h"
#include "stubs/stub_hint.h"

#include <limits.h>
#include <stdio.h>

void fuzz_job_prefer_arguments(rsp_campaign_about *about, const fuzz_args *args) {
    about->stub = args->stub ? args->stub : about->stub;
    about->program = args->program ? args->program : about->program;
    about->seed = args->seed ? args->seed : about->seed;
}

/* A campaign of seconds does not wait half a minute for its stub. */
static uint64_t start_of(const fuzz_args *args) {
    static const uint64_t least_ns = 5 * RSP_NS_PER_S;
    static const uint64_t usual_ns = 30 * RSP_NS_PER_S;
    if (args->start_ns || args->for_ns == 0 || args->for_ns >= usual_ns)
        return args->start_ns;
    return args->for_ns > least_ns ? args->for_ns : least_ns;
}

static rsp_status open_source(fuzz_job *job, rsp_error *error) {
    rsp_status status = stub_config_init(&job->stub_config, job->about.stub, data_path_scenarios(&job->arena),
                                         interrupt_flag(), &job->diagnostics, error);
    stub_config_set_start(&job->stub_config, start_of(&job->args));
    job->stub_config.link.end_grace_ns = 2 * RSP_NS_PER_MS; /* the player waits longer where it matters */
    if (status == RSP_OK && job->args.fault) {
        if (!job->stub_config.in_process)
            return rsp_fail(error, RSP_USAGE, "--fault: only the reference stub has faults");
        status =
            stub_option_apply(&job->stub_config.stub_option_values, RSP_LIT("fault"), job->args.fault, error);
    }
    return status;
}

static unsigned unsigned_of(uint64_t number) {
    return number < UINT_MAX ? (unsigned)number : UINT_MAX;
}

static rsp_status parse_allowed(rsp_fuzzer_options *o, const char *text, rsp_error *error) {
    rsp_error why = {0};
    const rsp_status status = rsp_harm_parse(&o->player.allowed, text, &why);
    return status == RSP_OK ? status : rsp_fail(error, status, "--allow %s", why.msg);
}

enum { STARTS = 4 }; /* of one of ours that fails to */

/* The machine that the reference stub runs on is simulated: nothing that it is asked for can harm. */
static rsp_status fill_options(fuzz_job *job, rsp_error *error) {
    const fuzz_args *args = &job->args;
    rsp_fuzzer_options *o = &job->options;
    const rsp_profile *profile = job->stub_config.profile;
    *o = (rsp_fuzzer_options){
        .seed = job->about.seed,
        .should = args->should,
        .session_messages = unsigned_of(args->session),
        .memory_bytes = (args->memory < UINT64_MAX >> 20 ? args->memory : UINT64_MAX >> 20) << 20,
        .starts = stub_config_is_ours(&job->stub_config) ? STARTS : 1,
        .minimise_ns = args->cut_ns,
        .uncut = args->cut_ns == 0,
        .player = {.timeout_ns = args->timeout_ns, .patience_ns = args->patience_ns},
    };
    o->player.pipeline = args->pipeline ? unsigned_of(args->pipeline) : 32;
    if (!o->player.timeout_ns && profile)
        o->player.timeout_ns = profile->timeout_ns;
    if (!o->player.timeout_ns)
        o->player.timeout_ns = RSP_NS_PER_S;
    rsp_status status = args->ignore ? rsp_finding_kinds_parse(&o->ignored, args->ignore, error) : RSP_OK;
    if (!args->differences)
        o->ignored |= UINT32_C(1) << RSP_FINDING_DIFFERENCE;
    if (status == RSP_OK && args->allow)
        status = parse_allowed(o, args->allow, error);
    if (job->stub_config.in_process)
        o->player.allowed = RSP_HARM_ALL;
    o->player.any_process = job->stub_config.in_process;
    o->player.line = stub_config_is_line(&job->stub_config);
    o->player.ends_as_program = rsp_profile_has(profile, RSP_QUIRK_ENDS_AS_PROGRAM);
    return status;
}

rsp_status fuzz_job_open(fuzz_job *job, rsp_error *error) {
    rsp_status status = open_source(job, error);
    return status == RSP_OK ? fill_options(job, error) : status;
}

int fuzz_job_fail(const fuzz_job *job, const rsp_error *error) {
    if (suite_print_diagnostics(&job->diagnostics) > 0)
        return EXIT_USAGE;
    return command_fail(job->self, error);
}

/* --- manners --- */

static rsp_status look(fuzz_job *job, rsp_error *error) {
    const rsp_stub_request request = {.program = job->about.program, .seed = job->about.seed};
    const rsp_manners_options options = {
        .timeout_ns = job->options.player.timeout_ns, .run_program = true, .stop = interrupt_flag()};
    return stub_look(&job->manners, &job->stub_config, &request, &options, &job->kept, error);
}

/* Says what happens to a stub that serves one client only. */
static void note_life(fuzz_job *job) {
    bool kept = job->kept != NULL;
    job->stub_config.reached = true;
    if (job->manners.clients.life > RSP_LIFE_STAYS)
        io_say(
            stderr, "stubborn fuzz: the stub %s: %s\n", rsp_life_text(job->manners.clients.life),
            kept
                ? "the first session goes on where the look ended"
                : "that was the look, so it has to be started again; a profile with manners spares the look");
}

rsp_status fuzz_job_learn_manners(fuzz_job *job, rsp_error *error) {
    const rsp_profile *profile = job->stub_config.profile;
    bool ours = stub_config_is_ours(&job->stub_config);
    bool told = !ours && profile && profile->num_manners > 0;
    if (stub_config_is_line(&job->stub_config))
        return RSP_OK;
    const rsp_status status = told ? RSP_OK : look(job, error);
    if (status == RSP_CONNECT)
        stub_hint_unreachable(&job->stub_config, STUB_HINT_NO_WAIT, error);
    if (status != RSP_OK)
        return status == RSP_CONNECT ? status : RSP_OK;
    rsp_profile_apply_manners(profile, &job->manners);
    job->options.manners = &job->manners;
    if (!ours && !told)
        note_life(job);
    return RSP_OK;
}

void fuzz_job_free(fuzz_job *job) {
    fuzz_guest_end(job);
    stub_config_free(&job->stub_config);
    rsp_campaign_close(&job->campaign);
    rsp_diagnostics_free(&job->diagnostics);
    rsp_arena_free(&job->arena);
    rsp_manners_free(&job->manners);
}
