/* The instructions of WebAssembly that the machine executes.
 * One noun: the bytes of the modules and the interpreter agree on it.
 * Not public. Source: WebAssembly Core Specification, Binary Format. */
/* SPDX-License-Identifier: MIT */
#ifndef WASM_OPCODE_H
#define WASM_OPCODE_H

enum {
    WASM_NOP = 0x01,
    WASM_LOOP = 0x03,
    WASM_END = 0x0b,
    WASM_BR = 0x0c,
    WASM_CALL = 0x10,
    WASM_LOCAL_GET = 0x20,
    WASM_LOCAL_SET = 0x21,
    WASM_GLOBAL_GET = 0x23,
    WASM_GLOBAL_SET = 0x24,
    WASM_I32_STORE = 0x36,
    WASM_I32_CONST = 0x41,
    WASM_I64_CONST = 0x42,
    WASM_I32_ADD = 0x6a,
    WASM_I64_ADD = 0x7c,
};

#endif
