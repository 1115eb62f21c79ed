/* Scopes are walked outwards from the innermost. A function's own entries come before what is around it.
 * An extern declaration leads to the definition, which may be in another unit.
 * See debug_variable.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_variable.h"

#include "core/limits.h"
#include "die.h"
#include "qualified_name.h"

static bool is_variable(Dwarf_Die *die) {
    int tag = dwarf_tag(die);
    return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

static bool is_named(Dwarf_Die *die, rsp_bytes name) {
    const char *text = die_name(die);
    return text && rsp_bytes_equal(rsp_bytes_str(text), name);
}

/* Only declared: the variable itself is somewhere else. */
static bool is_declaration(Dwarf_Die *die) {
    return die_flag(die, DW_AT_declaration) && !dwarf_hasattr(die, DW_AT_location);
}

static rsp_debug_variable describe(Dwarf_Die *die, bool global, size_t depth) {
    rsp_debug_variable out = {.name = die_name(die),
                              .entry = die_offset(die),
                              .type = {.entry = die_type(die)},
                              .depth = (uint32_t)depth};
    out.kind = global                                      ? RSP_DEBUG_GLOBAL
               : dwarf_tag(die) == DW_TAG_formal_parameter ? RSP_DEBUG_PARAMETER
                                                           : RSP_DEBUG_LOCAL;
    uint64_t line = 0;
    if (die_number(die, DW_AT_decl_line, &line) && line <= UINT32_MAX)
        out.line = (uint32_t)line;
    return out;
}

/* The children of one scope. */
typedef struct scope_walk {
    Dwarf_Die die;
    int more;
    size_t steps;
} scope_walk;

static void scope_begin(scope_walk *walk, Dwarf_Die *scope) {
    walk->more = dwarf_child(scope, &walk->die);
    walk->steps = 0;
}

static bool scope_next(scope_walk *walk, Dwarf_Die *out) {
    if (walk->more != 0 || walk->steps++ == RSP_LIMIT_DEBUG_STEPS)
        return false;
    *out = walk->die;
    walk->more = dwarf_siblingof(out, &walk->die);
    return true;
}

size_t rsp_debug_variables_at(const rsp_debug_file *file, uint64_t address, rsp_debug_variable *out,
                              size_t cap) {
    die_scopes scopes;
    Dwarf_Die die;
    scope_walk walk;
    size_t num = 0;
    if (!die_scopes_at(file, address, &scopes))
        return 0;
    for (size_t i = scopes.num; i-- > 1;) {
        scope_begin(&walk, &scopes.dies[i]);
        while (num < cap && scope_next(&walk, &die))
            if (is_variable(&die) && die_name(&die) && !is_declaration(&die))
                out[num++] = describe(&die, false, scopes.num - 1 - i);
    }
    return num;
}

size_t rsp_debug_globals_at(const rsp_debug_file *file, uint64_t address, size_t first,
                            rsp_debug_variable *out, size_t cap) {
    die_scopes scopes;
    Dwarf_Die die;
    scope_walk walk;
    size_t num = 0;
    size_t seen = 0;
    if (!die_scopes_at(file, address, &scopes))
        return 0;
    scope_begin(&walk, &scopes.dies[0]);
    while (num < cap && scope_next(&walk, &die))
        if (is_variable(&die) && die_name(&die) && !is_declaration(&die) && seen++ >= first)
            out[num++] = describe(&die, true, scopes.num - 1);
    return num;
}

/* A variable right below a unit or namespace. */
static bool find_child(Dwarf_Die *scope, rsp_bytes name, Dwarf_Die *out) {
    scope_walk walk;
    scope_begin(&walk, scope);
    while (scope_next(&walk, out))
        if (is_variable(out) && !is_declaration(out) && is_named(out, name))
            return true;
    return false;
}

/* "space::Class::count": a static member is declared in its class, and mostly defined outside. */
static bool find_qualified(const rsp_debug_file *file, Dwarf_Die *unit, rsp_bytes name, Dwarf_Die *out) {
    scope_walk walk;
    qualified_name parts;
    qualified_found declared;
    if (!qualified_parse(&parts, name) || parts.has_parameters)
        return false;
    qualified_find(file, unit, &parts, false, &declared);
    if (declared.num == 0)
        return false;
    scope_begin(&walk, unit);
    while (scope_next(&walk, out))
        if (is_variable(out) && !is_declaration(out) && qualified_is(out, &declared))
            return true;
    for (size_t i = 0; i < declared.num; i++)
        if (die_at(file, declared.entries[i], out) &&
            (dwarf_hasattr(out, DW_AT_location) || dwarf_hasattr(out, DW_AT_const_value)))
            return true;
    return false;
}

/* One level of namespaces without their names, as after `using`. */
static bool find_in_namespaces(Dwarf_Die *unit, rsp_bytes name, Dwarf_Die *out) {
    scope_walk walk;
    Dwarf_Die die;
    scope_begin(&walk, unit);
    while (scope_next(&walk, &die))
        if (dwarf_tag(&die) == DW_TAG_namespace && find_child(&die, name, out))
            return true;
    return false;
}

static bool find_in_unit(const rsp_debug_file *file, Dwarf_Die *unit, rsp_bytes name, Dwarf_Die *out) {
    if (rsp_bytes_search(name, RSP_LIT("::")) < name.len)
        return find_qualified(file, unit, name, out);
    return find_child(unit, name, out) || find_in_namespaces(unit, name, out);
}

static bool find_local(die_scopes *scopes, uint32_t inner, rsp_bytes name, rsp_debug_variable *out) {
    scope_walk walk;
    Dwarf_Die die;
    for (size_t i = scopes->num - (inner < scopes->num ? inner : scopes->num - 1); i-- > 1;) {
        scope_begin(&walk, &scopes->dies[i]);
        while (scope_next(&walk, &die)) {
            if (!is_variable(&die) || is_declaration(&die) || !is_named(&die, name))
                continue;
            *out = describe(&die, false, scopes->num - 1 - i);
            return true;
        }
    }
    return false;
}

rsp_status rsp_debug_variable_find_outside(const rsp_debug_file *file, uint64_t address, uint32_t inner,
                                           rsp_bytes name, rsp_debug_variable *out) {
    die_scopes scopes;
    Dwarf_Die unit;
    Dwarf_Die die;
    die_units units = {0};
    size_t depth = 0;
    if (die_scopes_at(file, address, &scopes)) {
        depth = scopes.num - 1;
        if (find_local(&scopes, inner, name, out))
            return RSP_OK;
        if (find_in_unit(file, &scopes.dies[0], name, &die)) {
            *out = describe(&die, true, depth);
            return RSP_OK;
        }
    }
    while (die_next_unit(file, &units, &unit)) {
        if (!find_in_unit(file, &unit, name, &die))
            continue;
        *out = describe(&die, true, depth);
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

/* In the enumerations right below a scope. */
static bool find_enumerator(Dwarf_Die *scope, rsp_bytes name, uint64_t *out_value,
                            rsp_debug_type_ref *out_type) {
    scope_walk types;
    scope_walk walk;
    Dwarf_Die type;
    Dwarf_Die die;
    scope_begin(&types, scope);
    while (scope_next(&types, &type)) {
        if (dwarf_tag(&type) != DW_TAG_enumeration_type)
            continue;
        scope_begin(&walk, &type);
        while (scope_next(&walk, &die)) {
            if (dwarf_tag(&die) != DW_TAG_enumerator || !is_named(&die, name) ||
                !die_number(&die, DW_AT_const_value, out_value))
                continue;
            *out_type = (rsp_debug_type_ref){.entry = die_offset(&type)};
            return true;
        }
    }
    return false;
}

rsp_status rsp_debug_enumerator_find(const rsp_debug_file *file, uint64_t address, rsp_bytes name,
                                     uint64_t *out_value, rsp_debug_type_ref *out_type) {
    die_scopes scopes;
    if (!die_scopes_at(file, address, &scopes))
        return RSP_NOT_FOUND;
    for (size_t i = scopes.num; i-- > 0;)
        if (find_enumerator(&scopes.dies[i], name, out_value, out_type))
            return RSP_OK;
    return RSP_NOT_FOUND;
}
