/* The runner of the suite looks and loads, as it does for `run`, and has no connection while the command
 * works. Only what was loaded is taken from it then.
 * See loader.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/loader.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include <stdio.h>

static int look(loader *l) {
    rsp_error error = {0};
    if (rsp_runner_probe(l->runner, &error) == RSP_OK)
        return EXIT_FINE;
    error.where = l->stub->text;
    (void)command_fail(l->self, &error);
    return EXIT_UNREACHABLE;
}

static int load(loader *l) {
    rsp_buf text = {0};
    const bool loaded = loading_begin(l->self, l->runner, &text);
    io_say(stderr, "stubborn %s: %s\n", l->self->name, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return loaded ? EXIT_FINE : EXIT_FINDINGS;
}

bool loader_is_wanted(const stub_config *stub, bool by_option, bool by_settings) {
    return by_option || stub_config_loads(stub) || (by_settings && !stub_config_chooses_program(stub));
}

int loader_begin(loader *l, const command *self, const stub_config *stub) {
    *l = (loader){.self = self, .stub = stub};
    if (stub_config_chooses_program(stub))
        return command_usage(self, "--load is for a stub that has a program of its own; %s is given ours",
                             stub->text);
    l->stubs = stub_opener_new(stub);
    if (l->stubs) {
        const rsp_stub_provider provider = stub_opener_provider(l->stubs);
        const rsp_runner_options options = {
            .allow_writes = true, .profile = stub->profile, .stop = interrupt_flag()};
        l->runner = rsp_runner_new(&provider, &options);
    }
    if (!l->runner)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    const int code = look(l);
    return code == EXIT_FINE ? load(l) : code;
}

void loader_end(loader *l) {
    rsp_buf left = {0};
    if (l->runner && !loading_end(l->runner, l->stub, &left))
        io_say(stderr, "stubborn %s: --load could not put back %s\n", l->self->name, rsp_buf_cstr(&left));
    rsp_buf_free(&left);
    rsp_runner_free(l->runner);
    stub_opener_free(l->stubs);
    *l = (loader){.runner = NULL};
}
