/* The stack of a stopped thread, frame by frame, as far as somebody asks: through program and libraries, by
 * unwind tables and frame pointers. Inlined functions have frames of their own.
 * What is found is kept until the program runs again. See dwarf/debug_frame.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STACK_H
#define RSP_STACK_H

#include "debuggee/known_memory.h"
#include "debuggee/modules.h"
#include "debuggee/registers.h"
#include "dwarf/debug_frame.h"

RSP_BEGIN_DECLS

/* One process in one stop: what all that is shown of it is read through. All of it is borrowed. */
typedef struct rsp_stopped {
    rsp_debuggee *debuggee;
    rsp_modules *modules;
    rsp_registers *registers;
    rsp_known_memory *memory;
    rsp_arena *arena; /* until the program runs again */
    /* Called now and then during long work; any status but RSP_OK ends it. May be NULL. */
    rsp_status (*breathe)(void *ctx);
    void *breathe_ctx;
} rsp_stopped;

/* Long work goes on: RSP_OK, or why not. */
rsp_status rsp_stopped_breathe(const rsp_stopped *stopped);

/* One frame. Texts are borrowed from the files. */
typedef struct rsp_stack_frame {
    uint64_t pc;
    rsp_module *module;   /* NULL: not known */
    uint64_t address;     /* what it is looked up by, in the module's file: within the call */
    const char *function; /* NULL: not known */
    uint64_t into;        /* bytes from the symbol's start, where only a symbol tells; else 0 */
    bool has_debug;       /* there is debug information of the function */
    bool inlined;         /* its code is part of the next frame's */
    const char *path;     /* of its source; NULL: not known */
    uint32_t line;
    uint32_t column; /* 0: not known */
    uint32_t inner;  /* innermost scopes at the address that belong to functions inlined into it */
    uint32_t outer; /* the number of its own outermost scope: variables of a greater depth are its callers' */
    const rsp_debug_frame *registers; /* inlined frames share them with the function that they are part of */
} rsp_stack_frame;

/* The frames that are known of one thread. In the arena of `stopped`. */
typedef struct rsp_stack {
    const rsp_stopped *stopped;
    rsp_ptid thread;
    rsp_register_block block;
    rsp_stack_frame *frames;
    size_t num;
    size_t cap;
    size_t
        ahead; /* frames of inlined functions that begin where the thread stands, and are not entered yet */
    const rsp_debug_frame *last; /* the outermost so far; NULL: not begun */
    bool complete;               /* there is no caller */
} rsp_stack;

/* Nothing is read yet. */
void rsp_stack_init(rsp_stack *stack, const rsp_stopped *stopped, rsp_ptid thread);

/* The same for one that was read: registers or memory are others now. */
void rsp_stack_forget(rsp_stack *stack);

/* Unwinds until `wanted` frames are known or there are no more. RSP_OK, also for a stack that is damaged
 * further up; else what reading said. RSP_LIMIT is never a failure: beyond RSP_LIMIT_STACK_FRAMES it counts
 * as complete. */
rsp_status rsp_stack_unwind(rsp_stack *stack, size_t wanted) RSP_MUST_USE;

/* What a reader of a frame works with. */
typedef struct rsp_stack_reader {
    const rsp_stack *stack;
    rsp_debug_thread around;
    rsp_debug_frame_thread frame;
} rsp_stack_reader;

/* The thread as debug information reads it in that frame: `storage` is filled in and must outlive it. */
rsp_debug_thread rsp_stack_frame_reader(rsp_stack_reader *storage, const rsp_stack *stack,
                                        const rsp_stack_frame *frame);

RSP_END_DECLS

#endif
