/* Values that are not in one place: a structure whose members are in several registers, or partly in memory.
 * Their address is one for the reader of debug_piece.h.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VALUE_PIECE_H
#define RSP_VALUE_PIECE_H

#include "value.h"

#include "dwarf/debug_piece.h"

/* Whether it has an address that a reader knows, and parts there: its number is not at hand. */
static inline bool value_is_read(const rsp_value *value) {
    return value->home == RSP_VALUE_IN_MEMORY || value->home == RSP_VALUE_IN_PIECES;
}

/* The variable `out` in the frame is where `found` says; a number in one piece becomes a value of that home.
 * RSP_OK, also where pieces are nowhere; else what ended reading. */
rsp_status value_pieces_make(const rsp_stack *stack, const rsp_stack_frame *frame,
                             const rsp_debug_pieces *found, rsp_value *out) RSP_MUST_USE;

/* A part of a value in pieces whose address and type are known: where one piece has all of it, and that is a
 * place in memory or the part a number, it is there. */
void value_piece_settle(rsp_value *part);

/* The pieces of a value, which has some, in an arena; NULL: no memory. */
const rsp_debug_found_piece *value_pieces_copy(rsp_arena *arena, const rsp_value *value);

typedef struct value_reader {
    rsp_stack_reader storage;
    rsp_debug_thread around;
    rsp_debug_piece_reader pieces;
} value_reader;

/* Memory and the value's pieces. `reader` is filled in and must outlive the thread. */
rsp_debug_thread value_reader_begin(value_reader *reader, const rsp_stack *stack, const rsp_value *value);

#endif
