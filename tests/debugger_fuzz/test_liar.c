/* The stub that lies, with a recording behind it: what a debugger
 * gets for each kind of lie, and what it never gets. A client of
 * a few lines stands for the debugger. See debugger_fuzz/liar.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/liar.h"
#include "dialogue_script.h"
#include <rsp/frame.h>
#include <stdio.h>

enum { WAIT_S = 30 };

/* A liar with one lie, and a client's link to it. */
typedef struct talk {
    rsp_dialogue dialogue;
    rsp_lies lies;
    rsp_samples samples;
    rsp_liar liar;
    rsp_link *client;
} talk;

static void talk_open(talk *t, const rsp_lie *lie) {
    static const char *const lines[] = {
        "> g",         "< 00", "> g", "< 11", "> s", "< T05", "> qXfer:features:read:target.xml:0,fff",
        "< l<target/>"};
    char address[64];
    rsp_error error = {0};
    *t = (talk){.client = NULL};
    dialogue_script(&t->dialogue, lines, RSP_ARRAY_LEN(lines));
    if (lie)
        assert_true(rsp_lies_add(&t->lies, lie));
    t->liar = (rsp_liar){.recorded = {.dialogue = &t->dialogue}, .lies = &t->lies, .samples = &t->samples};
    assert_int_equal(rsp_liar_open(&t->liar, &error), RSP_OK);
    (void)snprintf(address, sizeof address, "tcp:127.0.0.1:%u", t->liar.port);
    assert_int_equal(rsp_link_open(&t->client, address, NULL, &error), RSP_OK);
}

static void talk_close(talk *t) {
    rsp_link_close(t->client);
    rsp_liar_close(&t->liar);
    rsp_samples_free(&t->samples);
    rsp_lies_free(&t->lies);
    rsp_dialogue_free(&t->dialogue);
}

/* Sends a request and compares all that comes, the acknowledgment first. */
static void expect(talk *t, const char *request, const char *wire) {
    rsp_buf out = {0};
    rsp_buf in = {0};
    const uint64_t until = rsp_link_now(t->client) + WAIT_S * RSP_NS_PER_S;
    rsp_frame_packet(&out, rsp_bytes_str(request));
    assert_int_equal(rsp_link_send(t->client, rsp_buf_bytes(&out), until), RSP_OK);
    while (in.len < strlen(wire))
        assert_int_equal(rsp_link_recv(t->client, &in, 4096, until), RSP_OK);
    assert_string_equal(rsp_buf_cstr(&in), wire);
    assert_int_equal(rsp_link_send(t->client, RSP_LIT("+"), until), RSP_OK);
    rsp_buf_free(&out);
    rsp_buf_free(&in);
}

static void without_lies_the_recording_answers(void **state) {
    (void)state;
    talk t;
    talk_open(&t, NULL);
    expect(&t, "g", "+$00#60");
    expect(&t, "g", "+$11#62");
    expect(&t, "g", "+$00#60");
    expect(&t, "vCont;s:1", "+$T05#b9"); /* resumed otherwise than it was recorded */
    expect(&t, "qNever", "+$#00");
    rsp_liar_end(&t.liar);
    const rsp_liar_state s = t.liar.state;
    assert_int_equal(s.requests, 5);
    assert_string_equal(s.last, "qNever");
    assert_false(s.owed);
    assert_false(s.runs);
    assert_true(s.over);
    assert_int_equal(t.samples.num, 4);
    assert_non_null(strstr(rsp_buf_cstr(&t.liar.log), "-> vCont;s:1\n<- T05\n"));
    talk_close(&t);
}

static void a_lie_is_told_at_its_number(void **state) {
    (void)state;
    static const struct {
        rsp_lie lie;
        const char *first, *second;
    } rows[] = {
        {{.kind = RSP_LIE_SAY, .packet = "g", .nth = 1, .bytes = {(const uint8_t *)"E01", 3}},
         "+$00#60",
         "+$E01#a6"},
        {{.kind = RSP_LIE_SAY, .packet = "g", .every = true, .bytes = {(const uint8_t *)"x", 1}},
         "+$x#78",
         "+$x#78"},
        {{.kind = RSP_LIE_RAW, .packet = "g", .nth = 1, .bytes = {(const uint8_t *)"$a", 2}},
         "+$00#60",
         "+$a"},
        {{.kind = RSP_LIE_SILENCE, .packet = "", .nth = 1}, "+$00#60", "+"},
        {{.kind = RSP_LIE_BEFORE, .packet = "g", .bytes = {(const uint8_t *)"%S:1#7e", 7}},
         "+%S:1#7e$00#60",
         "+$11#62"},
        {{.kind = RSP_LIE_AFTER, .packet = "g", .nth = 1, .bytes = {(const uint8_t *)"--", 2}},
         "+$00#60",
         "+$11#62--"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        talk t;
        talk_open(&t, &rows[i].lie);
        expect(&t, "g", rows[i].first);
        expect(&t, "g", rows[i].second);
        rsp_liar_end(&t.liar);
        assert_int_equal(t.samples.num, 2); /* what is learned is the truth */
        talk_close(&t);
    }
}

static void a_document_comes_in_the_windows_that_are_asked_for(void **state) {
    (void)state;
    const rsp_lie lie = {.kind = RSP_LIE_DOCUMENT,
                         .packet = "qXfer:features:read",
                         .every = true,
                         .bytes = {(const uint8_t *)"abcdef", 6}};
    talk t;
    talk_open(&t, &lie);
    expect(&t, "qXfer:features:read:target.xml:0,4", "+$mabcd#f7");
    expect(&t, "qXfer:features:read:target.xml:4,4", "+$lef#37");
    expect(&t, "qXfer:features:read:x.xml:9,4", "+$l#6c");
    talk_close(&t);
}

/* The connection ends instead. */
static void what_harms_is_never_sent(void **state) {
    (void)state;
    const rsp_lie lie = {
        .kind = RSP_LIE_SAY, .packet = "g", .bytes = {(const uint8_t *)"Fsystem,1000/5", 14}};
    talk t;
    rsp_buf in = {0};
    talk_open(&t, &lie);
    const uint64_t until = rsp_link_now(t.client) + WAIT_S * RSP_NS_PER_S;
    assert_int_equal(rsp_link_send(t.client, RSP_LIT("$g#67"), until), RSP_OK);
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = rsp_link_recv(t.client, &in, 4096, until);
    assert_true(rsp_link_is_gone(status) || status == RSP_IO);
    assert_int_equal(rsp_bytes_search(rsp_buf_bytes(&in), RSP_LIT("Fsystem")), in.len);
    rsp_buf_free(&in);
    talk_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_lies_the_recording_answers),
                                       cmocka_unit_test(a_lie_is_told_at_its_number),
                                       cmocka_unit_test(a_document_comes_in_the_windows_that_are_asked_for),
                                       cmocka_unit_test(what_harms_is_never_sent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
