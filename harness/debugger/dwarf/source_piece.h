/* A structure that the compiler keeps in registers, as an operand of a condition: it has no address, but
 * parts. Members and elements lead on to smaller ones; a number or pointer among them is read from its piece.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_PIECE_H
#define RSP_SOURCE_PIECE_H

#include "source_operand.h"

/* One piece: a place in memory, or a number of 64 bits whose low bytes it is. */
struct operand_piece {
    uint64_t offset; /* in the structure */
    uint64_t size;
    rsp_status status; /* else it is nowhere, for the reason in `why` */
    const char *why;
    operand whole; /* MEMORY, VALUE or CONSTANT */
};

/* An operand of PIECES whose type is a number, pointer or bit-field becomes its place in memory or its value;
 * any other is left alone. RSP_NOT_FOUND: it is optimized out. RSP_UNSUPPORTED: no piece has all of it. */
rsp_status piece_settle(const operand_maker *m, operand *o);

#endif
