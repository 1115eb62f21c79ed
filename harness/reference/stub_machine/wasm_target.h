/* A WebAssembly runtime as a target for the reference stub: two instances, two threads, code that runs.
 * Addresses are LLDB's (codec/wasm.h). The program never ends by itself; there is no other one.
 * Pass rsp_wasm_target_ops() and the object as rsp_stub_options.ops and .target. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WASM_TARGET_H
#define RSP_WASM_TARGET_H

#include <rsp/stub.h>

RSP_BEGIN_DECLS

/* The runtime. */
typedef struct rsp_wasm_target rsp_wasm_target;

/* A runtime without a process: launching RSP_WASM_PROGRAM makes it. NULL when memory is short. */
rsp_wasm_target *rsp_wasm_target_new(const rsp_mem *mem);
void rsp_wasm_target_free(rsp_wasm_target *target); /* NULL is fine */

/* What the stub is to launch. */
#define RSP_WASM_PROGRAM "counter.wasm"

/* Whether the program lives. */
bool rsp_wasm_target_lives(const rsp_wasm_target *target);

/* The operations that it has; static storage. */
const rsp_target_ops *rsp_wasm_target_ops(void);

RSP_END_DECLS

#endif
