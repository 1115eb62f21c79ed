/* Reads the settings as `run` does, all of them: what is wrong there is told here, too.
 * A file that names no stub leaves the choice as it was.
 * See default_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/default_stub.h"
#include "cli/io.h"

#include "cli/suite.h"
#include "cmd/run/run_options.h"
#include "stubs/stub_config.h"

#include "core/file.h"
#include <stdio.h>

const char *default_stub_find(default_stub *d, const command *self, int *out_exit) {
    run_args args = {.seed = 0};
    rsp_diagnostics diagnostics = {0};
    if (d->no_config || !rsp_path_exists(RUN_SETTINGS))
        return NULL;
    d->settings = run_settings_load(RUN_SETTINGS, &args, &diagnostics);
    (void)suite_print_diagnostics(&diagnostics);
    rsp_diagnostics_free(&diagnostics);
    if (!d->settings)
        *out_exit = EXIT_USAGE;
    else if (args.stub)
        io_say(stderr, "stubborn %s: the stub of %s: %s\n", self->name, RUN_SETTINGS, args.stub);
    d->load = args.stub && args.stub_is.load;
    return d->settings ? args.stub : NULL;
}

const char *default_stub_choose(default_stub *d, const command *self, const char *given, int *out_exit) {
    int code = EXIT_FINE;
    const char *stub = given ? given : default_stub_find(d, self, &code);
    if (code != EXIT_FINE)
        *out_exit = code;
    return stub || code != EXIT_FINE ? stub : stub_config_default();
}

void default_stub_free(default_stub *d) {
    if (d)
        rsp_settings_free(d->settings);
}
