/* A class counts as one of the library's if its name and all members on the way are as expected: another one
 * of that name is shown as it is. Source: GNU libstdc++, basic_string.h, string_view, stl_vector.h, array,
 * unique_ptr.h, shared_ptr_base.h. See debug_holder.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_holder.h"

#include "debug_file_state.h"

/* Members on the way to a pointer or number, separated by dots. One with '<' is a base class, by how its name
 * begins. */
typedef struct holder_row {
    const char *name; /* how the class's begins */
    rsp_debug_holder_kind kind;
    const char *first;
    const char *last; /* NULL: it has none */
} holder_row;

static const holder_row rows[] = {
    {"basic_string<char,", RSP_DEBUG_HOLDS_TEXT, "_M_dataplus._M_p", "_M_string_length"},
    {"basic_string_view<char,", RSP_DEBUG_HOLDS_TEXT, "_M_str", "_M_len"},
    {"vector<", RSP_DEBUG_HOLDS_ROW, "_M_impl._M_start", "_M_impl._M_finish"},
    {"array<", RSP_DEBUG_HOLDS_ARRAY, "_M_elems", NULL},
    {"unique_ptr<", RSP_DEBUG_HOLDS_ONE, "_M_t._M_t._Tuple_impl<0._Head_base<0._M_head_impl", NULL},
    {"shared_ptr<", RSP_DEBUG_HOLDS_ONE, "_M_ptr", NULL},
};

/* --- members ----------------------------------------------------------------------------------------------
 */

/* The base class whose name begins so. */
static rsp_status find_base(const rsp_debug_file *file, const rsp_debug_type *structure, rsp_bytes name,
                            rsp_debug_member *out) {
    enum { BASES = 16 };
    rsp_debug_member members[BASES];
    rsp_debug_type type;
    size_t num = rsp_debug_members(file, structure, 0, members, BASES);
    for (size_t i = 0; i < num; i++) {
        if (!members[i].is_base || members[i].is_virtual ||
            rsp_debug_type_read(file, members[i].type, &type) != RSP_OK || !type.name ||
            !rsp_bytes_starts(rsp_bytes_str(type.name), name))
            continue;
        *out = members[i];
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

/* The member at the end of the way, and its type. */
static bool follow(const rsp_debug_file *file, const rsp_debug_type *structure, const char *way,
                   rsp_debug_member *out, rsp_debug_type *out_type) {
    rsp_bytes rest = rsp_bytes_str(way);
    rsp_debug_type type = *structure;
    uint64_t offset = 0;
    while (rest.len > 0) {
        const rsp_bytes name = rsp_bytes_split(&rest, '.');
        const bool base = rsp_bytes_search(name, RSP_LIT("<")) < name.len;
        rsp_status status =
            base ? find_base(file, &type, name, out) : rsp_debug_member_find(file, &type, name, out);
        if (status != RSP_OK || out->bit_size > 0 || rsp_debug_type_read(file, out->type, &type) != RSP_OK)
            return false;
        offset += out->offset;
    }
    out->offset = offset;
    *out_type = type;
    return true;
}

static bool is_plain_pointer(const rsp_debug_type *type) {
    return type->kind == RSP_DEBUG_POINTER && !type->is_reference && type->size == 8;
}

static bool is_size(const rsp_debug_type *type) {
    return type->kind == RSP_DEBUG_INTEGER && type->size == 8;
}

/* Whether the types are those of the kind. */
static bool make(const rsp_debug_file *file, const rsp_debug_type *structure, const holder_row *row,
                 rsp_debug_holder *out) {
    rsp_debug_type first = {0};
    rsp_debug_type last = {0};
    rsp_debug_type element;
    *out = (rsp_debug_holder){.kind = row->kind};
    if (!follow(file, structure, row->first, &out->first, &first) ||
        (row->last && !follow(file, structure, row->last, &out->last, &last)))
        return false;
    if (row->kind == RSP_DEBUG_HOLDS_ARRAY ? first.kind != RSP_DEBUG_ARRAY || !first.has_count
                                           : !is_plain_pointer(&first))
        return false;
    if ((row->kind == RSP_DEBUG_HOLDS_TEXT && !is_size(&last)) ||
        (row->kind == RSP_DEBUG_HOLDS_ROW && !is_plain_pointer(&last)))
        return false;
    out->element = first.target;
    if (rsp_debug_type_read(file, out->element, &element) != RSP_OK)
        return false;
    out->element_size = element.size;
    return element.size > 0 || row->kind == RSP_DEBUG_HOLDS_ONE;
}

rsp_debug_holder rsp_debug_holder_of(const rsp_debug_file *file, const rsp_debug_type *structure) {
    rsp_debug_holder out = {0};
    if (structure->kind != RSP_DEBUG_STRUCTURE || !structure->name || structure->is_union)
        return out;
    const rsp_bytes name = rsp_bytes_str(structure->name);
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(rows) && !rsp_bytes_starts(name, rsp_bytes_str(rows[i].name)))
        i++;
    if (i == RSP_ARRAY_LEN(rows))
        return out;
    debug_holders *kept = file->holders;
    const size_t at = (size_t)(structure->entry % DEBUG_HOLDERS);
    if (kept->entries[at] != structure->entry) {
        kept->answers[at] = make(file, structure, &rows[i], &out) ? out : (rsp_debug_holder){0};
        kept->entries[at] = structure->entry;
    }
    return kept->answers[at];
}

/* --- in a stopped program ---------------------------------------------------------------------------------
 */

rsp_status rsp_debug_holder_range(const rsp_debug_holder *holder, const rsp_debug_thread *thread,
                                  uint64_t address, uint64_t *out_first, uint64_t *out_num) {
    uint64_t last = 0;
    *out_num = 0;
    rsp_status status = rsp_debug_thread_read(thread, address + holder->first.offset, 8, out_first);
    if (status == RSP_OK && holder->kind != RSP_DEBUG_HOLDS_ONE)
        status = rsp_debug_thread_read(thread, address + holder->last.offset, 8, &last);
    if (status != RSP_OK)
        return status;
    if (holder->kind == RSP_DEBUG_HOLDS_ONE)
        *out_num = *out_first != 0;
    else if (holder->kind == RSP_DEBUG_HOLDS_TEXT)
        *out_num = last;
    else if (last < *out_first || (last - *out_first) % holder->element_size != 0)
        return RSP_MALFORMED;
    else
        *out_num = (last - *out_first) / holder->element_size;
    return *out_num > 0 && *out_first == 0 ? RSP_MALFORMED : RSP_OK;
}
