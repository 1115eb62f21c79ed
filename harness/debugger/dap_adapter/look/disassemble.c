/* Instructions before an address are found by decoding from a place where one surely begins: the start of a
 * function, and of the one before it. Where none is known, the start that leads to the address is guessed.
 * What no memory is there for is filled with invalid entries. See disassemble.h. */
/* SPDX-License-Identifier: MIT */
#include "look/disassemble.h"

#include "code/machine_code.h"
#include "core/mem.h"
#include "dwarf/debug_line.h"
#include "look/frames.h"
#include "look/memory.h"
#include "look/state.h"
#include "serve/text.h"

enum {
    COUNT_MAX = 1024 * 1024, /* instructions of one request */
    FUNCTION_MAX = 1024 * 1024,
    AHEAD = 16384,
    BREATHE_EVERY = 1024,
};

/* One request while it is served. */
typedef struct listing {
    adapter_call *call;
    view_state *state;
    rsp_debug_machine machine;
    json_t *out;
    uint64_t wanted; /* entries that are still to come */
    uint64_t skip;   /* instructions that are left out first */
    bool symbols;
    uint32_t last_line;
} listing;

/* Where instructions begin before an address, the nearest last. */
typedef struct starts {
    uint64_t *items;
    size_t num;
    size_t cap;
} starts;

static rsp_status push(starts *list, uint64_t address) {
    if (list->num == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 256;
        uint64_t *more = rsp_mem_realloc(NULL, list->items, cap * sizeof *more);
        if (!more)
            return RSP_NO_MEMORY;
        list->items = more;
        list->cap = cap;
    }
    list->items[list->num++] = address;
    return RSP_OK;
}

/* --- entries ----------------------------------------------------------------------------------------------
 */

static json_t *bytes_json(rsp_bytes bytes) {
    rsp_buf text = {0};
    for (size_t i = 0; i < bytes.len; i++)
        rsp_buf_printf(&text, "%s%02x", i > 0 ? " " : "", bytes.ptr[i]);
    json_t *o = adapter_text(rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return o;
}

static void add_place(listing *l, uint64_t address, json_t *o) {
    rsp_module *module = NULL;
    rsp_debug_symbol symbol;
    rsp_debug_line line;
    if (rsp_modules_at(adapter_modules(l->call->adapter), address, &module) != RSP_OK || !module)
        return;
    if (l->symbols && rsp_module_symbol(adapter_modules(l->call->adapter), module, address, &symbol) &&
        symbol.address == address)
        (void)json_object_set_new(o, "symbol", adapter_text(rsp_bytes_str(symbol.name)));
    if (!module->opened.file ||
        rsp_debug_line_at(module->opened.file, address - module->bias, &line) != RSP_OK ||
        line.line == l->last_line)
        return;
    l->last_line = line.line;
    (void)json_object_set_new(o, "location", view_source(line.path));
    (void)json_object_set_new(o, "line",
                              json_integer((json_int_t)adapter_line_out(l->call->adapter, line.line)));
}

static rsp_status add_entry(listing *l, uint64_t address, rsp_bytes bytes, const machine_instruction *found) {
    json_t *o = json_pack("{s:o, s:o, s:o}", "address", view_address(address), "instruction",
                          adapter_text(rsp_bytes_str(found->text)), "instructionBytes",
                          bytes_json(rsp_bytes_sub(bytes, 0, found->len)));
    if (!o)
        return RSP_NO_MEMORY;
    add_place(l, address, o);
    l->wanted--;
    return json_array_append_new(l->out, o) == 0 ? RSP_OK : RSP_NO_MEMORY;
}

static rsp_status add_invalid(listing *l, uint64_t first, uint64_t num) {
    for (uint64_t i = 0; i < num && l->wanted > 0; i++) {
        json_t *o = json_pack("{s:o, s:s, s:s}", "address", view_address(first + i), "instruction",
                              "(no memory)", "presentationHint", "invalid");
        if (!o || json_array_append_new(l->out, o) != 0)
            return RSP_NO_MEMORY;
        l->wanted--;
        if (i % BREATHE_EVERY == BREATHE_EVERY - 1 && adapter_breathe(l->call->adapter) != RSP_OK)
            return RSP_CANCELLED;
    }
    return RSP_OK;
}

/* --- forwards ---------------------------------------------------------------------------------------------
 */

/* Decodes what was read; *address is where it went on to. `more`: bytes behind it may still come. */
static rsp_status decode_piece(listing *l, rsp_bytes bytes, bool more, uint64_t *address) {
    size_t at = 0;
    machine_instruction found;
    while (l->wanted > 0 && at < bytes.len && (!more || bytes.len - at >= MACHINE_INSTRUCTION_MAX)) {
        rsp_bytes rest = rsp_bytes_from(bytes, at);
        rsp_status status = RSP_OK;
        machine_decode(l->machine, *address, rest, &found);
        if (l->skip > 0)
            l->skip--;
        else
            status = add_entry(l, *address, rest, &found);
        if (status != RSP_OK)
            return status;
        at += found.len;
        *address += found.len;
    }
    return RSP_OK;
}

/* From an address on, until there are enough or memory ends. */
static rsp_status go_on(listing *l, uint64_t address) {
    rsp_buf bytes = {0};
    rsp_status status = RSP_OK;
    bool more = true;
    while (l->wanted > 0 && more && status == RSP_OK) {
        uint64_t need = (l->wanted + l->skip) * MACHINE_INSTRUCTION_MAX;
        uint64_t len = need < AHEAD ? need + MACHINE_INSTRUCTION_MAX : AHEAD;
        rsp_buf_clear(&bytes);
        status = view_read_bytes(l->call->adapter, address, len, &bytes);
        more = bytes.len == len;
        if (status == RSP_OK)
            status = decode_piece(l, rsp_buf_bytes(&bytes), more, &address);
        adapter_share_done(l->call->adapter, json_array_size(l->out), json_array_size(l->out) + l->wanted);
        if (status == RSP_OK)
            status = adapter_breathe(l->call->adapter);
    }
    rsp_buf_free(&bytes);
    return status == RSP_OK ? add_invalid(l, address, l->wanted) : status;
}

/* --- backwards --------------------------------------------------------------------------------------------
 */

/* The starts in [from, to), as decoding from `from` gives them; false: it does not lead to `to`. */
static rsp_status decode_starts(listing *l, uint64_t from, rsp_bytes bytes, starts *list, bool *out_fits) {
    size_t at = 0;
    rsp_status status = RSP_OK;
    list->num = 0;
    while (at < bytes.len && status == RSP_OK) {
        status = push(list, from + at);
        at += machine_length(l->machine, from + at, rsp_bytes_from(bytes, at));
    }
    *out_fits = at == bytes.len;
    return status;
}

/* The start of the function before `to`; 0: none is known, or it is too far away. */
static uint64_t function_before(const listing *l, uint64_t to) {
    rsp_module *module = NULL;
    rsp_debug_symbol symbol;
    rsp_modules *modules = adapter_modules(l->call->adapter);
    if (to == 0 || rsp_modules_at(modules, to - 1, &module) != RSP_OK || !module ||
        !rsp_module_function_before(modules, module, to - 1, &symbol) || to - symbol.address > FUNCTION_MAX)
        return 0;
    return symbol.address;
}

/* Without a function: the first start, of those some instructions away, from which decoding leads to `to`. */
static rsp_status guess_starts(listing *l, uint64_t to, size_t wanted, starts *list) {
    rsp_buf bytes = {0};
    size_t step = l->machine == RSP_DEBUG_MACHINE_X86_64    ? 1
                  : l->machine == RSP_DEBUG_MACHINE_RISCV64 ? 2
                                                            : 4;
    uint64_t span = ((uint64_t)wanted + 2) * MACHINE_INSTRUCTION_MAX;
    span = span < FUNCTION_MAX ? span : FUNCTION_MAX;
    span = span < to ? span : to;
    bool fits = false;
    rsp_status status = RSP_OK;
    for (; span > 0 && status == RSP_OK; span /= 2) { /* memory may begin later */
        rsp_buf_clear(&bytes);
        status = view_read_bytes(l->call->adapter, to - span, span, &bytes);
        if (bytes.len >= span)
            break;
    }
    for (size_t at = 0;
         span > 0 && at < 2 * (size_t)MACHINE_INSTRUCTION_MAX && at < span && !fits && status == RSP_OK;
         at += step)
        status = decode_starts(l, to - span + at, rsp_bytes_from(rsp_buf_bytes(&bytes), at), list, &fits);
    if (!fits)
        list->num = 0;
    rsp_buf_free(&bytes);
    return status;
}

/* The starts before `to` within one function, or a guess. */
static rsp_status find_starts(listing *l, uint64_t to, size_t wanted, starts *list) {
    uint64_t from = function_before(l, to);
    rsp_buf bytes = {0};
    bool fits = false;
    rsp_status status = from != 0 ? view_read_bytes(l->call->adapter, from, to - from, &bytes) : RSP_OK;
    if (status == RSP_OK && from != 0 && bytes.len == to - from)
        status = decode_starts(l, from, rsp_buf_bytes(&bytes), list, &fits);
    rsp_buf_free(&bytes);
    if (status == RSP_OK && !fits)
        status = guess_starts(l, to, wanted, list);
    return status;
}

/* The address of the instruction `wanted` instructions before `to`; *out_missing: so many are not there. */
static rsp_status step_back(listing *l, uint64_t to, uint64_t wanted, uint64_t *out, uint64_t *out_missing) {
    starts list = {0};
    rsp_status status = RSP_OK;
    while (wanted > 0 && status == RSP_OK) {
        status = find_starts(l, to, (size_t)wanted, &list);
        if (status == RSP_OK)
            status = adapter_breathe(l->call->adapter);
        if (status != RSP_OK || list.num == 0)
            break;
        size_t taken = list.num < wanted ? list.num : (size_t)wanted;
        to = list.items[list.num - taken];
        wanted -= taken;
    }
    rsp_mem_free(NULL, list.items);
    *out = to;
    *out_missing = wanted;
    return status;
}

static rsp_status list_instructions(listing *l, uint64_t address, int64_t offset) {
    uint64_t missing = 0;
    uint64_t from = address;
    rsp_status status = RSP_OK;
    if (offset > 0)
        l->skip = (uint64_t)offset;
    else if (offset < 0)
        status = step_back(l, address, (uint64_t)-offset, &from, &missing);
    if (status == RSP_OK)
        status = add_invalid(l, from - missing, missing);
    return status == RSP_OK ? go_on(l, from) : status;
}

rsp_status view_disassemble(adapter_call *call) {
    uint64_t address = 0;
    int64_t count = call_integer(call, "instructionCount", 0);
    int64_t offset = call_integer(call, "instructionOffset", 0);
    listing l = {.call = call, .out = json_array(), .symbols = call_flag(call, "resolveSymbols", false)};
    call_set(call, "instructions", l.out);
    if (count < 0 || count > COUNT_MAX || offset < -COUNT_MAX || offset > COUNT_MAX)
        return call_fail(call, RSP_RANGE, "at most %d instructions are listed, as far away at most",
                         COUNT_MAX);
    rsp_status status = view_begin(call, &l.state);
    if (status == RSP_OK)
        status = view_address_of(call, &address);
    if (status != RSP_OK)
        return status;
    l.wanted = (uint64_t)count;
    l.machine = rsp_debug_file_facts(adapter_file(call->adapter))->machine;
    status = list_instructions(&l, address, offset);
    return view_failed(call, status, "reading instructions");
}
