/* Findings as folders: written, counted, replaced, withdrawn, noted; and read back, whole or damaged.
 * A folder may come from another machine, so its files may say anything.
 * See findings_folder.h and finding_file.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"
#include "sample_campaign.h"

#include "campaign/finding_file.h"
#include "core/limits.h"
#include <jansson.h>
#include <sys/stat.h>

static bool count_one(void *ctx, const char *signature, const char *folder) {
    rsp_buf_printf(ctx, "%s in %s;", signature, folder);
    return true;
}

static void finding_is_written_once_and_found_by_its_signature(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_buf seen = {0};
    sample_open(&c, "one");
    assert_false(rsp_findings_folder_has(&c, "crash:SIGSEGV:READ_MEMORY"));
    const char *folder = sample_find(&c, "crash:SIGSEGV:READ_MEMORY", false);
    assert_string_equal(folder, "one/findings/crash-sigsegv-read-memory");
    assert_true(rsp_findings_folder_has(&c, "crash:SIGSEGV:READ_MEMORY"));
    assert_null(sample_find(&c, "crash:SIGSEGV:READ_MEMORY", false));
    assert_non_null(sample_find(&c, "crash:SIGBUS:READ_MEMORY", false));
    assert_int_equal(rsp_findings_folder_count(&c), 2);
    rsp_findings_folder_each(&c, count_one, &seen);
    assert_string_equal(rsp_buf_cstr(&seen),
                        "crash:SIGBUS:READ_MEMORY in one/findings/crash-sigbus-read-memory;"
                        "crash:SIGSEGV:READ_MEMORY in one/findings/crash-sigsegv-read-memory;");
    assert_true(file_has("one/findings/crash-sigbus-read-memory/summary.md", "--stub tcp:there:1"));
    rsp_buf_free(&seen);
    rsp_campaign_close(&c);
}

static void read_finding_is_the_one_that_was_written(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_finding_file *file = NULL;
    sample_open(&c, "one");
    assert_ok(rsp_finding_file_read(&file, sample_find(&c, "crash:SIGSEGV:g", true), NULL));
    const rsp_finding *f = rsp_finding_file_get(file);
    assert_int_equal(f->kind, RSP_FINDING_CRASH);
    assert_string_equal(f->signature, "crash:SIGSEGV:g");
    assert_string_equal(f->headline, "SIGSEGV");
    assert_true(f->pending && f->seed == 7 && f->index == 12 && f->replays == 3 && f->num_before == 0);
    assert_bytes_lit(rsp_messages_bytes(f->messages, 0), "m0,4");
    assert_int_equal(rsp_finding_file_times(file), 3);
    rsp_finding_file_free(file);
    rsp_campaign_close(&c);
}

static void add_folder(void *ctx, const char *folder) {
    rsp_buf_printf(ctx, "%s;", folder);
}

static void minimised_finding_takes_the_place_of_the_pending_one(void **state) {
    (void)state;
    static const struct {
        const char *signature; /* of the minimised one */
        const char *folder;    /* NULL: known already */
    } cases[] = {{"crash:SIGSEGV:m", "one/findings/crash-sigsegv-m"},
                 {"crash:SIGSEGV:x", "one/findings/crash-sigsegv-x"},
                 {"crash:SIGBUS:g", NULL}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_campaign c;
        rsp_messages list = {0};
        rsp_buf pending = {0};
        const char *folder = "?";
        sample_open(&c, "one");
        assert_non_null(sample_find(&c, "crash:SIGBUS:g", false));
        const char *before = sample_find(&c, "crash:SIGSEGV:m", true);
        rsp_findings_folder_each_pending(&c, add_folder, &pending);
        assert_string_equal(rsp_buf_cstr(&pending), "one/findings/crash-sigsegv-m;");
        sample_list(&list, "m");
        rsp_finding f = sample_finding(cases[i].signature, &list);
        assert_ok(rsp_findings_folder_write(&c, &f, &sample_about, before, &folder, NULL));
        if (cases[i].folder)
            assert_string_equal(folder, cases[i].folder);
        else
            assert_null(folder);
        rsp_buf_clear(&pending);
        rsp_findings_folder_each_pending(&c, add_folder, &pending);
        assert_int_equal(pending.len, 0);
        assert_int_equal(rsp_findings_folder_count(&c), cases[i].folder ? 2 : 1);
        rsp_buf_free(&pending);
        rsp_messages_free(&list);
        rsp_campaign_close(&c);
        assert_int_equal(system("rm -r one"), 0);
    }
}

static void withdrawn_finding_leaves_nothing(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_error error = {0};
    sample_open(&c, "one");
    const char *folder = sample_find(&c, "crash:SIGSEGV:m", true);
    assert_ok(rsp_findings_folder_withdraw(&c, folder, NULL));
    assert_int_equal(rsp_findings_folder_count(&c), 0);
    assert_int_equal(rmdir("one/findings"), 0);
    assert_int_equal(rsp_findings_folder_withdraw(&c, folder, &error), RSP_IO);
    assert_non_null(strstr(error.msg, folder));
    rsp_campaign_close(&c);
}

static void verdict_of_a_scenario_is_added_to_the_page(void **state) {
    (void)state;
    assert_int_equal(mkdir("f", 0700), 0);
    write_text("f/summary.md", "# A finding\n");
    write_text("f/scenario.yaml", "name: x\n");
    assert_ok(rsp_findings_folder_note("f", false, "fail, no reply", NULL));
    assert_true(
        file_has("f/summary.md", "# A finding\n\nThe scenario was run against this stub: fail, no reply.\n"));
    assert_false(file_has("f/scenario.yaml", "It did not fail"));
    assert_ok(rsp_findings_folder_note("f", true, "pass", NULL));
    assert_true(file_has("f/scenario.yaml", "# It did not fail on the stub"));
    assert_true(file_has("f/scenario.yaml", "\nname: x\n"));
    assert_int_equal(rsp_findings_folder_note("nowhere", true, "pass", NULL), RSP_NOT_FOUND);
}

static void folders_that_are_no_findings_are_passed_over(void **state) {
    (void)state;
    static const char *const texts[] = {"", "[]", "{", "{}", "{\"signature\": 1}", "\"x\""};
    rsp_campaign c;
    rsp_buf seen = {0};
    sample_open(&c, "one");
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        char path[80];
        (void)snprintf(path, sizeof path, "one/findings/%zu", i);
        assert_int_equal(mkdir(path, 0700), 0);
        (void)snprintf(path, sizeof path, "one/findings/%zu/finding.json", i);
        write_text(path, texts[i]);
    }
    write_text("one/findings/file", "x");
    assert_int_equal(mkdir("one/findings/empty", 0700), 0);
    rsp_findings_folder_each(&c, count_one, &seen);
    assert_int_equal(seen.len, 0);
    json_t *all = rsp_findings_folder_json(&c);
    assert_int_equal(json_array_size(all), 2); /* the objects among them */
    json_decref(all);
    rsp_buf_free(&seen);
    rsp_campaign_close(&c);
}

/* Another machine's finding.json may name any folder: it is the one that it lies in. */
static void folder_of_a_finding_is_the_one_it_lies_in(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_buf seen = {0};
    sample_open(&c, "one");
    assert_int_equal(mkdir("one/findings/a", 0700), 0);
    write_text("one/findings/a/finding.json",
               "{\"signature\": \"s\", \"pending\": true, \"folder\": \"..\"}");
    rsp_findings_folder_each(&c, count_one, &seen);
    rsp_findings_folder_each_pending(&c, add_folder, &seen);
    assert_string_equal(rsp_buf_cstr(&seen), "s in one/findings/a;one/findings/a;");
    rsp_buf_free(&seen);
    rsp_campaign_close(&c);
}

static rsp_status parse(const char *about, const char *messages, rsp_error *error) {
    rsp_finding_file *file = (rsp_finding_file *)error; /* anything: it must be set */
    rsp_status status =
        rsp_finding_file_parse(&file, "there", rsp_bytes_str(about), rsp_bytes_str(messages), error);
    assert_true((status == RSP_OK) == (file != NULL));
    rsp_finding_file_free(file);
    return status;
}

static void damaged_findings_are_refused_with_their_path(void **state) {
    static const char good[] = "{\"kind\": \"crash\", \"signature\": \"s\"}";
    static const struct {
        const char *about;
        const char *messages;
        const char *file;
    } cases[] = {
        {"", "$g\n", "there/finding.json:"},
        {"{\"kind\": \"crash\"", "$g\n", "there/finding.json:1:"},
        {"[]", "$g\n", "there/finding.json: no finding"},
        {"{\"kind\": \"crash\"}", "$g\n", "there/finding.json: no finding"},
        {"{\"kind\": \"boredom\", \"signature\": \"s\"}", "$g\n", "there/finding.json: no finding"},
        {good, "", "there/messages.txt: no messages"},
        {good, "\n\n\n", "there/messages.txt: no messages"},
    };
    (void)state;
    rsp_error error = {0};
    assert_ok(parse(good, "$g\n", &error));
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        assert_int_equal(parse(cases[i].about, cases[i].messages, &error), RSP_BAD_FILE);
        assert_memory_equal(error.msg, cases[i].file, strlen(cases[i].file));
    }
    rsp_finding_file *file = NULL;
    assert_int_equal(rsp_finding_file_read(&file, "nowhere", &error), RSP_NOT_FOUND);
    assert_null(file);
    assert_non_null(strstr(error.msg, "nowhere/finding.json: "));
}

static void messages_beyond_one_list_are_read_into_several(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_finding_file *file = NULL;
    for (int i = 0; i < RSP_LIMIT_MESSAGES + 1; i++)
        rsp_buf_str(&text, "$g\n");
    assert_ok(rsp_finding_file_parse(&file, "there", RSP_LIT("{\"kind\": \"memory\", \"signature\": \"s\"}"),
                                     rsp_buf_bytes(&text), NULL));
    const rsp_finding *f = rsp_finding_file_get(file);
    assert_int_equal(f->num_before, 1);
    assert_int_equal(f->before[0]->num, RSP_LIMIT_MESSAGES);
    assert_int_equal(f->messages->num, 1);
    rsp_finding_file_free(file);
    rsp_buf_free(&text);
}

static void finding_that_did_not_always_show_is_played_more_often(void **state) {
    static const struct {
        const char *counts;
        unsigned times;
    } cases[] = {{"\"replays\": 3, \"reproduced\": 3", 3},    {"\"replays\": 10, \"reproduced\": 3", 10},
                 {"\"replays\": 999, \"reproduced\": 1", 30}, {"\"replays\": 5, \"reproduced\": 0", 3},
                 {"\"replays\": -5, \"reproduced\": -1", 3},  {"\"replays\": \"x\"", 3}};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        char about[200];
        rsp_finding_file *file = NULL;
        (void)snprintf(about, sizeof about, "{\"kind\": \"crash\", \"signature\": \"s\", %s}",
                       cases[i].counts);
        assert_ok(rsp_finding_file_parse(&file, "there", rsp_bytes_str(about), RSP_LIT("$g\n"), NULL));
        assert_int_equal(rsp_finding_file_times(file), cases[i].times);
        rsp_finding_file_free(file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(finding_is_written_once_and_found_by_its_signature),
        folder_test(read_finding_is_the_one_that_was_written),
        folder_test(minimised_finding_takes_the_place_of_the_pending_one),
        folder_test(withdrawn_finding_leaves_nothing),
        folder_test(verdict_of_a_scenario_is_added_to_the_page),
        folder_test(folders_that_are_no_findings_are_passed_over),
        folder_test(folder_of_a_finding_is_the_one_it_lies_in),
        cmocka_unit_test(damaged_findings_are_refused_with_their_path),
        cmocka_unit_test(messages_beyond_one_list_are_read_into_several),
        cmocka_unit_test(finding_that_did_not_always_show_is_played_more_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
