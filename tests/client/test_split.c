/* Splitting: every packet fits, none could take more, and there are as few as any other cutting gives.
 * The least number is found apart, by building requests and worst replies with the codec.
 * See client_split.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client/client_split.h"
#include "core/limits.h"
#include "core/rng.h"
#include <rsp/client.h>
#include <stdio.h>
#include <stdlib.h>

/* --- lengths as the codec writes them --- */

static size_t request_len(const rsp_read_piece *pieces, size_t num, rsp_read_way way) {
    rsp_buf out = {0};
    rsp_read_request_build(&out, pieces, num, way);
    assert_ok(out.status);
    size_t len = out.len;
    rsp_buf_free(&out);
    return len;
}

static rsp_bytes stars(size_t len) {
    static uint8_t bytes[4096];
    memset(bytes, '*', sizeof bytes);
    assert_in_range(len, 0, sizeof bytes);
    return rsp_bytes_make(bytes, len);
}

/* The longest that a conforming stub may answer: all of the data, every byte escaped. */
static size_t reply_len(const rsp_read_piece *pieces, size_t num, rsp_read_way way) {
    rsp_bytes chunks[64];
    rsp_buf out = {0};
    assert_in_range(num, 1, 64);
    for (size_t i = 0; i < num; i++)
        chunks[i] = stars(pieces[i].len);
    switch (way) {
    case RSP_READ_MULTI_LLDB:
        rsp_multimem_reply_build(&out, chunks, num, RSP_MULTIMEM_LLDB);
        break;
    case RSP_READ_MULTI_RFC:
        rsp_multimem_reply_build(&out, chunks, num, RSP_MULTIMEM_RFC);
        rsp_buf_push(&out, ';'); /* which a stub may put at the end */
        break;
    case RSP_READ_BINARY_GDB:
        out.len = 0;
        rsp_buf_push(&out, 'b');
        rsp_buf_append(&out, chunks[0]);
        rsp_buf_append(&out, chunks[0]);
        break;
    case RSP_READ_BINARY_LLDB:
    case RSP_READ_HEX:
        rsp_buf_append(&out, chunks[0]);
        rsp_buf_append(&out, chunks[0]);
        break;
    }
    size_t len = out.len;
    rsp_buf_free(&out);
    return len;
}

static bool fits(const rsp_read_piece *pieces, size_t num, rsp_read_way way, size_t limit) {
    return request_len(pieces, num, way) <= limit && reply_len(pieces, num, way) <= limit;
}

/* --- the least number of packets, byte by byte --- */

enum { MOST_BYTES = 400, MOST_RANGES = 12 };

typedef struct model {
    const rsp_mem_range *ranges;
    size_t num;
    size_t limit;
    rsp_read_way way;
    size_t num_bytes;
    size_t range_of[MOST_BYTES + 1];
    uint64_t offset_of[MOST_BYTES + 1];
} model;

static void model_init(model *m, const rsp_mem_range *ranges, size_t num, rsp_read_way way, size_t limit) {
    *m = (model){.ranges = ranges, .num = num, .way = way, .limit = limit};
    for (size_t i = 0; i < num; i++)
        for (uint64_t at = 0; at < ranges[i].len; at++) {
            m->range_of[m->num_bytes] = i;
            m->offset_of[m->num_bytes++] = at;
        }
    m->range_of[m->num_bytes] = num;
}

/* The bytes from .. to-1 as pieces; false where a short range would be cut that need not be. */
static bool pieces_of(const model *m, size_t from, size_t to, rsp_read_piece *pieces, size_t *out_num) {
    size_t num = 0;
    for (size_t at = from; at < to; at++) {
        if (at == from || m->range_of[at] != m->range_of[at - 1]) {
            uint64_t addr = m->ranges[m->range_of[at]].addr + m->offset_of[at];
            pieces[num++] = (rsp_read_piece){.range = m->range_of[at], .addr = addr};
        }
        pieces[num - 1].len++;
    }
    *out_num = num;
    if (num == 0)
        return false;
    bool cut = m->range_of[to] == m->range_of[to - 1];
    uint64_t rest = m->ranges[m->range_of[to - 1]].len - m->offset_of[to - 1] + pieces[num - 1].len - 1;
    return !(cut && num > 1 && rest <= RSP_LIMIT_CLIENT_UNCUT_BYTES);
}

static size_t least_packets(const model *m) {
    size_t best[MOST_BYTES + 1];
    best[m->num_bytes] = 0;
    for (size_t from = m->num_bytes; from-- > 0;) {
        best[from] = SIZE_MAX;
        for (size_t to = from + 1; to <= m->num_bytes; to++) {
            rsp_read_piece pieces[MOST_RANGES];
            size_t num = 0;
            bool legal = pieces_of(m, from, to, pieces, &num);
            if (!fits(pieces, num, m->way, m->limit))
                break;
            if (legal && best[to] != SIZE_MAX && best[to] + 1 < best[from])
                best[from] = best[to] + 1;
        }
    }
    return best[0];
}

/* Packets of a split, each checked; the pieces together are the ranges. */
static size_t split_all(const rsp_mem_range *ranges, size_t num, rsp_read_way way, size_t limit) {
    rsp_read_split split = {
        .ranges = ranges, .num = num, .way = way, .request_bytes = limit, .reply_bytes = limit};
    rsp_read_piece pieces[64];
    size_t packets = 0;
    size_t range = 0;
    uint64_t done = 0;
    for (;;) {
        rsp_read_split counted = split;
        size_t n = rsp_read_split_next(&split, pieces, 64);
        assert_int_equal(rsp_read_split_next(&counted, NULL, 64), n);
        if (n == 0)
            break;
        packets++;
        assert_true(fits(pieces, n, way, limit));
        for (size_t i = 0; i < n; i++) {
            for (; ranges[range].len == done; done = 0)
                range++;
            assert_int_equal(pieces[i].range, range);
            assert_int_equal(pieces[i].addr, ranges[range].addr + done);
            done += pieces[i].len;
            assert_true(done <= ranges[range].len && pieces[i].len > 0);
        }
    }
    while (range < num && ranges[range].len == done) {
        range++;
        done = 0;
    }
    assert_int_equal(range, num);
    return packets;
}

static void packets_fit_and_are_as_few_as_possible(void **state) {
    (void)state;
    static const uint64_t bases[] = {0, 0xf0, 0xfff8, UINT64_C(0xfffffffff0), UINT64_C(0xfffffffffffff000)};
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    for (unsigned round = 0; round < 40; round++) {
        rsp_mem_range ranges[MOST_RANGES];
        size_t num = 1 + (size_t)rsp_rng_below(&rng, 8);
        size_t limit = RSP_LIMIT_CLIENT_PACKET_BYTES_MIN + (size_t)rsp_rng_below(&rng, 100);
        for (size_t i = 0; i < num; i++)
            ranges[i] = (rsp_mem_range){.addr = bases[rsp_rng_below(&rng, RSP_ARRAY_LEN(bases))] +
                                                rsp_rng_below(&rng, 64),
                                        .len = rsp_rng_below(&rng, round % 2 ? 45 : 9)};
        for (int way = RSP_READ_MULTI_LLDB; way <= RSP_READ_MULTI_RFC; way++) {
            model m;
            model_init(&m, ranges, num, (rsp_read_way)way, limit);
            size_t packets = split_all(ranges, num, (rsp_read_way)way, limit);
            size_t least = least_packets(&m);
            if (packets > least)
                fail_msg("round %u: %zu packets where %zu are enough", round, packets, least);
        }
    }
}

static void single_reads_are_cut_at_the_limit_and_not_before(void **state) {
    (void)state;
    static const struct {
        rsp_read_way way;
        size_t most;
    } rows[] = {{RSP_READ_BINARY_GDB, 49}, {RSP_READ_BINARY_LLDB, 50}, {RSP_READ_HEX, 50}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_mem_range range = {.addr = 0x1000, .len = rows[i].most};
        assert_int_equal(split_all(&range, 1, rows[i].way, 100), 1);
        range.len++;
        assert_int_equal(split_all(&range, 1, rows[i].way, 100), 2);
    }
}

static void short_ranges_stay_whole_and_longer_ones_fill_up(void **state) {
    (void)state;
    rsp_mem_range ranges[2] = {{.addr = 0x1000, .len = 40}, {.addr = 0x2000}};
    rsp_read_piece pieces[4];
    for (uint64_t len = RSP_LIMIT_CLIENT_UNCUT_BYTES; len <= RSP_LIMIT_CLIENT_UNCUT_BYTES + 1; len++) {
        ranges[1].len = len;
        rsp_read_split split = {.ranges = ranges, .num = 2, .request_bytes = 100, .reply_bytes = 100};
        size_t expected = len > RSP_LIMIT_CLIENT_UNCUT_BYTES ? 2 : 1;
        assert_int_equal(rsp_read_split_next(&split, pieces, 4), expected);
        assert_int_equal(rsp_read_split_next(&split, pieces, 4), 1);
        assert_int_equal(rsp_read_split_next(&split, pieces, 4), 0);
    }
}

static void batch_has_a_limit_of_items(void **state) {
    (void)state;
    size_t num = RSP_LIMIT_BATCH_ITEMS + 1;
    rsp_mem_range *ranges = calloc(num, sizeof *ranges);
    rsp_read_piece *pieces = calloc(num, sizeof *pieces);
    assert_non_null(ranges);
    assert_non_null(pieces);
    for (size_t i = 0; i < num; i++)
        ranges[i].len = 1;
    rsp_read_split split = {
        .ranges = ranges, .num = num, .request_bytes = SIZE_MAX / 4, .reply_bytes = SIZE_MAX / 4};
    assert_int_equal(rsp_read_split_next(&split, pieces, num), RSP_LIMIT_BATCH_ITEMS);
    assert_int_equal(rsp_read_split_next(&split, pieces, num), 1);
    free(ranges);
    free(pieces);
}

static void nothing_to_read_is_no_packet(void **state) {
    (void)state;
    const rsp_mem_range ranges[3] = {{.addr = 1}, {.addr = 2}, {.addr = 3}};
    assert_int_equal(split_all(ranges, 3, RSP_READ_MULTI_LLDB, 100), 0);
    assert_int_equal(split_all(ranges, 0, RSP_READ_HEX, 100), 0);
}

/* --- replies --- */

static void replies_are_taken_apart_per_way(void **state) {
    (void)state;
    static const struct row {
        const char *name;
        rsp_read_way way;
        const char *reply;
        rsp_status status;
        size_t num_read; /* of the one piece of four bytes */
        rsp_status piece;
        int code;
    } rows[] = {
        {"multi", RSP_READ_MULTI_LLDB, "4;abcd", RSP_OK, 4, RSP_OK, -1},
        {"multi short", RSP_READ_MULTI_LLDB, "2;ab", RSP_OK, 2, RSP_FAULT, -1},
        {"multi none", RSP_READ_MULTI_LLDB, "0;", RSP_OK, 0, RSP_FAULT, -1},
        {"multi other form", RSP_READ_MULTI_LLDB, "4,abcd", RSP_MALFORMED, 0, RSP_OK, 0},
        {"multi more than asked", RSP_READ_MULTI_LLDB, "5;abcde", RSP_MALFORMED, 0, RSP_OK, 0},
        {"multi error", RSP_READ_MULTI_LLDB, "E14", RSP_REFUSED, 0, RSP_OK, 0},
        {"multi missing", RSP_READ_MULTI_LLDB, "", RSP_UNSUPPORTED, 0, RSP_OK, 0},
        {"rfc", RSP_READ_MULTI_RFC, "4,abcd;", RSP_OK, 4, RSP_OK, -1},
        {"rfc other form", RSP_READ_MULTI_RFC, "4;abcd", RSP_MALFORMED, 0, RSP_OK, 0},
        {"x", RSP_READ_BINARY_GDB, "babcd", RSP_OK, 4, RSP_OK, -1},
        {"x short", RSP_READ_BINARY_GDB, "ba", RSP_OK, 1, RSP_FAULT, -1},
        {"x error", RSP_READ_BINARY_GDB, "E0e", RSP_OK, 0, RSP_FAULT, 14},
        {"x words", RSP_READ_BINARY_GDB, "E.no", RSP_OK, 0, RSP_FAULT, -1},
        {"x without b", RSP_READ_BINARY_GDB, "abcd", RSP_MALFORMED, 0, RSP_OK, 0},
        {"x more", RSP_READ_BINARY_GDB, "babcde", RSP_MALFORMED, 0, RSP_OK, 0},
        {"x missing", RSP_READ_BINARY_GDB, "", RSP_UNSUPPORTED, 0, RSP_OK, 0},
        {"lldb x", RSP_READ_BINARY_LLDB, "EEEE", RSP_OK, 4, RSP_OK, -1},
        {"lldb x either", RSP_READ_BINARY_LLDB, "E.no", RSP_UNEXPECTED, 0, RSP_OK, 0},
        {"lldb x error", RSP_READ_BINARY_LLDB, "E08", RSP_OK, 0, RSP_FAULT, 8},
        {"lldb x more", RSP_READ_BINARY_LLDB, "abcde", RSP_MALFORMED, 0, RSP_OK, 0},
        {"m", RSP_READ_HEX, "61626364", RSP_OK, 4, RSP_OK, -1},
        {"m short", RSP_READ_HEX, "6162", RSP_OK, 2, RSP_FAULT, -1},
        {"m odd", RSP_READ_HEX, "616", RSP_MALFORMED, 0, RSP_OK, 0},
        {"m no hex", RSP_READ_HEX, "616x", RSP_MALFORMED, 0, RSP_OK, 0},
        {"m more", RSP_READ_HEX, "6162636465", RSP_MALFORMED, 0, RSP_OK, 0},
        {"m error", RSP_READ_HEX, "E01", RSP_OK, 0, RSP_FAULT, 1},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        uint8_t *out = malloc(4); /* flush against a red zone */
        assert_non_null(out);
        rsp_read_piece piece = {.addr = 0x1000, .len = 4, .out = out};
        rsp_error error = {0};
        rsp_status status =
            rsp_read_reply_parse(&piece, 1, rows[i].way, rsp_bytes_str(rows[i].reply), NULL, &error);
        if (status != rows[i].status || piece.num_read != rows[i].num_read || piece.status != rows[i].piece ||
            piece.error_code != rows[i].code)
            fail_msg("%s: %s, %zu bytes, %s, %d", rows[i].name, rsp_status_name(status), piece.num_read,
                     rsp_status_name(piece.status), piece.error_code);
        if (status == RSP_MALFORMED)
            assert_true(error.msg[0] != '\0' && error.offset <= strlen(rows[i].reply));
        free(out);
    }
}

/* --- breakpoints --- */

static void batches_of_breakpoints_fit_to_the_byte(void **state) {
    (void)state;
    rsp_bytes requests[20];
    rsp_bytes results[20];
    for (size_t i = 0; i < 20; i++) {
        requests[i] = RSP_LIT("Z0,1000,4");
        results[i] = RSP_LIT("E01");
    }
    for (int form = RSP_MULTIBREAK_LLDB; form <= RSP_MULTIBREAK_RFC; form++) {
        for (size_t num = 1; num < 20; num++) {
            rsp_buf out = {0};
            rsp_multibreak_build(&out, requests, num, (rsp_multibreak_form)form);
            size_t request = out.len;
            rsp_buf_clear(&out);
            rsp_multibreak_reply_build(&out, results, num, (rsp_multibreak_form)form);
            size_t reply = out.len;
            rsp_buf_free(&out);
            rsp_multibreak_form f = (rsp_multibreak_form)form;
            assert_int_equal(rsp_multibreak_fit(requests, 20, f, request, SIZE_MAX), num);
            assert_int_equal(rsp_multibreak_fit(requests, 20, f, SIZE_MAX, reply), num);
            if (num > 1) {
                assert_int_equal(rsp_multibreak_fit(requests, 20, f, request - 1, SIZE_MAX), num - 1);
                assert_int_equal(rsp_multibreak_fit(requests, 20, f, SIZE_MAX, reply - 1), num - 1);
            }
        }
        assert_int_equal(rsp_multibreak_fit(requests, 0, (rsp_multibreak_form)form, 1, 1), 0);
        assert_int_equal(rsp_multibreak_fit(requests, 20, (rsp_multibreak_form)form, 1, 1), 1);
    }
}

/* An element as sent is never longer than it is counted: JSON writes odd bytes as \\u00XX, and the packet
 * escapes its own characters. */
static void odd_bytes_of_a_breakpoint_are_counted_as_sent(void **state) {
    (void)state;
    static const char odd[] = "\"\\#$}*\n\x7f ";
    for (size_t i = 0; i < sizeof odd - 1; i++) {
        const uint8_t text[] = {'Z', '0', (uint8_t)odd[i]};
        const uint8_t plain[] = {'Z', '0', 'a'};
        const rsp_bytes requests[2] = {rsp_bytes_make(plain, 3), rsp_bytes_make(text, 3)};
        const rsp_bytes plains[2] = {requests[0], requests[0]};
        for (int form = RSP_MULTIBREAK_LLDB; form <= RSP_MULTIBREAK_RFC; form++) {
            const rsp_multibreak_form f = (rsp_multibreak_form)form;
            const size_t more = form == RSP_MULTIBREAK_LLDB ? 5 : 1;
            size_t limit = 0;
            while (rsp_multibreak_fit(plains, 2, f, limit, SIZE_MAX) < 2)
                limit++;
            if (rsp_multibreak_fit(requests, 2, f, limit + more - 1, SIZE_MAX) != 1 ||
                rsp_multibreak_fit(requests, 2, f, limit + more, SIZE_MAX) != 2)
                fail_msg("0x%02x, form %d: not counted as %zu more", text[2], form, more);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_fit_and_are_as_few_as_possible),
        cmocka_unit_test(single_reads_are_cut_at_the_limit_and_not_before),
        cmocka_unit_test(short_ranges_stay_whole_and_longer_ones_fill_up),
        cmocka_unit_test(batch_has_a_limit_of_items),
        cmocka_unit_test(nothing_to_read_is_no_packet),
        cmocka_unit_test(replies_are_taken_apart_per_way),
        cmocka_unit_test(batches_of_breakpoints_fit_to_the_byte),
        cmocka_unit_test(odd_bytes_of_a_breakpoint_are_counted_as_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
