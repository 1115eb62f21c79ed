/* The stub that a command works with when --stub names none: that of stubborn.yaml in this folder, else ours.
 * So `probe`, `send`, `shell` and `fuzz` talk to the stub that `run` judges.
 * Says on standard error where the stub comes from. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEFAULT_STUB_H
#define STUBBORN_DEFAULT_STUB_H

#include "cli/command.h"

#include "scenario/settings.h"

/* All-zero is valid. Owns the settings that the name is borrowed from. */
typedef struct default_stub {
    rsp_settings *settings;
} default_stub;

/* `given` unless it is NULL. NULL when the settings are wrong: that has been told, and *out_exit is set. */
const char *default_stub_choose(default_stub *d, const command *self, const char *given, int *out_exit);

/* NULL is fine; what default_stub_choose gave is gone then. */
void default_stub_free(default_stub *d);

#endif
