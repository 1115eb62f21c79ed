/* The pieces of a variable in a stopped thread, looked up, and a reader for which they lie side by side.
 * A structure in registers is read at addresses from RSP_DEBUG_PIECES_AT on, where no program has memory.
 * What a piece says is its location's; see debug_location.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_PIECE_H
#define RSP_DEBUG_PIECE_H

#include "dwarf/debug_location.h"
#include "dwarf/debug_variable.h"

RSP_BEGIN_DECLS

/* The address of a variable's first byte for a reader. */
#define RSP_DEBUG_PIECES_AT (UINT64_C(1) << 63)

/* A piece as the thread is stopped. */
typedef struct rsp_debug_found_piece {
    uint64_t offset; /* in the variable, bytes */
    uint64_t size;
    rsp_debug_location_kind kind; /* IN_MEMORY: at address `number`; else the piece is its low bytes */
    uint32_t base;                /* IN_REGISTER: which */
    uint64_t number;
    const char *trouble; /* why it is nowhere, borrowed; NULL: it is there */
} rsp_debug_found_piece;

/* Looks one up. `out` borrows from `piece`. */
void rsp_debug_piece_look_up(const rsp_debug_piece *piece, const rsp_debug_thread *thread,
                             rsp_debug_found_piece *out);

/* The piece that has a byte of the variable, or NULL. */
const rsp_debug_found_piece *rsp_debug_piece_at(const rsp_debug_found_piece *pieces, size_t num,
                                                uint64_t offset);

/* State of a reader; it and what it points to must outlive the thread that it gives. */
typedef struct rsp_debug_piece_reader {
    const rsp_debug_thread *around;
    const rsp_debug_found_piece *pieces;
    size_t num;
} rsp_debug_piece_reader;

/* The thread around, with the pieces as memory besides. */
rsp_debug_thread rsp_debug_piece_thread(rsp_debug_piece_reader *reader);

/* Appends the value of a variable at `address` of the code, wherever it is. Errors as
 * rsp_debug_location_pieces, with the reason; RSP_FAULT: it cannot be read. */
rsp_status rsp_debug_variable_append(rsp_buf *out, const rsp_debug_file *file,
                                     const rsp_debug_variable *variable, uint64_t address,
                                     const rsp_debug_thread *thread, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
