/* Merging campaigns: what both have is there once, numbers are added up once, by the campaigns' ids.
 * Also results.json as it is written and read back.
 * See merge.h and totals.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"
#include "sample_campaign.h"

#include "campaign/merge.h"
#include "campaign/totals.h"

/* A campaign that was run: two sequences, a finding, and so many messages. */
static void make(const char *folder, const char *id, const char *payload, uint64_t messages) {
    rsp_campaign c;
    rsp_campaign_about about = sample_about;
    char journal[80];
    about.id = id;
    assert_ok(rsp_campaign_open(&c, folder, "local", NULL));
    assert_ok(rsp_campaign_write_about(&c, &about, NULL));
    sample_keep(&c, "g");
    sample_keep(&c, payload);
    (void)sample_find(&c, "crash:SIGSEGV:m", false);
    const rsp_totals totals = {.sum = {.messages = messages, .sequences = 3}, .jobs = 2};
    assert_ok(rsp_totals_write(&c, &about, &totals, "1.0", NULL));
    (void)snprintf(journal, sizeof journal, "%s/journal/local-0.states", folder);
    write_text(journal, "0000000000000001\n");
    rsp_campaign_close(&c);
}

static rsp_status merge(const char *into, const char *one, const char *two) {
    const char *const folders[] = {one, two};
    return rsp_campaign_merge(into, folders, two ? 2 : 1, "1.0", NULL, NULL);
}

static rsp_status add_part(void *ctx, const rsp_totals_part *part) {
    rsp_totals_add(ctx, &part->totals);
    return RSP_OK;
}

static uint64_t messages_in(const char *folder) {
    rsp_totals own;
    rsp_totals parts = {0};
    assert_ok(rsp_totals_read(&own, folder, "nobody", add_part, &parts, NULL));
    return parts.sum.messages;
}

static void what_both_have_is_there_once(void **state) {
    (void)state;
    rsp_campaign c = {.folder = "both"};
    make("one", "id-1", "s", 100);
    make("two", "id-2", "c", 50);
    assert_ok(merge("both", "one", "two"));
    assert_int_equal(rsp_corpus_folder_count(&c), 3);
    assert_int_equal(rsp_findings_folder_count(&c), 1);
    assert_int_equal(messages_in("both"), 150);
    assert_true(file_has("both/results.json", "\"states\": 1"));
    rsp_campaign_close(&c);
}

static void merging_again_adds_nothing(void **state) {
    (void)state;
    rsp_campaign c = {.folder = "both"};
    make("one", "id-1", "s", 100);
    make("two", "id-2", "c", 50);
    assert_ok(merge("both", "one", "two"));
    assert_ok(merge("both", "two", "one"));
    assert_ok(merge("more", "both", "two"));
    assert_int_equal(messages_in("both"), 150);
    assert_int_equal(messages_in("more"), 150);
    assert_int_equal(rsp_corpus_folder_count(&c), 3);
    assert_int_equal(rsp_findings_folder_count(&c), 1);
    rsp_campaign_close(&c);
}

static void account_with_more_messages_counts(void **state) {
    (void)state;
    make("early", "id-1", "s", 100);
    assert_ok(merge("both", "early", NULL));
    make("late", "id-1", "s", 700);
    assert_ok(merge("both", "late", NULL));
    assert_int_equal(messages_in("both"), 700);
    assert_ok(merge("both", "early", NULL));
    assert_int_equal(messages_in("both"), 700);
}

static void messages_of_a_killed_run_are_in_its_journal(void **state) {
    (void)state;
    make("one", "id-1", "s", 100);
    write_text("one/journal/local-0.now", "at 5 messages 250 seconds 3\n$g\n.end\n");
    assert_ok(merge("both", "one", NULL));
    rsp_totals own;
    rsp_totals parts = {0};
    assert_ok(rsp_totals_read(&own, "both", "nobody", add_part, &parts, NULL));
    assert_int_equal(rsp_totals_messages(&parts), 250);
}

static void minimised_finding_replaces_a_pending_one(void **state) {
    (void)state;
    rsp_campaign c;
    sample_open(&c, "pending");
    (void)sample_find(&c, "crash:SIGSEGV:m", true);
    rsp_campaign_close(&c);
    make("whole", "id-1", "s", 1);
    assert_ok(merge("both", "pending", "whole"));
    assert_true(file_has("both/findings/crash-sigsegv-m/finding.json", "\"signature\""));
    assert_false(file_has("both/findings/crash-sigsegv-m/finding.json", "\"pending\": true"));
    assert_ok(merge("both", "pending", NULL));
    assert_false(file_has("both/findings/crash-sigsegv-m/finding.json", "\"pending\": true"));
}

static void what_is_no_campaign_is_refused(void **state) {
    (void)state;
    make("one", "id-1", "s", 100);
    assert_int_equal(merge("both", "one", "nowhere"), RSP_NOT_FOUND);
    write_text("one/results.json", "[]");
    assert_int_equal(merge("both", "one", NULL), RSP_BAD_FILE);
    write_text("one/results.json", "{\"totals\": 3}");
    assert_int_equal(merge("both", "one", NULL), RSP_BAD_FILE);
    write_text("one/results.json", "");
    assert_int_equal(merge("both", "one", NULL), RSP_BAD_FILE);
    write_text("one/campaign.json", "{}");
    assert_int_equal(merge("both", "one", NULL), RSP_BAD_FILE);
}

static void bad_numbers_count_as_far_as_they_make_sense(void **state) {
    (void)state;
    rsp_totals own;
    make("one", "id-1", "s", 100);
    write_text("one/results.json",
               "{\"jobs\": 1e300, \"totals\": {\"messages\": -5, \"sequences\": 1e300, \"states\": \"x\","
               " \"corpus\": 7, \"seconds\": -1, \"seconds_silent\": 1e300}}");
    assert_ok(rsp_totals_read(&own, "one", "id-1", add_part, NULL, NULL));
    assert_int_equal(own.sum.messages, 0);
    assert_true(own.sum.sequences >= UINT64_C(4000000000000000000));
    assert_int_equal(own.sum.states, 0);
    assert_int_equal(own.sum.corpus, 7);
    assert_int_equal(own.duration_ns, 0);
    rsp_totals sum = own;
    for (int i = 0; i < 8; i++)
        rsp_totals_add(&sum, &own);
    assert_true(sum.sum.sequences == INT64_MAX && sum.sum.corpus == 63 && sum.jobs <= INT32_MAX);
}

static void run_of_a_merged_campaign_keeps_the_others(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_campaign_about about;
    const rsp_totals run = {.sum = {.messages = 7}};
    make("one", "id-1", "s", 100);
    make("two", "id-2", "c", 50);
    assert_ok(merge("both", "one", "two"));
    assert_ok(rsp_campaign_open(&c, "both", "local", NULL));
    assert_ok(rsp_campaign_read_about(&c, &about, NULL));
    assert_ok(rsp_totals_write(&c, &about, &run, "1.0", NULL));
    rsp_campaign_close(&c);
    assert_int_equal(messages_in("both"), 150);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(what_both_have_is_there_once),
        folder_test(merging_again_adds_nothing),
        folder_test(account_with_more_messages_counts),
        folder_test(messages_of_a_killed_run_are_in_its_journal),
        folder_test(minimised_finding_replaces_a_pending_one),
        folder_test(what_is_no_campaign_is_refused),
        folder_test(bad_numbers_count_as_far_as_they_make_sense),
        folder_test(run_of_a_merged_campaign_keeps_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
