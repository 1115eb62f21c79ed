/* The runner of the suite looks and loads, as it does for `run`; the crew's workers then have the stub.
 * A stub that serves one client only has none left for them.
 * See fuzz_guest.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_guest.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cmd/loading.h"
#include "stubs/stub_opener.h"
#include <stdio.h>

static int load(fuzz_job *job) {
    rsp_buf text = {0};
    const bool loaded = loading_begin(job->self, job->loader, &text);
    io_say(stderr, "stubborn %s: %s\n", job->self->name, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    if (!loaded)
        return EXIT_FINDINGS;
    const uint64_t packet_bytes = rsp_runner_facts(job->loader).packet_size;
    const rsp_status status = rsp_guest_seeds_make(&job->guest, rsp_runner_guest(job->loader),
                                                   rsp_runner_target(job->loader), packet_bytes);
    return status == RSP_OK ? EXIT_FINE : command_fail(job->self, &(rsp_error){.status = status});
}

static int look(fuzz_job *job) {
    rsp_error error = {0};
    if (rsp_runner_probe(job->loader, &error) == RSP_OK)
        return load(job);
    error.where = job->stub_config.text;
    (void)command_fail(job->self, &error);
    return EXIT_UNREACHABLE;
}

int fuzz_guest_load(fuzz_job *job) {
    if (stub_config_chooses_program(&job->stub_config))
        return command_usage(job->self,
                             "--load is for a stub that has a program of its own; %s is given ours",
                             job->stub_config.text);
    if (job->kept)
        return command_usage(job->self,
                             "--load needs a connection of its own, and the stub serves one client");
    job->loader_stubs = stub_opener_new(&job->stub_config);
    if (job->loader_stubs) {
        const rsp_stub_provider provider = stub_opener_provider(job->loader_stubs);
        const rsp_runner_options options = {
            .allow_writes = true, .profile = job->stub_config.profile, .stop = interrupt_flag()};
        job->loader = rsp_runner_new(&provider, &options);
    }
    return job->loader ? look(job) : command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
}

void fuzz_guest_end(fuzz_job *job) {
    rsp_buf left = {0};
    if (job->loader && !loading_end(job->loader, &job->stub_config, &left))
        io_say(stderr, "stubborn %s: --load could not put back %s\n", job->self->name, rsp_buf_cstr(&left));
    rsp_buf_free(&left);
    rsp_runner_free(job->loader);
    job->loader = NULL;
    stub_opener_free(job->loader_stubs);
    job->loader_stubs = NULL;
    rsp_guest_seeds_free(&job->guest);
}
