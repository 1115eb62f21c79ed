/* Escapes and run lengths: all bytes, all pairs, all runs, and what must be refused.
 * Whatever is coded must be legal and come back the same.
 * See escape.h, rle.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/escape.h"
#include "codec/rle.h"
#include "core/rng.h"
#include <rsp/frame.h>

static void escape_every_pair_round_trips_without_reserved_bytes(void **state) {
    (void)state;
    rsp_buf wire = {0};
    rsp_buf back = {0};
    for (unsigned n = 0; n < 65536; n++) {
        uint8_t data[2] = {(uint8_t)(n >> 8), (uint8_t)n};
        rsp_bytes in = rsp_bytes_make(data, 2);
        rsp_buf_clear(&wire);
        rsp_buf_clear(&back);
        rsp_escape_append(&wire, in);
        assert_int_equal(wire.len, rsp_escaped_len(in));
        for (size_t i = 0; i < wire.len; i++)
            assert_true(wire.ptr[i] != '#' && wire.ptr[i] != '$' && wire.ptr[i] != '*');
        assert_ok(rsp_unescape(&back, rsp_buf_bytes(&wire)));
        assert_bytes(rsp_buf_bytes(&back), in);
    }
    rsp_buf_free(&wire);
    rsp_buf_free(&back);
}

static void escape_reserved_bytes_have_known_pairs(void **state) {
    (void)state;
    rsp_buf wire = {0};
    rsp_escape_append(&wire, RSP_LIT("#$}*"));
    assert_bytes_lit(rsp_buf_bytes(&wire), "\x7d\x03\x7d\x04\x7d\x5d\x7d\x0a");
    rsp_buf_free(&wire);
}

static void escape_packet_escapes_what_its_mode_says(void **state) {
    (void)state;
    static const char *const wires[] = {[RSP_ESCAPE_FULL] = "$a}\003}\004}]}\012b",
                                        [RSP_ESCAPE_MINIMAL] = "$a}\003}\004}]*b",
                                        [RSP_ESCAPE_NONE] = "$a#$}*b"};
    for (unsigned mode = 0; mode < RSP_ARRAY_LEN(wires); mode++) {
        rsp_buf wire = {0};
        rsp_escape_packet(&wire, RSP_LIT("a#$}*b"), (rsp_escape_mode)mode);
        assert_bytes(rsp_bytes_sub(rsp_buf_bytes(&wire), 0, wire.len - 3), rsp_bytes_str(wires[mode]));
        rsp_bytes payload = rsp_bytes_sub(rsp_buf_bytes(&wire), 1, wire.len - 4);
        rsp_buf again = {0};
        rsp_frame_packet(&again, payload);
        assert_bytes(rsp_buf_bytes(&wire), rsp_buf_bytes(&again));
        rsp_buf_free(&wire);
        rsp_buf_free(&again);
    }
}

static void unescape_any_byte_behind_escape_is_xored(void **state) {
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        uint8_t wire[2] = {0x7d, (uint8_t)c};
        size_t len = 0;
        assert_ok(rsp_unescape_into(wire, &len, rsp_bytes_make(wire, 2)));
        assert_int_equal(len, 1);
        assert_int_equal(wire[0], c ^ 0x20);
    }
}

static void unescape_lone_escape_at_end_is_malformed_and_appends_nothing(void **state) {
    (void)state;
    rsp_guard guard = rsp_guard_new(64);
    rsp_buf out = {0};
    rsp_buf_str(&out, "x");
    assert_int_equal(rsp_unescape(&out, rsp_guard_put(&guard, RSP_LIT("ab}"))), RSP_MALFORMED);
    assert_int_equal(rsp_unescape(&out, rsp_guard_put(&guard, RSP_LIT("}"))), RSP_MALFORMED);
    assert_ok(rsp_unescape(&out, rsp_guard_put(&guard, RSP_LIT("}}"))));
    assert_ok(rsp_unescape(&out, (rsp_bytes){0}));
    assert_bytes_lit(rsp_buf_bytes(&out), "x]");
    rsp_buf_free(&out);
    rsp_guard_free(&guard);
}

static void unescape_beyond_buffer_limit_is_limit(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_buf_init(&out, NULL, 2);
    assert_int_equal(rsp_unescape(&out, RSP_LIT("abc")), RSP_LIMIT);
    rsp_buf_free(&out);
}

static void escape_fit_is_the_longest_prefix_and_never_cuts_a_pair(void **state) {
    (void)state;
    rsp_bytes data = RSP_LIT("a#b$$c}*");
    for (size_t room = 0; room <= 16; room++) {
        size_t len = rsp_escape_fit(data, room);
        assert_true(rsp_escaped_len(rsp_bytes_sub(data, 0, len)) <= room);
        assert_true(len == data.len || rsp_escaped_len(rsp_bytes_sub(data, 0, len + 1)) > room);
    }
}

/* Every rule of the manual, checked without the expander. */
static void assert_legal(rsp_bytes wire) {
    for (size_t i = 0; i < wire.len; i++) {
        if (wire.ptr[i] != '*')
            continue;
        assert_true(i > 0 && i + 1 < wire.len);
        uint8_t count = wire.ptr[i + 1];
        assert_true(count >= 32 && count <= 126 && !memchr("#$+-", count, 4));
        assert_true(i + 2 == wire.len || wire.ptr[i + 2] != '*');
        i++;
    }
}

static void assert_rle_round_trip(rsp_bytes payload) {
    rsp_buf wire = {0};
    rsp_buf back = {0};
    rsp_rle_report report;
    rsp_rle_compress(&wire, payload);
    assert_true(wire.len <= payload.len);
    assert_legal(rsp_buf_bytes(&wire));
    assert_ok(rsp_rle_expand(&back, rsp_buf_bytes(&wire), NULL));
    assert_bytes(rsp_buf_bytes(&back), payload);
    rsp_buf_clear(&back);
    assert_ok(rsp_rle_expand_lenient(&back, rsp_buf_bytes(&wire), &report));
    assert_int_equal(report.num_illegal + report.num_avoidable, 0);
    assert_bytes(rsp_buf_bytes(&back), payload);
    rsp_buf_free(&wire);
    rsp_buf_free(&back);
}

static void rle_all_runs_of_all_bytes_are_legal_and_round_trip(void **state) {
    (void)state;
    uint8_t run[300];
    rsp_buf escaped = {0};
    for (unsigned c = 0; c < 256; c++) {
        memset(run, (int)c, sizeof(run));
        for (size_t len = 1; len <= sizeof(run); len++) {
            rsp_buf_clear(&escaped);
            rsp_escape_append(&escaped, rsp_bytes_make(run, len));
            assert_rle_round_trip(rsp_buf_bytes(&escaped));
        }
    }
    rsp_buf_free(&escaped);
}

static void rle_known_runs_have_known_tokens(void **state) {
    (void)state;
    static const struct {
        size_t len;
        const char *wire;
    } cases[] = {{3, "000"},   {4, "0* "},   {6, "0*\""}, {7, "0*\"0"}, {8, "0*\"00"},  {9, "0*%"},
                 {15, "0**0"}, {17, "0*,0"}, {98, "0*~"}, {99, "0*~0"}, {102, "0*~0* "}};
    char run[128];
    memset(run, '0', sizeof(run));
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf wire = {0};
        rsp_rle_compress(&wire, rsp_bytes_make(run, cases[i].len));
        assert_bytes(rsp_buf_bytes(&wire), rsp_bytes_str(cases[i].wire));
        rsp_buf_free(&wire);
    }
}

/* The coder as it is defined, a byte at a time: a pair of escape and byte goes as it is, a run of four or
 * more becomes tokens of the largest count there is. */
static void compress_slowly(rsp_buf *out, rsp_bytes in) {
    for (size_t at = 0; at < in.len;) {
        size_t run = 1;
        if (in.ptr[at] == '}') {
            run = in.len - at < 2 ? 1 : 2;
            rsp_buf_append(out, rsp_bytes_sub(in, at, run));
            at += run;
            continue;
        }
        while (in.ptr[at] != '*' && at + run < in.len && in.ptr[at + run] == in.ptr[at])
            run++;
        rsp_buf_push(out, in.ptr[at]);
        size_t repeats = run - 1;
        if (repeats == 6 || repeats == 7 || repeats == 14 || repeats == 16) /* # $ + - */
            repeats -= repeats == 7 ? 2 : 1;
        if (repeats >= 3) {
            rsp_buf_push(out, '*');
            rsp_buf_push(out, (uint8_t)(repeats + 29));
            at += repeats;
        }
        at++;
    }
}

static void rle_short_strings_agree_with_model(void **state) {
    (void)state;
    static const char bytes[] = {'a', 'b', '*', '}'};
    enum { LONGEST = 9 };
    uint8_t text[LONGEST];
    rsp_buf wire = {0};
    rsp_buf expected = {0};
    for (size_t len = 1; len <= LONGEST; len++) {
        for (uint32_t number = 0; number < UINT32_C(1) << (2 * len); number++) {
            for (size_t i = 0; i < len; i++)
                text[i] = (uint8_t)bytes[number >> (2 * i) & 3];
            rsp_buf_clear(&wire);
            rsp_buf_clear(&expected);
            rsp_rle_compress(&wire, rsp_bytes_make(text, len));
            compress_slowly(&expected, rsp_bytes_make(text, len));
            assert_bytes(rsp_buf_bytes(&wire), rsp_buf_bytes(&expected));
        }
    }
    rsp_buf_free(&wire);
    rsp_buf_free(&expected);
}

static void rle_random_binary_data_round_trips(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    for (unsigned round = 0; round < 2000; round++) {
        rsp_buf escaped = {0};
        while (escaped.len < 200) {
            uint8_t run[40];
            memset(run, (int)rsp_rng_below(&rng, 256), sizeof(run));
            if (rsp_rng_below(&rng, 3) == 0)
                memset(run, "}]*#"[rsp_rng_below(&rng, 4)], sizeof(run));
            rsp_escape_append(&escaped, rsp_bytes_make(run, 1 + (size_t)rsp_rng_below(&rng, sizeof(run))));
        }
        assert_rle_round_trip(rsp_buf_bytes(&escaped));
        rsp_buf_free(&escaped);
    }
}

/* LLDB undoes both codings in one pass: a run repeats the last decoded byte. */
static void rle_one_pass_decoders_read_the_same(void **state) {
    (void)state;
    uint8_t data[64];
    memset(data, '}', 1);
    memset(data + 1, ']', sizeof(data) - 1);
    rsp_buf escaped = {0};
    rsp_buf one_pass = {0};
    rsp_escape_append(&escaped, rsp_bytes_make(data, sizeof(data)));
    escaped.len = rsp_rle_compress_in_place(escaped.ptr, escaped.len);
    uint8_t last = 0;
    for (size_t i = 0; i < escaped.len; i++) {
        if (escaped.ptr[i] == '*') {
            for (size_t n = (size_t)escaped.ptr[++i] - RSP_RLE_BIAS; n > 0; n--)
                rsp_buf_push(&one_pass, last);
        } else {
            last = escaped.ptr[i] == '}' ? escaped.ptr[++i] ^ 0x20 : escaped.ptr[i];
            rsp_buf_push(&one_pass, last);
        }
    }
    assert_bytes(rsp_buf_bytes(&one_pass), rsp_bytes_make(data, sizeof(data)));
    rsp_buf_free(&escaped);
    rsp_buf_free(&one_pass);
}

static void expand_every_count_character(void **state) {
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        uint8_t wire[3] = {'x', '*', (uint8_t)c};
        rsp_buf out = {0};
        rsp_error error = {0};
        bool legal = c >= 32 && c <= 126 && c != '#' && c != '$';
        assert_int_equal(rsp_rle_expand(&out, rsp_bytes_make(wire, 3), &error),
                         legal ? RSP_OK : RSP_MALFORMED);
        assert_int_equal(out.len, legal ? c - 28 : 0);
        if (!legal)
            assert_int_equal(error.offset, 1);
        rsp_buf_free(&out);
    }
}

static void expand_illegal_shapes_are_refused_with_offset(void **state) {
    (void)state;
    static const struct {
        const char *wire;
        uint64_t offset;
    } cases[] = {{"*", 0}, {"* ", 0}, {"ab*", 2}, {"a* * ", 3}, {"a* b*#", 4}, {"a***", 3}};
    rsp_guard guard = rsp_guard_new(64);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf out = {0};
        rsp_error error = {0};
        rsp_bytes wire = rsp_guard_put(&guard, rsp_bytes_str(cases[i].wire));
        assert_int_equal(rsp_rle_expand(&out, wire, &error), RSP_MALFORMED);
        assert_true(error.offset == cases[i].offset);
        assert_int_equal(out.len, 0);
        rsp_buf_free(&out);
    }
    rsp_guard_free(&guard);
}

static void expand_beyond_buffer_is_limit_and_appends_nothing(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_rle_report report;
    rsp_buf_init(&out, NULL, 98);
    assert_ok(rsp_rle_expand(&out, RSP_LIT("a*~"), NULL));
    rsp_buf_clear(&out);
    assert_int_equal(rsp_rle_expand(&out, RSP_LIT("a*~b"), NULL), RSP_LIMIT);
    assert_int_equal(out.len, 0);
    rsp_buf_clear(&out);
    assert_int_equal(rsp_rle_expand_lenient(&out, RSP_LIT("a*~b"), &report), RSP_LIMIT);
    assert_int_equal(out.len, 0);
    rsp_buf_free(&out);
}

static void expand_lenient_reports_what_it_met(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_rle_report report;
    assert_ok(rsp_rle_expand_lenient(&out, RSP_LIT("a*+b* * c*#d*"), &report));
    assert_int_equal(report.num_tokens, 5);
    assert_int_equal(report.num_illegal, 3);
    assert_int_equal(report.first_illegal_at, 6);
    assert_int_equal(report.num_avoidable, 1);
    assert_bytes_lit(rsp_buf_bytes(&out), "aaaaaaaaaaaaaaabbbbbbbcccccccd*");
    rsp_buf_clear(&out);
    assert_ok(rsp_rle_expand_lenient(&out, RSP_LIT("*x1*\x1f"), &report));
    assert_bytes_lit(rsp_buf_bytes(&out), "*x1*\x1f");
    assert_int_equal(report.num_illegal, 2);
    rsp_buf_free(&out);
}

static void compress_copies_bare_star_and_keeps_full_buffer(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_rle_compress(&out, RSP_LIT("****"));
    rsp_rle_compress(&out, (rsp_bytes){0});
    assert_bytes_lit(rsp_buf_bytes(&out), "****");
    rsp_buf_free(&out);
    rsp_buf_init(&out, NULL, 3);
    rsp_rle_compress(&out, RSP_LIT("aaaa"));
    assert_int_equal(out.status, RSP_LIMIT);
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escape_every_pair_round_trips_without_reserved_bytes),
        cmocka_unit_test(escape_reserved_bytes_have_known_pairs),
        cmocka_unit_test(escape_packet_escapes_what_its_mode_says),
        cmocka_unit_test(unescape_any_byte_behind_escape_is_xored),
        cmocka_unit_test(unescape_lone_escape_at_end_is_malformed_and_appends_nothing),
        cmocka_unit_test(unescape_beyond_buffer_limit_is_limit),
        cmocka_unit_test(escape_fit_is_the_longest_prefix_and_never_cuts_a_pair),
        cmocka_unit_test(rle_all_runs_of_all_bytes_are_legal_and_round_trip),
        cmocka_unit_test(rle_known_runs_have_known_tokens),
        cmocka_unit_test(rle_short_strings_agree_with_model),
        cmocka_unit_test(rle_random_binary_data_round_trips),
        cmocka_unit_test(rle_one_pass_decoders_read_the_same),
        cmocka_unit_test(expand_every_count_character),
        cmocka_unit_test(expand_illegal_shapes_are_refused_with_offset),
        cmocka_unit_test(expand_beyond_buffer_is_limit_and_appends_nothing),
        cmocka_unit_test(expand_lenient_reports_what_it_met),
        cmocka_unit_test(compress_copies_bare_star_and_keeps_full_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
