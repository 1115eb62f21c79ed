/* The stub that a command works with when --stub names none: that of stubborn.yaml in this folder, else ours.
 * So `probe`, `send`, `shell`, `fuzz`, `bench`, `condition` and `capture replay` talk to the stub that `run`
 * judges. Says on standard error where the stub comes from. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEFAULT_STUB_H
#define STUBBORN_DEFAULT_STUB_H

#include "cli/command.h"

#include "scenario/settings.h"

/* How the option --stub ends in the help of each command that uses this. */
#define DEFAULT_STUB_WORDS \
    "; without it the stub of stubborn.yaml in this folder, which starts it, else reference"

/* The row of --no-config of such a command, whose arguments have a bool of that name. */
#define DEFAULT_STUB_NO_CONFIG(args)                                                                       \
    {                                                                                                      \
        "no-config", 0, OPTION_FLAG, NULL, "do not read stubborn.yaml: without --stub the reference stub", \
            offsetof(args, no_config), NULL                                                                \
    }

/* All-zero is valid. Owns the settings that the name is borrowed from. */
typedef struct default_stub {
    rsp_settings *settings;
    bool no_config; /* --no-config: stubborn.yaml is not read */
    bool load;      /* the stub is that of the settings, and they say load: yes */
} default_stub;

/* The stub of stubborn.yaml. NULL when it names none, and when the settings are wrong: that has been told,
 * and *out_exit is set. */
const char *default_stub_find(default_stub *d, const command *self, int *out_exit);

/* `given` unless it is NULL, else the stub of stubborn.yaml, else ours. NULL only when the settings are
 * wrong. */
const char *default_stub_choose(default_stub *d, const command *self, const char *given, int *out_exit);

/* NULL is fine; what the functions above gave is gone then. */
void default_stub_free(default_stub *d);

#endif
