/* Program headers, then the notes of each PT_NOTE segment: name size, id size, type, "GNU", id.
 * Each offset is the file's word: what lies outside the file counts as missing.
 * Source: ELF specification, Program Header and Note Section; GNU's note types. */
/* SPDX-License-Identifier: MIT */
#include "build_id.h"

#include <string.h>

enum {
    HEADERS_AT = 32,    /* e_phoff */
    HEADER_BYTES = 56,  /* of a program header */
    NUM_AT = 56,        /* e_phnum */
    SEGMENT_AT = 8,     /* p_offset */
    SEGMENT_BYTES = 32, /* p_filesz */
    NOTE = 4,           /* PT_NOTE */
    NOTE_BYTES = 12,    /* before name and content */
    BUILD_ID = 3,       /* NT_GNU_BUILD_ID */
    MAX_HEADERS = 64,
};

static uint64_t number_at(rsp_bytes file, uint64_t at, unsigned bytes) {
    uint64_t value = 0;
    if (at > file.len || bytes > file.len - at)
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)file.ptr[at + i] << (8 * i);
    return value;
}

static rsp_bytes part(rsp_bytes file, uint64_t at, uint64_t len) {
    return at <= file.len ? rsp_bytes_sub(file, (size_t)at, len <= file.len ? (size_t)len : file.len)
                          : rsp_bytes_make(NULL, 0);
}

bool stub_is_elf(rsp_bytes file) {
    static const uint8_t begin[] = {0x7f, 'E', 'L', 'F', 2, 1};
    return file.len > NUM_AT + 2 && memcmp(file.ptr, begin, sizeof begin) == 0;
}

static uint64_t round_up(uint64_t size) {
    return (size + 3) & ~UINT64_C(3);
}

static rsp_bytes id_in(rsp_bytes notes) {
    while (notes.len >= NOTE_BYTES) {
        uint64_t name = number_at(notes, 0, 4);
        uint64_t size = number_at(notes, 4, 4);
        rsp_bytes content = part(notes, NOTE_BYTES + round_up(name), size);
        bool is_gnu = rsp_bytes_equal(part(notes, NOTE_BYTES, name), rsp_bytes_make("GNU", 4));
        if (is_gnu && number_at(notes, 8, 4) == BUILD_ID)
            return content;
        uint64_t next = NOTE_BYTES + round_up(name) + round_up(size);
        notes = part(notes, next, notes.len);
    }
    return rsp_bytes_make(NULL, 0);
}

rsp_bytes stub_build_id(rsp_bytes file) {
    rsp_bytes id = rsp_bytes_make(NULL, 0);
    if (!stub_is_elf(file))
        return id;
    uint64_t at = number_at(file, HEADERS_AT, 8);
    uint64_t num = number_at(file, NUM_AT, 2);
    for (uint64_t i = 0; i < num && i < MAX_HEADERS && id.len == 0 && at < file.len; i++, at += HEADER_BYTES)
        if (number_at(file, at, 4) == NOTE)
            id = id_in(
                part(file, number_at(file, at + SEGMENT_AT, 8), number_at(file, at + SEGMENT_BYTES, 8)));
    return id;
}
