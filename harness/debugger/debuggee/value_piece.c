/* All pieces are looked up when the variable is made, while its frame is at hand; parts only pick from them.
 * What no piece has whole is put together from bytes by the reader.
 * See value_piece.h. */
/* SPDX-License-Identifier: MIT */
#include "value_piece.h"

#include "dwarf/debug_value.h"

enum { NUMBER_BYTES = 8 };

static bool is_composed(const rsp_debug_type *type) {
    return type->kind == RSP_DEBUG_STRUCTURE || type->kind == RSP_DEBUG_ARRAY;
}

/* A number of one piece, from its byte `inside` on. Of a register of floating-point values the rest is not
 * known. */
static void settle_number(rsp_value *part, const rsp_debug_found_piece *piece, uint64_t inside, bool whole) {
    const uint64_t size = part->type.size;
    const bool general = piece->base < RSP_DEBUG_FLOATS;
    if (inside > NUMBER_BYTES || size == 0 || size > NUMBER_BYTES - inside || part->bit_size > 0 ||
        (!general && !whole && size != piece->size))
        return;
    part->home = piece->kind == RSP_DEBUG_IN_REGISTER ? RSP_VALUE_IN_REGISTER : RSP_VALUE_COMPUTED;
    part->base = piece->base;
    part->shift = 8 * (uint32_t)inside;
    part->address = 0;
    part->number = rsp_debug_number_cut(&part->type, piece->number >> part->shift);
    part->num_pieces = whole ? 0 : part->num_pieces;
}

/* `whole`: it is the variable, which has its register alone. */
static void settle(rsp_value *part, bool whole) {
    if (part->home != RSP_VALUE_IN_PIECES || part->trouble)
        return;
    const uint64_t offset = part->address - RSP_DEBUG_PIECES_AT;
    const uint64_t size = part->bit_size > 0 ? (part->bit_offset + part->bit_size + 7) / 8 : part->type.size;
    const rsp_debug_found_piece *piece = rsp_debug_piece_at(part->pieces, part->num_pieces, offset);
    const uint64_t inside = piece ? offset - piece->offset : 0;
    if (!piece) {
        part->trouble = "nothing tells where this part of it is";
        return;
    }
    if (size > piece->size - inside)
        return;
    if (!piece->trouble && piece->kind == RSP_DEBUG_IN_MEMORY) {
        part->home = RSP_VALUE_IN_MEMORY;
        part->address = piece->number + inside;
    } else if (!is_composed(&part->type)) {
        part->trouble = piece->trouble;
        if (!piece->trouble)
            settle_number(part, piece, inside, whole);
    }
}

void value_piece_settle(rsp_value *part) {
    settle(part, false);
}

static rsp_status look_up(const rsp_stack *stack, const rsp_debug_thread *thread,
                          const rsp_debug_piece *found, rsp_debug_found_piece *out) {
    rsp_debug_piece_look_up(found, thread, out);
    if (out->trouble)
        out->trouble = rsp_arena_str(stack->stopped->arena, out->trouble);
    return stack->stopped->memory->ended;
}

rsp_status value_pieces_make(const rsp_stack *stack, const rsp_stack_frame *frame,
                             const rsp_debug_pieces *found, rsp_value *out) {
    rsp_stack_reader storage;
    const rsp_debug_thread thread = rsp_stack_frame_reader(&storage, stack, frame);
    rsp_debug_found_piece *pieces = rsp_arena_alloc(stack->stopped->arena, found->num * sizeof *pieces);
    rsp_status status = pieces ? RSP_OK : RSP_NO_MEMORY;
    for (size_t i = 0; status == RSP_OK && i < found->num; i++)
        status = look_up(stack, &thread, &found->items[i], &pieces[i]);
    if (status != RSP_OK)
        return status;
    out->home = RSP_VALUE_IN_PIECES;
    out->address = RSP_DEBUG_PIECES_AT;
    out->pieces = pieces;
    out->num_pieces = found->num;
    if (found->num == 1)
        out->trouble = pieces[0].trouble;
    settle(out, true);
    return RSP_OK;
}

const rsp_debug_found_piece *value_pieces_copy(rsp_arena *arena, const rsp_value *value) {
    rsp_debug_found_piece *out = rsp_arena_alloc(arena, value->num_pieces * sizeof *out);
    for (size_t i = 0; out && i < value->num_pieces; i++) {
        out[i] = value->pieces[i];
        out[i].trouble = out[i].trouble ? rsp_arena_str(arena, out[i].trouble) : NULL;
    }
    return out;
}

rsp_debug_thread value_reader_begin(value_reader *reader, const rsp_stack *stack, const rsp_value *value) {
    const rsp_stack_frame frame = {.module = value->module};
    reader->around = rsp_stack_frame_reader(&reader->storage, stack, &frame);
    reader->pieces = (rsp_debug_piece_reader){
        .around = &reader->around, .pieces = value->pieces, .num = value->num_pieces};
    return rsp_debug_piece_thread(&reader->pieces);
}
