/* pcapng as other programs write it: both byte orders, several interfaces and time resolutions, blocks of
 * other kinds; and files that break off or lie about their lengths.
 * See capture/pcap.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/pcap.h"
#include "core/mem.h"

enum { SECTION = 0x0a0d0d0a, INTERFACE = 1, OLD_PACKET = 2, SIMPLE_PACKET = 3, PACKET = 6 };

/* A file in the making. */
typedef struct maker {
    rsp_buf file;
    rsp_buf body;
    bool big; /* big-endian */
} maker;

static void put(rsp_buf *out, bool big, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        rsp_buf_push(out, (uint8_t)(value >> (8 * (big ? bytes - 1 - i : i))));
}

static void put16(maker *m, unsigned value) {
    put(&m->body, m->big, value, 2);
}

static void put32(maker *m, uint32_t value) {
    put(&m->body, m->big, value, 4);
}

static void put_bytes(maker *m, rsp_bytes bytes) {
    rsp_buf_append(&m->body, bytes);
    while (m->body.len % 4)
        rsp_buf_push(&m->body, 0);
}

/* Ends the body collected as one block; lengths as told, to be able to lie. */
static void block_of(maker *m, uint32_t type, uint64_t head_len, uint64_t tail_len) {
    put(&m->file, m->big, type, 4);
    put(&m->file, m->big, head_len, 4);
    rsp_buf_append(&m->file, rsp_buf_bytes(&m->body));
    put(&m->file, m->big, tail_len, 4);
    rsp_buf_clear(&m->body);
}

static void block(maker *m, uint32_t type) {
    block_of(m, type, m->body.len + 12, m->body.len + 12);
}

static void section(maker *m) {
    put32(m, UINT32_C(0x1a2b3c4d));
    put16(m, 1);
    put16(m, 0);
    put32(m, UINT32_MAX);
    put32(m, UINT32_MAX);
    block(m, SECTION);
}

/* `resolution` as in the option; 6 is left out, as it is what a reader assumes. */
static void interface(maker *m, int link_type, uint8_t resolution) {
    put16(m, (unsigned)link_type);
    put16(m, 0);
    put32(m, 65535);
    if (resolution != 6) {
        put16(m, 9);
        put16(m, 1);
        put_bytes(m, rsp_bytes_make(&resolution, 1));
        put32(m, 0);
    }
    block(m, INTERFACE);
}

/* Ethernet, IPv4, TCP, "hi" */
static const uint8_t frame_hi[] = {0,    0, 0,   0,  0,    0,    0,    0,    0,    0,    0, 0, 8,   0,
                                   0x45, 0, 0,   42, 0,    0,    0,    0,    64,   6,    0, 0, 127, 0,
                                   0,    1, 127, 0,  0,    2,    0x04, 0xd2, 0x9c, 0x40, 0, 0, 0,   7,
                                   0,    0, 0,   9,  0x50, 0x18, 0,    0,    0,    0,    0, 0, 'h', 'i'};

static void begin_packet(maker *m, uint32_t number, uint64_t ticks, uint32_t captured) {
    put32(m, number);
    put32(m, (uint32_t)(ticks >> 32));
    put32(m, (uint32_t)ticks);
    put32(m, captured);
    put32(m, sizeof frame_hi);
}

static void packet(maker *m, uint32_t number, uint64_t ticks) {
    begin_packet(m, number, ticks, sizeof frame_hi);
    put_bytes(m, rsp_bytes_make(frame_hi, sizeof frame_hi));
    block(m, PACKET);
}

static maker start(bool big, uint8_t resolution) {
    maker m = {.big = big};
    section(&m);
    interface(&m, RSP_LINKTYPE_ETHERNET, resolution);
    return m;
}

static void stop(maker *m) {
    rsp_buf_free(&m->file);
    rsp_buf_free(&m->body);
}

/* Reads to the end: what came, and how it ended. */
typedef struct reading {
    rsp_status status;
    uint64_t frames;
    uint64_t segments;
    uint64_t times_ns[8];
    rsp_error error;
} reading;

static reading read_bytes(rsp_bytes file) {
    reading r = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "made", &r.error);
    if (!pcap) {
        r.status = r.error.status;
        return r;
    }
    rsp_segment s;
    while ((r.status = rsp_pcap_next(pcap, &s, &r.error)) == RSP_OK) {
        assert_bytes_lit(s.payload, "hi");
        if (r.segments < RSP_ARRAY_LEN(r.times_ns))
            r.times_ns[r.segments] = s.time_ns;
        r.segments++;
    }
    r.frames = rsp_pcap_frames(pcap);
    rsp_pcap_close(pcap);
    return r;
}

static void packets_of_each_byte_order_and_resolution_are_read(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint8_t resolution;
        uint64_t ticks;
        uint64_t time_ns;
    } cases[] = {
        {"microseconds", 6, UINT64_C(1700000000123456), UINT64_C(1700000000123456000)},
        {"nanoseconds", 9, UINT64_C(1700000000123456789), UINT64_C(1700000000123456789)},
        {"milliseconds", 3, UINT64_C(1700000000123), UINT64_C(1700000000123000000)},
        {"seconds", 0, 1700000000, UINT64_C(1700000000000000000)},
        {"tenths of nanoseconds", 10, UINT64_C(17000000001234567895), UINT64_C(1700000000123456789)},
        {"1/1024 s", 0x8a, UINT64_C(1700000000) * 1024 + 512, UINT64_C(1700000000500000000)},
    };
    for (size_t i = 0; i < 2 * RSP_ARRAY_LEN(cases); i++) {
        size_t at = i / 2;
        maker m = start(i % 2, cases[at].resolution);
        packet(&m, 0, cases[at].ticks);
        reading r = read_bytes(rsp_buf_bytes(&m.file));
        if (r.status != RSP_CLOSED || r.segments != 1 || r.times_ns[0] != cases[at].time_ns)
            fail_msg("%s, %s: %llu segments at %llu ns: %s", cases[at].name, m.big ? "big" : "little",
                     (unsigned long long)r.segments, (unsigned long long)r.times_ns[0], r.error.msg);
        stop(&m);
    }
}

static void interfaces_have_resolutions_of_their_own(void **state) {
    (void)state;
    for (int big = 0; big < 2; big++) {
        maker m = start(big, 6);
        packet(&m, 0, 5000000);
        interface(&m, RSP_LINKTYPE_ETHERNET, 9);
        packet(&m, 1, UINT64_C(5000000001));
        packet(&m, 0, 5000001);
        reading r = read_bytes(rsp_buf_bytes(&m.file));
        assert_int_equal(r.status, RSP_CLOSED);
        assert_int_equal(r.segments, 3);
        assert_int_equal(r.times_ns[0], UINT64_C(5000000000));
        assert_int_equal(r.times_ns[1], UINT64_C(5000000001));
        assert_int_equal(r.times_ns[2], UINT64_C(5000001000));
        stop(&m);
    }
}

/* libpcap gives a file one link type. What came before the other one stays valid. */
static void interface_of_another_link_type_ends_the_reading_with_a_message(void **state) {
    (void)state;
    maker m = start(false, 9);
    packet(&m, 0, 1);
    interface(&m, RSP_LINKTYPE_LINUX_SLL, 9);
    packet(&m, 0, 2);
    reading r = read_bytes(rsp_buf_bytes(&m.file));
    assert_int_equal(r.status, RSP_BAD_FILE);
    assert_int_equal(r.segments, 1);
    assert_non_null(strstr(r.error.msg, "after frame 1"));
    stop(&m);
}

static void sections_begin_anew(void **state) {
    (void)state;
    maker m = start(false, 9);
    packet(&m, 0, 1);
    section(&m);
    interface(&m, RSP_LINKTYPE_ETHERNET, 6);
    packet(&m, 0, 1);
    reading r = read_bytes(rsp_buf_bytes(&m.file));
    assert_int_equal(r.status, RSP_CLOSED);
    assert_int_equal(r.segments, 2);
    assert_int_equal(r.times_ns[1], 1000);
    stop(&m);
}

static void packets_without_a_time_or_of_the_old_kind_are_read(void **state) {
    (void)state;
    for (int big = 0; big < 2; big++) {
        maker m = start(big, 9);
        put32(&m, sizeof frame_hi);
        put_bytes(&m, rsp_bytes_make(frame_hi, sizeof frame_hi));
        block(&m, SIMPLE_PACKET);
        put16(&m, 0); /* interface, then packets dropped */
        put16(&m, 0);
        put32(&m, 0);
        put32(&m, 77);
        put32(&m, sizeof frame_hi);
        put32(&m, sizeof frame_hi);
        put_bytes(&m, rsp_bytes_make(frame_hi, sizeof frame_hi));
        block(&m, OLD_PACKET);
        reading r = read_bytes(rsp_buf_bytes(&m.file));
        assert_int_equal(r.status, RSP_CLOSED);
        assert_int_equal(r.segments, 2);
        assert_int_equal(r.times_ns[0], 0);
        assert_int_equal(r.times_ns[1], 77);
        stop(&m);
    }
}

static void blocks_of_other_kinds_are_passed_over(void **state) {
    (void)state;
    static const uint32_t types[] = {4, 5, 9, 10, 0xbad, 0x40000bad, 0x7fffffff};
    for (int big = 0; big < 2; big++) {
        maker m = start(big, 9);
        for (size_t i = 0; i < RSP_ARRAY_LEN(types); i++) {
            put_bytes(&m, RSP_LIT("anything at all"));
            block(&m, types[i]);
            packet(&m, 0, i);
        }
        reading r = read_bytes(rsp_buf_bytes(&m.file));
        assert_int_equal(r.status, RSP_CLOSED);
        assert_int_equal(r.segments, RSP_ARRAY_LEN(types));
        stop(&m);
    }
}

static void options_of_packets_are_passed_over(void **state) {
    (void)state;
    maker m = start(false, 9);
    begin_packet(&m, 0, 7, sizeof frame_hi);
    put_bytes(&m, rsp_bytes_make(frame_hi, sizeof frame_hi));
    put16(&m, 1);
    put16(&m, 5);
    put_bytes(&m, RSP_LIT("noted"));
    put32(&m, 0);
    block(&m, PACKET);
    packet(&m, 0, 8);
    reading r = read_bytes(rsp_buf_bytes(&m.file));
    assert_int_equal(r.status, RSP_CLOSED);
    assert_int_equal(r.segments, 2);
    stop(&m);
}

/* Cut at every byte: the packets before the cut are read, and unless the cut is between two blocks the
 * message says where. */
static void file_that_breaks_off_is_read_up_to_there(void **state) {
    (void)state;
    maker m = {.big = false};
    size_t ends[5] = {0};
    section(&m);
    interface(&m, RSP_LINKTYPE_ETHERNET, 9);
    ends[0] = m.file.len;
    for (size_t i = 1; i < RSP_ARRAY_LEN(ends); i++) {
        packet(&m, 0, i);
        ends[i] = m.file.len;
    }
    for (size_t len = 0; len < m.file.len; len++) {
        uint8_t *exact = rsp_mem_alloc(NULL, len ? len : 1);
        assert_non_null(exact);
        memcpy(exact, m.file.ptr, len);
        reading r = read_bytes(rsp_bytes_make(exact, len));
        size_t whole = 0;
        bool between = false;
        for (size_t i = 0; i < RSP_ARRAY_LEN(ends); i++) {
            whole += i > 0 && len >= ends[i];
            between = between || len == ends[i];
        }
        assert_int_equal(r.segments, whole);
        assert_int_equal(r.status, between ? RSP_CLOSED : RSP_BAD_FILE);
        if (!between)
            assert_true(r.error.msg[0] != '\0');
        rsp_mem_free(NULL, exact);
    }
    stop(&m);
}

static void lengths_that_lie_end_the_reading_with_a_message(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t head, tail; /* of the block */
        uint32_t captured;
        uint32_t interface;
        bool tolerated; /* by libpcap; what it says then must be right all the same */
    } cases[] = {
        {"as it should be", 88, 88, 56, 0, true},
        {"no length", 0, 0, 56, 0, false},
        {"shorter than a block", 8, 8, 56, 0, false},
        {"not a multiple of four", 87, 87, 56, 0, false},
        {"longer than the file", 4096, 4096, 56, 0, false},
        {"4 GB", UINT32_MAX - 3, UINT32_MAX - 3, 56, 0, false},
        {"another length behind", 88, 92, 56, 0, false},
        {"packet longer than its block", 88, 88, 400, 0, false},
        {"packet of 4 GB", 88, 88, UINT32_MAX, 0, false},
        {"interface that was not declared", 88, 88, 56, 1, false},
        {"interface 4 billion", 88, 88, 56, UINT32_MAX, false},
    };
    for (size_t i = 0; i < 2 * RSP_ARRAY_LEN(cases); i++) {
        size_t at = i / 2;
        maker m = start(i % 2, 9);
        packet(&m, 0, 1);
        begin_packet(&m, cases[at].interface, 2, cases[at].captured);
        put_bytes(&m, rsp_bytes_make(frame_hi, sizeof frame_hi));
        block_of(&m, PACKET, cases[at].head, cases[at].tail);
        reading r = read_bytes(rsp_buf_bytes(&m.file));
        bool good = cases[at].tolerated ? r.status == RSP_CLOSED && r.segments == 2
                                        : r.status == RSP_BAD_FILE && r.segments == 1;
        if (!good || (r.status == RSP_BAD_FILE && !strstr(r.error.msg, "after frame 1")))
            fail_msg("%s: %s, %llu segments: %s", cases[at].name, rsp_status_name(r.status),
                     (unsigned long long)r.segments, r.error.msg);
        stop(&m);
    }
}

/* Each byte changed in a few ways: whatever it means then, the reading ends. */
static void damage_anywhere_ends_in_a_status(void **state) {
    (void)state;
    static const uint8_t flips[] = {0x01, 0x80, 0xff};
    maker m = start(false, 9);
    for (uint64_t i = 0; i < 3; i++)
        packet(&m, 0, i);
    for (size_t at = 0; at < m.file.len; at++) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(flips); i++) {
            m.file.ptr[at] ^= flips[i];
            rsp_error error = {0};
            rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(&m.file), "made", &error);
            rsp_segment s;
            rsp_status status = pcap ? RSP_OK : error.status;
            while (status == RSP_OK)
                status = rsp_pcap_next(pcap, &s, &error);
            assert_true(status == RSP_CLOSED || status == RSP_BAD_FILE);
            rsp_pcap_close(pcap);
            m.file.ptr[at] ^= flips[i];
        }
    }
    stop(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_each_byte_order_and_resolution_are_read),
        cmocka_unit_test(interfaces_have_resolutions_of_their_own),
        cmocka_unit_test(interface_of_another_link_type_ends_the_reading_with_a_message),
        cmocka_unit_test(sections_begin_anew),
        cmocka_unit_test(packets_without_a_time_or_of_the_old_kind_are_read),
        cmocka_unit_test(blocks_of_other_kinds_are_passed_over),
        cmocka_unit_test(options_of_packets_are_passed_over),
        cmocka_unit_test(file_that_breaks_off_is_read_up_to_there),
        cmocka_unit_test(lengths_that_lie_end_the_reading_with_a_message),
        cmocka_unit_test(damage_anywhere_ends_in_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
