/* Lies are made by a seed alone, of what was seen
 * and of the recipes; none is longer than it may be,
 * and none asks a debugger for harm. See make.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/make.h"
#include <stdio.h>

enum { SESSIONS = 3000 };

static void see(rsp_samples *samples) {
    rsp_samples_add(samples, "qSupported", RSP_LIT("PacketSize=1000;qXfer:features:read+"), 0);
    rsp_samples_add(samples, "?", RSP_LIT("T05thread:1;Fopen,10/4,601,1b6"), 0);
    rsp_samples_add(samples, "qXfer:features:read", RSP_LIT("m<target><feature name=\"a\">"), 0);
    rsp_samples_add(samples, "qXfer:features:read",
                    RSP_LIT("l<reg name=\"r\" bitsize=\"32\"/></feature></target>"), 1);
}

static void write_session(maker *m, rsp_buf *out, size_t *documents) {
    rsp_lies lies = {0};
    assert_true(maker_add(m, &lies));
    for (size_t i = 0; i < lies.num; i++) {
        assert_true(lies.items[i].bytes.len <= RSP_LIE_MOST_BYTES);
        assert_false(rsp_lie_is_harmful(lies.items[i].bytes));
        *documents +=
            lies.items[i].kind == RSP_LIE_DOCUMENT &&
            rsp_bytes_search(lies.items[i].bytes, RSP_LIT("<reg name=\"r\"")) < lies.items[i].bytes.len;
    }
    if (out)
        assert_int_equal(rsp_lies_write(out, &lies), RSP_OK);
    rsp_lies_free(&lies);
}

static void the_seed_decides(void **state) {
    (void)state;
    rsp_samples samples = {0};
    rsp_buf text[3] = {{0}};
    size_t documents = 0;
    see(&samples);
    for (size_t i = 0; i < RSP_ARRAY_LEN(text); i++) {
        maker m;
        assert_true(maker_init(&m, i == 2 ? 8 : 7, &samples));
        for (size_t k = 0; k < 20; k++)
            write_session(&m, &text[i], &documents);
        maker_free(&m);
    }
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&text[0]), rsp_buf_bytes(&text[1])));
    assert_false(rsp_bytes_equal(rsp_buf_bytes(&text[0]), rsp_buf_bytes(&text[2])));
    for (size_t i = 0; i < RSP_ARRAY_LEN(text); i++)
        rsp_buf_free(&text[i]);
    rsp_samples_free(&samples);
}

/* Windows are put together before the document is changed: what only the last one has is in it. */
static void lies_are_bounded_and_harmless(void **state) {
    (void)state;
    rsp_samples samples = {0};
    size_t documents = 0;
    maker m;
    see(&samples);
    assert_true(maker_init(&m, 1, &samples));
    for (size_t i = 0; i < SESSIONS; i++)
        write_session(&m, NULL, &documents);
    assert_true(documents > 0);
    maker_free(&m);
    rsp_samples_free(&samples);
}

static void nothing_seen_is_nothing_to_lie_about(void **state) {
    (void)state;
    rsp_samples samples = {0};
    rsp_lies lies = {0};
    maker m;
    assert_true(maker_init(&m, 1, &samples));
    assert_false(maker_add(&m, &lies));
    assert_int_equal(lies.num, 0);
    maker_free(&m);
}

static void samples_are_kept_once_and_not_for_ever(void **state) {
    (void)state;
    rsp_samples samples = {0};
    char reply[16];
    for (unsigned i = 0; i < 2 * RSP_SAMPLES_OF_ONE; i++) {
        (void)snprintf(reply, sizeof reply, "%u", i);
        rsp_samples_add(&samples, "g", rsp_bytes_str(reply), i);
        rsp_samples_add(&samples, "g", rsp_bytes_str(reply), i);
    }
    assert_int_equal(samples.num, RSP_SAMPLES_OF_ONE);
    rsp_samples_free(&samples);
}

static void a_name_is_that_of_the_row_or_the_first_word(void **state) {
    (void)state;
    char name[12];
    rsp_sample_name(name, sizeof name, RSP_LIT("m1000,4"));
    assert_string_equal(name, "m");
    rsp_sample_name(name, sizeof name, RSP_LIT("qWhatever:1"));
    assert_string_equal(name, "qWhatever");
    rsp_sample_name(name, sizeof name, RSP_LIT("qq\x1b[1m"));
    assert_string_equal(name, "qq");
    rsp_sample_name(name, sizeof name, RSP_LIT("zzzzzzzzzzzzzzzzzzzzzz"));
    assert_true(strlen(name) < sizeof name);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_seed_decides),
                                       cmocka_unit_test(lies_are_bounded_and_harmless),
                                       cmocka_unit_test(nothing_seen_is_nothing_to_lie_about),
                                       cmocka_unit_test(samples_are_kept_once_and_not_for_ever),
                                       cmocka_unit_test(a_name_is_that_of_the_row_or_the_first_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
