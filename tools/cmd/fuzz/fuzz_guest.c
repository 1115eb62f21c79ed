/* The crew's workers have the stub once the load is over. A stub that serves one client has none left for
 * them. The load itself is cmd/loader.h's.
 * See fuzz_guest.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/fuzz/fuzz_guest.h"

int fuzz_guest_load(fuzz_job *job) {
    if (job->kept)
        return command_usage(job->self,
                             "--load needs a connection of its own, and the stub serves one client");
    const int code = loader_begin(&job->loader, job->self, &job->stub_config);
    if (code != EXIT_FINE)
        return code;
    rsp_runner *runner = job->loader.runner;
    if (rsp_runner_guest(runner)->given == RSP_GUEST_BY_CALL)
        return command_usage(job->self, "--load: here the guest needs memory that each new process of the "
                                        "stub would have to map, which fuzz does not do; fuzz without it");
    const rsp_status status =
        rsp_guest_seeds_make(&job->guest, rsp_runner_guest(runner), rsp_runner_target(runner),
                             rsp_runner_facts(runner).packet_size);
    return status == RSP_OK ? EXIT_FINE : command_fail(job->self, &(rsp_error){.status = status});
}

void fuzz_guest_end(fuzz_job *job) {
    loader_end(&job->loader);
    rsp_guest_seeds_free(&job->guest);
}
