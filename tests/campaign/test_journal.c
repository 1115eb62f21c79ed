/* Journals: written, read, cut at any place, damaged, gone on with; and what all of a folder say together.
 * A journal is what is left of a program that was killed, or came from another machine.
 * See journal.h and census.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"
#include "sample_campaign.h"

#include "campaign/census.h"
#include "campaign/journal.h"
#include <inttypes.h>

typedef struct world {
    rsp_campaign c;
    rsp_journal j;
    rsp_journal_place place;
} world;

static void open_journal(world *w, bool resume) {
    *w = (world){0};
    sample_open(&w->c, "one");
    assert_ok(rsp_journal_open(&w->j, &w->c, 0, resume, &w->place, NULL));
}

static void close_journal(world *w) {
    rsp_journal_close(&w->j);
    rsp_campaign_close(&w->c);
}

static void play(world *w, uint64_t index, uint64_t messages, const char *payload) {
    rsp_messages list = {0};
    sample_list(&list, payload);
    assert_ok(rsp_journal_before(&w->j, index, messages, messages / 10, &list, NULL));
    rsp_messages_free(&list);
}

static void next_run_goes_on_behind_the_sequence_under_way(void **state) {
    (void)state;
    world w;
    open_journal(&w, false);
    assert_int_equal(w.place.next, 0);
    play(&w, 0, 0, "qSupported:a-long-one-which-a-shorter-one-follows");
    play(&w, 41, 1230, "g");
    close_journal(&w);
    open_journal(&w, true);
    assert_int_equal(w.place.next, 42);
    assert_int_equal(w.place.messages, 1230);
    assert_int_equal(w.place.seconds, 123);
    play(&w, 42, 20, "g"); /* of this run; those before are added */
    close_journal(&w);
    rsp_journal_place place = rsp_journal_place_read("one/journal/local-0.now");
    assert_int_equal(place.next, 43);
    assert_int_equal(place.messages, 1250);
    open_journal(&w, false);
    assert_int_equal(w.place.messages, 0);
    close_journal(&w);
}

static void record_ends_where_the_new_sequence_does(void **state) {
    (void)state;
    world w;
    open_journal(&w, false);
    play(&w, 0, 0, "qSupported:long");
    play(&w, 1, 3, "g");
    close_journal(&w);
    rsp_buf text = {0};
    assert_ok(rsp_file_read(&text, "one/journal/local-0.now", NULL));
    const char *head_end = strchr(rsp_buf_cstr(&text), '\n');
    assert_memory_equal(head_end, "\n$g\n.end\n", 9);
    rsp_buf_free(&text);
}

/* A head that is cut gives what is there of it: never a later sequence, and no more messages. */
static void every_cut_of_a_head_is_a_place_at_or_before_it(void **state) {
    static const char whole[] = "at 1234 messages 5678 seconds 90";
    (void)state;
    for (size_t len = 0; len < sizeof whole; len++) {
        char text[sizeof whole];
        (void)snprintf(text, sizeof text, "%.*s", (int)len, whole);
        rsp_journal_place place = rsp_journal_place_parse(text);
        assert_true(place.next <= 1235 && place.messages <= 5678 && place.seconds <= 90);
        assert_int_equal(place.next > 0, len >= 3);
    }
}

static void what_is_no_head_is_no_place(void **state) {
    static const char *const texts[] = {"", "at", "AT 3", "x at 3 messages 4", "\n", "$g\nat 3"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        assert_int_equal(rsp_journal_place_parse(texts[i]).next, 0);
    assert_int_equal(rsp_journal_place_read("nowhere").next, 0);
    assert_true(rsp_journal_place_parse("at 18446744073709551615").next == UINT64_MAX);
    assert_true(rsp_journal_place_parse("at 99999999999999999999").next == UINT64_MAX);
}

static size_t count_states(const char *text, uint64_t *out_last) {
    rsp_bytes rest = rsp_bytes_str(text);
    size_t num = 0;
    while (rsp_journal_next_state(out_last, &rest))
        num++;
    return num;
}

static void damaged_lines_are_no_states(void **state) {
    (void)state;
    uint64_t last = 0;
    assert_int_equal(count_states("0123456789abcdef\n", &last), 1);
    assert_true(last == UINT64_C(0x0123456789abcdef));
    assert_int_equal(count_states("\n\n0123456789abcde\n0123456789abcdef0\nxyz\n", &last), 0);
    assert_int_equal(count_states("0123456789abcdeg\n00000000000000ff", &last),
                     1); /* no newline at its end */
    assert_true(last == 0xff);
}

static uint64_t states_of(const char *folder) {
    rsp_census all;
    assert_ok(rsp_census_take(&all, folder, NULL));
    return all.states;
}

static void state_behind_a_cut_line_is_kept(void **state) {
    (void)state;
    world w;
    open_journal(&w, false);
    rsp_journal_state(&w.j, 1);
    assert_ok(rsp_journal_save_states(&w.j, NULL));
    close_journal(&w);
    assert_int_equal(truncate("one/journal/local-0.states", 12), 0); /* killed while it was written */
    assert_int_equal(states_of("one"), 0);
    open_journal(&w, true);
    rsp_journal_state(&w.j, 2);
    rsp_journal_state(&w.j, 3);
    assert_ok(rsp_journal_save_states(&w.j, NULL));
    close_journal(&w);
    assert_int_equal(states_of("one"), 2);
}

static void journal_without_its_folder_is_an_error_with_its_path(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_journal j;
    rsp_journal_place place;
    rsp_error error = {0};
    sample_open(&c, "one");
    assert_int_equal(rmdir("one/journal"), 0);
    assert_int_equal(rsp_journal_open(&j, &c, 3, false, &place, &error), RSP_IO);
    assert_non_null(strstr(error.msg, "one/journal/local-3.now: "));
    write_text("one/journal", "a file");
    assert_int_equal(rsp_journal_open(&j, &c, 3, false, &place, NULL), RSP_IO);
    rsp_campaign_close(&c);
}

static void copied_place_has_no_messages(void **state) {
    (void)state;
    world w;
    open_journal(&w, false);
    play(&w, 8, 500, "g");
    close_journal(&w);
    assert_ok(rsp_journal_copy_place("copy", "one/journal/local-0.now", NULL));
    rsp_journal_place place = rsp_journal_place_read("copy");
    assert_int_equal(place.next, 9);
    assert_int_equal(place.messages, 0);
    assert_true(file_has("copy", "\n$g\n.end\n"));
    write_text("damaged", "no journal\n");
    assert_ok(rsp_journal_copy_place("copy", "damaged", NULL));
    assert_int_equal(rsp_journal_place_read("copy").next, 0);
    assert_int_equal(rsp_journal_copy_place("copy", "nowhere", NULL), RSP_NOT_FOUND);
}

static void what_several_have_seen_counts_once(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_census all;
    sample_open(&c, "one");
    write_text("one/journal/a-0.states", "0000000000000001\n0000000000000002\n");
    write_text("one/journal/b-0.states", "0000000000000002\n0000000000000003\n0000000000000003\n");
    assert_ok(rsp_file_write("one/journal/a-0.edges", rsp_bytes_make("\1\0\0\4\0\0\0\0", 8), NULL));
    assert_ok(rsp_file_write("one/journal/b-0.edges", rsp_bytes_make("\2\1\0\0\0\0\0\0", 8), NULL));
    assert_ok(
        rsp_file_write("one/journal/b-1.edges", rsp_bytes_make("\377\377", 2), NULL)); /* of another map */
    write_text("one/journal/a-0.now", "at 5 messages 100 seconds 10\n");
    write_text("one/journal/a-1.now", "at 5 messages 50 seconds 11\n");
    write_text("one/journal/b-0.now", "at 5 messages 1 seconds 2\n");
    write_text("one/journal/.now", "at 5 messages 1 seconds 2\n"); /* hidden */
    write_text("one/journal/now", "at 5 messages 1 seconds 2\n");
    assert_ok(rsp_census_take(&all, "one", NULL));
    assert_int_equal(all.states, 3);
    assert_int_equal(all.edges, 3);
    assert_int_equal(all.messages, 151);
    assert_int_equal(all.seconds, 12);
    assert_ok(rsp_census_take(&all, "nowhere", NULL));
    assert_int_equal(all.states + all.messages, 0);
    rsp_campaign_close(&c);
}

static void sums_end_at_their_limit(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_census all;
    sample_open(&c, "one");
    write_text("one/journal/a-0.now", "at 5 messages 18446744073709551000 seconds 18446744073709551000\n");
    write_text("one/journal/b-0.now", "at 5 messages 18446744073709551000 seconds 18446744073709551000\n");
    assert_ok(rsp_census_take(&all, "one", NULL));
    assert_true(all.messages == UINT64_MAX && all.seconds == UINT64_MAX);
    rsp_campaign_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(next_run_goes_on_behind_the_sequence_under_way),
        folder_test(record_ends_where_the_new_sequence_does),
        cmocka_unit_test(every_cut_of_a_head_is_a_place_at_or_before_it),
        cmocka_unit_test(what_is_no_head_is_no_place),
        cmocka_unit_test(damaged_lines_are_no_states),
        folder_test(state_behind_a_cut_line_is_kept),
        folder_test(journal_without_its_folder_is_an_error_with_its_path),
        folder_test(copied_place_has_no_messages),
        folder_test(what_several_have_seen_counts_once),
        folder_test(sums_end_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
