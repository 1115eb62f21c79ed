/* The two WebAssembly modules that the reference stub serves: bytes of their files, and where functions are.
 * `counter` (instance 0) calls `adder` (instance 1) without end. Each has a page of memory and globals.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef WASM_MODULE_H
#define WASM_MODULE_H

#include <rsp/bytes.h>
#include <stdbool.h>

enum {
    WASM_NUM_INSTANCES = 2,
    WASM_PAGE_BYTES = 0x10000,
    WASM_MOST_GLOBALS = 2,
    WASM_MOST_LOCALS = 2, /* of a function, with its parameters */
};

/* Bytes of a value: 4 for i32, 8 for i64. */
typedef uint8_t wasm_width;

/* A function of a module; offsets are those in its file. */
typedef struct wasm_function {
    uint32_t start;                      /* of its first instruction; 0 for one that is imported */
    uint32_t end;                        /* behind its last one */
    uint32_t loop;                       /* where `br 0` goes */
    wasm_width locals[WASM_MOST_LOCALS]; /* parameters first; 0: no more */
    uint8_t num_params;
    bool has_result;
    uint8_t import_instance; /* of an imported function: whose it is, and which there */
    uint8_t import_function;
} wasm_function;

/* A module, and the values that an instance of it begins with. */
typedef struct wasm_module {
    const char *name; /* of its file */
    rsp_bytes file;
    const wasm_function *functions;
    size_t num_functions;
    wasm_width global_widths[WASM_MOST_GLOBALS];
    uint64_t globals[WASM_MOST_GLOBALS];
    size_t num_globals;
    const char *data; /* at WASM_DATA_AT of its memory */
} wasm_module;

enum { WASM_DATA_AT = 0x20 };

/* By instance. */
extern const wasm_module wasm_modules[WASM_NUM_INSTANCES];

/* Where the program begins, in instance 0. */
enum { WASM_MAIN = 2 };

/* Bytes of the instruction at this offset; 0 where none begins that the machine knows. */
size_t wasm_instruction_bytes(const wasm_module *module, uint32_t offset);

/* Whether an instruction of some function begins there. */
bool wasm_is_instruction(const wasm_module *module, uint32_t offset);

#endif
