/* A read may go across pieces; what one of them does not have is a fault, as of memory.
 * Of a register 8 bytes are known.
 * See debug_piece.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_piece.h"

#include "debug_value.h"

#include <assert.h>

enum { NUMBER_BYTES = 8 };

void rsp_debug_piece_look_up(const rsp_debug_piece *piece, const rsp_debug_thread *thread,
                             rsp_debug_found_piece *out) {
    assert(piece && thread && out);
    *out = (rsp_debug_found_piece){.offset = piece->offset, .size = piece->size};
    if (piece->status != RSP_OK) {
        out->trouble = piece->why;
        return;
    }
    const rsp_status status = rsp_debug_location_eval(&piece->location, thread, &out->number);
    if (status != RSP_OK)
        out->trouble = status == RSP_NOT_FOUND ? "its register is not known in this frame" : "not readable";
    out->kind = piece->location.kind;
    out->base = piece->location.base;
}

const rsp_debug_found_piece *rsp_debug_piece_at(const rsp_debug_found_piece *pieces, size_t num,
                                                uint64_t offset) {
    assert(pieces || num == 0);
    for (size_t i = 0; i < num; i++)
        if (offset >= pieces[i].offset && offset - pieces[i].offset < pieces[i].size)
            return &pieces[i];
    return NULL;
}

/* Bytes of one piece, from its byte `inside` on. */
static rsp_status read_piece(const rsp_debug_thread *around, const rsp_debug_found_piece *piece,
                             uint64_t inside, uint8_t *dst, size_t len) {
    if (piece->trouble)
        return RSP_FAULT;
    if (piece->kind == RSP_DEBUG_IN_MEMORY)
        return around->read_memory(around->ctx, piece->number + inside, dst, len);
    if (inside > NUMBER_BYTES || len > NUMBER_BYTES - inside)
        return RSP_FAULT;
    for (size_t i = 0; i < len; i++)
        dst[i] = (uint8_t)(piece->number >> 8 * (inside + i));
    return RSP_OK;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_debug_piece_reader *reader = ctx;
    rsp_status status = RSP_OK;
    if (address < RSP_DEBUG_PIECES_AT)
        return reader->around->read_memory(reader->around->ctx, address, dst, len);
    uint64_t offset = address - RSP_DEBUG_PIECES_AT;
    while (len > 0 && status == RSP_OK) {
        const rsp_debug_found_piece *piece = rsp_debug_piece_at(reader->pieces, reader->num, offset);
        if (!piece)
            return RSP_FAULT;
        const uint64_t inside = offset - piece->offset;
        const size_t part = len < piece->size - inside ? len : (size_t)(piece->size - inside);
        status = read_piece(reader->around, piece, inside, dst, part);
        offset += part;
        dst += part;
        len -= part;
    }
    return status;
}

static rsp_status read_register(void *ctx, uint32_t number, uint64_t *out) {
    const rsp_debug_piece_reader *reader = ctx;
    return reader->around->read_register(reader->around->ctx, number, out);
}

static void expect_text(void *ctx, uint64_t address) {
    const rsp_debug_piece_reader *reader = ctx;
    if (address < RSP_DEBUG_PIECES_AT)
        reader->around->expect_text(reader->around->ctx, address);
}

rsp_debug_thread rsp_debug_piece_thread(rsp_debug_piece_reader *reader) {
    return (rsp_debug_thread){.ctx = reader,
                              .read_register = read_register,
                              .read_memory = read_memory,
                              .expect_text = reader->around->expect_text ? expect_text : NULL,
                              .bias = reader->around->bias};
}

rsp_status rsp_debug_variable_append(rsp_buf *out, const rsp_debug_file *file,
                                     const rsp_debug_variable *variable, uint64_t address,
                                     const rsp_debug_thread *thread, rsp_error *error) {
    rsp_debug_pieces pieces;
    rsp_debug_found_piece found[RSP_DEBUG_PIECES];
    rsp_debug_piece_reader reader = {.around = thread, .pieces = found};
    rsp_debug_type type;
    rsp_status status = rsp_debug_type_read(file, variable->type, &type);
    if (status != RSP_OK)
        return rsp_fail(error, status, "the debug information of its type is damaged");
    status = rsp_debug_location_pieces(file, variable->entry, address, type.size, &pieces, error);
    if (status != RSP_OK)
        return status;
    for (; reader.num < pieces.num; reader.num++)
        rsp_debug_piece_look_up(&pieces.items[reader.num], thread, &found[reader.num]);
    if (pieces.num == 1 && found[0].trouble)
        return rsp_fail(error, RSP_FAULT, "%s", found[0].trouble);
    const bool in_memory = pieces.num == 1 && found[0].kind == RSP_DEBUG_IN_MEMORY;
    const rsp_debug_thread both = rsp_debug_piece_thread(&reader);
    status = in_memory ? rsp_debug_value_append(out, file, &type, thread, found[0].number)
                       : rsp_debug_value_append(out, file, &type, &both, RSP_DEBUG_PIECES_AT);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "not readable");
}
