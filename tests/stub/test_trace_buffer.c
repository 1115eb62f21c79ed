/* The trace frame buffer: frames and their blocks, its bound, and what a circular one drops.
 * Source: GDB manual, Trace File Format.
 * See trace_buffer.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "trace_buffer.h"

enum { HEADER = 6, MEMORY = 11, BLOCK = 8 };

static const stub_trace_mask some = {{5}};

static void begin(stub_trace_buffer *b, uint64_t size) {
    stub_trace_buffer_init(b, NULL);
    b->size = size;
}

/* A frame of HEADER + MEMORY + len bytes. */
static size_t add(stub_trace_buffer *b, uint32_t number, size_t len) {
    static const uint8_t data[256] = {1, 2, 3};
    stub_trace_buffer_begin(b, number, 0x1000 + number);
    stub_trace_buffer_memory(b, 0x400, rsp_bytes_make(data, len));
    return stub_trace_buffer_finish(b);
}

static void blocks_come_back(void **state) {
    (void)state;
    stub_trace_buffer b;
    stub_trace_block block;
    begin(&b, 1000);
    stub_trace_buffer_begin(&b, 7, 0x1234);
    stub_trace_buffer_registers(&b, RSP_LIT("abcdefgh"), &some);
    stub_trace_buffer_registers(&b, RSP_LIT("ijklmnop"), &(const stub_trace_mask){{2}});
    stub_trace_buffer_memory(&b, 0xfedcba9876543210, RSP_LIT("hello"));
    stub_trace_buffer_variable(&b, 3, UINT64_MAX);
    assert_int_equal(stub_trace_buffer_finish(&b), HEADER + 1 + BLOCK + MEMORY + 5 + 13);
    const stub_trace_frame *frame = stub_trace_buffer_frame(&b, 0);
    assert_int_equal(frame->number, 7);
    assert_int_equal(frame->pc, 0x1234);
    assert_int_equal(frame->registers.words[0], 7);
    rsp_bytes rest = stub_trace_buffer_data(&b, frame);
    assert_true(stub_trace_block_next(&b, BLOCK, &rest, &block));
    assert_int_equal(block.kind, 'R');
    assert_bytes_lit(block.data, "abcdefgh");
    assert_true(stub_trace_block_next(&b, BLOCK, &rest, &block));
    assert_int_equal(block.kind, 'M');
    assert_true(block.addr == 0xfedcba9876543210);
    assert_bytes_lit(block.data, "hello");
    assert_true(stub_trace_block_next(&b, BLOCK, &rest, &block));
    assert_int_equal(block.kind, 'V');
    assert_int_equal(block.number, 3);
    assert_true(block.value == UINT64_MAX);
    assert_false(stub_trace_block_next(&b, BLOCK, &rest, &block));
    stub_trace_buffer_free(&b);
}

static void numbers_have_the_target_s_order(void **state) {
    (void)state;
    stub_trace_buffer b;
    begin(&b, 1000);
    b.big_endian = true;
    assert_int_equal(add(&b, 0x102, 1), HEADER + MEMORY + 1);
    assert_bytes_lit(stub_trace_buffer_bytes(&b), "\1\2\0\0\0\14M\0\0\0\0\0\0\4\0\0\1\1");
    stub_trace_buffer_free(&b);
}

static void a_full_buffer_keeps_what_fitted(void **state) {
    (void)state;
    stub_trace_buffer b;
    size_t bytes = HEADER + MEMORY + 10;
    begin(&b, 2 * bytes);
    assert_int_equal(add(&b, 1, 10), bytes);
    assert_int_equal(add(&b, 2, 11), 0);
    assert_true(b.full);
    assert_int_equal(stub_trace_buffer_count(&b), 1);
    assert_int_equal(stub_trace_buffer_used(&b), bytes);
    assert_int_equal(add(&b, 3, 10), bytes);
    assert_false(b.full);
    assert_int_equal(stub_trace_buffer_used(&b), 2 * bytes);
    assert_int_equal(b.created, 2);
    assert_null(stub_trace_buffer_frame(&b, 2));
    stub_trace_buffer_free(&b);
}

static void a_circular_buffer_drops_the_oldest(void **state) {
    (void)state;
    stub_trace_buffer b;
    size_t bytes = HEADER + MEMORY + 10;
    begin(&b, 3 * bytes);
    b.circular = true;
    for (uint32_t i = 1; i <= 1000; i++) {
        assert_int_equal(add(&b, i, 10), bytes);
        size_t count = stub_trace_buffer_count(&b);
        assert_int_equal(count, i < 3 ? i : 3);
        for (size_t n = 0; n < count; n++) {
            const stub_trace_frame *frame = stub_trace_buffer_frame(&b, n);
            assert_int_equal(frame->number, i - count + 1 + n);
            assert_int_equal(stub_trace_buffer_data(&b, frame).len, MEMORY + 10);
        }
        assert_int_equal(stub_trace_buffer_bytes(&b).len, count * bytes);
        assert_int_equal(stub_trace_buffer_bytes(&b).ptr[0], (i - count + 1) & 0xff);
    }
    assert_int_equal(b.created, 1000);
    assert_true(b.bytes.len <= 2 * b.size + bytes);
    stub_trace_buffer_free(&b);
}

static void one_frame_larger_than_all_is_refused(void **state) {
    (void)state;
    stub_trace_buffer b;
    begin(&b, 100);
    b.circular = true;
    assert_true(add(&b, 1, 10) > 0);
    assert_int_equal(add(&b, 2, 200), 0);
    assert_true(b.full);
    assert_int_equal(stub_trace_buffer_count(&b), 0);
    assert_true(add(&b, 3, 10) > 0);
    assert_int_equal(stub_trace_buffer_frame(&b, 0)->number, 3);
    stub_trace_buffer_free(&b);
}

static void frames_are_bounded_in_number(void **state) {
    (void)state;
    stub_trace_buffer b;
    begin(&b, RSP_LIMIT_STUB_TRACE_BYTES);
    for (uint32_t i = 0; i < RSP_LIMIT_STUB_TRACE_FRAMES; i++) {
        stub_trace_buffer_begin(&b, 1, i);
        if (stub_trace_buffer_finish(&b) != HEADER)
            fail_msg("frame %u is refused", (unsigned)i);
    }
    stub_trace_buffer_begin(&b, 1, 0);
    assert_int_equal(stub_trace_buffer_finish(&b), 0);
    b.circular = true;
    stub_trace_buffer_begin(&b, 2, 0);
    assert_int_equal(stub_trace_buffer_finish(&b), HEADER);
    assert_int_equal(stub_trace_buffer_count(&b), RSP_LIMIT_STUB_TRACE_FRAMES);
    assert_int_equal(stub_trace_buffer_frame(&b, 0)->pc, 1);
    stub_trace_buffer_clear(&b);
    assert_int_equal(stub_trace_buffer_count(&b), 0);
    assert_int_equal(stub_trace_buffer_used(&b), 0);
    stub_trace_buffer_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_back),
        cmocka_unit_test(numbers_have_the_target_s_order),
        cmocka_unit_test(a_full_buffer_keeps_what_fitted),
        cmocka_unit_test(a_circular_buffer_drops_the_oldest),
        cmocka_unit_test(one_frame_larger_than_all_is_refused),
        cmocka_unit_test(frames_are_bounded_in_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
