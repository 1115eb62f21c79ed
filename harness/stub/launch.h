/* The program that is started next: name, arguments, environment.
 * Also how it is started.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_LAUNCH_H
#define STUB_LAUNCH_H

#include "state.h"

rsp_status stub_launch_new(rsp_stub *s);
void stub_launch_free(rsp_stub *s);

/* Starts the program that was named last. */
rsp_status stub_launch_start(rsp_stub *s, int64_t *out_pid, rsp_error *error);

#endif
