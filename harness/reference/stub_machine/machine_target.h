/* The built-in RV64GC machine as a target for the reference stub.
 * Maps the target interface onto machine/machine.h; Linux signal numbers become the protocol's.
 * Pass rsp_machine_target_ops() and the object as rsp_stub_options.ops and .target. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_TARGET_H
#define RSP_MACHINE_TARGET_H

#include "machine/machine.h"
#include <rsp/clock.h>
#include <rsp/stub.h>

RSP_BEGIN_DECLS

/* A machine with what the stub has to know about it. */
typedef struct rsp_machine_target rsp_machine_target;

/* A target over a machine of its own; NULL options are the machine's defaults. `options->files` are the
 * programs it can launch and the files vFile shows. NULL when memory is short or two files share a path. */
rsp_machine_target *rsp_machine_target_new(const rsp_machine_options *options);
void rsp_machine_target_free(rsp_machine_target *target); /* NULL is fine */

/* Whether thread ids are numbers within their process, from 1, as with stubs whose threads are not known to
 * the system: two processes then have threads of the same id. Off is the default: ids are the machine's.
 * Before the target is used. */
void rsp_machine_target_number_threads(rsp_machine_target *target, bool on);

/* Whether a program stops where a library is mapped or unmapped (RSP_TARGET_LIBRARIES), as with systems that
 * tell their debugger. Off is the default, as on Linux. Before the target is used. */
void rsp_machine_target_report_libraries(rsp_machine_target *target, bool on);

/* Whether the control registers of the floating-point unit (fflags, frm, fcsr) cannot be read, as registers
 * of a unit that is off. Off is the default. Before the target is used. */
void rsp_machine_target_hide_registers(rsp_machine_target *target, bool on);

/* Takes what a program writes to its standard output (`fd` 1) or error (2). */
typedef void rsp_machine_output(void *ctx, int fd, rsp_bytes bytes);

/* Output that no client has redirected goes to `fn` and not to the stub's client. NULL: to the client, as at
 * first. */
void rsp_machine_target_set_output(rsp_machine_target *target, rsp_machine_output *fn, void *ctx);

/* The machine's time keeps up with this clock, and who sleeps does so as long as it says. At first, and with
 * NULL: time goes on with instructions, and jumps while all sleep. */
void rsp_machine_target_set_clock(rsp_machine_target *target, const rsp_clock *clock);
/* After a run that left all threads asleep: the moment of that clock at which the next run is due. 0: at
 * once.
 */
uint64_t rsp_machine_target_wakeup_ns(const rsp_machine_target *target);

/* Every op of the interface; static storage. */
const rsp_target_ops *rsp_machine_target_ops(void);

/* The machine underneath, for the embedder: to feed standard input or read the clock. Owned by the target. */
rsp_machine *rsp_machine_target_machine(rsp_machine_target *target);

/* Whether the client has said `monitor exit`: the embedder should end once the reply is sent. */
bool rsp_machine_target_exit_asked(const rsp_machine_target *target);

/* Starts an untraced process, as somebody else's program that can be attached to; also what
 * `monitor spawn` does. argv[0] is the path; statuses of rsp_machine_launch. */
rsp_status rsp_machine_target_spawn(rsp_machine_target *target, const rsp_bytes *argv, size_t argc,
                                    int64_t *out_pid, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
