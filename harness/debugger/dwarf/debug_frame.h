/* Frames of a stopped thread: the caller of a frame by the unwind tables, else by the chain of frame
 * pointers. A stack may be damaged or hostile: each step goes up, so a walk ends. Source: DWARF 5,
 * section 6.4; psABIs for the frame pointer chain. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_FRAME_H
#define RSP_DEBUG_FRAME_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_register.h"

RSP_BEGIN_DECLS

/* One frame. Registers are those of the frame's function, as far as they are known. */
typedef struct rsp_debug_frame {
    uint64_t pc;                             /* of the process, bias included */
    uint64_t registers[RSP_DEBUG_REGISTERS]; /* by number in debug information; the pc's place is in use */
    uint64_t known;                          /* bit n: registers[n] */
    bool is_caller;                          /* the pc is a return address: its code is before it */
    bool innermost;                          /* the thread stands in it */
    bool by_chain;                           /* found by frame pointers, not by tables */
} rsp_debug_frame;

/* The innermost frame: all general registers of the thread are read; those that it has no value for
 * (RSP_NOT_FOUND) are not known, but for pc and sp. Else what the thread answered. */
rsp_status rsp_debug_frame_first(const rsp_debug_file *file, const rsp_debug_thread *thread,
                                 rsp_debug_frame *out) RSP_MUST_USE;

/* The caller of `frame`. `file` is the program or library that the pc is in, the thread's bias its own; NULL
 * when it has no file: frame pointers are all there is then. Memory comes from the thread, registers from the
 * frame. RSP_NOT_FOUND at the outermost frame, and where nothing tells. */
rsp_status rsp_debug_frame_caller(const rsp_debug_file *file, rsp_debug_machine machine,
                                  const rsp_debug_thread *thread, const rsp_debug_frame *frame,
                                  rsp_debug_frame *out) RSP_MUST_USE;

/* The address of the file to look the frame up by: in the call, not behind it. */
uint64_t rsp_debug_frame_address(const rsp_debug_frame *frame, uint64_t bias);

/* A thread whose registers are those of the frame; `around` reads the memory. Both are borrowed. */
typedef struct rsp_debug_frame_thread {
    const rsp_debug_thread *around;
    const rsp_debug_frame *frame;
} rsp_debug_frame_thread;

/* Fills the storage and gives the thread, which borrows it. */
rsp_debug_thread rsp_debug_frame_as_thread(rsp_debug_frame_thread *storage, const rsp_debug_thread *around,
                                           const rsp_debug_frame *frame);

RSP_END_DECLS

#endif
