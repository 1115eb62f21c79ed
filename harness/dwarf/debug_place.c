/* The last colon parts file and line, unless it is one of C++'s pairs.
 * An address is taken as it is.
 * See debug_place.h. */
/* SPDX-License-Identifier: MIT */
#include "debug_place.h"

#include "debug_function.h"

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

rsp_debug_place rsp_debug_place_at(const rsp_debug_file *file, uint64_t address) {
    rsp_debug_function function;
    rsp_debug_place place = {.address = address};
    place.has_line = rsp_debug_line_at(file, address, &place.line) == RSP_OK;
    if (rsp_debug_function_at(file, address, &function, 1) > 0)
        place.function = function.name;
    return place;
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
