/* A module's headers are read from memory: its file may be on another machine.
 * What the code is searched for is bounded: a program may be large, and its link slow.
 * See code_module.h. */
/* SPDX-License-Identifier: MIT */
#include "code_module.h"

#include "codec/qxfer.h"
#include "session_end.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <string.h>

enum {
    AT_PHDR_KEY = 3,
    AT_PHNUM_KEY = 5,
    AT_BASE_KEY = 7,
    AT_SYSINFO_EHDR_KEY = 33,
    HEADER_BYTES = 64,
    SEGMENT_BYTES = 56,
    MAX_SEGMENTS = 32,
    SEGMENT_LOAD = 1,
    SEGMENT_EXECUTABLE = 1,
    MAX_SEARCHED = 2 << 20, /* bytes of one module */
};

typedef struct vector {
    uint64_t phdr;
    uint64_t phnum;
    uint64_t base;
    uint64_t vdso;
} vector;

static uint64_t number_at(const uint8_t *p, size_t len) {
    uint64_t value = 0;
    for (size_t i = len; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

static rsp_status read_vector(rsp_client *client, vector *out) {
    char request[64];
    rsp_bytes reply;
    rsp_qxfer_reply chunk;
    *out = (vector){0};
    (void)snprintf(request, sizeof request, "%s::0,3ff", rsp_packet_text(RSP_PACKET_QXFER_AUXV_READ));
    rsp_status status = rsp_client_packet(client, rsp_bytes_str(request), &reply);
    if (status == RSP_OK)
        status = rsp_qxfer_reply_parse(&chunk, reply, NULL);
    for (size_t at = 0; status == RSP_OK && at + 16 <= chunk.data.len; at += 16) {
        uint64_t key = number_at(chunk.data.ptr + at, 8);
        uint64_t value = number_at(chunk.data.ptr + at + 8, 8);
        if (key == AT_PHDR_KEY)
            out->phdr = value;
        else if (key == AT_PHNUM_KEY)
            out->phnum = value;
        else if (key == AT_BASE_KEY)
            out->base = value;
        else if (key == AT_SYSINFO_EHDR_KEY)
            out->vdso = value;
    }
    return ends_session(status) ? status : RSP_OK;
}

/* The executable segment. The headers lie in the segment that begins with the file, which says how far the
 * module was moved. */
static bool find_code(const uint8_t *segments, size_t num, uint64_t headers_at, code_module *out) {
    uint64_t start = 0;
    uint64_t end = 0;
    bool have_bias = false;
    uint64_t bias = 0;
    for (size_t i = 0; i < num; i++) {
        const uint8_t *s = segments + i * SEGMENT_BYTES;
        uint64_t address = number_at(s + 16, 8);
        uint64_t size = number_at(s + 40, 8);
        if (number_at(s, 4) != SEGMENT_LOAD)
            continue;
        if (number_at(s + 8, 8) == 0 && !have_bias) {
            bias = headers_at - HEADER_BYTES - address;
            have_bias = true;
        }
        if ((number_at(s + 4, 4) & SEGMENT_EXECUTABLE) && number_at(s + 32, 8) == size) {
            start = address;
            end = address + size;
        }
    }
    *out = (code_module){.start = bias + start, .end = bias + end};
    return have_bias && end != 0 && bias % CODE_PAGE_BYTES == 0;
}

static rsp_status add_code(rsp_client *client, uint64_t headers_at, uint64_t num, code_module *modules,
                           size_t *num_modules) {
    uint8_t segments[MAX_SEGMENTS * SEGMENT_BYTES];
    if (num == 0 || num > MAX_SEGMENTS || *num_modules == NUM_CODE_MODULES)
        return RSP_OK;
    rsp_status status =
        rsp_client_read_memory(client, headers_at, segments, (size_t)num * SEGMENT_BYTES, NULL);
    if (status == RSP_OK && find_code(segments, (size_t)num, headers_at, &modules[*num_modules]))
        ++*num_modules;
    return ends_session(status) ? status : RSP_OK;
}

/* A module whose ELF header is in memory, with the program headers right behind it, as linkers do. */
static rsp_status add_module(rsp_client *client, uint64_t header_at, code_module *modules,
                             size_t *num_modules) {
    uint8_t header[HEADER_BYTES];
    if (header_at == 0)
        return RSP_OK;
    rsp_status status = rsp_client_read_memory(client, header_at, header, sizeof header, NULL);
    if (status != RSP_OK)
        return ends_session(status) ? status : RSP_OK;
    bool is_elf = number_at(header, 4) == 0x464c457f && number_at(header + 32, 8) == HEADER_BYTES &&
                  number_at(header + 54, 2) == SEGMENT_BYTES;
    return is_elf
               ? add_code(client, header_at + HEADER_BYTES, number_at(header + 56, 2), modules, num_modules)
               : RSP_OK;
}

rsp_status code_modules_find(rsp_client *client, bool all, code_module out[NUM_CODE_MODULES],
                             size_t *out_num) {
    vector v;
    *out_num = 0;
    rsp_status status = read_vector(client, &v);
    if (status == RSP_OK && v.phdr != 0)
        status = add_code(client, v.phdr, v.phnum, out, out_num);
    if (status == RSP_OK && all)
        status = add_module(client, v.base, out, out_num);
    if (status == RSP_OK && all)
        status = add_module(client, v.vdso, out, out_num);
    return status;
}

static rsp_status search_module(rsp_client *client, const code_module *module, const uint8_t bytes[4],
                                uint64_t *out) {
    uint8_t page[CODE_PAGE_BYTES];
    uint64_t start = (module->start + 3) & ~UINT64_C(3);
    uint64_t end = module->end - start < MAX_SEARCHED ? module->end : start + MAX_SEARCHED;
    for (uint64_t at = start; at + 4 <= end; at += sizeof page) {
        size_t len = end - at < sizeof page ? (size_t)(end - at) : sizeof page;
        rsp_status status = rsp_client_read_memory(client, at, page, len, NULL);
        if (status != RSP_OK)
            return ends_session(status) ? status : RSP_NOT_FOUND;
        for (size_t i = 0; i + 4 <= len; i += 4) {
            *out = at + i;
            if (memcmp(page + i, bytes, 4) == 0)
                return RSP_OK;
        }
    }
    return RSP_NOT_FOUND;
}

/* The executable last: it is the largest, and has none where a library makes its system calls. */
rsp_status code_modules_search(rsp_client *client, const uint8_t bytes[4], uint64_t *out) {
    code_module modules[NUM_CODE_MODULES];
    size_t num = 0;
    rsp_status status = code_modules_find(client, true, modules, &num);
    if (status != RSP_OK)
        return status;
    status = RSP_NOT_FOUND;
    for (size_t i = num; i-- > 0 && status == RSP_NOT_FOUND;)
        status = search_module(client, &modules[i], bytes, out);
    return status;
}
