/* Chains of types are followed a bounded number of times, as the file may tie them to a ring.
 * The bits of a bit-field are counted from the lowest, whichever version of the format said where they are.
 * See debug_type.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_type.h"

#include "core/limits.h"
#include "die.h"

#include <assert.h>

enum { MEMBER_DEPTH = 8 };

/* Follows typedefs and qualifiers. False: void. */
static bool strip(Dwarf_Die *die) {
    for (size_t hops = 0; hops < RSP_LIMIT_DEBUG_HOPS; hops++) {
        switch (dwarf_tag(die)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_restrict_type:
        case DW_TAG_atomic_type:
            if (!die_reference(die, DW_AT_type, die))
                return false;
            break;
        default:
            return true;
        }
    }
    return false;
}

/* A declared structure whose definition is in another unit has no size here. */
static uint64_t size_of(Dwarf_Die *die) {
    uint64_t size = 0;
    return die_number(die, DW_AT_byte_size, &size) ? size : 0;
}

static void read_base(Dwarf_Die *die, rsp_debug_type *out) {
    uint64_t encoding = 0;
    (void)die_number(die, DW_AT_encoding, &encoding);
    switch (encoding) {
    case DW_ATE_boolean:
        out->kind = RSP_DEBUG_BOOLEAN;
        break;
    case DW_ATE_signed_char:
    case DW_ATE_signed:
        out->kind = RSP_DEBUG_INTEGER;
        out->is_signed = true;
        break;
    case DW_ATE_unsigned_char:
    case DW_ATE_unsigned:
    case DW_ATE_UTF:
        out->kind = RSP_DEBUG_INTEGER;
        break;
    case DW_ATE_float:
        out->kind = RSP_DEBUG_FLOAT;
        break;
    default:
        out->kind = RSP_DEBUG_OTHER;
    }
    out->is_character = encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned_char;
}

/* 0 when the product does not fit. */
static uint64_t product(uint64_t a, uint64_t b) {
    return b == 0 || a <= UINT64_MAX / b ? a * b : 0;
}

/* The length of an array's dimension. False: it is not constant. */
static bool length_of(Dwarf_Die *range, uint64_t *out) {
    uint64_t last = 0;
    if (die_number(range, DW_AT_count, out))
        return true;
    if (!die_number(range, DW_AT_upper_bound, &last))
        return false;
    *out = last + 1; /* an upper bound of -1 is an array of no elements */
    return true;
}

/* The dimensions from `first` on: length of the first, and how many elements of the type there are in all. */
static size_t read_dimensions(Dwarf_Die *array, uint32_t first, rsp_debug_type *out, uint64_t *out_total) {
    Dwarf_Die range;
    size_t num = 0;
    *out_total = 1;
    for (int more = dwarf_child(array, &range); more == 0 && num < RSP_LIMIT_DEBUG_HOPS;
         more = dwarf_siblingof(&range, &range)) {
        uint64_t length = 0;
        if (dwarf_tag(&range) != DW_TAG_subrange_type && dwarf_tag(&range) != DW_TAG_enumeration_type)
            continue;
        bool known = length_of(&range, &length);
        if (num == first) {
            out->count = length;
            out->has_count = known;
        }
        if (num >= first)
            *out_total = known ? product(*out_total, length) : 0;
        num++;
    }
    return num;
}

/* Sizes of elements that are arrays again are not asked for: C has them as further dimensions. */
static uint64_t element_size(Dwarf_Die *array) {
    Dwarf_Die element;
    if (!die_reference(array, DW_AT_type, &element) || !strip(&element))
        return 0;
    if (dwarf_tag(&element) == DW_TAG_pointer_type)
        return 8;
    return size_of(&element);
}

static void read_array(Dwarf_Die *die, rsp_debug_type_ref ref, rsp_debug_type *out) {
    uint64_t total = 0;
    size_t num = read_dimensions(die, ref.dimension, out, &total);
    out->kind = RSP_DEBUG_ARRAY;
    out->target = (rsp_debug_type_ref){.entry = die_type(die)};
    if (ref.dimension + 1 < num)
        out->target = (rsp_debug_type_ref){.entry = die_offset(die), .dimension = ref.dimension + 1};
    out->size = product(total, element_size(die));
}

/* C's enumerations have no sign of their own: a negative value among them gives them one. */
static bool has_negative(Dwarf_Die *enumeration) {
    Dwarf_Die die;
    size_t steps = 0;
    for (int more = dwarf_child(enumeration, &die); more == 0 && steps < RSP_LIMIT_DEBUG_STEPS;
         more = dwarf_siblingof(&die, &die), steps++) {
        uint64_t value = 0;
        if (dwarf_tag(&die) == DW_TAG_enumerator && die_number(&die, DW_AT_const_value, &value) &&
            (int64_t)value < 0)
            return true;
    }
    return false;
}

static void read_enumeration(Dwarf_Die *die, rsp_debug_type *out) {
    Dwarf_Die underlying;
    out->kind = RSP_DEBUG_ENUMERATION;
    if (die_reference(die, DW_AT_type, &underlying) && strip(&underlying) &&
        dwarf_tag(&underlying) == DW_TAG_base_type) {
        rsp_debug_type base = {0};
        read_base(&underlying, &base);
        out->is_signed = base.is_signed;
        out->size = out->size ? out->size : size_of(&underlying);
        return;
    }
    out->is_signed = has_negative(die);
}

/* The definition of a structure that is only declared here: the first in the file under that name. */
static void find_definition(const rsp_debug_file *file, Dwarf_Die *die) {
    Dwarf_Die unit;
    Dwarf_Die child;
    die_units units = {0};
    const char *name = die_name(die);
    int tag = dwarf_tag(die);
    size_t steps = 0;
    while (name && die_flag(die, DW_AT_declaration) && die_next_unit(file, &units, &unit)) {
        for (int more = dwarf_child(&unit, &child); more == 0 && steps < RSP_LIMIT_DEBUG_STEPS;
             more = dwarf_siblingof(&child, &child), steps++) {
            const char *other = dwarf_tag(&child) == tag ? die_name(&child) : NULL;
            if (!other || strcmp(other, name) != 0 || die_flag(&child, DW_AT_declaration))
                continue;
            *die = child;
            return;
        }
    }
}

static void read_tag(const rsp_debug_file *file, Dwarf_Die *die, rsp_debug_type_ref ref,
                     rsp_debug_type *out) {
    switch (dwarf_tag(die)) {
    case DW_TAG_base_type:
        read_base(die, out);
        break;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        out->kind = RSP_DEBUG_POINTER;
        out->is_reference = dwarf_tag(die) != DW_TAG_pointer_type;
        out->size = 8;
        out->target.entry = die_type(die);
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        find_definition(file, die);
        out->kind = RSP_DEBUG_STRUCTURE;
        out->entry = die_offset(die);
        out->size = size_of(die);
        out->is_union = dwarf_tag(die) == DW_TAG_union_type;
        break;
    case DW_TAG_enumeration_type:
        read_enumeration(die, out);
        break;
    case DW_TAG_array_type:
        read_array(die, ref, out);
        break;
    case DW_TAG_subroutine_type:
    case DW_TAG_subprogram:
        out->kind = RSP_DEBUG_FUNCTION;
        break;
    default:
        out->kind = RSP_DEBUG_OTHER;
    }
}

rsp_status rsp_debug_type_read(const rsp_debug_file *file, rsp_debug_type_ref ref, rsp_debug_type *out) {
    Dwarf_Die die;
    *out = (rsp_debug_type){0};
    if (ref.entry == 0)
        return RSP_OK;
    if (!die_at(file, ref.entry, &die))
        return RSP_BAD_FILE;
    if (!strip(&die))
        return RSP_OK;
    *out = (rsp_debug_type){.name = die_name(&die), .entry = die_offset(&die), .size = size_of(&die)};
    read_tag(file, &die, ref, out);
    return RSP_OK;
}

/* --- members ----------------------------------------------------------------------------------------------
 */

/* The place of a bit-field, in whichever of the two ways it is given. */
static void read_bits(Dwarf_Die *die, rsp_debug_member *out) {
    uint64_t size = 0;
    uint64_t from = 0;
    uint64_t bytes = 0;
    rsp_debug_type_ref none = {0};
    if (!die_number(die, DW_AT_bit_size, &size) || size == 0 || size > 64)
        return;
    if (die_number(die, DW_AT_data_bit_offset, &from)) {
        out->offset = from / 8;
        out->bit_offset = (uint32_t)(from % 8);
    } else if (die_number(die, DW_AT_bit_offset, &from)) { /* DWARF 3: from the highest bit of its storage */
        Dwarf_Die type;
        if (!die_number(die, DW_AT_byte_size, &bytes) &&
            !(die_reference(die, DW_AT_type, &type) && strip(&type) && (bytes = size_of(&type)) > 0))
            bytes = 4;
        uint64_t low = bytes * 8 - from - size;
        out->offset += low / 8;
        out->bit_offset = (uint32_t)(low % 8);
    }
    out->bit_size = (uint32_t)size;
    if (out->bit_offset + out->bit_size > 64)
        out->type = none;
}

/* The place of a virtual base class is found at run time. */
static bool is_virtual(Dwarf_Die *die) {
    uint64_t ignored = 0;
    return dwarf_tag(die) == DW_TAG_inheritance && dwarf_hasattr(die, DW_AT_data_member_location) &&
           !die_number(die, DW_AT_data_member_location, &ignored);
}

/* False: it is no member that has a place. */
static bool read_member(Dwarf_Die *die, rsp_debug_member *out) {
    int tag = dwarf_tag(die);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || die_flag(die, DW_AT_external) ||
        die_flag(die, DW_AT_declaration))
        return false;
    *out = (rsp_debug_member){.name = tag == DW_TAG_member ? die_name(die) : NULL,
                              .is_base = tag == DW_TAG_inheritance,
                              .is_virtual = is_virtual(die),
                              .type = {.entry = die_type(die)}};
    (void)die_number(die, DW_AT_data_member_location, &out->offset);
    if (tag == DW_TAG_member)
        read_bits(die, out);
    return true;
}

/* A walk over the members of a structure. */
typedef struct member_walk {
    Dwarf_Die die;
    int more;    /* 0: `die` is still to be looked at */
    size_t left; /* steps */
} member_walk;

static bool member_begin(const rsp_debug_file *file, const rsp_debug_type *structure, member_walk *walk) {
    Dwarf_Die die;
    *walk = (member_walk){.more = 1, .left = RSP_LIMIT_DEBUG_STEPS};
    if (structure->kind != RSP_DEBUG_STRUCTURE || !die_at(file, structure->entry, &die))
        return false;
    walk->more = dwarf_child(&die, &walk->die);
    return true;
}

static bool member_next(member_walk *walk, rsp_debug_member *out, Dwarf_Die *out_die) {
    while (walk->more == 0 && walk->left > 0) {
        Dwarf_Die die = walk->die;
        walk->left--;
        walk->more = dwarf_siblingof(&die, &walk->die);
        *out_die = die;
        if (read_member(&die, out))
            return true;
    }
    return false;
}

size_t rsp_debug_members(const rsp_debug_file *file, const rsp_debug_type *structure, size_t first,
                         rsp_debug_member *out, size_t cap) {
    assert(out || cap == 0);
    member_walk walk;
    rsp_debug_member member;
    Dwarf_Die die;
    size_t num = 0;
    (void)member_begin(file, structure, &walk);
    for (size_t i = 0; num < cap && member_next(&walk, &member, &die); i++)
        if (i >= first)
            out[num++] = member;
    return num;
}

size_t rsp_debug_num_members(const rsp_debug_file *file, const rsp_debug_type *structure) {
    member_walk walk;
    rsp_debug_member member;
    Dwarf_Die die;
    size_t num = 0;
    (void)member_begin(file, structure, &walk);
    while (member_next(&walk, &member, &die))
        num++;
    return num;
}

rsp_status rsp_debug_member_at(const rsp_debug_file *file, const rsp_debug_type *structure, size_t index,
                               rsp_debug_member *out) {
    member_walk walk;
    Dwarf_Die die;
    (void)member_begin(file, structure, &walk);
    for (size_t i = 0; member_next(&walk, out, &die); i++)
        if (i == index)
            return RSP_OK;
    return RSP_NOT_FOUND;
}

/* A name that is searched for. Anonymous members of anonymous members may be more than anybody has time for,
 * so all walks share their steps. */
typedef struct member_search {
    const rsp_debug_file *file;
    rsp_bytes name;
    size_t left; /* steps */
} member_search;

static bool search_next(member_search *search, member_walk *walk, rsp_debug_member *out) {
    Dwarf_Die die;
    walk->left = search->left;
    bool found = member_next(walk, out, &die);
    search->left = walk->left;
    return found;
}

static rsp_status find_member(member_search *search, const rsp_debug_type *structure, size_t depth,
                              rsp_debug_member *out);

/* In an anonymous structure, or a base class. */
static rsp_status find_inside(member_search *search, const rsp_debug_member *around, size_t depth,
                              rsp_debug_member *out) {
    rsp_debug_type inner;
    if (depth == MEMBER_DEPTH || rsp_debug_type_read(search->file, around->type, &inner) != RSP_OK)
        return RSP_NOT_FOUND;
    rsp_status status = find_member(search, &inner, depth + 1, out);
    if (status != RSP_OK)
        return status;
    if (around->is_virtual)
        return RSP_UNSUPPORTED;
    out->offset += around->offset;
    return RSP_OK;
}

static rsp_status find_member(member_search *search, const rsp_debug_type *structure, size_t depth,
                              rsp_debug_member *out) {
    member_walk walk;
    rsp_debug_member member;
    (void)member_begin(search->file, structure, &walk);
    while (search_next(search, &walk, &member)) {
        if (member.name && rsp_bytes_equal(rsp_bytes_str(member.name), search->name)) {
            *out = member;
            return RSP_OK;
        }
        rsp_status status = member.name ? RSP_NOT_FOUND : find_inside(search, &member, depth, out);
        if (status != RSP_NOT_FOUND)
            return status;
    }
    return walk.more == 0 ? RSP_LIMIT : RSP_NOT_FOUND;
}

rsp_status rsp_debug_member_find(const rsp_debug_file *file, const rsp_debug_type *structure, rsp_bytes name,
                                 rsp_debug_member *out) {
    member_search search = {.file = file, .name = name, .left = RSP_LIMIT_DEBUG_MEMBERS};
    return find_member(&search, structure, 0, out);
}

/* The first enumerator that `fits` says yes to. */
typedef bool enumerator_fits(const void *wanted, const char *name, uint64_t value);

static const char *find_enumerator(const rsp_debug_file *file, const rsp_debug_type *enumeration,
                                   enumerator_fits *fits, const void *wanted, uint64_t *out_value) {
    Dwarf_Die die;
    Dwarf_Die child;
    size_t steps = 0;
    if (enumeration->kind != RSP_DEBUG_ENUMERATION || !die_at(file, enumeration->entry, &die))
        return NULL;
    for (int more = dwarf_child(&die, &child); more == 0 && steps < RSP_LIMIT_DEBUG_STEPS;
         more = dwarf_siblingof(&child, &child), steps++) {
        const char *name = dwarf_tag(&child) == DW_TAG_enumerator ? die_name(&child) : NULL;
        if (name && die_number(&child, DW_AT_const_value, out_value) && fits(wanted, name, *out_value))
            return name;
    }
    return NULL;
}

static bool has_value(const void *wanted, const char *name, uint64_t value) {
    const uint64_t *number = wanted;
    (void)name;
    return value == *number;
}

static bool has_name(const void *wanted, const char *name, uint64_t value) {
    const rsp_bytes *text = wanted;
    (void)value;
    return rsp_bytes_equal(rsp_bytes_str(name), *text);
}

const char *rsp_debug_enumerator_name(const rsp_debug_file *file, const rsp_debug_type *enumeration,
                                      uint64_t value) {
    uint64_t number = 0;
    return find_enumerator(file, enumeration, has_value, &value, &number);
}

rsp_status rsp_debug_enumerator_value(const rsp_debug_file *file, const rsp_debug_type *enumeration,
                                      rsp_bytes name, uint64_t *out_value) {
    return find_enumerator(file, enumeration, has_name, &name, out_value) ? RSP_OK : RSP_NOT_FOUND;
}

/* --- names ------------------------------------------------------------------------------------------------
 */

static const char *keyword_of(int tag) {
    switch (tag) {
    case DW_TAG_structure_type:
        return "struct ";
    case DW_TAG_union_type:
        return "union ";
    case DW_TAG_enumeration_type:
        return "enum ";
    case DW_TAG_class_type:
        return "class ";
    default:
        return "";
    }
}

static void append_dimensions(rsp_buf *out, Dwarf_Die *array, uint32_t first) {
    rsp_debug_type type = {0};
    uint64_t total = 0;
    size_t num = read_dimensions(array, first, &type, &total);
    for (uint32_t i = first; i < num; i++) {
        (void)read_dimensions(array, i, &type, &total);
        rsp_buf_str(out, "[");
        if (type.has_count)
            rsp_buf_printf(out, "%llu", (unsigned long long)type.count);
        rsp_buf_str(out, "]");
    }
}

/* What stands after the name of the innermost type: stars and brackets, innermost first. */
typedef struct type_suffix {
    rsp_buf text;
    size_t hops;
} type_suffix;

/* Appends what the type adds to the one that it is made of, and goes on there. False: it has a name. */
static bool peel(Dwarf_Die *die, uint32_t dimension, type_suffix *suffix, bool *out_void) {
    rsp_buf piece = {0};
    switch (dwarf_tag(die)) {
    case DW_TAG_pointer_type:
        rsp_buf_str(&piece, "*");
        break;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        rsp_buf_str(&piece, "&");
        break;
    case DW_TAG_array_type:
        append_dimensions(&piece, die, dimension);
        break;
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
        break;
    default:
        return false;
    }
    rsp_buf_append(&piece, rsp_buf_bytes(&suffix->text));
    rsp_buf_free(&suffix->text);
    suffix->text = piece;
    *out_void = !die_reference(die, DW_AT_type, die);
    return !*out_void;
}

void rsp_debug_type_append(rsp_buf *out, const rsp_debug_file *file, rsp_debug_type_ref ref) {
    Dwarf_Die die;
    type_suffix suffix = {0};
    uint32_t dimension = ref.dimension;
    bool is_void = ref.entry == 0 || !die_at(file, ref.entry, &die);
    while (!is_void && suffix.hops++ < RSP_LIMIT_DEBUG_HOPS && peel(&die, dimension, &suffix, &is_void))
        dimension = 0;
    const char *name = is_void ? "void" : die_name(&die);
    int tag = is_void ? 0 : dwarf_tag(&die);
    if (tag == DW_TAG_subroutine_type)
        name = "function";
    rsp_buf_str(out, keyword_of(tag));
    rsp_buf_append(out,
                   rsp_bytes_sub(rsp_bytes_str(name ? name : "(unnamed)"), 0, RSP_LIMIT_DEBUG_NAME_BYTES));
    if (suffix.text.len > 0)
        rsp_buf_push(out, ' ');
    rsp_buf_append(out, rsp_buf_bytes(&suffix.text));
    rsp_buf_free(&suffix.text);
}
