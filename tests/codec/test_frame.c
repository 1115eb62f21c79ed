/* The deframer: every kind of event, every cut of every short string, limits, guard pages.
 * A plain model written another way (whole input, one index) must agree with it.
 * See frame.h. */
/* SPDX-License-Identifier: MIT */
#include "feed.h"
#include "guard.h"

#include "codec/deframer.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"

typedef struct events {
    rsp_deframer deframer;
    rsp_buf text;
    uint64_t num_bytes;
    bool no_flush;
} events;

static void describe(events *e, const rsp_event *event) {
    assert_true(event->offset == e->num_bytes);
    e->num_bytes += event->wire_len;
    rsp_buf_printf(&e->text, "%s %llu/%zu [", rsp_event_kind_name(event->kind),
                   (unsigned long long)event->wire_len, event->raw.len);
    rsp_hex_append(&e->text, event->raw);
    rsp_buf_str(&e->text, "] payload ");
    rsp_hex_append(&e->text, event->payload);
    rsp_buf_printf(&e->text, " sum %02x/%02x hex %d ok %d\n", event->checksum_received,
                   event->checksum_computed, event->checksum_hex, event->checksum_ok);
}

static void events_begin(void *ctx) {
    events *e = ctx;
    rsp_deframer_reset(&e->deframer);
    rsp_buf_clear(&e->text);
    e->num_bytes = 0;
}

static void events_input(void *ctx, rsp_bytes in) {
    events *e = ctx;
    while (in.len > 0) {
        rsp_event event;
        size_t taken = rsp_deframe(&e->deframer, in, &event);
        assert_true(taken >= 1 && taken <= in.len);
        if (event.kind == RSP_EVENT_NONE)
            assert_int_equal(taken, in.len);
        else
            describe(e, &event);
        in = rsp_bytes_from(in, taken);
    }
}

static void events_finish(void *ctx, rsp_buf *out) {
    events *e = ctx;
    rsp_event event;
    uint64_t pending = rsp_deframer_pending(&e->deframer);
    bool flushed = rsp_deframe_flush(&e->deframer, &event);
    assert_int_equal(flushed, pending > 0);
    if (flushed) {
        assert_true(event.wire_len == pending);
        describe(e, &event);
    }
    assert_false(rsp_deframe_flush(&e->deframer, &event));
    assert_ok(e->text.status);
    rsp_buf_append(out, rsp_buf_bytes(&e->text));
}

static rsp_feed feed_of(events *e) {
    return (rsp_feed){.begin = events_begin, .input = events_input, .finish = events_finish, .ctx = e};
}

static void events_free(events *e) {
    rsp_deframer_free(&e->deframer);
    rsp_buf_free(&e->text);
}

/* The model: looks at the whole input with an index, as the definition in the header reads. */
static size_t model_event(rsp_event *out, rsp_bytes in, size_t at, rsp_direction direction, size_t limit) {
    uint8_t lead = in.ptr[at];
    *out = (rsp_event){.offset = at, .raw = rsp_bytes_sub(in, at, 1), .wire_len = 1};
    if (lead != '$' && !(lead == '%' && direction == RSP_TO_CLIENT)) {
        out->kind = lead == '+'                             ? RSP_EVENT_ACK
                    : lead == '-'                           ? RSP_EVENT_NAK
                    : lead == 3 && direction == RSP_TO_STUB ? RSP_EVENT_INTERRUPT
                                                            : RSP_EVENT_JUNK;
        return at + 1;
    }
    size_t hash = SIZE_MAX;
    size_t end = at + 1;
    out->kind = RSP_EVENT_TRUNCATED;
    for (; end < in.len; end++) {
        if (in.ptr[end] == '$') {
            out->kind = RSP_EVENT_ABANDONED;
            break;
        }
        if (hash == SIZE_MAX && in.ptr[end] == '#')
            hash = end;
        else if (hash == SIZE_MAX)
            out->checksum_computed = (uint8_t)(out->checksum_computed + in.ptr[end]);
        if (hash != SIZE_MAX && end == hash + 2) {
            out->kind = lead == '$' ? RSP_EVENT_PACKET : RSP_EVENT_NOTIFICATION;
            end++;
            break;
        }
    }
    size_t payload_len = (hash == SIZE_MAX ? end : hash) - at - 1;
    bool over = payload_len > limit;
    bool complete = out->kind == RSP_EVENT_PACKET || out->kind == RSP_EVENT_NOTIFICATION;
    out->wire_len = end - at;
    out->raw = rsp_bytes_sub(in, at, over ? limit + 1 : end - at);
    out->payload = rsp_bytes_sub(in, at + 1, over ? limit : payload_len);
    uint8_t sum = 0;
    if (complete && rsp_hex_decode_into(&sum, rsp_bytes_sub(in, end - 2, 2)) == RSP_OK) {
        out->checksum_hex = true;
        out->checksum_received = sum;
        out->checksum_ok = sum == out->checksum_computed;
    }
    if (complete && over)
        out->kind = RSP_EVENT_OVERLONG;
    return end;
}

static void model_text(rsp_buf *out, rsp_bytes in, rsp_direction direction, size_t limit) {
    events e = {0};
    for (size_t at = 0; at < in.len;) {
        rsp_event event;
        at = model_event(&event, in, at, direction, limit);
        describe(&e, &event);
    }
    rsp_buf_append(out, rsp_buf_bytes(&e.text));
    events_free(&e);
}

static void assert_agrees(events *e, rsp_bytes in, rsp_direction direction, size_t limit) {
    rsp_feed feed = feed_of(e);
    rsp_buf expected = {0};
    rsp_buf got = {0};
    model_text(&expected, in, direction, limit);
    rsp_feed_whole(&feed, in, &got);
    assert_bytes(rsp_buf_bytes(&got), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
    rsp_buf_free(&got);
}

static const char alphabet[] = "$#+-%}*03\x03"
                               "a";

static void nth_string(uint8_t *text, size_t len, size_t n) {
    for (size_t i = 0; i < len; i++, n /= sizeof(alphabet) - 1)
        text[i] = (uint8_t)alphabet[n % (sizeof(alphabet) - 1)];
}

static size_t num_strings(size_t len) {
    size_t num = 1;
    while (len-- > 0)
        num *= sizeof(alphabet) - 1;
    return num;
}

/* Every string up to `len` over the alphabet agrees with the model; `cuts` tries all cuts of it too. */
static void exhaust(size_t len, rsp_direction direction, size_t limit, bool cuts) {
    events e = {0};
    rsp_feed feed = feed_of(&e);
    uint8_t text[8];
    rsp_deframer_init(&e.deframer, &(rsp_deframer_options){.direction = direction, .max_payload = limit});
    for (size_t n = 0; n < num_strings(len); n++) {
        nth_string(text, len, n);
        assert_agrees(&e, rsp_bytes_make(text, len), direction, limit);
        if (cuts)
            rsp_feed_all_cuts(&feed, rsp_bytes_make(text, len));
    }
    events_free(&e);
}

static void deframe_short_strings_agree_with_model_under_all_cuts(void **state) {
    (void)state;
    for (size_t len = 1; len <= 4; len++) {
        exhaust(len, RSP_TO_STUB, 100, true);
        exhaust(len, RSP_TO_CLIENT, 100, true);
        exhaust(len, RSP_TO_CLIENT, 1, true);
    }
}

/* Six bytes: those that start a packet, as the others only put an event in front of five. */
static void deframe_six_bytes_agree_with_model(void **state) {
    (void)state;
    events e = {0};
    rsp_feed feed = feed_of(&e);
    uint8_t text[7] = "$";
    rsp_deframer_init(&e.deframer, &(rsp_deframer_options){.max_payload = 2});
    for (size_t n = 0; n < num_strings(5); n++) {
        nth_string(text + 1, 5, n);
        assert_agrees(&e, rsp_bytes_make(text, 6), RSP_TO_STUB, 2);
        if (n % 16 == 0)
            rsp_feed_all_cuts(&feed, rsp_bytes_make(text, 6));
    }
    events_free(&e);
}

/* A stream of frames, junk and noise. */
static void random_stream(rsp_buf *out, rsp_rng *rng, size_t most) {
    while (out->len < most) {
        uint64_t what = rsp_rng_below(rng, 8);
        size_t len = (size_t)rsp_rng_below(rng, rsp_rng_below(rng, 4) ? 40 : 3000);
        size_t mark = out->len;
        if (what < 5)
            mark = rsp_frame_begin(out, what == 4 ? '%' : '$');
        for (size_t i = 0; i < len && what < 6; i++)
            rsp_buf_push(out, what == 5 ? (uint8_t)rsp_rng_below(rng, 256)
                                        : (uint8_t)('%' + rsp_rng_below(rng, 90)));
        if (what < 4)
            rsp_frame_end(out, mark, what == 0);
        else if (what > 5)
            rsp_buf_push(out, (uint8_t)alphabet[rsp_rng_below(rng, sizeof(alphabet) - 1)]);
    }
}

static void deframe_random_streams_agree_with_model_under_any_cut(void **state) {
    (void)state;
    static const size_t limits[] = {1, 64, 65, 1000, 100000};
    for (uint64_t seed = 0; seed < 10; seed++) {
        events e = {0};
        rsp_feed feed = feed_of(&e);
        rsp_buf in = {0};
        rsp_rng rng;
        rsp_rng_seed(&rng, seed);
        random_stream(&in, &rng, 30000);
        rsp_direction direction = seed % 2 ? RSP_TO_CLIENT : RSP_TO_STUB;
        size_t limit = limits[seed % RSP_ARRAY_LEN(limits)];
        rsp_deframer_init(&e.deframer, &(rsp_deframer_options){.direction = direction, .max_payload = limit});
        assert_agrees(&e, rsp_buf_bytes(&in), direction, limit);
        rsp_feed_random(&feed, rsp_buf_bytes(&in), 2000, 2, seed);
        rsp_feed_random(&feed, rsp_buf_bytes(&in), 7, 1, seed);
        rsp_feed_splits(&feed, rsp_bytes_sub(rsp_buf_bytes(&in), 0, 300));
        rsp_buf_free(&in);
        events_free(&e);
    }
}

static rsp_event only_event(rsp_deframer *d, rsp_bytes in) {
    rsp_event event;
    assert_int_equal(rsp_deframe(d, in, &event), in.len);
    return event;
}

static void deframe_whole_packet_is_given_in_place(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_bytes in = RSP_LIT("$qC#b4");
    rsp_event event = only_event(&d, in);
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    assert_ptr_equal(event.raw.ptr, in.ptr);
    assert_bytes_lit(event.payload, "qC");
    assert_true(event.checksum_ok);
    assert_int_equal(event.checksum_received, 0xb4);
    assert_int_equal(d.hold.cap, 0);
    rsp_deframer_free(&d);
}

static void deframe_checksum_digits_in_both_cases_and_not_hex(void **state) {
    (void)state;
    static const struct {
        const char *wire;
        bool hex;
        bool ok;
    } cases[] = {{"$O#4f", true, true},   {"$O#4F", true, true},   {"$O#4e", true, false},
                 {"$O#zz", false, false}, {"$O#4g", false, false}, {"$O##4", false, false}};
    rsp_deframer d = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_event event = only_event(&d, rsp_bytes_str(cases[i].wire));
        assert_int_equal(event.kind, RSP_EVENT_PACKET);
        assert_int_equal(event.checksum_hex, cases[i].hex);
        assert_int_equal(event.checksum_ok, cases[i].ok);
        assert_int_equal(event.checksum_computed, 'O');
    }
    rsp_deframer_free(&d);
}

static void deframe_start_inside_packet_abandons_it(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_bytes in = RSP_LIT("$m0,4$?#3f");
    rsp_event event;
    assert_int_equal(rsp_deframe(&d, in, &event), 6);
    assert_int_equal(event.kind, RSP_EVENT_ABANDONED);
    assert_bytes_lit(event.raw, "$m0,4");
    assert_bytes_lit(event.payload, "m0,4");
    assert_int_equal(rsp_deframer_pending(&d), 1);
    event = only_event(&d, rsp_bytes_from(in, 6));
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    assert_bytes_lit(event.raw, "$?#3f");
    assert_int_equal(event.offset, 5);
    assert_true(event.checksum_ok);
    rsp_deframer_free(&d);
}

static void deframe_at_limit_is_packet_beyond_is_overlong_and_stays_in_step(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_deframer_init(&d, &(rsp_deframer_options){.max_payload = 4});
    rsp_event event = only_event(&d, RSP_LIT("$abcd#8a"));
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    rsp_bytes in = RSP_LIT("$abcde#ef$?#3f");
    assert_int_equal(rsp_deframe(&d, in, &event), 9);
    assert_int_equal(event.kind, RSP_EVENT_OVERLONG);
    assert_bytes_lit(event.raw, "$abcd");
    assert_bytes_lit(event.payload, "abcd");
    assert_int_equal(event.wire_len, 9);
    assert_true(event.checksum_ok);
    event = only_event(&d, rsp_bytes_from(in, 9));
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    assert_int_equal(event.offset, 8 + 9);
    rsp_deframer_free(&d);
}

static void deframe_default_limit_holds(void **state) {
    (void)state;
    rsp_deframer d = {0};
    size_t len = (size_t)RSP_LIMIT_PACKET_BYTES;
    for (size_t more = 0; more < 2; more++) {
        rsp_buf wire = {0};
        size_t mark = rsp_frame_begin(&wire, '$');
        memset(rsp_buf_extend(&wire, len + more), 'x', len + more);
        rsp_frame_end(&wire, mark, false);
        rsp_event event;
        assert_int_equal(rsp_deframe(&d, rsp_bytes_sub(rsp_buf_bytes(&wire), 0, len), &event), len);
        assert_int_equal(event.kind, RSP_EVENT_NONE);
        event = only_event(&d, rsp_bytes_from(rsp_buf_bytes(&wire), len));
        assert_int_equal(event.kind, more ? RSP_EVENT_OVERLONG : RSP_EVENT_PACKET);
        assert_true(event.checksum_ok);
        assert_true(d.hold.cap <= len + 4);
        rsp_buf_free(&wire);
    }
    rsp_deframer_free(&d);
}

static void deframe_endless_packet_keeps_memory_bounded(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_deframer_init(&d, &(rsp_deframer_options){.max_payload = 1000});
    uint8_t block[4096];
    memset(block, 'y', sizeof(block));
    assert_int_equal(only_event(&d, RSP_LIT("$")).kind, RSP_EVENT_NONE);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(only_event(&d, rsp_bytes_make(block, sizeof(block))).kind, RSP_EVENT_NONE);
    assert_true(d.hold.cap <= 1004);
    assert_int_equal(rsp_deframer_pending(&d), 1 + 1000 * sizeof(block));
    rsp_event event;
    assert_true(rsp_deframe_flush(&d, &event));
    assert_int_equal(event.kind, RSP_EVENT_TRUNCATED);
    assert_int_equal(event.raw.len, 1001);
    assert_int_equal(event.wire_len, 1 + 1000 * sizeof(block));
    rsp_deframer_free(&d);
}

static void deframe_without_memory_is_overlong_not_lost(void **state) {
    (void)state;
    rsp_mem_fuzzed mem;
    rsp_mem_fuzzed_init(&mem, 1, 1);
    rsp_deframer d = {0};
    rsp_deframer_init(&d, &(rsp_deframer_options){.mem = &mem.mem});
    assert_int_equal(only_event(&d, RSP_LIT("$ab")).kind, RSP_EVENT_NONE);
    rsp_event event = only_event(&d, RSP_LIT("c#26"));
    assert_int_equal(event.kind, RSP_EVENT_OVERLONG);
    assert_true(event.checksum_ok);
    assert_int_equal(event.raw.len, 0);
    assert_int_equal(event.wire_len, 7);
    assert_int_equal(only_event(&d, RSP_LIT("$ab#c3")).kind, RSP_EVENT_PACKET);
    rsp_deframer_free(&d);
}

static void deframe_empty_input_takes_nothing(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_event event;
    assert_int_equal(rsp_deframe(&d, (rsp_bytes){0}, &event), 0);
    assert_int_equal(event.kind, RSP_EVENT_NONE);
    rsp_deframer_free(&d);
    rsp_deframer_free(NULL);
}

static void deframe_event_survives_empty_input_and_reset_forgets(void **state) {
    (void)state;
    rsp_deframer d = {0};
    rsp_deframer_init(&d, NULL);
    assert_int_equal(only_event(&d, RSP_LIT("$a")).kind, RSP_EVENT_NONE);
    rsp_deframer_reset(&d);
    assert_int_equal(rsp_deframer_pending(&d), 0);
    rsp_event event = only_event(&d, RSP_LIT("+"));
    assert_int_equal(event.kind, RSP_EVENT_ACK);
    assert_int_equal(event.offset, 0);
    rsp_deframer_free(&d);
}

static void deframe_flush_against_guard_page_reads_no_further(void **state) {
    (void)state;
    rsp_guard guard = rsp_guard_new(4096);
    uint8_t payload[400];
    memset(payload, 'z', sizeof(payload));
    for (size_t len = 0; len < sizeof(payload); len++) {
        rsp_deframer d = {0};
        rsp_buf wire = {0};
        rsp_frame_packet(&wire, rsp_bytes_make(payload, len));
        rsp_event event = only_event(&d, rsp_guard_put(&guard, rsp_buf_bytes(&wire)));
        assert_int_equal(event.kind, RSP_EVENT_PACKET);
        assert_true(event.checksum_ok);
        event = only_event(&d, rsp_guard_put(&guard, rsp_bytes_sub(rsp_buf_bytes(&wire), 0, len + 1)));
        assert_int_equal(event.kind, RSP_EVENT_NONE);
        rsp_buf_free(&wire);
        rsp_deframer_free(&d);
    }
    rsp_guard_free(&guard);
}

static void checksum_of_any_length_is_the_plain_sum(void **state) {
    (void)state;
    uint8_t bytes[700];
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (uint8_t)rsp_rng_below(&rng, 256);
    unsigned sum = 0;
    for (size_t len = 0; len <= sizeof(bytes); len++) {
        assert_int_equal(rsp_checksum(rsp_bytes_make(bytes, len)), sum & 255);
        if (len < sizeof(bytes))
            sum += bytes[len];
    }
}

static void frame_known_packets_have_known_bytes(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_frame_packet(&out, RSP_LIT(""));
    rsp_frame_packet(&out, RSP_LIT("OK"));
    rsp_frame_notification(&out, RSP_LIT("Stop:S05"));
    assert_bytes_lit(rsp_buf_bytes(&out), "$#00$OK#9a%Stop:S05#98");
    rsp_buf_clear(&out);
    size_t mark = rsp_frame_begin(&out, '$');
    rsp_buf_str(&out, "00000000");
    rsp_frame_end(&out, mark, true);
    assert_bytes_lit(rsp_buf_bytes(&out), "$0*\"00#dc");
    rsp_buf_free(&out);
}

static void frame_that_does_not_fit_leaves_buffer_as_it_was(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_buf_init(&out, NULL, 8);
    rsp_frame_packet(&out, RSP_LIT("abcd"));
    assert_int_equal(out.status, RSP_OK);
    rsp_frame_packet(&out, RSP_LIT(""));
    assert_int_equal(out.status, RSP_LIMIT);
    assert_bytes_lit(rsp_buf_bytes(&out), "$abcd#8a");
    rsp_frame_end(&out, 1, false);
    assert_int_equal(out.len, 8);
    rsp_buf_free(&out);
    rsp_buf_init(&out, NULL, 2);
    size_t mark = rsp_frame_begin(&out, '$');
    rsp_frame_end(&out, mark, false);
    assert_int_equal(out.status, RSP_LIMIT);
    rsp_buf_free(&out);
}

static void event_kind_names_are_known(void **state) {
    (void)state;
    assert_string_equal(rsp_event_kind_name(RSP_EVENT_NONE), "NONE");
    assert_string_equal(rsp_event_kind_name(RSP_EVENT_TRUNCATED), "TRUNCATED");
    assert_string_equal(rsp_event_kind_name((rsp_event_kind)99), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deframe_short_strings_agree_with_model_under_all_cuts),
        cmocka_unit_test(deframe_six_bytes_agree_with_model),
        cmocka_unit_test(deframe_random_streams_agree_with_model_under_any_cut),
        cmocka_unit_test(deframe_whole_packet_is_given_in_place),
        cmocka_unit_test(deframe_checksum_digits_in_both_cases_and_not_hex),
        cmocka_unit_test(deframe_start_inside_packet_abandons_it),
        cmocka_unit_test(deframe_at_limit_is_packet_beyond_is_overlong_and_stays_in_step),
        cmocka_unit_test(deframe_default_limit_holds),
        cmocka_unit_test(deframe_endless_packet_keeps_memory_bounded),
        cmocka_unit_test(deframe_without_memory_is_overlong_not_lost),
        cmocka_unit_test(deframe_empty_input_takes_nothing),
        cmocka_unit_test(deframe_event_survives_empty_input_and_reset_forgets),
        cmocka_unit_test(deframe_flush_against_guard_page_reads_no_further),
        cmocka_unit_test(checksum_of_any_length_is_the_plain_sum),
        cmocka_unit_test(frame_known_packets_have_known_bytes),
        cmocka_unit_test(frame_that_does_not_fit_leaves_buffer_as_it_was),
        cmocka_unit_test(event_kind_names_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
