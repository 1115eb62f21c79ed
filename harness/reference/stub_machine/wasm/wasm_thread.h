/* Instances of the modules, and a thread that executes their code: frames with locals and operands.
 * Nothing allocates: the modules bound how deep calls and stacks get.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef WASM_THREAD_H
#define WASM_THREAD_H

#include "wasm_module.h"

enum { WASM_MOST_FRAMES = 4, WASM_MOST_OPERANDS = 4 };

/* A value with the bytes that its type has. */
typedef struct wasm_value {
    uint64_t bits;
    wasm_width width;
} wasm_value;

/* What the instances hold. */
typedef struct wasm_instances {
    uint8_t memory[WASM_NUM_INSTANCES][WASM_PAGE_BYTES];
    wasm_value globals[WASM_NUM_INSTANCES][WASM_MOST_GLOBALS];
} wasm_instances;

/* A call under way. */
typedef struct wasm_frame {
    uint8_t instance;
    uint8_t function;
    uint32_t pc; /* of the innermost the next instruction; of others the one behind their call */
    wasm_value locals[WASM_MOST_LOCALS];
    size_t num_locals;
    wasm_value operands[WASM_MOST_OPERANDS];
    size_t num_operands;
} wasm_frame;

/* The outermost frame comes first. */
typedef struct wasm_thread {
    wasm_frame frames[WASM_MOST_FRAMES];
    size_t num_frames;
    bool stored;        /* the last step wrote a number of four bytes to memory */
    uint32_t stored_at; /* there, in the memory of the frame's instance */
} wasm_thread;

/* As the modules begin. */
void wasm_instances_reset(wasm_instances *instances);

/* The thread stands at the beginning of a function without parameters. */
void wasm_thread_start(wasm_thread *thread, uint8_t instance, uint8_t function);

/* The innermost frame, or one counted from there; NULL: there are fewer. */
wasm_frame *wasm_thread_frame(wasm_thread *thread, uint64_t from_innermost);

/* Executes one instruction. False, with nothing changed, where there is none, or one that cannot be executed
 * with these operands: then pc or memory was written to. */
bool wasm_thread_step(wasm_thread *thread, wasm_instances *instances);

#endif
