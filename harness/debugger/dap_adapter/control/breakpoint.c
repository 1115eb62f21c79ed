/* Binding goes by debug information alone and sends nothing; sites are changed at the next resume.
 * Several breakpoints may lie at one address: the site there stops for any of them.
 * See breakpoint.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "control/code_places.h"
#include "control/inlined.h"

#include "core/hex.h"
#include "core/mem.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"
#include "dwarf/source_condition.h"

/* --- the list --- */

breakpoint *breakpoint_add(adapter *a, breakpoint_kind kind) {
    breakpoints *all = &a->control->breakpoints;
    breakpoint *b = rsp_mem_calloc(a->options.mem, 1, sizeof *b);
    breakpoint **end = &all->first;
    if (!b)
        return NULL;
    while (*end)
        end = &(*end)->next;
    b->kind = kind;
    b->id = ++all->last_id;
    b->kept = true;
    *end = b;
    return b;
}

static void breakpoint_free(adapter *a, breakpoint *b) {
    rsp_arena_free(&b->arena);
    rsp_arena_free(&b->bound);
    rsp_mem_free(a->options.mem, b);
}

void breakpoints_drop_others(adapter *a, breakpoint_kind kind, const char *place) {
    breakpoint **at = &a->control->breakpoints.first;
    while (*at) {
        breakpoint *b = *at;
        const bool same = b->kind == kind && (!place || strcmp(place, b->place) == 0);
        if (same && !b->kept) {
            *at = b->next;
            breakpoint_unwatch(a, b);
            breakpoint_free(a, b);
        } else {
            b->kept = false;
            at = &b->next;
        }
    }
}

static void site_free(adapter *a, breakpoint_site *site) {
    rsp_buf_free(&site->condition);
    rsp_mem_free(a->options.mem, site);
}

void breakpoints_forget_sites(adapter *a) {
    breakpoints *all = &a->control->breakpoints;
    while (all->sites) {
        breakpoint_site *site = all->sites;
        all->sites = site->next;
        site_free(a, site);
    }
}

void breakpoints_free(adapter *a) {
    breakpoints *all = &a->control->breakpoints;
    breakpoints_forget_sites(a);
    while (all->first) {
        breakpoint *b = all->first;
        all->first = b->next;
        breakpoint_free(a, b);
    }
}

/* --- binding --- */

static void refuse(breakpoint *b, const char *why) {
    b->verified = false;
    b->num_addresses = 0;
    (void)snprintf(b->why, sizeof b->why, "%s", why);
}

static rsp_status find_instruction(adapter *a, const breakpoint *b, code_places *out, rsp_error *error) {
    const rsp_bytes text = rsp_bytes_str(b->place);
    const bool hex = rsp_bytes_starts(text, RSP_LIT("0x"));
    uint64_t address = 0;
    const rsp_status status =
        hex ? rsp_hex_u64(&address, rsp_bytes_from(text, 2)) : rsp_decimal_u64(&address, text);
    if (status != RSP_OK)
        return rsp_fail(error, status, "'%s' is no address", b->place);
    const rsp_debuggee *d = adapter_debuggee_at(a, address + b->offset);
    out->items[0] = (code_place){.debuggee = d, .address = address + b->offset - d->bias};
    out->num = 1;
    return RSP_OK;
}

static rsp_status find_places(adapter *a, breakpoint *b, code_places *out, rsp_error *error) {
    rsp_status status;
    switch (b->kind) {
    case BREAK_SOURCE:
        status = code_places_of_line(a, b->place, b->line, out, error);
        b->actual_line = out->num > 0 ? out->line : b->actual_line;
        return status;
    case BREAK_FUNCTION:
        return code_places_of_function(a, b->place, out, error);
    case BREAK_INSTRUCTION:
    case BREAK_DATA:
    default:
        return find_instruction(a, b, out, error);
    }
}

/* Whether the program itself was made of the source that is named. */
static bool is_own_source(const rsp_debuggee *program, const breakpoint *b) {
    uint64_t address = 0;
    uint32_t line = 0;
    size_t num = 0;
    return b->kind == BREAK_SOURCE && rsp_debug_line_find(program->file, rsp_bytes_str(b->place), 1, &address,
                                                          1, &num, &line, NULL) == RSP_OK;
}

/* Nothing that is loaded has the place. */
static void refuse_place(adapter *a, breakpoint *b, rsp_status status, const rsp_error *error) {
    const rsp_debuggee *program = adapter_debuggee(a);
    const bool can_come = (b->kind == BREAK_SOURCE || b->kind == BREAK_FUNCTION) && status != RSP_RANGE &&
                          rsp_debug_file_facts(program->file)->loader && !is_own_source(program, b);
    if (!can_come) {
        refuse(b, error->msg);
        return;
    }
    refuse(b, "");
    b->awaited = a->program.loader.place != 0;
    (void)snprintf(b->why, sizeof b->why, "neither the program nor a library that is loaded has this %s%s",
                   b->kind == BREAK_SOURCE ? "source" : "function",
                   b->awaited ? "; the breakpoint is set when one comes that has it" : "");
}

/* Translates the condition for one place. */
static rsp_status translate(breakpoint *b, const code_place *at, const char **out, rsp_error *error) {
    rsp_source_condition condition;
    rsp_source_place where = {.file = at->debuggee->file, .address = at->address, .bias = at->debuggee->bias};
    *out = NULL;
    if (!b->condition)
        return RSP_OK;
    (void)inlined_before(b, at->debuggee, at->address + where.bias, &where.inner);
    rsp_status status =
        rsp_source_condition_compile(&condition, &b->bound, rsp_bytes_str(b->condition), &where, error);
    if (status == RSP_OK)
        *out = rsp_arena_printf(&b->bound, "%.*s", (int)condition.value.text.len,
                                (const char *)condition.value.text.ptr);
    return status;
}

/* A place at which the condition has no meaning is left out, unless it is the last. */
static void take_places(breakpoint *b, const code_places *found) {
    rsp_error error = {0};
    b->addresses = rsp_arena_alloc(&b->bound, found->num * sizeof *b->addresses);
    b->conditions = rsp_arena_alloc(&b->bound, found->num * sizeof *b->conditions);
    b->logs = rsp_arena_alloc(
        &b->bound, found->num * sizeof *b->logs); /* NOLINT(bugprone-sizeof-expression): pointers */
    for (size_t i = 0; i < found->num && b->addresses && b->conditions && b->logs; i++) {
        const code_place *at = &found->items[i];
        const char *condition = NULL;
        if (translate(b, at, &condition, &error) != RSP_OK)
            continue;
        b->conditions[b->num_addresses] = condition;
        b->logs[b->num_addresses] = NULL;
        b->addresses[b->num_addresses++] = at->address + at->debuggee->bias;
    }
    b->verified = b->num_addresses > 0;
    if (!b->verified)
        refuse(b, error.msg[0] ? error.msg : "no memory");
}

static void take_line(adapter *a, breakpoint *b) {
    rsp_debug_line line;
    if (b->kind == BREAK_SOURCE || !b->verified)
        return;
    const rsp_debuggee *d = adapter_debuggee_at(a, b->addresses[0]);
    if (rsp_debug_line_at(d->file, b->addresses[0] - d->bias, &line) == RSP_OK)
        b->actual_line = line.line;
}

/* "0xADDRESS/LENGTH", as dataBreakpointInfo gives it; for a variable of a function "@" and its frame follow.
 */
static void bind_data(breakpoint *b) {
    rsp_bytes frame = rsp_bytes_str(b->place);
    rsp_bytes length = rsp_bytes_split(&frame, '@');
    const rsp_bytes address = rsp_bytes_split(&length, '/');
    uint64_t number = 0;
    b->addresses = rsp_arena_alloc(&b->bound, sizeof *b->addresses);
    if (!b->addresses || !rsp_bytes_starts(address, RSP_LIT("0x")) ||
        rsp_hex_u64(&number, rsp_bytes_from(address, 2)) != RSP_OK ||
        rsp_decimal_u64(&b->length, length) != RSP_OK || b->length == 0 ||
        (frame.len > 0 && !breakpoint_read_frame(b, frame))) {
        refuse(b, "this is no data id of dataBreakpointInfo");
        return;
    }
    if (b->over) {
        refuse(b, "the function of the variable has returned");
        return;
    }
    b->addresses[0] = number;
    b->num_addresses = 1;
    b->verified = true;
}

static void bind_code(adapter *a, breakpoint *b) {
    code_places found = {.num = 0};
    rsp_error error = {0};
    rsp_status status = find_places(a, b, &found, &error);
    if (status == RSP_OK)
        take_places(b, &found);
    else
        refuse_place(a, b, status, &error);
    take_line(a, b);
}

void breakpoint_bind(adapter *a, breakpoint *b) {
    rsp_arena_free(&b->bound);
    b->num_addresses = 0;
    b->actual_line = 0;
    b->why[0] = 0;
    b->awaited = false;
    if (b->kind == BREAK_DATA)
        bind_data(b);
    else if (!adapter_debuggee(a))
        refuse(b, a->motion == MOTION_NONE ? "no program is loaded yet"
                                           : "nothing is known of the program's source");
    else if (b->hit_condition && !breakpoint_hit_condition_ok(b->hit_condition))
        refuse(b, "the hit condition is neither a number nor an operator and a number");
    else
        bind_code(a, b);
}

json_t *breakpoint_json(const adapter *a, const breakpoint *b) {
    json_t *out = json_pack("{s:I, s:b}", "id", (json_int_t)b->id, "verified", (int)b->verified);
    if (!b->verified && b->why[0])
        (void)json_object_set_new(out, "message", json_string(b->why));
    if (b->verified && b->actual_line > 0)
        (void)json_object_set_new(out, "line", json_integer(adapter_line_out(a, b->actual_line)));
    if (b->kind == BREAK_SOURCE && b->verified)
        (void)json_object_set_new(out, "source", json_pack("{s:s}", "path", b->place));
    if (b->verified && b->num_addresses > 0) {
        char text[24];
        (void)snprintf(text, sizeof text, "0x%llx", (unsigned long long)b->addresses[0]);
        (void)json_object_set_new(out, "instructionReference", json_string(text));
    }
    return out;
}

void breakpoints_bind_all(adapter *a) {
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next) {
        json_t *before = breakpoint_json(a, b);
        breakpoint_bind(a, b);
        json_t *after = breakpoint_json(a, b);
        if (!json_equal(before, after))
            adapter_event(a, "breakpoint", json_pack("{s:s, s:O}", "reason", "changed", "breakpoint", after));
        json_decref(before);
        json_decref(after);
    }
}
