/* Each walk has a number of steps: a sibling that leads back would go round for ever otherwise.
 * libdw's own walks of scopes are recursive, and so are not used.
 * See die.h. */
/* SPDX-License-Identifier: MIT */
#include "die.h"

#include "core/limits.h"

void die_walk_begin(die_walk *walk, const Dwarf_Die *parent) {
    walk->path[0] = *parent;
    walk->depth = 1;
    walk->steps = RSP_LIMIT_DEBUG_STEPS;
    walk->started = false;
}

Dwarf_Die *die_walk_next(die_walk *walk, bool inside) {
    Dwarf_Die next;
    if (walk->depth == 0 || walk->steps == 0)
        return NULL;
    walk->steps--;
    if ((inside || !walk->started) && walk->depth < DIE_DEPTH &&
        dwarf_child(&walk->path[walk->depth - 1], &next) == 0) {
        walk->started = true;
        walk->path[walk->depth++] = next;
        return &walk->path[walk->depth - 1];
    }
    for (; walk->depth > 1; walk->depth--) {
        if (dwarf_siblingof(&walk->path[walk->depth - 1], &next) == 0) {
            walk->path[walk->depth - 1] = next;
            return &walk->path[walk->depth - 1];
        }
    }
    walk->depth = 0;
    return NULL;
}

bool die_next_unit(const rsp_debug_file *file, die_units *units, Dwarf_Die *out) {
    Dwarf_CU *next = NULL;
    uint8_t kind = 0;
    if (!file->dwarf)
        return false;
    for (; units->num < RSP_LIMIT_DEBUG_UNITS; units->num++) {
        if (dwarf_get_units(file->dwarf, units->unit, &next, NULL, &kind, out, NULL) != 0)
            return false;
        units->unit = next;
        if (kind == DW_UT_compile && dwarf_tag(out) == DW_TAG_compile_unit)
            return true;
    }
    return false;
}

bool die_at(const rsp_debug_file *file, uint64_t offset, Dwarf_Die *out) {
    return file->dwarf && dwarf_offdie(file->dwarf, offset, out) != NULL;
}

uint64_t die_offset(Dwarf_Die *die) {
    return dwarf_dieoffset(die);
}

const char *die_name(Dwarf_Die *die) {
    const char *name = dwarf_diename(die);
    return name && name[0] ? name : NULL;
}

bool die_number(Dwarf_Die *die, unsigned name, uint64_t *out) {
    Dwarf_Attribute attribute;
    Dwarf_Sword is_signed = 0;
    Dwarf_Word value = 0;
    if (!dwarf_attr_integrate(die, name, &attribute))
        return false;
    if (dwarf_whatform(&attribute) == DW_FORM_sdata || dwarf_whatform(&attribute) == DW_FORM_implicit_const) {
        if (dwarf_formsdata(&attribute, &is_signed) != 0)
            return false;
        *out = (uint64_t)is_signed;
        return true;
    }
    if (dwarf_formudata(&attribute, &value) != 0)
        return false;
    *out = value;
    return true;
}

bool die_flag(Dwarf_Die *die, unsigned name) {
    Dwarf_Attribute attribute;
    bool value = false;
    return dwarf_attr(die, name, &attribute) && dwarf_formflag(&attribute, &value) == 0 && value;
}

bool die_reference(Dwarf_Die *die, unsigned name, Dwarf_Die *out) {
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, name, &attribute) && dwarf_formref_die(&attribute, out) != NULL;
}

uint64_t die_type(Dwarf_Die *die) {
    Dwarf_Die type;
    return die_reference(die, DW_AT_type, &type) ? die_offset(&type) : 0;
}

bool die_covers(Dwarf_Die *die, uint64_t address) {
    return dwarf_haspc(die, address) == 1;
}

bool die_entry(Dwarf_Die *die, uint64_t *out) {
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    if (dwarf_entrypc(die, &low) != 0 && dwarf_ranges(die, 0, &base, &low, &high) <= 0)
        return false;
    *out = low;
    return true;
}

static bool is_scope(int tag) {
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
}

static bool has_scopes_inside(int tag) {
    return tag == DW_TAG_namespace || tag == DW_TAG_module;
}

bool die_holds_functions(int tag) {
    return has_scopes_inside(tag) || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* What the innermost scope so far has around the address: each scope found is the parent of the next. */
static void descend(die_scopes *out, uint64_t address, bool everywhere) {
    die_walk walk;
    die_walk_begin(&walk, &out->dies[out->num - 1]);
    Dwarf_Die *die = die_walk_next(&walk, true);
    while (die && out->num < DIE_SCOPES) {
        bool inside = is_scope(dwarf_tag(die)) && die_covers(die, address);
        if (inside)
            out->dies[out->num++] = *die;
        bool found = inside;
        bool may = everywhere ? die_holds_functions(dwarf_tag(die)) : has_scopes_inside(dwarf_tag(die));
        inside = inside || (out->num == 1 && may);
        if (found) { /* its siblings are of no interest any more */
            Dwarf_Die parent = *die;
            die_walk_begin(&walk, &parent);
        }
        die = die_walk_next(&walk, inside);
    }
}

bool die_scopes_at(const rsp_debug_file *file, uint64_t address, die_scopes *out) {
    Dwarf_Die unit;
    die_units units = {0};
    debug_last_function *last = file->last;
    out->num = 0;
    if (last->known && die_covers(&last->function, address)) {
        out->dies[0] = last->unit;
        out->dies[1] = last->function;
        out->num = 2;
        descend(out, address, false);
        return true;
    }
    while (die_next_unit(file, &units, &unit)) {
        if (!die_covers(&unit, address))
            continue;
        out->dies[0] = unit;
        out->num = 1;
        descend(out, address, false);
        if (out->num == 1) /* a function whose code is outside of the one that it stands in */
            descend(out, address, true);
        if (out->num > 1)
            *last = (debug_last_function){.known = true, .unit = unit, .function = out->dies[1]};
        return true;
    }
    return false;
}
