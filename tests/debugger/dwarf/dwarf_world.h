/* The test program of one machine, opened, and places in it by the marks of its source.
 * Included behind rsp_test.h.
 * See programs/values.c. */
/* SPDX-License-Identifier: MIT */
#ifndef DWARF_WORLD_H
#define DWARF_WORLD_H

#include "core/file.h"
#include "debug_place.h"
#include <stdio.h>

static const char *const dwarf_programs[] = {"values-4", "values-5", "values-riscv64"};

static inline rsp_debug_file *dwarf_open(const char *name) {
    char path[512];
    rsp_debug_file *file = NULL;
    rsp_error error = {0};
    (void)snprintf(path, sizeof path, DWARF_PROGRAMS "/%s", name);
    if (rsp_debug_file_open(&file, path, &error) != RSP_OK)
        fail_msg("%s", error.msg);
    return file;
}

/* The line of a source with the mark. */
static inline uint32_t dwarf_line_in(const char *path, const char *mark) {
    char wanted[64];
    rsp_buf source = {0};
    uint32_t line = 1;
    (void)snprintf(wanted, sizeof wanted, "/* mark: %s */", mark);
    assert_ok(rsp_file_read(&source, path, NULL));
    size_t at = rsp_bytes_search(rsp_buf_bytes(&source), rsp_bytes_str(wanted));
    assert_true(at < source.len);
    for (size_t i = 0; i < at; i++)
        line += source.ptr[i] == '\n';
    rsp_buf_free(&source);
    return line;
}

static inline uint32_t dwarf_line(const char *mark) {
    return dwarf_line_in(DWARF_SOURCE, mark);
}

/* The only address of the line. */
static inline uint64_t dwarf_mark(const rsp_debug_file *file, const char *mark) {
    char place[64];
    uint64_t addresses[8];
    size_t num = 0;
    (void)snprintf(place, sizeof place, "values.c:%u", (unsigned)dwarf_line(mark));
    assert_ok(rsp_debug_place_find(file, place, addresses, RSP_ARRAY_LEN(addresses), &num, NULL));
    assert_int_equal(num, 1);
    return addresses[0];
}

#endif
