/* LLDB's dialect for WebAssembly: addresses with a tag and an instance, and the values it asks for.
 * Numbers of frames, indices and instances are decimal there.
 * Source: LLDB gdb-remote extensions, Wasm Packets; LLDB's ProcessWasm.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WASM_H
#define RSP_WASM_H

#include <rsp/payload.h>

RSP_BEGIN_DECLS

/* What the two highest bits of an address say it is in. */
typedef enum rsp_wasm_space {
    RSP_WASM_MEMORY = 0, /* of an instance */
    RSP_WASM_CODE = 1,   /* the bytes of an instance's module, from the start of its file */
    RSP_WASM_GLOBAL = 2, /* LLDB's own: the offset is an index, and no such address is sent */
    RSP_WASM_NOWHERE = 3,
} rsp_wasm_space;

/* An address taken apart. */
typedef struct rsp_wasm_address {
    rsp_wasm_space space;
    uint32_t instance; /* 30 bits */
    uint32_t offset;
} rsp_wasm_address;

/* Takes an address apart. */
static inline rsp_wasm_address rsp_wasm_split(uint64_t address) {
    return (rsp_wasm_address){.space = (rsp_wasm_space)(address >> 62),
                              .instance = (uint32_t)(address >> 32) & 0x3fffffffU,
                              .offset = (uint32_t)address};
}

/* Puts it together again. */
static inline uint64_t rsp_wasm_join(rsp_wasm_address a) {
    return (uint64_t)a.space << 62 | (uint64_t)(a.instance & 0x3fffffffU) << 32 | a.offset;
}

/* Appends it in words: "code, instance 1, offset 0x2c". */
void rsp_wasm_address_append(rsp_buf *out, uint64_t address);

/* Which value is asked for: of a frame, or of an instance. */
typedef struct rsp_wasm_query {
    bool of_instance; /* "INDEX;instance:ID;" instead of "FRAME;INDEX" */
    uint64_t frame;
    uint64_t instance;
    uint64_t index;
} rsp_wasm_query;

/* The arguments of qWasmLocal, qWasmGlobal and qWasmStackValue; only with `may_name_instance` (qWasmGlobal)
 * also the form of an instance. RSP_MALFORMED, and RSP_RANGE where a number has more than 64 bits. */
rsp_status rsp_wasm_query_parse(rsp_wasm_query *out, rsp_bytes args, bool may_name_instance) RSP_MUST_USE;

RSP_END_DECLS

#endif
