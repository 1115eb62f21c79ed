/* Conversations as turns: who answers whom, what is left out, limits.
 * Wire bytes go through a transcript, as captures and live sessions do it.
 * See capture/dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/dialogue.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct fixture {
    rsp_transcript *transcript;
    rsp_dialogue dialogue;
    uint64_t now_ns;
} fixture;

static void begin(fixture *f) {
    *f = (fixture){0};
    f->transcript = rsp_transcript_new(&(rsp_transcript_options){.max_bytes = 65536, .max_entries = 256});
    assert_non_null(f->transcript);
    assert_true(rsp_transcript_observe(f->transcript, rsp_dialogue_observe, &f->dialogue));
}

static void say(fixture *f, rsp_direction direction, const char *wire) {
    f->dialogue.place++;
    f->now_ns += 1000;
    assert_ok(rsp_transcript_feed(f->transcript, direction, f->now_ns, rsp_bytes_str(wire)));
}

static void packet(fixture *f, rsp_direction direction, const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    say(f, direction, rsp_buf_cstr(&wire));
    rsp_buf_free(&wire);
}

static void end(fixture *f) {
    rsp_dialogue_free(&f->dialogue);
    rsp_transcript_free(f->transcript);
}

static void assert_turn(const fixture *f, size_t i, rsp_turn_kind kind, const char *payload, size_t other) {
    assert_true(i < f->dialogue.num_turns);
    const rsp_turn *t = &f->dialogue.turns[i];
    assert_int_equal(t->kind, kind);
    assert_bytes(t->payload, rsp_bytes_str(payload));
    assert_int_equal(t->other, other);
}

static void replies_find_their_requests(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    packet(&f, RSP_TO_STUB, "QStartNoAckMode");
    say(&f, RSP_TO_CLIENT, "+");
    packet(&f, RSP_TO_CLIENT, "OK");
    say(&f, RSP_TO_STUB, "+");
    packet(&f, RSP_TO_STUB, "qC"); /* two at once */
    packet(&f, RSP_TO_STUB, "?");
    packet(&f, RSP_TO_CLIENT, "QC1");
    packet(&f, RSP_TO_CLIENT, "S05");
    assert_int_equal(f.dialogue.num_turns, 6);
    assert_turn(&f, 0, RSP_TURN_REQUEST, "QStartNoAckMode", 1);
    assert_turn(&f, 1, RSP_TURN_REPLY, "OK", 0);
    assert_turn(&f, 2, RSP_TURN_REQUEST, "qC", 4);
    assert_turn(&f, 3, RSP_TURN_REQUEST, "?", 5);
    assert_turn(&f, 4, RSP_TURN_REPLY, "QC1", 2);
    assert_turn(&f, 5, RSP_TURN_REPLY, "S05", 3);
    assert_int_equal(f.dialogue.turns[4].packet, RSP_PACKET_QC);
    assert_int_equal(f.dialogue.turns[4].latency_ns, 2000);
    assert_int_equal(f.dialogue.turns[4].place, 7);
    end(&f);
}

static void output_interrupts_and_notifications_are_turns(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    packet(&f, RSP_TO_STUB, "c");
    say(&f, RSP_TO_CLIENT, "+");
    packet(&f, RSP_TO_CLIENT, "O6869");
    say(&f, RSP_TO_STUB, "+");
    say(&f, RSP_TO_STUB, "\x03");
    packet(&f, RSP_TO_CLIENT, "S02");
    say(&f, RSP_TO_CLIENT, "%Stop:S05#98");
    say(&f, RSP_TO_CLIENT, "%Stop:S05#00"); /* damaged */
    packet(&f, RSP_TO_STUB, "k");
    assert_turn(&f, 1, RSP_TURN_OUTPUT, "O6869", 0);
    assert_turn(&f, 2, RSP_TURN_INTERRUPT, "", RSP_NO_TURN);
    assert_turn(&f, 3, RSP_TURN_REPLY, "S02", 0);
    assert_int_equal(f.dialogue.damaged, 1);
    assert_int_equal(f.dialogue.turns[f.dialogue.num_turns - 1].packet, RSP_PACKET_KILL);
    assert_false(rsp_turn_is_stubs(RSP_TURN_INTERRUPT));
    assert_true(rsp_turn_is_stubs(RSP_TURN_OUTPUT));
    assert_string_equal(rsp_turn_name(RSP_TURN_OUTPUT), "console output");
    end(&f);
}

/* The program's calls, which the debugger answers while the resume waits. */
static void file_requests_are_turns_with_their_replies(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    packet(&f, RSP_TO_STUB, "c");
    packet(&f, RSP_TO_CLIENT, "Fwrite,1,1000,4");
    packet(&f, RSP_TO_STUB, "F4");
    packet(&f, RSP_TO_CLIENT, "S05");
    assert_int_equal(f.dialogue.num_turns, 4);
    assert_int_equal(f.dialogue.turns[0].kind, RSP_TURN_REQUEST);
    assert_int_equal(f.dialogue.turns[1].kind, RSP_TURN_FILE_REQUEST);
    assert_int_equal(f.dialogue.turns[2].kind, RSP_TURN_FILE_REPLY);
    assert_turn(&f, 3, RSP_TURN_REPLY, "S05", 0);
    end(&f);
}

static void repeated_request_is_one_turn_with_its_reply(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    packet(&f, RSP_TO_STUB, "g");
    say(&f, RSP_TO_CLIENT, "-");
    packet(&f, RSP_TO_STUB, "g");
    say(&f, RSP_TO_CLIENT, "+");
    packet(&f, RSP_TO_CLIENT, "00");
    packet(&f, RSP_TO_CLIENT, "00"); /* nobody asked again: it is none of the dialogue's */
    assert_int_equal(f.dialogue.turns[0].other, 1);
    assert_turn(&f, 0, RSP_TURN_REQUEST, "g", 1);
    assert_turn(&f, 1, RSP_TURN_REPLY, "00", 0);
    end(&f);
}

static void turns_end_at_their_limit(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    say(&f, RSP_TO_STUB, "+");
    rsp_buf wire = {0};
    for (int i = 0; i < 1024; i++)
        rsp_frame_packet(&wire, RSP_LIT("g"));
    packet(&f, RSP_TO_STUB, "QStartNoAckMode");
    packet(&f, RSP_TO_CLIENT, "OK");
    rsp_buf replies = {0};
    for (int i = 0; i < 1024; i++)
        rsp_frame_packet(&replies, RSP_LIT("00"));
    while (f.dialogue.num_turns + 2048 <= RSP_LIMIT_DIALOGUE_TURNS) {
        assert_ok(rsp_transcript_feed(f.transcript, RSP_TO_STUB, ++f.now_ns, rsp_buf_bytes(&wire)));
        assert_ok(rsp_transcript_feed(f.transcript, RSP_TO_CLIENT, ++f.now_ns, rsp_buf_bytes(&replies)));
    }
    while (f.dialogue.num_turns < RSP_LIMIT_DIALOGUE_TURNS)
        packet(&f, f.dialogue.num_turns % 2 ? RSP_TO_CLIENT : RSP_TO_STUB, "g");
    assert_int_equal(f.dialogue.status, RSP_OK);
    packet(&f, RSP_TO_STUB, "g");
    assert_int_equal(f.dialogue.num_turns, RSP_LIMIT_DIALOGUE_TURNS);
    assert_int_equal(f.dialogue.status, RSP_LIMIT);
    rsp_buf_free(&wire);
    rsp_buf_free(&replies);
    end(&f);
}

/* Bytes have their limit, too: half of it twice fits, one more does not. */
static void bytes_end_at_their_limit(void **state) {
    (void)state;
    rsp_dialogue d = {0};
    rsp_buf payload = {0};
    size_t len = (size_t)16 * 1024 * 1024;
    memset(rsp_buf_extend(&payload, len), 'g', len);
    for (int i = 0; d.status == RSP_OK && i < 100; i++) {
        payload.ptr[1] = (uint8_t)i; /* the same once more would be a repetition */
        rsp_entry e = {.index = (uint64_t)i,
                       .kind = RSP_ENTRY_PACKET,
                       .direction = RSP_TO_STUB,
                       .checksum_ok = true,
                       .payload = rsp_buf_bytes(&payload),
                       .raw = rsp_buf_bytes(&payload)};
        rsp_dialogue_observe(&d, NULL, &e);
        assert_true(d.num_turns * len <= RSP_LIMIT_DIALOGUE_BYTES);
    }
    assert_int_equal(d.status, RSP_LIMIT);
    assert_true(d.num_turns >= RSP_LIMIT_DIALOGUE_BYTES / len - 1);
    rsp_buf_free(&payload);
    rsp_dialogue_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_find_their_requests),
        cmocka_unit_test(output_interrupts_and_notifications_are_turns),
        cmocka_unit_test(file_requests_are_turns_with_their_replies),
        cmocka_unit_test(repeated_request_is_one_turn_with_its_reply),
        cmocka_unit_test(turns_end_at_their_limit),
        cmocka_unit_test(bytes_end_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
