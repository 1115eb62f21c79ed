/* The transcript: any split gives the same entries, limits drop the oldest, what is printed is harmless.
 * Also allocation failure at every point.
 * See transcript.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "feed.h"

#include "core/limits.h"
#include "core/mem.h"
#include <rsp/clock.h>
#include <rsp/transcript.h>

static const rsp_transcript_style everything = {.acks = true};

static const char mixed[] = "+$OK#9a%Stop:T05thread:1;#6a-x\x03$0*~0* #8e$ab$S05#b8$q#zz%n$m#6d\r\n$x";

static void dump(const rsp_transcript *t, rsp_buf *out) {
    rsp_entry e;
    for (uint64_t i = rsp_transcript_first(t); rsp_transcript_get(t, i, &e); i++)
        rsp_buf_printf(out, "%llu %s %d %d%d%d%d @%llu+%llu [%.*s] [%.*s]\n", (unsigned long long)e.index,
                       rsp_entry_kind_name(e.kind), (int)e.direction, e.checksum_hex, e.checksum_ok,
                       e.bad_encoding, e.cut, (unsigned long long)e.offset, (unsigned long long)e.wire_len,
                       (int)e.raw.len, (const char *)e.raw.ptr, (int)e.payload.len,
                       (const char *)e.payload.ptr);
}

typedef struct splitter {
    rsp_transcript *t;
    rsp_direction direction;
} splitter;

static void split_begin(void *ctx) {
    rsp_transcript_reset(((splitter *)ctx)->t);
}

static void split_input(void *ctx, rsp_bytes piece) {
    splitter *s = ctx;
    assert_ok(rsp_transcript_feed(s->t, s->direction, 0, piece));
}

static void split_finish(void *ctx, rsp_buf *out) {
    dump(((splitter *)ctx)->t, out);
}

static void feed_any_split_gives_the_same_entries(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        splitter s = {.t = rsp_transcript_new(NULL), .direction = way ? RSP_TO_CLIENT : RSP_TO_STUB};
        rsp_feed feed = {.begin = split_begin, .input = split_input, .finish = split_finish, .ctx = &s};
        rsp_feed_splits(&feed, RSP_LIT(mixed));
        rsp_transcript_free(s.t);
    }
}

static void feed_entries_account_for_every_byte(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT(mixed)));
    assert_int_equal(rsp_transcript_pending(t, RSP_TO_CLIENT), 2);
    assert_ok(rsp_transcript_close(t, 0, NULL));
    uint64_t offset = 0;
    rsp_entry e;
    for (uint64_t i = 0; rsp_transcript_get(t, i, &e) && e.kind != RSP_ENTRY_CLOSE; i++) {
        assert_int_equal(e.offset, offset);
        assert_int_equal(e.wire_len, e.raw.len);
        offset += e.wire_len;
    }
    assert_int_equal(offset, sizeof mixed - 1);
    rsp_transcript_free(t);
}

static void added_events_give_the_entries_of_fed_bytes(void **state) {
    (void)state;
    rsp_transcript *fed = rsp_transcript_new(NULL);
    rsp_transcript *added = rsp_transcript_new(NULL);
    rsp_decoder decoder = {.deframer.options.direction = RSP_TO_CLIENT};
    rsp_wire_event event;
    assert_ok(rsp_transcript_feed(fed, RSP_TO_CLIENT, 5, RSP_LIT(mixed)));
    for (rsp_bytes rest = RSP_LIT(mixed); rest.len > 0;) {
        rest = rsp_bytes_from(rest, rsp_decode(&decoder, rest, &event));
        assert_ok(rsp_transcript_add(added, 5, &event));
    }
    rsp_transcript_hang(added, RSP_TO_CLIENT, rsp_decoder_pending(&decoder));
    rsp_buf expected = {0};
    rsp_buf got = {0};
    rsp_transcript_render(fed, &expected, RSP_NO_ENTRY, &everything);
    rsp_transcript_render(added, &got, RSP_NO_ENTRY, &everything);
    assert_bytes(rsp_buf_bytes(&got), rsp_buf_bytes(&expected));
    assert_int_equal(rsp_transcript_pending(added, RSP_TO_CLIENT), 2);
    assert_true(rsp_decode_flush(&decoder, &event));
    assert_ok(rsp_transcript_add(added, 6, &event));
    assert_ok(rsp_transcript_close(added, 6, NULL));
    assert_ok(rsp_transcript_close(fed, 6, NULL));
    assert_int_equal(rsp_transcript_pending(added, RSP_TO_CLIENT), 0);
    rsp_buf_clear(&expected);
    rsp_buf_clear(&got);
    dump(fed, &expected);
    dump(added, &got);
    assert_bytes(rsp_buf_bytes(&got), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
    rsp_buf_free(&got);
    rsp_decoder_free(&decoder);
    rsp_transcript_free(fed);
    rsp_transcript_free(added);
}

static void payload_is_expanded_towards_the_client_only(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_entry e;
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT("$a* b#0d")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$a* b#0d")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT("$* b#ac")));
    assert_true(rsp_transcript_get(t, 0, &e));
    assert_bytes_lit(e.payload, "aaaab");
    assert_bytes_lit(e.raw, "$a* b#0d");
    assert_true(e.checksum_ok && !e.bad_encoding);
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_bytes_lit(e.payload, "a* b");
    assert_true(rsp_transcript_get(t, 2, &e));
    assert_true(e.bad_encoding);
    rsp_transcript_free(t);
}

static void connections_have_offsets_and_numbers_of_their_own(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_buf out = {0};
    assert_ok(rsp_transcript_connect(t, 1, "one"));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 2, RSP_LIT("$g#67$m")));
    assert_ok(rsp_transcript_connect(t, 3, "two"));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 4, RSP_LIT("$g#67")));
    rsp_entry e;
    assert_true(rsp_transcript_get(t, 2, &e));
    assert_int_equal(e.kind, RSP_ENTRY_TRUNCATED);
    assert_int_equal(e.connection, 0);
    assert_true(rsp_transcript_get(t, 4, &e));
    assert_int_equal(e.connection, 1);
    assert_int_equal(e.offset, 0);
    assert_int_equal(e.time_ns, 4);
    rsp_buf_free(&out);
    rsp_transcript_free(t);
}

static void time_never_goes_back(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_entry e;
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 9, RSP_LIT("+")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 5, RSP_LIT("+")));
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_int_equal(e.time_ns, 9);
    rsp_transcript_free(t);
}

static void entries_at_limit_stay_beyond_the_oldest_goes(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.max_entries = 100});
    for (int i = 0; i < 100; i++)
        assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("+")));
    assert_int_equal(rsp_transcript_dropped_entries(t), 0);
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("-")));
    assert_int_equal(rsp_transcript_dropped_entries(t), 1);
    assert_int_equal(rsp_transcript_dropped_bytes(t), 1);
    rsp_entry e;
    assert_false(rsp_transcript_get(t, 0, &e));
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_true(rsp_transcript_get(t, 100, &e));
    assert_int_equal(e.kind, RSP_ENTRY_NAK);
    assert_false(rsp_transcript_get(t, 101, &e));
    rsp_transcript_free(t);
}

/* Packets of all sizes through a small ring: what is held is always right and never beyond the limit. */
static void bytes_wrapping_keeps_what_is_held_intact(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.max_bytes = 5000});
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    rsp_buf wire = {0};
    for (uint64_t i = 0; i < 3000; i++) {
        rsp_buf_clear(&wire);
        size_t len = (size_t)(i * 37 % 700);
        size_t mark = rsp_frame_begin(&wire, '$');
        for (size_t k = 0; k < len; k++)
            rsp_buf_push(&wire, (uint8_t)('a' + i % 26));
        rsp_frame_end(&wire, mark, i % 3 == 0);
        assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, i, rsp_buf_bytes(&wire)));
        uint64_t pick =
            rsp_transcript_first(t) + rsp_rng_below(&rng, rsp_transcript_end(t) - rsp_transcript_first(t));
        rsp_entry e;
        assert_true(rsp_transcript_get(t, pick, &e));
        assert_int_equal(e.payload.len, pick * 37 % 700);
        for (size_t k = 0; k < e.payload.len; k++)
            assert_int_equal(e.payload.ptr[k], 'a' + pick % 26);
    }
    assert_true(rsp_transcript_first(t) > 2900);
    rsp_buf_free(&wire);
    rsp_transcript_free(t);
}

static void entry_too_long_for_the_ring_is_cut(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.max_bytes = 400});
    rsp_buf wire = {0};
    rsp_buf payload = {0};
    for (int i = 0; i < 1000; i++)
        rsp_buf_push(&payload, 'a');
    rsp_frame_packet(&wire, rsp_buf_bytes(&payload));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("+")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, rsp_buf_bytes(&wire)));
    rsp_entry e;
    assert_true(rsp_transcript_get(t, 0, &e));
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_true(e.cut);
    assert_int_equal(e.wire_len, 1004);
    assert_int_equal(e.raw.len, 100);
    assert_int_equal(e.payload.len, 99);
    rsp_buf_free(&wire);
    rsp_buf_free(&payload);
    rsp_transcript_free(t);
}

static void count_entries(void *ctx, const rsp_transcript *t, const rsp_entry *e) {
    (void)t;
    *(uint64_t *)ctx += e->kind == RSP_ENTRY_PACKET;
}

static void observers_see_each_entry_once_up_to_the_limit(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    uint64_t seen = 0;
    for (int i = 0; i < RSP_LIMIT_TRANSCRIPT_OBSERVERS; i++)
        assert_true(rsp_transcript_observe(t, count_entries, &seen));
    assert_false(rsp_transcript_observe(t, count_entries, &seen));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$g#67+$g#67")));
    assert_int_equal(seen, 2 * RSP_LIMIT_TRANSCRIPT_OBSERVERS);
    rsp_transcript_free(t);
}

static void feed_without_memory_still_shows_observers(void **state) {
    (void)state;
    for (uint64_t at = 1; at < 40; at++) {
        rsp_mem_fuzzed mem;
        rsp_mem_fuzzed_init(&mem, at, 1);
        rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.mem = &mem.mem});
        if (!t)
            continue;
        uint64_t seen = 0;
        rsp_status status = RSP_OK;
        assert_true(rsp_transcript_observe(t, count_entries, &seen));
        for (int i = 0; i < 2000; i++) {
            rsp_status now = rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT("$0* #7a"));
            status = status == RSP_OK ? now : status;
        }
        assert_int_equal(seen, 2000);
        assert_int_equal(rsp_transcript_end(t), 2000);
        rsp_entry e;
        for (uint64_t i = rsp_transcript_first(t); i < 2000; i++)
            assert_true(rsp_transcript_get(t, i, &e));
        rsp_transcript_free(t);
    }
    rsp_transcript_free(NULL);
}

static void conversation(rsp_transcript *t) {
    assert_ok(rsp_transcript_connect(t, 12 * RSP_NS_PER_MS, "tcp:127.0.0.1:1"));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 12031000, RSP_LIT("$?#3f")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 12055000, RSP_LIT("+$T05swbreak:;#93")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 12061000, RSP_LIT("+$vFoo#11\x03")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 12079000, RSP_LIT("+$#00")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 12080000, RSP_LIT("-")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 12081000, RSP_LIT("\x1b[31m")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 12082000, RSP_LIT("%Stop:S05#00$ab$x#zz$* #4a")));
    assert_ok(rsp_transcript_note(t, 12083000, RSP_LIT("stub stderr: \xff")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 12084000, RSP_LIT("$m")));
}

static void render_all_is_readable_and_harmless(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_buf out = {0};
    conversation(t);
    rsp_transcript_render(t, &out, RSP_NO_ENTRY, &everything);
    assert_string_equal(rsp_buf_cstr(&out), "    12.000 ms  --  connected: tcp:127.0.0.1:1\n"
                                            "    12.031 ms  ->  ?\n"
                                            "    12.055 ms  <-  +\n"
                                            "    12.055 ms  <-  T05swbreak:;  (bad checksum)\n"
                                            "    12.061 ms  ->  +\n"
                                            "    12.061 ms  ->  vFoo  (bad checksum)\n"
                                            "    12.061 ms  ->  0x03  (interrupt)\n"
                                            "    12.079 ms  <-  +\n"
                                            "    12.079 ms  <-  (empty)\n"
                                            "    12.080 ms  ->  -  (refused)\n"
                                            "    12.081 ms  <-  \\x1b[31m  (outside of packets, 5 bytes)\n"
                                            "    12.082 ms  <-  %Stop:S05  (bad checksum)\n"
                                            "    12.082 ms  <-  $ab  (cut by the next packet, 3 bytes)\n"
                                            "    12.082 ms  <-  x  (checksum is no number)\n"
                                            "    12.082 ms  <-  *   (bad run length)\n"
                                            "    12.083 ms  --  stub stderr: \\xff\n"
                                            "           --  unfinished: 2 bytes of a packet received\n");
    rsp_buf_free(&out);
    rsp_transcript_free(t);
}

static void render_window_hides_acks_and_counts_lines(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_buf out = {0};
    conversation(t);
    rsp_transcript_render(
        t, &out, 5, &(rsp_transcript_style){.before = 1, .after = 1, .epoch_ns = 12000000, .indent = 2});
    assert_string_equal(rsp_buf_cstr(&out), "       0.055 ms  <-  T05swbreak:;  (bad checksum)\n"
                                            "       0.061 ms  ->  vFoo  (bad checksum)\n"
                                            "       0.061 ms  ->  0x03  (interrupt)\n");
    rsp_buf_clear(&out);
    rsp_transcript_render(t, &out, 1,
                          &(rsp_transcript_style){.before = 1, .after = 1, .wire = true, .max_columns = 3});
    assert_non_null(strstr(rsp_buf_cstr(&out), "->  $?#... (5 bytes)"));
    rsp_buf_clear(&out);
    rsp_transcript_render(t, &out, 1, &(rsp_transcript_style){.before = 1, .after = 2, .explain = true});
    assert_non_null(strstr(rsp_buf_cstr(&out), "<-  T05swbreak:;"));
    rsp_buf_free(&out);
    rsp_transcript_free(t);
}

static void render_says_what_was_dropped_and_cut(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.max_entries = 2, .max_bytes = 256});
    rsp_buf wire = {0};
    rsp_buf payload = {0};
    rsp_buf out = {0};
    for (int i = 0; i < 300; i++)
        rsp_buf_push(&payload, 'a');
    rsp_frame_packet(&wire, rsp_buf_bytes(&payload));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$g#67$g#67$g#67")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, rsp_buf_bytes(&wire)));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$g")));
    rsp_transcript_render(t, &out, RSP_NO_ENTRY, NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "2 older entries (10 bytes) were dropped"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "(304 bytes, cut)"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "unfinished: 2 bytes of a packet sent"));
    rsp_buf_clear(&out);
    assert_ok(rsp_transcript_close(t, 0, "gone"));
    rsp_transcript_render(t, &out, RSP_NO_ENTRY, NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "$g  (never finished, 2 bytes)"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "closed: gone"));
    rsp_buf_free(&wire);
    rsp_buf_free(&payload);
    rsp_buf_free(&out);
    rsp_transcript_free(t);
}

static void each_side_has_its_own_limit(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.max_packet = 2, .max_request = 3});
    const rsp_entry_kind kinds[] = {RSP_ENTRY_PACKET, RSP_ENTRY_OVERLONG, RSP_ENTRY_PACKET,
                                    RSP_ENTRY_OVERLONG};
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$abc#26$abcd#8a")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT("$ab#c3$abc#26")));
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++) {
        rsp_entry e;
        assert_true(rsp_transcript_get(t, i, &e));
        assert_int_equal(e.kind, kinds[i]);
    }
    rsp_transcript_free(t);
}

static void overlong_packet_is_one_entry(void **state) {
    (void)state;
    rsp_transcript *t = rsp_transcript_new(NULL);
    rsp_buf out = {0};
    rsp_buf wire = {0};
    rsp_buf_push(&wire, '$');
    uint8_t *body = rsp_buf_extend(&wire, (size_t)RSP_LIMIT_PACKET_BYTES + 1);
    assert_non_null(body);
    memset(body, 'a', (size_t)RSP_LIMIT_PACKET_BYTES + 1);
    rsp_buf_str(&wire, "#00$g#67");
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, rsp_buf_bytes(&wire)));
    rsp_entry e;
    assert_true(rsp_transcript_get(t, 0, &e));
    assert_int_equal(e.kind, RSP_ENTRY_OVERLONG);
    assert_int_equal(e.wire_len, RSP_LIMIT_PACKET_BYTES + 5);
    rsp_entry_render(&out, &e, RSP_LIT(""), NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "(over-long, 16777221 bytes)"));
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_int_equal(e.kind, RSP_ENTRY_PACKET);
    rsp_buf_free(&out);
    rsp_buf_free(&wire);
    rsp_transcript_free(t);
}

static void kind_names_are_complete(void **state) {
    (void)state;
    assert_string_equal(rsp_entry_kind_name(RSP_ENTRY_PACKET), "packet");
    assert_string_equal(rsp_entry_kind_name(RSP_ENTRY_NOTE), "note");
    assert_string_equal(rsp_entry_kind_name((rsp_entry_kind)99), "?");
}

static void keep_length(void *ctx, const rsp_transcript *t, const rsp_entry *e) {
    (void)t;
    *(size_t *)ctx += e->payload.len;
}

static void requests_only_keeps_no_bytes_of_the_stub(void **state) {
    (void)state;
    size_t seen = 0;
    rsp_entry e;
    rsp_transcript *t = rsp_transcript_new(&(rsp_transcript_options){.requests_only = true});
    assert_true(rsp_transcript_observe(t, keep_length, &seen));
    assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$m10,4#5a")));
    assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 1, RSP_LIT("$00112233#8c")));
    assert_int_equal(seen, 13);
    assert_true(rsp_transcript_get(t, 0, &e));
    assert_bytes_lit(e.payload, "m10,4");
    assert_true(rsp_transcript_get(t, 1, &e));
    assert_int_equal(e.payload.len, 0);
    assert_int_equal(e.raw.len, 0);
    assert_int_equal(e.wire_len, 12);
    assert_true(e.cut);
    rsp_transcript_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feed_any_split_gives_the_same_entries),
        cmocka_unit_test(feed_entries_account_for_every_byte),
        cmocka_unit_test(requests_only_keeps_no_bytes_of_the_stub),
        cmocka_unit_test(added_events_give_the_entries_of_fed_bytes),
        cmocka_unit_test(payload_is_expanded_towards_the_client_only),
        cmocka_unit_test(connections_have_offsets_and_numbers_of_their_own),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(entries_at_limit_stay_beyond_the_oldest_goes),
        cmocka_unit_test(bytes_wrapping_keeps_what_is_held_intact),
        cmocka_unit_test(entry_too_long_for_the_ring_is_cut),
        cmocka_unit_test(observers_see_each_entry_once_up_to_the_limit),
        cmocka_unit_test(feed_without_memory_still_shows_observers),
        cmocka_unit_test(render_all_is_readable_and_harmless),
        cmocka_unit_test(render_window_hides_acks_and_counts_lines),
        cmocka_unit_test(render_says_what_was_dropped_and_cut),
        cmocka_unit_test(each_side_has_its_own_limit),
        cmocka_unit_test(overlong_packet_is_one_entry),
        cmocka_unit_test(kind_names_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
