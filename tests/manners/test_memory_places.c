/* Where memory may be, as maps, regions and registers say, also when they lie: sums beyond 2^64, no end.
 * A look at a stub whose pc and sp lead nowhere ends, and finds what is there.
 * Source: manners/memory_places.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "mannered_stub.h"
#include "memory_places.h"

#include <rsp/packet_ids.h>

static void ram_goes_before_rom(void **state) {
    (void)state;
    memory_places list = {0};
    const rsp_memory_region map[] = {{.start = 0, .len = 0x1000, .kind = RSP_MEMORY_FLASH},
                                     {.start = 0x2000, .len = 0, .kind = RSP_MEMORY_RAM},
                                     {.start = 0x3000, .len = 0x100, .kind = RSP_MEMORY_RAM}};
    memory_places_of_map(&list, map, RSP_ARRAY_LEN(map));
    assert_int_equal(list.num, 2);
    assert_int_equal(list.at[0].start, 0x3000);
    assert_true(list.at[0].writable);
    assert_int_equal(list.at[1].start, 0);
    assert_false(list.at[1].writable);
}

static void what_ends_beyond_the_address_space_is_cut(void **state) {
    (void)state;
    memory_places list = {0};
    memory_places_add(&list, UINT64_MAX - 0xff, 0x1000, true);
    assert_int_equal(list.at[0].bytes, 0xff);
    memory_places_add(&list, UINT64_MAX - 0xff, 1, true);
    assert_int_equal(list.num, 1);
    for (uint64_t i = 0; i < (uint64_t)2 * MEMORY_PLACES_MOST; i++)
        memory_places_add(&list, i, 1, true);
    assert_int_equal(list.num, MEMORY_PLACES_MOST);
}

typedef struct region_row {
    const char *reply;
    uint64_t asked;
    bool more;
    uint64_t next;
    size_t num;
} region_row;

static void regions_lead_on_or_end(void **state) {
    (void)state;
    static const region_row rows[] = {
        {"start:1000;size:1000;permissions:rw;", 0x1000, true, 0x2000, 1},
        {"start:0;size:1000;", 0, true, 0x1000, 0},
        {"start:0;size:1000;permissions:x;", 0, true, 0x1000, 0},
        {"permissions:r;size:10;start:0;name:72;", 4, true, 0x10, 1},
        {"start:1000;size:fffffffffffff000;permissions:rw;", 0x1000, false, 0, 1}, /* to the end */
        {"start:1000;size:ffffffffffffffff;permissions:rw;", 0x1000, false, 0, 1}, /* beyond it */
        {"start:0;size:0;permissions:rw;", 0, false, 0, 0},
        {"start:0;size:10;permissions:rw;", 0x10, false, 0, 1}, /* the same again */
        {"start:20;size:10;permissions:rw;", 0x10, false, 0, 0},
        {"start:12345678901234567;size:10;permissions:rw;", 0, false, 0, 0},
        {"start:0;size:-1;permissions:rw;", 0, false, 0, 0},
        {"size:10;permissions:rw;", 0, false, 0, 0},
        {";;::;", 0, false, 0, 0},
        {"", 0, false, 0, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        memory_places list = {0};
        uint64_t next = rows[i].asked;
        bool more = memory_places_of_region(&list, rsp_bytes_str(rows[i].reply), rows[i].asked, &next);
        if (more != rows[i].more || (more && next != rows[i].next) || list.num != rows[i].num)
            fail_msg("%s: more %d, next %llx, %zu places", rows[i].reply, more, (unsigned long long)next,
                     list.num);
    }
}

static void registers_point_to_what_is_not_small(void **state) {
    (void)state;
    static const uint8_t registers[] = {0, 0, 0, 1, 0, 0x80, 0x12, 0x34, 0xff, 0xff, 0xff, 0xff,
                                        0, 0, 0, 0, 0, 0x80, 0x12, 0x3f, 7,    7,    7};
    memory_places list = {0};
    memory_places_of_registers(&list, (rsp_bytes){registers, sizeof registers}, 4, true, UINT64_MAX);
    assert_int_equal(list.num, 1);
    assert_int_equal(list.at[0].start, 0x801200);
    memory_places_of_registers(&list, (rsp_bytes){registers, sizeof registers}, 0, true, UINT64_MAX);
    memory_places_of_registers(&list, (rsp_bytes){registers, sizeof registers}, 16, true, UINT64_MAX);
    assert_int_equal(list.num, 1);
}

static size_t count(const mannered *stub, const char *request) {
    size_t num = 0;
    for (rsp_bytes seen = rsp_buf_bytes(&stub->seen); seen.len > 0;)
        num += rsp_bytes_starts(rsp_bytes_split(&seen, '\n'), rsp_bytes_str(request));
    return num;
}

/* Memory is where neither pc nor sp point to. */
static void a_look_finds_memory_elsewhere(void **state) {
    (void)state;
    static const struct {
        uint64_t manners;
        size_t found;
        size_t most_asked; /* qMemoryRegionInfo */
    } rows[] = {{DARK, 0, 1}, {DARK | REGIONS, 1, 3}, {DARK | REGIONS | ENDLESS_REGIONS, 0, 32}, {0, 0, 0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_manners m;
        mannered stub;
        rsp_error error = {0};
        mannered_init(&stub, rows[i].manners);
        const rsp_manners_options options = {.open = mannered_open, .ctx = &stub, .run_program = true};
        assert_ok(rsp_manners_look(&m, &options, &error));
        assert_int_equal(m.places.num, rows[i].found);
        if (m.places.num > 0)
            assert_int_equal(m.places.others[0].start, 0x20000000);
        assert_true(count(&stub, "qMemoryRegionInfo:") <= rows[i].most_asked);
        rsp_manners_free(&m);
        mannered_free(&stub);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ram_goes_before_rom),
        cmocka_unit_test(what_ends_beyond_the_address_space_is_cut),
        cmocka_unit_test(regions_lead_on_or_end),
        cmocka_unit_test(registers_point_to_what_is_not_small),
        cmocka_unit_test(a_look_finds_memory_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
