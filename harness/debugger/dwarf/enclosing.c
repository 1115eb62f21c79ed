/* Entries have no link to their parent, but they stand in the order of their offsets: of the entries of one
 * level the last one that begins before the wanted one is around it.
 * See enclosing.h. */
/* SPDX-License-Identifier: MIT */
#include "enclosing.h"

#include "core/limits.h"

/* The entry that others are copies or definitions of. */
static Dwarf_Die origin_of(const Dwarf_Die *die) {
    static const unsigned links[] = {DW_AT_abstract_origin, DW_AT_specification};
    Dwarf_Die here = *die;
    for (size_t hops = 0; hops < RSP_LIMIT_DEBUG_HOPS; hops++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;
        size_t i = 0;
        while (i < RSP_ARRAY_LEN(links) && !dwarf_attr(&here, links[i], &attribute))
            i++;
        if (i == RSP_ARRAY_LEN(links) || !dwarf_formref_die(&attribute, &next))
            break;
        here = next;
    }
    return here;
}

/* The child of `parent` that has the offset in it, or is there. */
static bool find_child_around(Dwarf_Die *parent, uint64_t offset, Dwarf_Die *out) {
    Dwarf_Die die;
    bool found = false;
    size_t steps = 0;
    for (int more = dwarf_child(parent, &die); more == 0 && steps < RSP_LIMIT_DEBUG_STEPS; steps++) {
        Dwarf_Die next;
        if (die_offset(&die) > offset)
            break;
        *out = die;
        found = true;
        more = dwarf_siblingof(&die, &next);
        die = next;
    }
    return found;
}

void enclosing_find(die_scopes *scopes, uint32_t inner, enclosing *out) {
    out->num = 0;
    size_t at = scopes->num > inner ? scopes->num - inner : 0;
    while (at > 1 && dwarf_tag(&scopes->dies[at - 1]) == DW_TAG_lexical_block)
        at--;
    if (at <= 1)
        return;
    Dwarf_Die unit;
    Dwarf_Die function = origin_of(&scopes->dies[at - 1]);
    if (!dwarf_diecu(&function, &unit, NULL, NULL))
        return;
    Dwarf_Die here = unit;
    for (size_t depth = 0; depth < DIE_DEPTH && out->num < QUALIFIED_PARTS; depth++) {
        Dwarf_Die next;
        if (!find_child_around(&here, die_offset(&function), &next) || !qualified_is_space(dwarf_tag(&next)))
            return; /* the function, or one around it */
        if (die_name(&next))
            out->names[out->num++] = rsp_bytes_str(die_name(&next));
        here = next;
    }
}

bool enclosing_declares(Dwarf_Die *scope, Dwarf_Die *die) {
    Dwarf_Die child;
    Dwarf_Die origin = origin_of(die);
    return die_offset(&origin) == die_offset(die) || (find_child_around(scope, die_offset(&origin), &child) &&
                                                      die_offset(&child) == die_offset(&origin));
}

bool enclosing_name(const enclosing *around, size_t num, rsp_bytes name, qualified_name *out) {
    qualified_name inside;
    if (!qualified_parse(&inside, name) || inside.rooted || inside.has_parameters ||
        num + inside.num > QUALIFIED_PARTS)
        return false;
    *out = (qualified_name){.num = num + inside.num, .rooted = true};
    for (size_t i = 0; i < num; i++)
        out->parts[i] = around->names[i];
    for (size_t i = 0; i < inside.num; i++)
        out->parts[num + i] = inside.parts[i];
    return true;
}
