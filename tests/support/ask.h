/* One request, one reply: a stub over the built-in machine with a bundled program.
 * For tests of layer stub; the link is in no-ack mode and replies are not run-length coded.
 * Everything that goes wrong in here fails the test. */
/* SPDX-License-Identifier: MIT */
#ifndef ASK_H
#define ASK_H

#include "stub_machine/machine_target.h"
#include <rsp/stub.h>

typedef struct ask {
    rsp_machine_options machine;
    rsp_stub_options options;
    rsp_bytes program; /* its ELF file */
    rsp_bytes path;
    rsp_machine_target *target;
    rsp_stub *stub;
    rsp_buf out;            /* from the stub */
    rsp_buf reply;          /* payload last given out */
    rsp_buf console;        /* text of O packets */
    unsigned bad_checksums; /* only a stub with a fault may have them */
    bool no_memory;         /* the stub said so: the conversation is over */
} ask;

/* Defaults for this program: change machine or options, then start. Without an argv of the test's own it is
 * the path alone. */
void ask_init(ask *a, const char *path);
void ask_start(ask *a);
void ask_end(ask *a);

/* Setup and teardown of cmocka tests whose *state is an ask with this program, as it comes. */
int ask_setup(void **state, const char *path);
int ask_teardown(void **state);

/* Starts with an allocator that may fail; false when target or stub could not be made. */
bool ask_try_start(ask *a);

/* Sends a payload as it goes on the wire and gives the reply's payload, likewise as transmitted; valid until
 * the next call. With no reply at all {NULL, 0}. */
rsp_bytes ask_bytes(ask *a, rsp_bytes request);
rsp_bytes ask_for(ask *a, const char *format, ...) RSP_PRINTF(2, 3);

/* The same after the binary parts of the reply are decoded. */
rsp_bytes ask_decoded(ask *a, const char *format, ...) RSP_PRINTF(2, 3);

/* Sends a resume request and runs until its stop reply comes; console text goes to a->console. */
rsp_bytes ask_resume(ask *a, const char *format, ...) RSP_PRINTF(2, 3);

/* Value of a symbol of the program; fails the test when there is none. */
uint64_t ask_symbol(const ask *a, const char *name);

#define assert_reply(a, request, literal) assert_bytes_lit(ask_for((a), "%s", (request)), literal)
#define assert_error_reply(bytes) assert_true((bytes).len == 3 && (bytes).ptr[0] == 'E')

#endif
