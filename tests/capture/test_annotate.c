/* A copy with comments: everything else is as it was, byte for byte, for pcapng and for pcap of each kind.
 * In pieces of any size; cut and damaged files.
 * See capture/annotate.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/annotate.h"
#include "capture/pcap.h"
#include "capture/pcapng.h"
#include "capture/recording.h"
#include "core/limits.h"

#define EPOCH_NS UINT64_C(1700000000123456789)

static rsp_frame_comment note(uint64_t frame, const char *text) {
    return (rsp_frame_comment){.frame = frame, .text = rsp_bytes_str(text)};
}

/* Three frames as pcapng, the second with a comment of its own. */
static rsp_buf three_frames(void) {
    rsp_buf file = {0};
    rsp_pcapng_section(&file, "other");
    rsp_pcapng_interface(&file, RSP_LINKTYPE_RAW, "lo");
    rsp_pcapng_write(&file, &(rsp_pcapng_packet){.time_ns = EPOCH_NS, .frame = RSP_LIT("odd")});
    rsp_pcapng_write(&file, &(rsp_pcapng_packet){.time_ns = EPOCH_NS + 1,
                                                 .frame = RSP_LIT("even"),
                                                 .wire_len = 90,
                                                 .comment = RSP_LIT("theirs")});
    rsp_pcapng_write(&file, &(rsp_pcapng_packet){.time_ns = EPOCH_NS + 2, .frame = RSP_LIT("")});
    assert_ok(file.status);
    return file;
}

/* In pieces of `size` bytes. */
static rsp_status annotate(rsp_annotator *a, rsp_buf *out, rsp_bytes in, size_t size, rsp_error *error) {
    rsp_status status = RSP_OK;
    while (in.len > 0 && status == RSP_OK) {
        status = rsp_annotate(a, out, rsp_bytes_sub(in, 0, size), error);
        in = rsp_bytes_from(in, size);
    }
    return status == RSP_OK ? rsp_annotate_end(a, error) : status;
}

static void copy_without_comments_is_the_same_file(void **state) {
    (void)state;
    rsp_buf file = three_frames();
    rsp_buf out = {0};
    rsp_annotator a = {0};
    assert_ok(annotate(&a, &out, rsp_buf_bytes(&file), 7, NULL));
    assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&file));
    assert_int_equal(a.frames, 3);
    rsp_annotator_free(&a);
    rsp_buf_free(&out);
    rsp_buf_free(&file);
}

/* What the writer makes when it is told the comments at once. */
static void comments_go_to_their_frames(void **state) {
    (void)state;
    rsp_buf file = three_frames();
    const rsp_frame_comment comments[] = {note(1, "first"), note(3, "last"), note(9, "beyond the end")};
    rsp_buf want = {0};
    rsp_pcapng_section(&want, "other");
    rsp_pcapng_interface(&want, RSP_LINKTYPE_RAW, "lo");
    rsp_pcapng_write(&want, &(rsp_pcapng_packet){
                                .time_ns = EPOCH_NS, .frame = RSP_LIT("odd"), .comment = RSP_LIT("first")});
    rsp_pcapng_write(&want, &(rsp_pcapng_packet){.time_ns = EPOCH_NS + 1,
                                                 .frame = RSP_LIT("even"),
                                                 .wire_len = 90,
                                                 .comment = RSP_LIT("theirs")});
    rsp_pcapng_write(&want, &(rsp_pcapng_packet){
                                .time_ns = EPOCH_NS + 2, .frame = RSP_LIT(""), .comment = RSP_LIT("last")});
    for (size_t size = 1; size < 300; size += 11) {
        rsp_buf out = {0};
        rsp_annotator a = {.comments = comments, .num_comments = RSP_ARRAY_LEN(comments)};
        assert_ok(annotate(&a, &out, rsp_buf_bytes(&file), size, NULL));
        assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&want));
        assert_int_equal(a.placed, 2);
        rsp_annotator_free(&a);
        rsp_buf_free(&out);
    }
    rsp_buf_free(&want);
    rsp_buf_free(&file);
}

static void comments_join_those_that_are_there(void **state) {
    (void)state;
    rsp_buf file = three_frames();
    const rsp_frame_comment comments[] = {note(2, "one"), note(2, "two")};
    rsp_buf out = {0};
    rsp_annotator a = {.comments = comments, .num_comments = RSP_ARRAY_LEN(comments)};
    assert_ok(annotate(&a, &out, rsp_buf_bytes(&file), 1000, NULL));
    static const char options[] = "even"
                                  "\1\0\3\0one\0"
                                  "\1\0\3\0two\0"
                                  "\1\0\6\0theirs\0\0"
                                  "\0\0\0"; /* and the string's own */
    rsp_bytes want = rsp_bytes_make(options, sizeof options);
    assert_true(rsp_bytes_search(rsp_buf_bytes(&out), want) < out.len);
    assert_int_equal(out.len, file.len + 16);
    rsp_annotator_free(&a);
    rsp_buf_free(&out);
    rsp_buf_free(&file);
}

static void put32(rsp_buf *out, bool big, uint32_t value) {
    for (int i = 0; i < 4; i++)
        rsp_buf_push(out, (uint8_t)(value >> (8 * (big ? 3 - i : i))));
}

static const struct {
    uint32_t major;
    uint32_t minor;
    bool wire_first; /* the length on the wire stands before the captured one */
} versions[] = {{2, 4, false}, {2, 0, true}, {2, 2, true}, {2, 3, true}, {2, 3, false}, {543, 0, true}};

/* Microseconds or nanoseconds, either byte order, old versions: the same frames, lengths and times come out.
 */
static void pcap_of_each_kind_becomes_pcapng(void **state) {
    (void)state;
    const rsp_frame_comment comments[] = {note(2, "here")};
    for (size_t kind = 0; kind < 4 * RSP_ARRAY_LEN(versions); kind++) {
        bool big = kind & 1;
        bool nano = kind & 2;
        uint32_t major = versions[kind / 4].major;
        uint32_t minor = versions[kind / 4].minor;
        bool wire_first = versions[kind / 4].wire_first;
        rsp_buf file = {0};
        put32(&file, big, nano ? UINT32_C(0xa1b23c4d) : UINT32_C(0xa1b2c3d4));
        put32(&file, big, big ? major << 16 | minor : major | minor << 16);
        for (int i = 0; i < 2; i++)
            put32(&file, big, 0);
        put32(&file, big, 65535);
        put32(&file, big, RSP_LINKTYPE_ETHERNET);
        for (uint32_t i = 0; i < 2; i++) {
            put32(&file, big, 1700000000);
            put32(&file, big, 123456 + i);
            put32(&file, big, wire_first ? 100 + i : 3);
            put32(&file, big, wire_first ? 3 : 100 + i);
            rsp_buf_str(&file, "abc");
        }
        uint64_t unit = nano ? 1 : 1000;
        rsp_buf want = {0};
        rsp_pcapng_section(&want, "us");
        rsp_pcapng_interface(&want, RSP_LINKTYPE_ETHERNET, NULL);
        for (uint64_t i = 0; i < 2; i++)
            rsp_pcapng_write(
                &want, &(rsp_pcapng_packet){.time_ns = UINT64_C(1700000000000000000) + (123456 + i) * unit,
                                            .frame = RSP_LIT("abc"),
                                            .wire_len = 100 + i,
                                            .comment = i ? RSP_LIT("here") : RSP_LIT("")});
        rsp_buf out = {0};
        rsp_annotator a = {
            .comments = comments, .num_comments = RSP_ARRAY_LEN(comments), .application = "us"};
        assert_ok(annotate(&a, &out, rsp_buf_bytes(&file), 5, NULL));
        assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&want));
        rsp_annotator_free(&a);
        rsp_buf_free(&out);
        rsp_buf_free(&want);
        rsp_buf_free(&file);
    }
}

/* Cut at every byte: what comes out is whole blocks of what went in, and the cut is told. */
static void file_that_breaks_off_is_copied_up_to_there(void **state) {
    (void)state;
    rsp_buf file = three_frames();
    for (size_t len = 0; len < file.len; len++) {
        rsp_buf out = {0};
        rsp_error error = {0};
        rsp_annotator a = {.name = "cut"};
        rsp_status status = annotate(&a, &out, rsp_bytes_make(file.ptr, len), 9, &error);
        assert_true(out.len <= len);
        assert_int_equal(status, len > 0 && out.len == len ? RSP_OK : RSP_BAD_FILE);
        assert_bytes(rsp_buf_bytes(&out), rsp_bytes_make(file.ptr, out.len));
        rsp_annotator_free(&a);
        rsp_buf_free(&out);
    }
    rsp_buf_free(&file);
}

static void damage_anywhere_ends_in_a_status(void **state) {
    (void)state;
    rsp_buf file = three_frames();
    const rsp_frame_comment comments[] = {note(1, "a"), note(2, "b"), note(3, "c")};
    for (size_t at = 0; at < file.len; at++) {
        for (int flip = 1; flip < 256; flip += 127) {
            file.ptr[at] ^= (uint8_t)flip;
            rsp_buf out = {0};
            rsp_error error = {0};
            rsp_annotator a = {.comments = comments, .num_comments = RSP_ARRAY_LEN(comments)};
            rsp_status status = annotate(&a, &out, rsp_buf_bytes(&file), 64, &error);
            assert_true(status == RSP_OK || status == RSP_BAD_FILE || status == RSP_LIMIT);
            rsp_annotator_free(&a);
            rsp_buf_free(&out);
            file.ptr[at] ^= (uint8_t)flip;
        }
    }
    rsp_buf_free(&file);
}

static void block_at_the_limit_is_copied_and_beyond_is_refused(void **state) {
    (void)state;
    for (uint32_t beyond = 0; beyond < 2; beyond++) {
        rsp_buf file = {0};
        rsp_pcapng_section(&file, NULL);
        uint32_t len = RSP_LIMIT_CAPTURE_BLOCK_BYTES + 4 * beyond;
        put32(&file, false, 0xbad);
        put32(&file, false, len);
        uint8_t *body = rsp_buf_extend(&file, len - 12);
        assert_non_null(body);
        memset(body, 0, len - 12);
        put32(&file, false, len);
        rsp_buf out = {0};
        rsp_error error = {0};
        rsp_annotator a = {0};
        assert_int_equal(annotate(&a, &out, rsp_buf_bytes(&file), SIZE_MAX, &error),
                         beyond ? RSP_LIMIT : RSP_OK);
        rsp_annotator_free(&a);
        rsp_buf_free(&out);
        rsp_buf_free(&file);
    }
}

static void simple_packets_take_no_comment_and_are_counted(void **state) {
    (void)state;
    const rsp_frame_comment comments[] = {note(1, "nowhere")};
    rsp_buf file = {0};
    rsp_pcapng_section(&file, NULL);
    rsp_pcapng_interface(&file, RSP_LINKTYPE_RAW, NULL);
    put32(&file, false, 3);
    put32(&file, false, 20);
    put32(&file, false, 4);
    rsp_buf_str(&file, "abcd");
    put32(&file, false, 20);
    rsp_buf out = {0};
    rsp_annotator a = {.comments = comments, .num_comments = 1};
    assert_ok(annotate(&a, &out, rsp_buf_bytes(&file), 1000, NULL));
    assert_bytes(rsp_buf_bytes(&out), rsp_buf_bytes(&file));
    assert_int_equal(a.unplaced, 1);
    rsp_annotator_free(&a);
    rsp_buf_free(&out);
    rsp_buf_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copy_without_comments_is_the_same_file),
        cmocka_unit_test(comments_go_to_their_frames),
        cmocka_unit_test(comments_join_those_that_are_there),
        cmocka_unit_test(pcap_of_each_kind_becomes_pcapng),
        cmocka_unit_test(file_that_breaks_off_is_copied_up_to_there),
        cmocka_unit_test(damage_anywhere_ends_in_a_status),
        cmocka_unit_test(block_at_the_limit_is_copied_and_beyond_is_refused),
        cmocka_unit_test(simple_packets_take_no_comment_and_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
