/* The last colon parts file and line, unless it is one of C++'s pairs.
 * An address is taken as it is.
 * See debug_place.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_place.h"

#include "debug_function.h"

#include <stdio.h>

enum { FUNCTIONS = 32, PATH_BYTES = 512 };

/* A decimal number of at most nine digits: no file has more lines. */
static bool take_line(rsp_bytes digits, uint32_t *out) {
    uint32_t value = 0;
    if (digits.len == 0 || digits.len > 9)
        return false;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
            return false;
        value = value * 10 + (digits.ptr[i] - (uint32_t)'0');
    }
    *out = value;
    return value > 0;
}

static rsp_status find_address(rsp_bytes text, uint64_t *out, size_t *out_num, rsp_error *error) {
    if (!rsp_bytes_starts(text, RSP_LIT("0x")) || rsp_hex_u64(out, rsp_bytes_from(text, 2)) != RSP_OK)
        return rsp_fail(error, RSP_SYNTAX, "'*%.*s': an address is written *0x401136",
                        (int)(text.len < 80 ? text.len : 80), (const char *)text.ptr);
    *out_num = 1;
    return RSP_OK;
}

rsp_status rsp_debug_place_find(const rsp_debug_file *file, const char *text, uint64_t *out, size_t cap,
                                size_t *out_num, rsp_error *error) {
    rsp_bytes all = rsp_bytes_str(text);
    const char *colon = strrchr(text, ':');
    uint32_t line = 0;
    uint32_t found = 0;
    *out_num = 0;
    if (all.len == 0 || cap == 0)
        return rsp_fail(error, RSP_SYNTAX, "a place is expected: FILE:LINE, FUNCTION or *ADDRESS");
    if (text[0] == '*')
        return find_address(rsp_bytes_from(all, 1), out, out_num, error);
    if (colon && take_line(rsp_bytes_str(colon + 1), &line))
        return rsp_debug_line_find(file, rsp_bytes_sub(all, 0, (size_t)(colon - text)), line, out, cap,
                                   out_num, &found, error);
    return rsp_debug_function_find(file, all, out, cap, out_num, error);
}

/* Of the functions around it, that with the number `level`. */
static rsp_debug_place make(const rsp_debug_file *file, uint64_t address, const rsp_debug_function *functions,
                            size_t num, size_t level) {
    rsp_debug_place place = {.address = address};
    place.has_line = rsp_debug_line_at(file, address, &place.line) == RSP_OK;
    if (level < num) {
        place.function = functions[level].name;
        place.outer = functions[level].depth;
    }
    if (level == 0 || level > num)
        return place;
    const rsp_debug_function *called = &functions[level - 1];
    place.inner = called->depth + 1;
    place.has_line = called->call_path != NULL;
    place.line = (rsp_debug_line){.path = called->call_path,
                                  .line = called->call_line,
                                  .column = called->call_column,
                                  .address = address};
    return place;
}

rsp_debug_place rsp_debug_place_at(const rsp_debug_file *file, uint64_t address) {
    rsp_debug_function function;
    const size_t num = rsp_debug_function_at(file, address, &function, 1);
    return make(file, address, &function, num, 0);
}

/* The line with code that the one asked for means: of those at the address the nearest. */
static uint32_t nearest_line(const rsp_debug_file *file, uint64_t address,
                             const rsp_debug_function *functions, size_t ahead, uint32_t asked) {
    rsp_debug_line own;
    uint32_t nearest = UINT32_MAX;
    if (rsp_debug_line_at(file, address, &own) == RSP_OK && own.line >= asked)
        nearest = own.line;
    for (size_t i = 0; i < ahead; i++)
        if (functions[i].call_line >= asked && functions[i].call_line < nearest)
            nearest = functions[i].call_line;
    return nearest;
}

rsp_debug_place rsp_debug_place_meant(const rsp_debug_file *file, const char *text, uint64_t address) {
    rsp_debug_function functions[FUNCTIONS];
    const size_t num = rsp_debug_function_at(file, address, functions, FUNCTIONS);
    const size_t ahead = rsp_debug_functions_ahead(functions, num);
    const char *colon = strrchr(text, ':');
    char path[PATH_BYTES];
    uint32_t asked = 0;
    size_t level = 0;
    if (colon && take_line(rsp_bytes_str(colon + 1), &asked)) {
        (void)snprintf(path, sizeof path, "%.*s",
                       (int)(colon - text < PATH_BYTES ? colon - text : PATH_BYTES - 1), text);
        level = rsp_debug_level_of_line(functions, ahead, path,
                                        nearest_line(file, address, functions, ahead, asked));
    } else if (text[0] != '*') {
        level = rsp_debug_level_of_function(functions, ahead, text);
    }
    return make(file, address, functions, num, level);
}

bool rsp_debug_place_has(const rsp_debug_place *place, const rsp_debug_variable *variable) {
    return variable->depth >= place->inner && variable->depth <= place->outer;
}

void rsp_debug_place_append(rsp_buf *out, const rsp_debug_place *place) {
    const char *slash = place->has_line ? strrchr(place->line.path, '/') : NULL;
    if (place->has_line)
        rsp_buf_printf(out, "%s:%u", slash ? slash + 1 : place->line.path, (unsigned)place->line.line);
    else
        rsp_buf_printf(out, "0x%llx", (unsigned long long)place->address);
    if (place->function)
        rsp_buf_printf(out, " in %s", place->function);
}
