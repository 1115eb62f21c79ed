/* Compressed payloads: there and back, their limits, and data that promises another length than it has.
 * Without zlib only the marks are tested.
 * Source: LLDB gdb-remote extensions, QEnableCompression. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/compress.h"
#include "codec/escape.h"
#include "core/mem.h"
#include <rsp/frame.h>

static void there_and_back(void **state) {
    (void)state;
    rsp_buf payload = {0};
    rsp_buf wire = {0};
    rsp_buf back = {0};
    for (unsigned i = 0; i < 600; i++) {
        assert_ok(rsp_compress_append(&wire, rsp_buf_bytes(&payload), 100));
        assert_int_equal(wire.ptr[0], payload.len >= 100 && rsp_compression_exists() ? 'C' : 'N');
        assert_ok(rsp_compress_undo(&back, rsp_buf_bytes(&wire)));
        assert_true(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_buf_bytes(&payload)));
        rsp_buf_clear(&wire);
        rsp_buf_clear(&back);
        rsp_buf_printf(&payload, "%x", i % 7 * i % 13);
    }
    rsp_buf_free(&payload);
    rsp_buf_free(&wire);
    rsp_buf_free(&back);
}

static void requests_are_read(void **state) {
    (void)state;
    uint64_t min = 0;
    if (rsp_compression_exists()) {
        assert_ok(rsp_compression_parse(&min, RSP_LIT("type:zlib-deflate;")));
        assert_int_equal(min, RSP_COMPRESSION_MIN_BYTES);
        assert_ok(rsp_compression_parse(&min, RSP_LIT("type:zlib-deflate;minsize:12;")));
        assert_int_equal(min, 12);
    }
    assert_int_equal(rsp_compression_parse(&min, RSP_LIT("type:lzfse;")), RSP_UNSUPPORTED);
    static const char *const bad[] = {"",
                                      "type",
                                      "lzfse",
                                      "type:zlib-deflate;minsize:;",
                                      "type:zlib-deflate;minsize:1",
                                      "type:zlib-deflate;x",
                                      "type:zlib-deflate;minsize:99999999999999999999;"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_int_equal(rsp_compression_parse(&min, rsp_bytes_str(bad[i])), RSP_MALFORMED);
}

/* 2048 zeros in hex, compressed; the length in front is changed. */
static rsp_status undo_with_length(const char *length, size_t limit, size_t cut) {
    rsp_buf zeros = {0};
    rsp_buf wire = {0};
    rsp_buf changed = {0};
    rsp_buf back = {.limit = limit};
    for (unsigned i = 0; i < 4096; i++)
        rsp_buf_push(&zeros, '0');
    assert_ok(rsp_compress_append(&wire, rsp_buf_bytes(&zeros), 0));
    rsp_bytes data = rsp_bytes_from(rsp_buf_bytes(&wire), rsp_bytes_index(rsp_buf_bytes(&wire), ':'));
    rsp_buf_printf(&changed, "C%s", length);
    rsp_buf_append(&changed, rsp_bytes_sub(data, 0, data.len - cut));
    rsp_status status = rsp_compress_undo(&back, rsp_buf_bytes(&changed));
    assert_int_equal(back.len, status == RSP_OK ? 4096 : 0);
    rsp_buf_free(&zeros);
    rsp_buf_free(&wire);
    rsp_buf_free(&changed);
    rsp_buf_free(&back);
    return status;
}

static void a_wrong_length_is_damage(void **state) {
    (void)state;
    if (!rsp_compression_exists())
        skip();
    assert_ok(undo_with_length("4096", 4096, 0));
    assert_int_equal(undo_with_length("4095", 4096, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("4097", 8192, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("0", 4096, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("4096", 4095, 0), RSP_LIMIT);
    assert_int_equal(undo_with_length("99999999999", 4096, 0), RSP_LIMIT);
    assert_int_equal(undo_with_length("99999999999999999999999", 0, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("", 4096, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("0x1000", 4096, 0), RSP_MALFORMED);
    assert_int_equal(undo_with_length("4096", 4096, 1), RSP_MALFORMED);
}

static void what_is_not_marked_is_damage(void **state) {
    (void)state;
    static const char *const bad[] = {"", "OK", "C", "C:", "C4", "C4:", "C4:aaaa", "C4:}"};
    rsp_buf back = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_true(rsp_compress_undo(&back, rsp_bytes_str(bad[i])) != RSP_OK);
    assert_int_equal(back.len, 0);
    rsp_buf_free(&back);
}

static void memory_may_run_out(void **state) {
    (void)state;
    rsp_buf zeros = {0};
    for (unsigned i = 0; i < 4096; i++)
        rsp_buf_push(&zeros, '0');
    for (uint64_t n = 1; n < 40; n++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, n, 0);
        rsp_buf wire = {.mem = &fuzzed.mem};
        rsp_buf back = {.mem = &fuzzed.mem};
        if (rsp_compress_append(&wire, rsp_buf_bytes(&zeros), 0) == RSP_OK &&
            rsp_compress_undo(&back, rsp_buf_bytes(&wire)) == RSP_OK)
            assert_true(rsp_bytes_equal(rsp_buf_bytes(&back), rsp_buf_bytes(&zeros)));
        rsp_buf_free(&wire);
        rsp_buf_free(&back);
    }
    rsp_buf_free(&zeros);
}

/* The events of a stream towards the client after this request, as "payload;" each. */
static void decode(rsp_buf *out, const char *request, const char *stream) {
    rsp_decoder d = {0};
    rsp_decoder_init(&d, &(rsp_deframer_options){.direction = RSP_TO_CLIENT});
    rsp_decoder_request(&d, rsp_bytes_str(request));
    for (rsp_bytes rest = rsp_bytes_str(stream); rest.len > 0;) {
        rsp_wire_event event;
        rest = rsp_bytes_from(rest, rsp_decode(&d, rest, &event));
        if (event.kind != RSP_EVENT_PACKET && event.kind != RSP_EVENT_NOTIFICATION)
            continue;
        rsp_buf_append(out, event.coding & RSP_CODING_DAMAGE ? RSP_LIT("damage") : event.payload);
        rsp_buf_push(out, ';');
    }
    rsp_decoder_free(&d);
}

static void the_decoder_follows_the_request(void **state) {
    (void)state;
    if (!rsp_compression_exists())
        skip();
    static const struct {
        const char *request;
        const char *stream;
        const char *payloads;
    } cases[] = {
        {"QEnableCompression:type:zlib-deflate;", "$OK#9a$NOK#e8$N#4e$NE01#f4%Stop:T05#18",
         "OK;OK;;E01;Stop:T05;"},
        {"QEnableCompression:type:zlib-deflate;", "$#00$NOK#e8", ";NOK;"},
        {"QEnableCompression:type:lzfse;", "$OK#9a$NOK#e8", "OK;NOK;"},
        {"qC", "$OK#9a$NOK#e8", "OK;NOK;"},
        {"QEnableCompression:type:zlib-deflate;", "$OK#9a$OK#9a$N0* #c8", "OK;damage;0000;"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf heard = {0};
        decode(&heard, cases[i].request, cases[i].stream);
        assert_true(rsp_bytes_equal(rsp_buf_bytes(&heard), rsp_bytes_str(cases[i].payloads)));
        rsp_buf_free(&heard);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),           cmocka_unit_test(requests_are_read),
        cmocka_unit_test(a_wrong_length_is_damage), cmocka_unit_test(what_is_not_marked_is_damage),
        cmocka_unit_test(memory_may_run_out),       cmocka_unit_test(the_decoder_follows_the_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
