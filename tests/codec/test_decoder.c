/* The decoder: any cut gives the same events, and each agrees with the codings undone one by one.
 * Hostile packets stay bounded: runs that expand too far, no memory.
 * See decoder.h. */
/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include "codec/deframer.h"
#include "codec/escape.h"
#include "codec/rle.h"
#include "core/hex.h"
#include "core/mem.h"

typedef struct events {
    rsp_decoder decoder;
    rsp_buf text;
    uint64_t num_bytes;
} events;

/* What the flags and slices must be, from the codings' own functions. */
static void assert_agrees(const events *e, const rsp_wire_event *event) {
    size_t limit = e->decoder.deframer.options.max_payload;
    bool coded = event->kind == RSP_EVENT_PACKET || event->kind == RSP_EVENT_NOTIFICATION;
    rsp_buf lenient = {.limit = limit};
    rsp_buf strict = {.limit = limit};
    rsp_buf plain = {.limit = limit};
    rsp_rle_report report = {0};
    if (!coded || event->direction == RSP_TO_STUB) {
        assert_int_equal(event->coding & ~(unsigned)RSP_CODING_BAD_ESCAPE, 0);
        assert_bytes(event->expanded, event->wire);
    } else {
        bool fits = rsp_rle_expand_lenient(&lenient, event->wire, &report) == RSP_OK;
        assert_bytes(event->expanded, fits ? rsp_buf_bytes(&lenient) : event->wire);
        assert_int_equal(!fits, !!(event->coding & RSP_CODING_TOO_LONG));
        assert_int_equal(report.num_tokens > 0, !!(event->coding & RSP_CODING_RUNS));
        rsp_status status = rsp_rle_expand(&strict, event->wire, NULL);
        bool bad = report.num_illegal > report.num_beyond;
        assert_int_equal(status == RSP_MALFORMED, report.num_illegal > 0);
        assert_int_equal(bad, !!(event->coding & RSP_CODING_BAD_RUN));
        assert_int_equal(fits && !bad, !(event->coding & (RSP_CODING_BAD_RUN | RSP_CODING_TOO_LONG)));
    }
    bool runs_good = !(event->coding & (RSP_CODING_BAD_RUN | RSP_CODING_TOO_LONG));
    bool escapes_good = !coded || rsp_unescape(&plain, event->expanded) == RSP_OK;
    if (runs_good)
        assert_int_equal(!escapes_good, !!(event->coding & RSP_CODING_BAD_ESCAPE));
    bool meaning = coded && runs_good && escapes_good;
    assert_bytes(event->payload, meaning ? rsp_buf_bytes(&plain) : event->wire);
    rsp_buf_free(&lenient);
    rsp_buf_free(&strict);
    rsp_buf_free(&plain);
}

static void describe(events *e, const rsp_wire_event *event) {
    assert_true(event->offset == e->num_bytes);
    e->num_bytes += event->wire_len;
    assert_agrees(e, event);
    rsp_buf_printf(&e->text, "%s %d/%x %llu sum %02x/%02x hex %d ok %d [", rsp_event_kind_name(event->kind),
                   event->direction, event->coding, (unsigned long long)event->wire_len,
                   event->checksum_received, event->checksum_computed, event->checksum_hex,
                   event->checksum_ok);
    const rsp_bytes slices[] = {event->raw, event->wire, event->expanded, event->payload};
    for (size_t i = 0; i < RSP_ARRAY_LEN(slices); i++) {
        rsp_hex_append(&e->text, slices[i]);
        rsp_buf_str(&e->text, i < 3 ? "] [" : "]\n");
    }
}

static void events_begin(void *ctx) {
    events *e = ctx;
    rsp_decoder_reset(&e->decoder);
    rsp_buf_clear(&e->text);
    e->num_bytes = 0;
}

static void events_input(void *ctx, rsp_bytes in) {
    events *e = ctx;
    while (in.len > 0) {
        rsp_wire_event event;
        size_t taken = rsp_decode(&e->decoder, in, &event);
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
    rsp_wire_event event;
    uint64_t pending = rsp_decoder_pending(&e->decoder);
    bool flushed = rsp_decode_flush(&e->decoder, &event);
    assert_int_equal(flushed, pending > 0);
    if (flushed)
        describe(e, &event);
    assert_true(e->num_bytes >= pending);
    rsp_buf_append(out, rsp_buf_bytes(&e->text));
}

static rsp_feed feed_of(events *e, rsp_direction direction, size_t limit) {
    *e = (events){0};
    rsp_decoder_init(&e->decoder, &(rsp_deframer_options){.direction = direction, .max_payload = limit});
    return (rsp_feed){.begin = events_begin, .input = events_input, .finish = events_finish, .ctx = e};
}

static void free_events(events *e) {
    rsp_decoder_free(&e->decoder);
    rsp_buf_free(&e->text);
}

/* Frames of all kinds and codings, legal and not; single bytes and halves. */
static const char stream[] = "+$0* #7a-$b}\003}]#bc$*0#5a$0*#5a$a*\x1f#aa%Stop:T05}#00\003x$a*~*~#00$OK#9a"
                             "$a}#de$half$0*~0*~0*~#00$0*\xfe#58}$#00$a* }\003#ff%x* #c2$0*\"#zz$unfinished}";

static void decode_any_split_gives_the_same_events(void **state) {
    (void)state;
    static const size_t limits[] = {4, 16, 4096};
    for (size_t i = 0; i < 2 * RSP_ARRAY_LEN(limits); i++) {
        events e;
        rsp_feed feed = feed_of(&e, i % 2 ? RSP_TO_CLIENT : RSP_TO_STUB, limits[i / 2]);
        rsp_feed_splits(&feed, RSP_LIT(stream));
        free_events(&e);
    }
}

static void decode_random_payloads_agree_with_the_codings(void **state) {
    (void)state;
    static const char alphabet[] = "a0*}*} ~\"+-#$%";
    rsp_rng rng;
    rsp_rng_seed(&rng, 11);
    for (size_t round = 0; round < 20000; round++) {
        events e;
        rsp_feed feed = feed_of(&e, round % 2 ? RSP_TO_CLIENT : RSP_TO_STUB, 1 + rsp_rng_below(&rng, 200));
        rsp_buf payload = {0};
        rsp_buf wire = {0};
        for (size_t n = (size_t)rsp_rng_below(&rng, 12); n > 0; n--)
            rsp_buf_push(&payload, (uint8_t)alphabet[rsp_rng_below(&rng, sizeof(alphabet) - 1)]);
        rsp_frame_packet(&wire, rsp_buf_bytes(&payload));
        rsp_buf out = {0};
        rsp_feed_whole(&feed, rsp_buf_bytes(&wire), &out);
        rsp_buf_free(&out);
        rsp_buf_free(&payload);
        rsp_buf_free(&wire);
        free_events(&e);
    }
}

static rsp_wire_event decode_one(rsp_decoder *d, rsp_bytes in) {
    rsp_wire_event event;
    assert_int_equal(rsp_decode(d, in, &event), in.len);
    return event;
}

static void decode_plain_packet_is_given_in_place(void **state) {
    (void)state;
    static const char wire[] = "$OK#9a";
    rsp_decoder d = {.deframer.options.direction = RSP_TO_CLIENT};
    rsp_wire_event event = decode_one(&d, RSP_LIT(wire));
    assert_ptr_equal(event.raw.ptr, wire);
    assert_ptr_equal(event.wire.ptr, wire + 1);
    assert_ptr_equal(event.expanded.ptr, wire + 1);
    assert_ptr_equal(event.payload.ptr, wire + 1);
    assert_int_equal(event.coding, 0);
    assert_null(d.expanded.ptr);
    assert_null(d.plain.ptr);
    rsp_decoder_free(&d);
}

static void decode_keeps_wire_and_meaning_apart(void **state) {
    (void)state;
    rsp_decoder d = {.deframer.options.direction = RSP_TO_CLIENT};
    rsp_wire_event event = decode_one(&d, RSP_LIT("$0* }\003#24"));
    assert_int_equal(event.coding, RSP_CODING_RUNS);
    assert_bytes_lit(event.wire, "0* }\003");
    assert_bytes_lit(event.expanded, "0000}\003");
    assert_bytes_lit(event.payload, "0000#");
    rsp_decoder_free(&d);
}

/* NuttX counts up to 0xfe in one token: GDB takes it, and so what follows is judged. */
static void decode_takes_counts_above_126_as_gdb_does(void **state) {
    (void)state;
    static const char frame[] = "$0*\xfe#58";
    rsp_decoder decoder = {0};
    rsp_wire_event event;
    rsp_decoder_init(&decoder, &(rsp_deframer_options){.direction = RSP_TO_CLIENT, .max_payload = 4096});
    assert_int_equal(rsp_decode(&decoder, rsp_bytes_str(frame), &event), sizeof(frame) - 1);
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    assert_true(event.checksum_ok);
    assert_int_equal(event.coding, RSP_CODING_RUNS);
    assert_int_equal(event.payload.len, 1 + 0xfe - RSP_RLE_BIAS);
    assert_int_equal(rsp_bytes_index(event.payload, '1'), event.payload.len);
    rsp_decoder_free(&decoder);
}

static void decode_runs_at_limit_are_expanded_beyond_are_left(void **state) {
    (void)state;
    rsp_decoder d = {.deframer.options = {.direction = RSP_TO_CLIENT, .max_payload = 5}};
    rsp_wire_event event = decode_one(&d, RSP_LIT("$0* 1#ab"));
    assert_bytes_lit(event.payload, "00001");
    event = decode_one(&d, RSP_LIT("$0*\"1#ad"));
    assert_int_equal(event.kind, RSP_EVENT_PACKET);
    assert_int_equal(event.coding, RSP_CODING_RUNS | RSP_CODING_TOO_LONG);
    assert_bytes_lit(event.expanded, "0*\"1");
    assert_bytes_lit(event.payload, "0*\"1");
    rsp_decoder_free(&d);
}

static void decode_without_memory_says_so(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at <= 2; fail_at++) {
        rsp_mem_fuzzed mem;
        rsp_mem_fuzzed_init(&mem, fail_at, 1);
        rsp_decoder d;
        rsp_decoder_init(&d, &(rsp_deframer_options){.direction = RSP_TO_CLIENT, .mem = &mem.mem});
        rsp_wire_event event = decode_one(&d, RSP_LIT("$0* }\003#24"));
        assert_int_equal(event.coding, RSP_CODING_RUNS | RSP_CODING_NO_MEMORY);
        assert_bytes_lit(event.payload, "0* }\003");
        rsp_decoder_free(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decode_any_split_gives_the_same_events),
        cmocka_unit_test(decode_random_payloads_agree_with_the_codings),
        cmocka_unit_test(decode_plain_packet_is_given_in_place),
        cmocka_unit_test(decode_keeps_wire_and_meaning_apart),
        cmocka_unit_test(decode_takes_counts_above_126_as_gdb_does),
        cmocka_unit_test(decode_runs_at_limit_are_expanded_beyond_are_left),
        cmocka_unit_test(decode_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
