/* Scopes are walked outwards from the innermost up to the function: what is around an inlined copy is its
 * caller's. Then come the namespaces and classes that the function is declared in, its unit, and other units:
 * an extern declaration leads to the definition. See debug_variable.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_variable.h"

#include "core/limits.h"
#include "die.h"
#include "enclosing.h"

#include <assert.h>

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
    assert(out || cap == 0);
    die_scopes scopes;
    Dwarf_Die die;
    scope_walk walk;
    size_t num = 0;
    if (!die_scopes_at(file, address, &scopes))
        return 0;
    for (size_t i = scopes.num; i-- > 1;) {
        scope_begin(&walk, &scopes.dies[i]);
        while (num < cap && scope_next(&walk, &die)) {
            if (!is_variable(&die) || !die_name(&die) || is_declaration(&die))
                continue;
            out[num] = describe(&die, false, scopes.num - 1 - i);
            num++;
        }
    }
    return num;
}

size_t rsp_debug_globals_at(const rsp_debug_file *file, uint64_t address, size_t first,
                            rsp_debug_variable *out, size_t cap) {
    assert(out || cap == 0);
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

/* What is wanted of the entries right below a unit or namespace. */
typedef enum variable_wish { ANY_VARIABLE, EXTERNAL_VARIABLE, DECLARED_VARIABLE } variable_wish;

static bool is_wished(Dwarf_Die *die, variable_wish wish) {
    Dwarf_Attribute attribute;
    bool external = false;
    if (wish == DECLARED_VARIABLE)
        return is_declaration(die);
    if (wish == EXTERNAL_VARIABLE && (!dwarf_attr_integrate(die, DW_AT_external, &attribute) ||
                                      dwarf_formflag(&attribute, &external) != 0 || !external))
        return false;
    return !is_declaration(die);
}

static bool find_child(Dwarf_Die *scope, rsp_bytes name, variable_wish wish, Dwarf_Die *out) {
    scope_walk walk;
    scope_begin(&walk, scope);
    while (scope_next(&walk, out))
        if (is_variable(out) && is_named(out, name) && is_wished(out, wish) && enclosing_declares(scope, out))
            return true;
    return false;
}

/* "space::Class::count": a static member is declared in its class, and mostly defined outside. */
static bool find_qualified(const rsp_debug_file *file, Dwarf_Die *unit, const qualified_name *name,
                           Dwarf_Die *out) {
    scope_walk walk;
    qualified_found declared;
    qualified_find(file, unit, name, false, &declared);
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

/* One level of namespaces without their names: those that have none, or all, as after `using`. */
static bool find_in_namespaces(Dwarf_Die *unit, rsp_bytes name, bool named, Dwarf_Die *out) {
    scope_walk walk;
    Dwarf_Die die;
    scope_begin(&walk, unit);
    while (scope_next(&walk, &die))
        if (dwarf_tag(&die) == DW_TAG_namespace && (named || !die_name(&die)) &&
            find_child(&die, name, ANY_VARIABLE, out))
            return true;
    return false;
}

static bool find_local(die_scopes *scopes, uint32_t inner, rsp_bytes name, rsp_debug_variable *out) {
    scope_walk walk;
    Dwarf_Die die;
    bool inside = true;
    for (size_t i = scopes->num - (inner < scopes->num ? inner : scopes->num - 1); inside && i-- > 1;) {
        scope_begin(&walk, &scopes->dies[i]);
        while (scope_next(&walk, &die)) {
            if (!is_variable(&die) || is_declaration(&die) || !is_named(&die, name))
                continue;
            *out = describe(&die, false, scopes->num - 1 - i);
            return true;
        }
        inside = dwarf_tag(&scopes->dies[i]) == DW_TAG_lexical_block;
    }
    return false;
}

/* Another unit that satisfies; the one at hand is looked through again, to no effect. */
static bool find_elsewhere(const rsp_debug_file *file, rsp_bytes name, variable_wish wish, Dwarf_Die *out) {
    Dwarf_Die unit;
    die_units units = {0};
    while (die_next_unit(file, &units, &unit))
        if (find_child(&unit, name, wish, out) ||
            (wish == ANY_VARIABLE && find_in_namespaces(&unit, name, true, out)))
            return true;
    return false;
}

static bool find_qualified_anywhere(const rsp_debug_file *file, Dwarf_Die *own, const qualified_name *name,
                                    Dwarf_Die *out) {
    Dwarf_Die unit;
    die_units units = {0};
    if (own && find_qualified(file, own, name, out))
        return true;
    while (die_next_unit(file, &units, &unit))
        if (find_qualified(file, &unit, name, out))
            return true;
    return false;
}

/* In the namespaces and classes around, the innermost first. */
static bool find_enclosed(const rsp_debug_file *file, Dwarf_Die *own, const enclosing *around, rsp_bytes name,
                          Dwarf_Die *out) {
    for (size_t num = around->num; num > 0; num--) {
        qualified_name parts;
        if (enclosing_name(around, num, name, &parts) && find_qualified_anywhere(file, own, &parts, out))
            return true;
    }
    return false;
}

static bool is_qualified(rsp_bytes name) {
    return rsp_bytes_search(name, RSP_LIT("::")) < name.len;
}

/* `own`: the unit of the address; NULL for none. */
static bool find_global(const rsp_debug_file *file, Dwarf_Die *own, rsp_bytes name, Dwarf_Die *out) {
    qualified_name parts;
    if (is_qualified(name))
        return qualified_parse(&parts, name) && !parts.has_parameters &&
               find_qualified_anywhere(file, own, &parts, out);
    if (own && (find_child(own, name, ANY_VARIABLE, out) || find_in_namespaces(own, name, false, out)))
        return true;
    if (own && find_child(own, name, DECLARED_VARIABLE, out) &&
        find_elsewhere(file, name, EXTERNAL_VARIABLE, out))
        return true;
    return (own && find_in_namespaces(own, name, true, out)) ||
           find_elsewhere(file, name, EXTERNAL_VARIABLE, out) ||
           find_elsewhere(file, name, ANY_VARIABLE, out);
}

rsp_status rsp_debug_variable_find_outside(const rsp_debug_file *file, uint64_t address, uint32_t inner,
                                           rsp_bytes name, rsp_debug_variable *out) {
    die_scopes scopes;
    Dwarf_Die die;
    enclosing around = {0};
    bool known = die_scopes_at(file, address, &scopes);
    if (known && find_local(&scopes, inner, name, out))
        return RSP_OK;
    if (known)
        enclosing_find(&scopes, inner, &around);
    Dwarf_Die *own = known ? &scopes.dies[0] : NULL;
    if (!find_enclosed(file, own, &around, name, &die) && !find_global(file, own, name, &die))
        return RSP_NOT_FOUND;
    *out = describe(&die, true, known ? scopes.num - 1 : 0);
    return RSP_OK;
}

/* In the enumerations right below a scope. */
static bool find_enumerator(Dwarf_Die *scope, rsp_bytes name, uint64_t *out_value, Dwarf_Die *out_type) {
    scope_walk types;
    scope_walk walk;
    Dwarf_Die die;
    scope_begin(&types, scope);
    while (scope_next(&types, out_type)) {
        if (dwarf_tag(out_type) != DW_TAG_enumeration_type)
            continue;
        scope_begin(&walk, out_type);
        while (scope_next(&walk, &die))
            if (dwarf_tag(&die) == DW_TAG_enumerator && is_named(&die, name) &&
                die_number(&die, DW_AT_const_value, out_value))
                return true;
    }
    return false;
}

static bool find_enclosed_enumerator(Dwarf_Die *unit, const enclosing *around, rsp_bytes name,
                                     uint64_t *out_value, Dwarf_Die *out_type) {
    qualified_name parts;
    for (size_t num = around->num + 1; num-- > 0;)
        if (enclosing_name(around, num, name, &parts) &&
            qualified_enumerator(unit, &parts, out_value, out_type))
            return true;
    return is_qualified(name) && qualified_parse(&parts, name) &&
           qualified_enumerator(unit, &parts, out_value, out_type);
}

rsp_status rsp_debug_enumerator_find(const rsp_debug_file *file, uint64_t address, rsp_bytes name,
                                     uint64_t *out_value, rsp_debug_type_ref *out_type) {
    die_scopes scopes;
    enclosing around;
    Dwarf_Die type;
    if (!die_scopes_at(file, address, &scopes))
        return RSP_NOT_FOUND;
    enclosing_find(&scopes, 0, &around);
    bool found = false;
    bool inside = true;
    for (size_t i = scopes.num; !found && inside && i-- > 1;) {
        found = find_enumerator(&scopes.dies[i], name, out_value, &type);
        inside = dwarf_tag(&scopes.dies[i]) == DW_TAG_lexical_block;
    }
    if (!found && !find_enclosed_enumerator(&scopes.dies[0], &around, name, out_value, &type))
        return RSP_NOT_FOUND;
    *out_type = (rsp_debug_type_ref){.entry = die_offset(&type)};
    return RSP_OK;
}
