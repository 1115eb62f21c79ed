/* A prologue ends where libdw says that breakpoints of the function belong.
 * Functions with a name are looked for in all units, as static ones share it.
 * See debug_function.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_function.h"

#include "debug_line.h"
#include "die.h"
#include "line_index.h"
#include "qualified_name.h"

#include <assert.h>
#include <stdlib.h>

/* Where an inlined copy is called. */
static void read_call(const rsp_debug_file *file, Dwarf_Die *unit, Dwarf_Die *die, rsp_debug_function *out) {
    Dwarf_Files *files = NULL;
    size_t num = 0;
    uint64_t index = 0;
    uint64_t line = 0;
    if (!die_number(die, DW_AT_call_file, &index) || !die_number(die, DW_AT_call_line, &line) ||
        line > UINT32_MAX || dwarf_getsrcfiles(unit, &files, &num) != 0 || index >= num)
        return;
    out->call_path = line_index_whole_path(file, unit, dwarf_filesrc(files, (size_t)index, NULL, NULL));
    out->call_line = out->call_path ? (uint32_t)line : 0;
    if (die_number(die, DW_AT_call_column, &index) && index <= UINT32_MAX)
        out->call_column = (uint32_t)index;
}

rsp_debug_function debug_function_describe(const rsp_debug_file *file, Dwarf_Die *unit, Dwarf_Die *die) {
    Dwarf_Addr low = 0;
    const char *name = die_name(die);
    rsp_debug_function out = {.name = name ? name : "?",
                              .id = die_offset(die),
                              .inlined = dwarf_tag(die) == DW_TAG_inlined_subroutine};
    if (die_entry(die, &low))
        out.low = low;
    if (out.inlined)
        read_call(file, unit, die, &out);
    return out;
}

bool rsp_debug_function_stretch(const rsp_debug_file *file, uint64_t id, uint64_t address, uint64_t *out_low,
                                uint64_t *out_high) {
    Dwarf_Die die;
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    ptrdiff_t next = 0;
    if (!die_at(file, id, &die))
        return false;
    while ((next = dwarf_ranges(&die, next, &base, &low, &high)) > 0)
        if (address >= low && address < high) {
            *out_low = low;
            *out_high = high;
            return true;
        }
    return false;
}

/* A loop that was unrolled has the call several times, each with a statement of its own. */
static bool begins_at(const rsp_debug_file *file, Dwarf_Die *die, const rsp_debug_function *f,
                      uint64_t address) {
    uint64_t low = 0;
    uint64_t high = 0;
    if (!f->inlined || f->low == address)
        return f->inlined;
    return f->call_path && rsp_debug_function_stretch(file, die_offset(die), address, &low, &high) &&
           low == address && rsp_debug_line_begins(file, address, f->call_line);
}

size_t rsp_debug_function_at(const rsp_debug_file *file, uint64_t address, rsp_debug_function *out,
                             size_t cap) {
    assert(out || cap == 0);
    die_scopes scopes;
    size_t num = 0;
    if (!die_scopes_at(file, address, &scopes))
        return 0;
    for (size_t i = scopes.num; i-- > 1 && num < cap;)
        if (dwarf_tag(&scopes.dies[i]) != DW_TAG_lexical_block) {
            out[num] = debug_function_describe(file, &scopes.dies[0], &scopes.dies[i]);
            out[num].begins = begins_at(file, &scopes.dies[i], &out[num], address);
            out[num++].depth = (uint32_t)(scopes.num - 1 - i);
        }
    return num;
}

size_t rsp_debug_functions_ahead(const rsp_debug_function *functions, size_t num) {
    size_t ahead = 0;
    while (ahead < num && functions[ahead].begins)
        ahead++;
    return ahead;
}

static const char *last_part(const char *text, char separator) {
    const char *at = strrchr(text, separator);
    return at ? at + 1 : text;
}

size_t rsp_debug_level_of_line(const rsp_debug_function *functions, size_t ahead, const char *path,
                               uint32_t line) {
    for (size_t i = 0; i < ahead; i++)
        if (functions[i].call_path && functions[i].call_line == line &&
            strcmp(last_part(functions[i].call_path, '/'), last_part(path, '/')) == 0)
            return i + 1;
    return 0;
}

size_t rsp_debug_level_of_function(const rsp_debug_function *functions, size_t ahead, const char *name) {
    const char *last = last_part(name, ':');
    const size_t len = strcspn(last, "(");
    for (size_t i = 0; i < ahead; i++)
        if (strlen(functions[i].name) == len && strncmp(functions[i].name, last, len) == 0)
            return i;
    return ahead;
}

/* Optimised code may have no prologue: the first statement begins where the function does. */
static bool begins_with_statement(Dwarf_Die *die, Dwarf_Addr low) {
    Dwarf_Die unit;
    Dwarf_Lines *lines = NULL;
    size_t num = 0;
    int first = 0;
    if (!dwarf_diecu(die, &unit, NULL, NULL) || dwarf_getsrclines(&unit, &lines, &num) != 0)
        return false;
    for (size_t i = 0; i < num; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address = 0;
        bool statement = false;
        int line = 0;
        if (!row || dwarf_lineaddr(row, &address) != 0 || address != low || dwarf_lineno(row, &line) != 0 ||
            dwarf_linebeginstatement(row, &statement) != 0 || !statement)
            continue;
        if (first > 0 && line != first)
            return true;
        first = line;
    }
    return false;
}

/* RISC-V programs built without relaxation have no row of the table for the end of a prologue; libdw then
 * gives the second row, as debuggers do. */
static bool body_of(Dwarf_Die *die, uint64_t *out) {
    Dwarf_Addr *places = NULL;
    Dwarf_Addr low = 0;
    if (dwarf_tag(die) == DW_TAG_inlined_subroutine) {
        if (!die_entry(die, &low))
            return false;
        *out = low;
        return true;
    }
    if (dwarf_entrypc(die, &low) == 0 && begins_with_statement(die, low)) {
        *out = low;
        return true;
    }
    int num = dwarf_entry_breakpoints(die, &places);
    if (num > 0)
        *out = places[0];
    free(places);
    return num > 0 && die_covers(die, *out);
}

uint64_t rsp_debug_function_body(const rsp_debug_file *file, uint64_t address) {
    die_scopes scopes;
    Dwarf_Addr low = 0;
    uint64_t body = 0;
    if (!die_scopes_at(file, address, &scopes))
        return address;
    for (size_t i = 1; i < scopes.num; i++) {
        if (dwarf_tag(&scopes.dies[i]) == DW_TAG_subprogram && dwarf_lowpc(&scopes.dies[i], &low) == 0 &&
            low == address && body_of(&scopes.dies[i], &body))
            return body;
    }
    return address;
}

bool rsp_debug_function_extent(const rsp_debug_file *file, uint64_t address, uint64_t *out_low,
                               uint64_t *out_bytes) {
    die_scopes scopes;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    if (!die_scopes_at(file, address, &scopes))
        return false;
    for (size_t i = 1; i < scopes.num; i++) {
        Dwarf_Die *die = &scopes.dies[i];
        if (dwarf_tag(die) != DW_TAG_subprogram || dwarf_hasattr(die, DW_AT_ranges) ||
            dwarf_lowpc(die, &low) != 0 || dwarf_highpc(die, &high) != 0 || high <= low)
            continue;
        *out_low = low;
        *out_bytes = high - low;
        return true;
    }
    return false;
}

static bool read_pieces(Dwarf_Die *die, uint64_t address, rsp_debug_extent *out_here,
                        rsp_debug_extent *out_apart) {
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    ptrdiff_t next = 0;
    *out_here = *out_apart = (rsp_debug_extent){0};
    while ((next = dwarf_ranges(die, next, &base, &low, &high)) > 0) {
        rsp_debug_extent *piece = address - low < high - low ? out_here : out_apart;
        if (piece->bytes > 0)
            return false;
        *piece = (rsp_debug_extent){.low = low, .bytes = high - low};
    }
    return next == 0 && out_here->bytes > 0;
}

bool rsp_debug_function_pieces(const rsp_debug_file *file, uint64_t address, rsp_debug_extent *out_here,
                               rsp_debug_extent *out_apart) {
    die_scopes scopes;
    if (!die_scopes_at(file, address, &scopes))
        return false;
    for (size_t i = 1; i < scopes.num; i++)
        if (dwarf_tag(&scopes.dies[i]) == DW_TAG_subprogram)
            return read_pieces(&scopes.dies[i], address, out_here, out_apart);
    return false;
}

/* By the linker's name, or by that of the source. */
static bool is_named(Dwarf_Die *die, rsp_bytes name, const qualified_found *declared) {
    Dwarf_Attribute attribute;
    int tag = dwarf_tag(die);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
        return false;
    if (qualified_is(die, declared))
        return true;
    if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
        return false;
    const char *text = dwarf_formstring(&attribute);
    return text && rsp_bytes_equal(rsp_bytes_str(text), name);
}

static bool is_new(const uint64_t *out, size_t num, uint64_t address) {
    for (size_t i = 0; i < num; i++)
        if (out[i] == address)
            return false;
    return true;
}

/* The functions of a unit that a name may mean. */
typedef struct named_walk {
    die_walk walk;
    rsp_bytes name;
    qualified_found declared;
    bool inside;
} named_walk;

static void named_begin(named_walk *named, const rsp_debug_file *file, Dwarf_Die *unit, rsp_bytes name) {
    qualified_name parts;
    named->name = name;
    named->declared = (qualified_found){0};
    named->inside = true;
    if (qualified_parse(&parts, name))
        qualified_find(file, unit, &parts, true, &named->declared);
    die_walk_begin(&named->walk, unit);
}

/* Copies that were inlined into others are among them. NULL at the end. */
static Dwarf_Die *named_next(named_walk *named) {
    Dwarf_Die *die = NULL;
    while ((die = die_walk_next(&named->walk, named->inside))) {
        named->inside = die_holds_functions(dwarf_tag(die)) || dwarf_tag(die) == DW_TAG_inlined_subroutine;
        if (is_named(die, named->name, &named->declared))
            break;
    }
    return die;
}

static void find_in_unit(const rsp_debug_file *file, Dwarf_Die *unit, rsp_bytes name, uint64_t *out,
                         size_t cap, size_t *num) {
    named_walk named;
    named_begin(&named, file, unit, name);
    for (Dwarf_Die *die = named_next(&named); die && *num < cap; die = named_next(&named)) {
        uint64_t body = 0;
        if (body_of(die, &body) && is_new(out, *num, body))
            out[(*num)++] = body;
    }
}

rsp_status rsp_debug_function_find(const rsp_debug_file *file, rsp_bytes name, uint64_t *out, size_t cap,
                                   size_t *out_num, rsp_error *error) {
    Dwarf_Die unit;
    die_units units = {0};
    *out_num = 0;
    if (!file->dwarf)
        return debug_file_refuse(file, error);
    while (*out_num < cap && die_next_unit(file, &units, &unit))
        find_in_unit(file, &unit, name, out, cap, out_num);
    if (*out_num == 0)
        return rsp_fail(
            error, RSP_NOT_FOUND,
            "no function '%.*s' with code in the debug information of %s, whose libraries are not read",
            (int)(name.len < 80 ? name.len : 80), (const char *)name.ptr, file->where);
    return RSP_OK;
}

/* --- signatures --- */

static void read_signature(Dwarf_Die *function, uint64_t low, rsp_debug_signature *out) {
    die_walk walk;
    *out = (rsp_debug_signature){.low = low, .result = {.entry = die_type(function)}};
    die_walk_begin(&walk, function);
    for (Dwarf_Die *die = die_walk_next(&walk, false); die; die = die_walk_next(&walk, false)) {
        const int tag = dwarf_tag(die);
        out->more = out->more || tag == DW_TAG_unspecified_parameters;
        if (tag != DW_TAG_formal_parameter)
            continue;
        out->has_object = out->has_object || die_flag(die, DW_AT_artificial);
        if (out->num < RSP_DEBUG_PARAMETERS)
            out->parameters[out->num].entry = die_type(die);
        out->num++;
    }
}

/* Counts functions with this name that have code; the first one is stored. */
static void find_signature(const rsp_debug_file *file, Dwarf_Die *unit, rsp_bytes name,
                           rsp_debug_signature *out, size_t *num) {
    named_walk named;
    named_begin(&named, file, unit, name);
    for (Dwarf_Die *die = named_next(&named); die; die = named_next(&named)) {
        Dwarf_Addr low = 0;
        if (dwarf_tag(die) != DW_TAG_subprogram || dwarf_entrypc(die, &low) != 0 ||
            (*num > 0 && low == out->low))
            continue;
        if ((*num)++ == 0)
            read_signature(die, low, out);
    }
}

rsp_status rsp_debug_function_signature(const rsp_debug_file *file, rsp_bytes name, rsp_debug_signature *out,
                                        rsp_error *error) {
    Dwarf_Die unit;
    die_units units = {0};
    size_t num = 0;
    const int len = (int)(name.len < 80 ? name.len : 80);
    if (!file->dwarf)
        return rsp_fail(error, RSP_UNSUPPORTED, "%s has no debug information", file->where);
    while (die_next_unit(file, &units, &unit))
        find_signature(file, &unit, name, out, &num);
    if (num == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "no function '%.*s' with code of its own", len,
                        (const char *)name.ptr);
    return num == 1 ? RSP_OK
                    : rsp_fail(error, RSP_UNSUPPORTED, "'%.*s' means %zu functions", len,
                               (const char *)name.ptr, num);
}
