/* A program's debug information: lines, functions, variables, types, locations, frames, and a condition.
 * The input is the file. Whatever it says, each question is answered or refused, and each answer can be asked
 * on. See dwarf/debug_file.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "dwarf/debug_frame.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_piece.h"
#include "dwarf/debug_place.h"
#include "dwarf/debug_symbol.h"
#include "dwarf/debug_value.h"
#include "dwarf/debug_variable.h"
#include "dwarf/source_condition.h"

enum { MOST = 8 };

static rsp_status read_register(void *ctx, uint32_t number, uint64_t *out_value) {
    (void)ctx;
    *out_value = 0x1000 + 8 * (uint64_t)number;
    return RSP_OK;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    (void)ctx;
    if (address > 0x100000)
        return RSP_FAULT;
    memset(dst, (int)(address >> 3), len);
    return RSP_OK;
}

static const rsp_debug_thread thread = {.read_register = read_register, .read_memory = read_memory};

static void try_variable(const rsp_debug_file *file, const rsp_debug_variable *variable, uint64_t address) {
    rsp_buf text = {0};
    FUZZ_MUST(variable->name != NULL);
    rsp_debug_type_append(&text, file, variable->type);
    (void)!rsp_debug_variable_append(&text, file, variable, address, &thread, NULL);
    rsp_buf_free(&text);
}

static void try_condition(const rsp_debug_file *file, const char *name, uint64_t address) {
    rsp_arena arena = {0};
    rsp_source_condition out;
    rsp_error error = {0};
    const rsp_source_place place = {.file = file, .address = address};
    const char *source = rsp_arena_printf(&arena, "%.64s[1] == \"ab\" || %.64s->next > 3", name, name);
    rsp_status status = rsp_source_condition_compile(&out, &arena, rsp_bytes_str(source), &place, &error);
    FUZZ_MUST(status == RSP_OK || error.msg[0]);
    rsp_arena_free(&arena);
}

static void try_address(const rsp_debug_file *file, uint64_t address) {
    rsp_debug_variable variables[MOST];
    rsp_debug_function functions[MOST];
    rsp_debug_frame frame;
    rsp_debug_frame next;
    rsp_buf text = {0};
    rsp_debug_place place = rsp_debug_place_at(file, address);
    rsp_debug_place_append(&text, &place);
    rsp_buf_free(&text);
    size_t num = rsp_debug_variables_at(file, address, variables, MOST);
    num += rsp_debug_globals_at(file, address, 0, variables + num, MOST - num);
    FUZZ_MUST(num <= MOST && rsp_debug_function_at(file, address, functions, MOST) <= MOST);
    for (size_t i = 0; i < num; i++) {
        try_variable(file, &variables[i], address);
        try_condition(file, variables[i].name, address);
    }
    FUZZ_MUST(rsp_debug_frame_first(file, &thread, &frame) == RSP_OK);
    frame.pc = address;
    for (size_t i = 0; i < MOST && rsp_debug_frame_caller(file, rsp_debug_file_facts(file)->machine, &thread,
                                                          &frame, &next) == RSP_OK;
         i++)
        frame = next;
}

/* What a debugger asks of it to follow the dynamic loader. */
static void try_loader(const rsp_debug_file *file) {
    const rsp_debug_facts *facts = rsp_debug_file_facts(file);
    uint64_t address = 0;
    FUZZ_MUST(!facts->loader || facts->loader[0]);
    (void)rsp_debug_symbol_exported(file, "_dl_debug_state", &address);
    for (uint64_t i = 0; i < MOST; i++) {
        const char *name = rsp_debug_symbol_of_slot(file, facts->low + 8 * i);
        FUZZ_MUST(!name || name[0]);
        (void)rsp_debug_symbol_is_linkage(file, facts->low + 8 * i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const places[] = {"main", "a.c:3", "a.c:1"};
    rsp_debug_file *file = NULL;
    uint64_t addresses[MOST];
    rsp_status status = rsp_debug_file_read(&file, rsp_bytes_make(data, size), "input", NULL);
    FUZZ_MUST(status == RSP_OK || status == RSP_BAD_FILE);
    if (status != RSP_OK)
        return 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(places); i++) {
        size_t num = 0;
        status = rsp_debug_place_find(file, places[i], addresses, MOST, &num, NULL);
        FUZZ_MUST(status == RSP_OK || num == 0);
        for (size_t j = 0; j < num; j++)
            try_address(file, addresses[j]);
    }
    try_address(file, rsp_debug_file_facts(file)->entry);
    try_loader(file);
    rsp_debug_file_free(file);
    return 0;
}
