/* Frames of debug adapters: headers as they should be and as they should not, and any split of the stream.
 * The transcript of a stream is a line for each piece: kind, offset, content, flaws.
 * See dap/frame.h. */
/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include "core/limits.h"
#include "dap/frame.h"

typedef struct consumer {
    rsp_dap_reader reader;
    rsp_buf text;
} consumer;

static void begin(void *ctx) {
    consumer *c = ctx;
    rsp_dap_reader_free(&c->reader);
    rsp_buf_clear(&c->text);
}

static void input(void *ctx, rsp_bytes piece) {
    consumer *c = ctx;
    rsp_dap_frame f;
    assert_ok(rsp_dap_reader_feed(&c->reader, piece));
    while (rsp_dap_reader_next(&c->reader, &f)) {
        const rsp_bytes shown = f.kind == RSP_DAP_FRAME_MESSAGE ? f.content : f.header;
        rsp_buf_printf(&c->text, "%d@%llu [", (int)f.kind, (unsigned long long)f.offset);
        rsp_buf_append(&c->text, shown);
        rsp_buf_printf(&c->text, "] %s\n", rsp_dap_flaw_text(f.flaws));
    }
}

static void finish(void *ctx, rsp_buf *out) {
    consumer *c = ctx;
    rsp_buf_append(out, rsp_buf_bytes(&c->text));
    rsp_buf_printf(out, "rest %zu\n", rsp_dap_reader_rest(&c->reader).len);
}

static const struct {
    const char *name;
    const char *stream;
    const char *transcript;
} cases[] = {
    {"one", "Content-Length: 2\r\n\r\n{}", "0@0 [{}] \nrest 0\n"},
    {"two in one write", "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]",
     "0@0 [{}] \n0@23 [[1]] \nrest 0\n"},
    {"empty content", "Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}",
     "0@0 [] \n0@21 [{}] \nrest 0\n"},
    {"other fields", "Content-Type: x\r\nContent-Length: 2\r\nX-Y: z\r\n\r\n{}", "0@0 [{}] \nrest 0\n"},
    {"half", "Content-Length: 5\r\n\r\n{}", "rest 23\n"},
    {"case", "content-length: 2\r\n\r\n{}", "0@0 [{}] Content-Length is spelled in another case\nrest 0\n"},
    {"zeros", "Content-Length: 002\r\n\r\n{}",
     "0@0 [{}] the number has leading zeros or more blanks than one before it\nrest 0\n"},
    {"no blank", "Content-Length:2\r\n\r\n{}",
     "0@0 [{}] the number has leading zeros or more blanks than one before it\nrest 0\n"},
    {"twice, the last counts", "Content-Length: 9\r\nContent-Length: 2\r\n\r\n{}",
     "0@0 [{}] Content-Length is there twice\nrest 0\n"},
    {"LF", "Content-Length: 2\n\n{}", "0@0 [{}] a line of the header ends in LF without CR\nrest 0\n"},
    {"negative", "Content-Length: -2\r\n\r\n{}",
     "2@0 [Content-Length: -2\r\n\r\n] the value of Content-Length is no decimal number\nrest 2\n"},
    {"hex", "Content-Length: 0x2\r\n\r\n",
     "2@0 [Content-Length: 0x2\r\n\r\n] the value of Content-Length is no decimal number\nrest 0\n"},
    {"no number", "Content-Length: \r\n\r\n",
     "2@0 [Content-Length: \r\n\r\n] the value of Content-Length is no decimal number\nrest 0\n"},
    {"none", "Content-Type: x\r\n\r\n",
     "2@0 [Content-Type: x\r\n\r\n] the header has no Content-Length\nrest 0\n"},
    {"a line of a log", "starting up\nContent-Length: 2\r\n\r\n{}",
     "1@0 [starting up\n] \n0@12 [{}] \nrest 0\n"},
    {"text without line end", "warning: xContent-Length: 2\r\n\r\n{}",
     "1@0 [warning: x] \n0@10 [{}] \nrest 0\n"},
    {"an empty line between", "Content-Length: 2\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n{}",
     "0@0 [{}] \n1@23 [\r\n] \n0@25 [{}] \nrest 0\n"},
    {"length in characters", "Content-Length: 3\r\n\r\n\"\xc3\xa9\"", "0@0 [\"\xc3\xa9] \nrest 1\n"},
};

static void frame_in_any_pieces_gives_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        consumer c = {.reader = {.at = 0}};
        rsp_buf got = {0};
        const rsp_feed feed = {.begin = begin, .input = input, .finish = finish, .ctx = &c};
        const rsp_bytes stream = rsp_bytes_str(cases[i].stream);
        rsp_feed_whole(&feed, stream, &got);
        if (!rsp_bytes_equal(rsp_buf_bytes(&got), rsp_bytes_str(cases[i].transcript)))
            print_error("%s\n", cases[i].name);
        assert_bytes(rsp_buf_bytes(&got), rsp_bytes_str(cases[i].transcript));
        rsp_feed_splits(&feed, stream);
        rsp_buf_free(&got);
        rsp_buf_free(&c.text);
        rsp_dap_reader_free(&c.reader);
    }
}

static rsp_dap_frame read_one(rsp_dap_reader *reader, const char *header) {
    rsp_dap_frame f;
    assert_ok(rsp_dap_reader_feed(reader, rsp_bytes_str(header)));
    assert_true(rsp_dap_reader_next(reader, &f));
    return f;
}

static void frame_with_a_huge_length_reserves_nothing_and_loses_the_rest(void **state) {
    (void)state;
    static const char *const lengths[] = {"67108865", "1000000000000", "99999999999999999999"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lengths); i++) {
        rsp_dap_reader reader = {.at = 0};
        rsp_buf header = {0};
        rsp_buf_printf(&header, "Content-Length: %s\r\n\r\n", lengths[i]);
        const rsp_dap_frame f = read_one(&reader, rsp_buf_cstr(&header));
        assert_int_equal(f.kind, RSP_DAP_FRAME_BAD);
        assert_int_equal(f.flaws, 1u << RSP_DAP_FLAW_AT_HUGE_LENGTH);
        assert_int_equal(read_one(&reader, "{}").kind, RSP_DAP_FRAME_STRAY);
        assert_true(reader.in.cap < 4096);
        rsp_buf_free(&header);
        rsp_dap_reader_free(&reader);
    }
}

static void frame_of_the_longest_length_is_waited_for(void **state) {
    (void)state;
    rsp_dap_reader reader = {.at = 0};
    rsp_dap_frame f;
    assert_ok(rsp_dap_reader_feed(&reader, RSP_LIT("Content-Length: 67108864\r\n\r\n{")));
    assert_false(rsp_dap_reader_next(&reader, &f));
    assert_int_equal(rsp_dap_reader_rest(&reader).len, 29);
    rsp_dap_reader_free(&reader);
}

static void frame_with_a_header_without_end_is_refused_at_the_limit(void **state) {
    (void)state;
    rsp_dap_reader reader = {.at = 0};
    rsp_dap_frame f;
    for (size_t i = 0; i < RSP_LIMIT_DAP_HEADER_BYTES; i++) {
        assert_ok(rsp_dap_reader_feed(&reader, RSP_LIT("x")));
        assert_false(rsp_dap_reader_next(&reader, &f));
    }
    assert_ok(rsp_dap_reader_feed(&reader, RSP_LIT("x")));
    assert_true(rsp_dap_reader_next(&reader, &f));
    assert_int_equal(f.flaws, 1u << RSP_DAP_FLAW_AT_LONG_HEADER);
    assert_false(rsp_dap_reader_is_inside(&reader));
    rsp_dap_reader_free(&reader);
}

static void frame_takes_in_no_more_than_a_message_ahead(void **state) {
    (void)state;
    rsp_dap_reader reader = {.at = 0};
    const size_t len = (size_t)1024 * 1024;
    uint8_t *piece = calloc(1, len);
    assert_non_null(piece);
    rsp_status status = RSP_OK;
    size_t num = 0;
    for (; status == RSP_OK && num < 100; num++)
        status = rsp_dap_reader_feed(&reader, rsp_bytes_make(piece, len));
    assert_int_equal(status, RSP_LIMIT);
    assert_int_equal(num, 69); /* 64 MiB of a message, 4 MiB ahead, and the one that is refused */
    free(piece);
    rsp_dap_reader_free(&reader);
}

static void frame_that_is_appended_is_read_again(void **state) {
    (void)state;
    rsp_dap_reader reader = {.at = 0};
    rsp_buf out = {0};
    rsp_dap_frame f;
    rsp_dap_frame_append(&out, RSP_LIT("{\"a\":1}"));
    assert_bytes_lit(rsp_buf_bytes(&out), "Content-Length: 7\r\n\r\n{\"a\":1}");
    assert_ok(rsp_dap_reader_feed(&reader, rsp_buf_bytes(&out)));
    assert_true(rsp_dap_reader_next(&reader, &f));
    assert_bytes_lit(f.content, "{\"a\":1}");
    assert_bytes_lit(f.header, "Content-Length: 7\r\n\r\n");
    rsp_buf_free(&out);
    rsp_dap_reader_free(&reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_in_any_pieces_gives_the_same),
        cmocka_unit_test(frame_with_a_huge_length_reserves_nothing_and_loses_the_rest),
        cmocka_unit_test(frame_of_the_longest_length_is_waited_for),
        cmocka_unit_test(frame_with_a_header_without_end_is_refused_at_the_limit),
        cmocka_unit_test(frame_takes_in_no_more_than_a_message_ahead),
        cmocka_unit_test(frame_that_is_appended_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
