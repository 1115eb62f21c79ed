/* A part of a register is shifted down and cut to its type, as the register's upper bits are anybody's.
 * A part in memory is a place, as any other.
 * See source_piece.h. */
/* SPDX-License-Identifier: MIT */
#include "source_piece.h"

/* The piece that has its first byte. */
static const operand_piece *find(const operand *o) {
    for (size_t i = 0; i < o->num_pieces; i++)
        if (o->number >= o->pieces[i].offset && o->number - o->pieces[i].offset < o->pieces[i].size)
            return &o->pieces[i];
    return NULL;
}

/* The number from bit `down` on. */
static operand shifted(const operand_maker *m, const operand *number, unsigned down) {
    operand out = *number;
    if (down == 0)
        return out;
    if (number->kind == OPERAND_CONSTANT) {
        out.number >>= down;
        return out;
    }
    const rsp_bytes text = operand_bind(m, number, BIND_SHIFT);
    return operand_text(
        rsp_bytes_str(rsp_arena_printf(m->arena, "%.*s >>u %u", (int)text.len, (const char *)text.ptr, down)),
        BIND_SHIFT, number->type);
}

static rsp_status take(const operand_maker *m, const operand_piece *piece, operand *o) {
    const operand number = shifted(m, &piece->whole, (unsigned)(8 * (o->number - piece->offset)));
    if (o->bit_size > 0)
        return operand_bits(m, o, &number);
    const rsp_debug_type_ref ref = o->ref;
    rsp_debug_type cut = o->type;
    cut.is_signed = cut.is_signed || cut.kind == RSP_DEBUG_FLOAT; /* its bits */
    const rsp_debug_type type = o->type;
    *o = operand_narrow(m, &number, cut);
    o->type = type;
    o->ref = ref;
    return RSP_OK;
}

rsp_status piece_settle(const operand_maker *m, operand *o) {
    if (o->kind != OPERAND_PIECES || o->type.kind == RSP_DEBUG_STRUCTURE || o->type.kind == RSP_DEBUG_ARRAY)
        return RSP_OK;
    const uint64_t size = o->bit_size > 0 ? (o->bit_offset + o->bit_size + 7) / 8 : o->type.size;
    const operand_piece *piece = find(o);
    if (!piece)
        return operand_fail(m, RSP_NOT_FOUND, "nothing tells where this part of it is");
    if (size > piece->size - (o->number - piece->offset))
        return operand_fail(m, RSP_UNSUPPORTED, "it is in several pieces");
    if (piece->status != RSP_OK)
        return operand_fail(m, piece->status, piece->why);
    if (piece->whole.kind != OPERAND_MEMORY) {
        if (size > 8 || (o->bit_size == 0 && !operand_fits(&o->type)))
            return operand_fail(m, RSP_UNSUPPORTED, "it is not in memory, and no number of at most 8 bytes");
        return take(m, piece, o);
    }
    operand place = operand_move(m, &piece->whole, o->number - piece->offset);
    place.type = o->type;
    place.ref = o->ref;
    place.bit_size = o->bit_size;
    place.bit_offset = o->bit_offset;
    *o = place;
    return RSP_OK;
}
