/* --load of bench, fuzz and probe: a stub of its own program is looked at, and has one of ours in its memory
 * until the end. A process of ours ends with what was loaded into it; elsewhere all is put back, also after
 * Ctrl-C. What is done, what failed, and what could not be put back is said on standard error. */
/* SPDX-License-Identifier: MIT */
#ifndef LOADER_H
#define LOADER_H

#include "cmd/loading.h"
#include "stubs/stub_opener.h"

/* All-zero: nothing is loaded. */
typedef struct loader {
    const command *self;
    const stub_config *stub; /* borrowed until the end */
    stub_opener *stubs;
    rsp_runner *runner; /* NULL: nothing is loaded */
} loader;

/* Whether to load: the option says so, or the settings or the profile do, and the stub has its own program.
 */
bool loader_is_wanted(const stub_config *stub, bool by_option, bool by_settings);

/* Looks and loads. EXIT_FINE; EXIT_FINDINGS where a step of the load failed, EXIT_UNREACHABLE, EXIT_USAGE for
 * a stub whose programs are ours. To be ended in each case. */
int loader_begin(loader *l, const command *self, const stub_config *stub);

/* Puts back what was there, and frees it. Fine where nothing was loaded. */
void loader_end(loader *l);

#endif
