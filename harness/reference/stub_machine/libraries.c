/* Shared libraries as the program's dynamic linker lists them, for the object libraries-svr4.
 * The list is in the program's memory and hostile: each step is bounded, what can not be read ends it.
 * Source: GDB manual, Library List Format for SVR4 Targets; link.h of the C library. */
/* SPDX-License-Identifier: MIT */
#include "libraries.h"

#include "core/limits.h"
#include <inttypes.h>
#include <string.h>

enum {
    PT_DYNAMIC_ = 2,
    DT_NULL_ = 0,
    DT_DEBUG_ = 21,
    HEADER_BYTES = 56,
    MAX_HEADERS = 64,
    MAX_DYNAMIC = 1024,
    MAX_LIBRARIES = 1024,
    NAME_BYTES_ = 1024,
};

void libraries_append_xml(rsp_buf *out, const char *text) {
    for (; *text; text++) {
        if (*text == '&')
            rsp_buf_str(out, "&amp;");
        else if (*text == '<')
            rsp_buf_str(out, "&lt;");
        else if (*text == '>')
            rsp_buf_str(out, "&gt;");
        else if (*text == '"')
            rsp_buf_str(out, "&quot;");
        else
            rsp_buf_push(out, (uint8_t)*text < 0x20 && *text != '\t' ? '?' : (uint8_t)*text);
    }
}

static bool read_word(const rsp_process *p, uint64_t address, uint64_t *out) {
    uint8_t bytes[8];
    *out = 0;
    if (rsp_process_read(p, bytes, address, sizeof bytes) != sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        *out |= (uint64_t)bytes[i] << (8 * i);
    return true;
}

/* A word of the auxiliary vector; 0 where it is missing. */
static uint64_t auxv_word(const rsp_process *p, uint64_t type) {
    rsp_bytes auxv = rsp_process_auxv(p);
    for (size_t at = 0; at + 16 <= auxv.len; at += 16) {
        uint64_t words[2] = {0, 0};
        for (size_t i = 0; i < 16; i++)
            words[i / 8] |= (uint64_t)auxv.ptr[at + i] << (8 * (i % 8));
        if (words[0] == type)
            return words[1];
    }
    return 0;
}

/* Where the program's dynamic section lies; 0: it has none. */
static uint64_t dynamic_section(const rsp_process *p) {
    enum { AT_PHDR_ = 3, AT_PHNUM_ = 5 };
    uint64_t headers = auxv_word(p, AT_PHDR_);
    uint64_t num = auxv_word(p, AT_PHNUM_);
    for (uint64_t i = 0; i < num && i < MAX_HEADERS; i++) {
        uint64_t type = 0, address = 0;
        if (!read_word(p, headers + HEADER_BYTES * i, &type) ||
            !read_word(p, headers + HEADER_BYTES * i + 16, &address))
            return 0;
        if ((uint32_t)type == PT_DYNAMIC_)
            return address + rsp_process_load_bias(p);
    }
    return 0;
}

uint64_t libraries_debug_address(const rsp_process *p, uint64_t *out_entry) {
    uint64_t at = dynamic_section(p);
    *out_entry = 0;
    for (size_t i = 0; at && i < MAX_DYNAMIC; i++, at += 16) {
        uint64_t tag = 0, value = 0;
        if (!read_word(p, at, &tag) || !read_word(p, at + 8, &value) || tag == DT_NULL_)
            return 0;
        if (tag == DT_DEBUG_) {
            *out_entry = at + 8;
            return value;
        }
    }
    return 0;
}

/* struct link_map. */
typedef struct link_map {
    uint64_t bias;
    uint64_t name;
    uint64_t dynamic;
    uint64_t next;
} link_map;

static bool read_link_map(const rsp_process *p, uint64_t address, link_map *out) {
    return read_word(p, address, &out->bias) && read_word(p, address + 8, &out->name) &&
           read_word(p, address + 16, &out->dynamic) && read_word(p, address + 24, &out->next);
}

/* A text that is cut where it is too long or can not be read. */
static void read_text(const rsp_process *p, uint64_t address, char out[NAME_BYTES_]) {
    size_t num = rsp_process_read(p, out, address, NAME_BYTES_ - 1);
    out[num] = '\0';
}

/* The first one is the program itself, and goes into main-lm. */
void libraries_write_svr4(const rsp_process *p, rsp_buf *out) {
    uint64_t entry = 0, at = 0;
    uint64_t debug = libraries_debug_address(p, &entry);
    link_map map;
    if (!debug || !read_word(p, debug + 8, &at) || !at || !read_link_map(p, at, &map)) {
        rsp_buf_str(out, "<library-list-svr4 version=\"1.0\"/>");
        return;
    }
    rsp_buf_printf(out, "<library-list-svr4 version=\"1.0\" main-lm=\"0x%" PRIx64 "\">", at);
    for (size_t i = 0; (at = map.next) != 0 && i < MAX_LIBRARIES && read_link_map(p, at, &map); i++) {
        char name[NAME_BYTES_];
        read_text(p, map.name, name);
        if (!name[0])
            continue;
        rsp_buf_str(out, "<library name=\"");
        libraries_append_xml(out, name);
        rsp_buf_printf(
            out, "\" lm=\"0x%" PRIx64 "\" l_addr=\"0x%" PRIx64 "\" l_ld=\"0x%" PRIx64 "\" lmid=\"0x0\"/>", at,
            map.bias, map.dynamic);
    }
    rsp_buf_str(out, "</library-list-svr4>");
}
