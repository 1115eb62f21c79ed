/* Build ids of ELF files: found, missing, and in files that say anything.
 * A file is the header, one program header at 64, and notes at 120.
 * No machine, no stub. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "guard.h"

#include "build_id.h"

enum { NOTES_AT = 120, FILE_BYTES = 160 };

static void put(uint8_t *to, unsigned bytes, uint64_t value) {
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

static void put_note(uint8_t *to, uint32_t type, const char *name, uint32_t id_bytes) {
    put(to, 4, 4);
    put(to + 4, 4, id_bytes);
    put(to + 8, 4, type);
    memcpy(to + 12, name, strlen(name) + 1); /* three letters */
}

/* A file with one note of four bytes, then the build id of four. */
static void make_file(uint8_t file[FILE_BYTES]) {
    static const uint8_t magic[] = {0x7f, 'E', 'L', 'F', 2, 1};
    static const uint8_t id[] = {0xde, 0xad, 0xbe, 0xef};
    memset(file, 0, FILE_BYTES);
    memcpy(file, magic, sizeof magic);
    put(file + 32, 8, 64);
    put(file + 56, 2, 1);
    put(file + 64, 4, 4);
    put(file + 72, 8, NOTES_AT);
    put(file + 96, 8, FILE_BYTES - NOTES_AT);
    put_note(file + NOTES_AT, 1, "GNU", 4);
    put_note(file + NOTES_AT + 20, 3, "GNU", 4);
    memcpy(file + NOTES_AT + 36, id, sizeof id);
}

static void an_id_is_found_behind_another_note(void **state) {
    (void)state;
    uint8_t file[FILE_BYTES];
    make_file(file);
    rsp_bytes id = stub_build_id(rsp_bytes_make(file, sizeof file));
    assert_true(rsp_bytes_equal(id, RSP_LIT("\xde\xad\xbe\xef")));
    put(file + NOTES_AT + 28, 4, 4);
    assert_int_equal(stub_build_id(rsp_bytes_make(file, sizeof file)).len, 0);
    put(file + 64, 4, 1);
    assert_int_equal(stub_build_id(rsp_bytes_make(file, sizeof file)).len, 0);
    file[4] = 1;
    assert_false(stub_is_elf(rsp_bytes_make(file, sizeof file)));
}

/* One of 65 headers has the id, the others a note of another kind: found behind and before them, of the
 * first 64 headers, and of no more than the file says. */
static void the_first_id_counts(void **state) {
    (void)state;
    enum { HEADERS_AT = FILE_BYTES, HEADER_BYTES = 56, NUM = 65 };
    static uint8_t file[HEADERS_AT + NUM * HEADER_BYTES];
    make_file(file);
    put(file + 32, 8, HEADERS_AT);
    for (unsigned with = 0; with < NUM; with++) {
        put(file + 56, 2, NUM);
        for (unsigned i = 0; i < NUM; i++) {
            uint8_t *header = file + HEADERS_AT + (size_t)i * HEADER_BYTES;
            memset(header, 0, HEADER_BYTES);
            put(header, 4, 4);
            put(header + 8, 8, NOTES_AT);
            put(header + 32, 8, i == with ? FILE_BYTES - NOTES_AT : 20);
        }
        rsp_bytes id = stub_build_id(rsp_bytes_make(file, sizeof file));
        assert_int_equal(id.len, with < 64 ? 4 : 0);
        if (with == 0)
            continue;
        put(file + 56, 2, with);
        assert_int_equal(stub_build_id(rsp_bytes_make(file, sizeof file)).len, 0);
    }
}

/* Each byte as 0xff, 0x80 and 0, and the file cut anywhere: nothing outside of it is read. */
static void any_file_is_bounded(void **state) {
    (void)state;
    static const uint8_t values[] = {0xff, 0x80, 0};
    for (size_t at = 0; at < FILE_BYTES; at++) {
        for (size_t v = 0; v < RSP_ARRAY_LEN(values); v++) {
            uint8_t file[FILE_BYTES];
            make_file(file);
            file[at] = values[v];
            rsp_bytes held = rsp_bytes_make(file, sizeof file);
            rsp_bytes id = stub_build_id(held);
            assert_true(id.len == 0 || (id.ptr >= held.ptr && id.ptr + id.len <= held.ptr + held.len));
        }
        uint8_t file[FILE_BYTES];
        make_file(file);
        rsp_guard guard = rsp_guard_new(FILE_BYTES);
        (void)stub_build_id(rsp_guard_put(&guard, rsp_bytes_make(file, at)));
        rsp_guard_free(&guard);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_is_found_behind_another_note),
        cmocka_unit_test(the_first_id_counts),
        cmocka_unit_test(any_file_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
