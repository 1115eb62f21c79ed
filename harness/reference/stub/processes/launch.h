/* The program that is started next: name, arguments, environment, directory, streams.
 * Strings are kept one behind the other, each with a NUL, as execve has them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_LAUNCH_H
#define STUB_LAUNCH_H

#include "state.h"

struct stub_launch {
    rsp_buf args;
    rsp_buf env;
    rsp_buf cwd;
    rsp_buf streams[3];
    bool randomize;
    bool failed; /* LLDB's A: qLaunchSuccess tells */
    char error[160];
};

/* Appends one string of a list. */
static inline void stub_launch_append(rsp_buf *list, rsp_bytes text) {
    rsp_buf_append(list, text);
    rsp_buf_push(list, 0);
}

/* The environment is the one that the stub was given. */
void stub_launch_reset_environment(rsp_stub *s);

rsp_status stub_launch_new(rsp_stub *s);
void stub_launch_free(rsp_stub *s);

/* Starts the program that was named last. */
rsp_status stub_launch_start(rsp_stub *s, int64_t *out_pid, rsp_error *error);

#endif
