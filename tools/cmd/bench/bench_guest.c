/* The runner of the suite looks and loads; workloads then run by a client of their own.
 * Neither has a connection while the other works.
 * See bench_guest.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/bench/bench_guest.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cmd/loading.h"
#include <stdio.h>

static int open_runner(bench_guest *guest, const rsp_stub_provider *provider) {
    rsp_error error = {0};
    const rsp_runner_options options = {
        .allow_writes = true, .profile = guest->stub->profile, .stop = interrupt_flag()};
    guest->runner = rsp_runner_new(provider, &options);
    if (!guest->runner)
        return command_fail(guest->self, &(rsp_error){.status = RSP_NO_MEMORY});
    if (rsp_runner_probe(guest->runner, &error) == RSP_OK)
        return EXIT_FINE;
    error.where = guest->stub->text;
    (void)command_fail(guest->self, &error);
    return EXIT_UNREACHABLE;
}

int bench_guest_load(bench_guest *guest, const command *self, const stub_config *stub,
                     const rsp_stub_provider *provider) {
    *guest = (bench_guest){.self = self, .stub = stub};
    if (stub_config_chooses_program(stub))
        return command_usage(self, "--load is for a stub that has a program of its own; %s is given ours",
                             stub->text);
    const int code = open_runner(guest, provider);
    if (code != EXIT_FINE)
        return code;
    rsp_buf text = {0};
    const bool loaded = loading_begin(self, guest->runner, &text);
    io_say(stderr, "stubborn %s: %s\n", self->name, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    guest->loaded = (rsp_bench_loaded){.load = rsp_runner_guest(guest->runner),
                                       .target = rsp_runner_target(guest->runner)};
    return loaded ? EXIT_FINE : EXIT_FINDINGS;
}

void bench_guest_free(bench_guest *guest) {
    rsp_buf left = {0};
    if (guest->runner && !loading_end(guest->runner, guest->stub, &left))
        io_say(stderr, "stubborn %s: --load could not put back %s\n", guest->self->name, rsp_buf_cstr(&left));
    rsp_buf_free(&left);
    rsp_runner_free(guest->runner);
    *guest = (bench_guest){0};
}
