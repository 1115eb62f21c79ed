/* The stubs and debuggers of `stubborn interop`, as its options name them: NAME=ADDRESS, NAME=COMMAND.
 * A stub that would run inside this program is started as one of its own.
 * Used by interop. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_INTEROP_PARTIES_H
#define STUBBORN_INTEROP_PARTIES_H

#include "cli/command.h"
#include "stubs/stub_config.h"

#include "interop/play.h"

/* Both lists, in the order of the options. All-zero is empty. */
typedef struct interop_parties {
    rsp_arena arena;
    stub_config *configs; /* of the stubs */
    rsp_interop_stub *stubs;
    rsp_interop_party *stub_names;
    size_t num_stubs;
    rsp_script_debugger **scripts;
    rsp_interop_debugger *debuggers;
    rsp_interop_party *debugger_names;
    size_t num_debuggers;
} interop_parties;

/* What the options say of stubs. */
typedef struct interop_stub_options {
    const option_list *stubs, *elfs, *functions;
    bool allow_writes;
} interop_stub_options;

/* Understands the stubs. EXIT_FINE, or another status with a message. */
int interop_parties_stubs(interop_parties *p, const command *self, const interop_stub_options *options);
/* The same for the debuggers. */
int interop_parties_debuggers(interop_parties *p, const command *self, const option_list *debuggers);
/* All-zero is fine. */
void interop_parties_free(interop_parties *p);

#endif
