/* A definition outside of its class refers to the declaration within, and an inlined copy to its origin.
 * So declarations with the name are looked for first, and then what leads to them. The last parts of a
 * name are enough, and template arguments may be left out. See qualified_name.h. */
/* SPDX-License-Identifier: MIT */
#include "qualified_name.h"

#include "core/limits.h"
#include "debug_type.h"

static const char operator_word[] = "operator";

/* The length of the first part: up to "::" or "(" outside of angle brackets. */
static size_t part_length(rsp_bytes text) {
    size_t open = 0;
    if (rsp_bytes_starts(text, rsp_bytes_str(operator_word)))
        return text.len;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        open += c == '<';
        open -= c == '>' && open > 0;
        bool colons = c == ':' && i + 1 < text.len && text.ptr[i + 1] == ':';
        if (open == 0 && (colons || c == '('))
            return i;
    }
    return text.len;
}

bool qualified_parse(qualified_name *out, rsp_bytes text) {
    *out = (qualified_name){0};
    out->rooted = rsp_bytes_starts(text, RSP_LIT("::"));
    if (out->rooted)
        text = rsp_bytes_from(text, 2);
    while (out->num < QUALIFIED_PARTS) {
        size_t len = part_length(text);
        if (len == 0)
            return false;
        out->parts[out->num++] = rsp_bytes_sub(text, 0, len);
        text = rsp_bytes_from(text, len);
        if (text.len == 0)
            return true;
        if (text.ptr[0] == '(') {
            out->has_parameters = text.ptr[text.len - 1] == ')';
            out->parameters = rsp_bytes_sub(text, 1, text.len - 2);
            return out->has_parameters;
        }
        text = rsp_bytes_from(text, 2);
    }
    return false;
}

/* --- comparing --------------------------------------------------------------------------------------------
 */

static size_t skip_blanks(rsp_bytes text, size_t at) {
    while (at < text.len && text.ptr[at] == ' ')
        at++;
    return at;
}

/* Without regard to blanks. Returns how much of `text` has the letters of `wanted`; SIZE_MAX: it differs. */
static size_t same_until(rsp_bytes text, rsp_bytes wanted) {
    size_t i = skip_blanks(text, 0);
    for (size_t j = skip_blanks(wanted, 0); j < wanted.len; j = skip_blanks(wanted, j + 1)) {
        if (i >= text.len || text.ptr[i] != wanted.ptr[j])
            return SIZE_MAX;
        i = skip_blanks(text, i + 1);
    }
    return i;
}

static bool same_text(rsp_bytes text, rsp_bytes wanted) {
    return same_until(text, wanted) == text.len;
}

/* "largest" is "largest<int>", too. */
static bool is_part(Dwarf_Die *die, rsp_bytes wanted) {
    const char *name = die_name(die);
    rsp_bytes text = rsp_bytes_str(name ? name : "");
    size_t end = name ? same_until(text, wanted) : SIZE_MAX;
    bool is_operator = rsp_bytes_starts(text, rsp_bytes_str(operator_word));
    return end != SIZE_MAX && (end == text.len || (text.ptr[end] == '<' && !is_operator));
}

bool qualified_is_space(int tag) {
    return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_structure_type ||
           tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Names in it can be had without its own: it has none, or C++ says so. */
static bool is_open(Dwarf_Die *die) {
    return !die_name(die) || die_flag(die, DW_AT_export_symbols) ||
           (dwarf_tag(die) == DW_TAG_enumeration_type && !die_flag(die, DW_AT_enum_class));
}

static bool is_around(Dwarf_Die *die, rsp_bytes part) {
    int tag = dwarf_tag(die);
    return (die_holds_functions(tag) || tag == DW_TAG_enumeration_type) && is_part(die, part);
}

/* The entry that the walk stands at, and those around it. Open ones may be passed over. */
static bool is_path(const die_walk *walk, const qualified_name *name) {
    size_t depth = walk->depth - 1;
    Dwarf_Die here = walk->path[depth];
    size_t part = name->num - 1;
    if (!is_part(&here, name->parts[part]))
        return false;
    while (part > 0) {
        if (depth <= 1)
            return false;
        here = walk->path[--depth];
        if (is_around(&here, name->parts[part - 1]))
            part--;
        else if (!is_open(&here))
            return false;
    }
    while (name->rooted && depth > 1) {
        here = walk->path[--depth];
        if (!is_open(&here))
            return false;
    }
    return true;
}

/* Takes the text up to the next comma outside of angle brackets. */
static rsp_bytes take_parameter(rsp_bytes *list) {
    size_t open = 0;
    size_t i = 0;
    for (; i < list->len && (open > 0 || list->ptr[i] != ','); i++) {
        open += list->ptr[i] == '<' || list->ptr[i] == '(';
        open -= open > 0 && (list->ptr[i] == '>' || list->ptr[i] == ')');
    }
    rsp_bytes first = rsp_bytes_sub(*list, 0, i);
    *list = rsp_bytes_from(*list, i < list->len ? i + 1 : i);
    return first;
}

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The names of types here have no qualifiers. */
static void append_unqualified(rsp_buf *out, rsp_bytes text) {
    static const char *const words[] = {"const", "volatile"};
    for (size_t i = 0; i < text.len;) {
        size_t end = i;
        while (end < text.len && is_letter(text.ptr[end]))
            end++;
        rsp_bytes word = rsp_bytes_sub(text, i, end > i ? end - i : 1);
        i += word.len;
        if (!rsp_bytes_equal(word, rsp_bytes_str(words[0])) &&
            !rsp_bytes_equal(word, rsp_bytes_str(words[1])))
            rsp_buf_append(out, word);
    }
}

static bool is_type(const rsp_debug_file *file, Dwarf_Die *parameter, rsp_bytes wanted) {
    rsp_buf text = {0};
    rsp_buf plain = {0};
    const rsp_debug_type_ref ref = {.entry = die_type(parameter)};
    rsp_debug_type_append(&text, file, ref);
    append_unqualified(&plain, wanted);
    bool same = plain.status == RSP_OK && same_text(rsp_buf_bytes(&text), rsp_buf_bytes(&plain));
    rsp_buf_free(&plain);
    rsp_buf_free(&text);
    return same;
}

static bool has_parameters(const rsp_debug_file *file, Dwarf_Die *function, rsp_bytes list) {
    Dwarf_Die die;
    size_t steps = 0;
    if (same_text(list, RSP_LIT("void")))
        list.len = 0;
    for (int more = dwarf_child(function, &die); more == 0 && steps < RSP_LIMIT_DEBUG_STEPS; steps++) {
        bool counts = dwarf_tag(&die) == DW_TAG_formal_parameter && !die_flag(&die, DW_AT_artificial);
        if (counts && (skip_blanks(list, 0) == list.len || !is_type(file, &die, take_parameter(&list))))
            return false;
        Dwarf_Die next;
        more = dwarf_siblingof(&die, &next);
        die = next;
    }
    return skip_blanks(list, 0) == list.len;
}

/* --- finding ----------------------------------------------------------------------------------------------
 */

static bool is_wanted(int tag, bool functions) {
    return functions ? tag == DW_TAG_subprogram : tag == DW_TAG_variable || tag == DW_TAG_member;
}

void qualified_find(const rsp_debug_file *file, Dwarf_Die *unit, const qualified_name *name, bool functions,
                    qualified_found *out) {
    die_walk walk;
    bool inside = true;
    out->num = 0;
    die_walk_begin(&walk, unit);
    for (Dwarf_Die *die = die_walk_next(&walk, inside); die && out->num < QUALIFIED_FOUND;
         die = die_walk_next(&walk, inside)) {
        inside = functions ? die_holds_functions(dwarf_tag(die)) : qualified_is_space(dwarf_tag(die));
        if (!is_wanted(dwarf_tag(die), functions) || !is_path(&walk, name))
            continue;
        if (!name->has_parameters || has_parameters(file, die, name->parameters))
            out->entries[out->num++] = die_offset(die);
    }
}

bool qualified_enumerator(Dwarf_Die *unit, const qualified_name *name, uint64_t *out_value,
                          Dwarf_Die *out_type) {
    die_walk walk;
    bool inside = true;
    die_walk_begin(&walk, unit);
    for (Dwarf_Die *die = die_walk_next(&walk, inside); die; die = die_walk_next(&walk, inside)) {
        int tag = dwarf_tag(die);
        inside = qualified_is_space(tag) || tag == DW_TAG_enumeration_type;
        if (tag != DW_TAG_enumerator || !is_path(&walk, name) ||
            !die_number(die, DW_AT_const_value, out_value))
            continue;
        *out_type = walk.path[walk.depth - 2];
        return true;
    }
    return false;
}

bool qualified_is(Dwarf_Die *die, const qualified_found *found) {
    static const unsigned links[] = {DW_AT_abstract_origin, DW_AT_specification};
    Dwarf_Die here = *die;
    for (size_t hops = 0; hops < RSP_LIMIT_DEBUG_HOPS && found->num > 0; hops++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;
        size_t i = 0;
        for (size_t j = 0; j < found->num; j++)
            if (found->entries[j] == die_offset(&here))
                return true;
        while (i < RSP_ARRAY_LEN(links) && !dwarf_attr(&here, links[i], &attribute))
            i++;
        if (i == RSP_ARRAY_LEN(links) || !dwarf_formref_die(&attribute, &next))
            return false;
        here = next;
    }
    return false;
}
