/* A guard for a process that a debugger of ours is attached to: it takes the breakpoints out.
 * A process of its own, between the debugger and the stub, which goes to work when the debugger is killed.
 * See docs/decisions/0052-a-guard-lets-the-program-go.md. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_GUARD_H
#define STUBBORN_STUB_GUARD_H

#include <rsp/link.h>
#include <rsp/transcript.h>

/* How long stub_guard_end waits. */
#define STUB_GUARD_END_NS (3 * RSP_NS_PER_S)

/* Puts a guard on the link to a stub, which has answered all that it was asked. `past` is what was said until
 * now; NULL: nothing. `traced` is the process of this machine that a gdbserver of ours attaches to; 0: none.
 * `*out_there`, if not NULL, says whether there is one: none can stand on a link that is no descriptor.
 * RSP_OK, also then; RSP_NO_MEMORY; RSP_SPAWN with the reason. */
rsp_status stub_guard_begin(rsp_link *stub, const rsp_transcript *past, int64_t traced, bool *out_there,
                            rsp_error *error) RSP_MUST_USE;

/* Nothing more is said on the link: waits until its guard has let the program go, at most STUB_GUARD_END_NS.
 * A program that does not stop is let go at its next stop, after that. */
void stub_guard_end(rsp_link *stub);

#endif
