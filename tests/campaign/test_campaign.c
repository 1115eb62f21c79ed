/* A campaign's folder: begun, gone on with, refused; its corpus; nodes and locks.
 * campaign.json may be of anybody: whatever is in it is read or refused with its path.
 * See campaign.h and corpus_folder.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"
#include "sample_campaign.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void folder_with_something_else_is_left_alone(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_error error = {0};
    assert_int_equal(mkdir("mine", 0700), 0);
    write_text("mine/letter\nto you.txt", "x");
    assert_int_equal(rsp_campaign_open(&c, "mine", "local", &error), RSP_USAGE);
    assert_non_null(strstr(error.msg, "mine: no campaign, and not empty: 'letter"));
    assert_false(rsp_path_exists("mine/corpus"));
    rsp_campaign_close(&c);
}

static void folder_that_is_a_file_is_refused(void **state) {
    (void)state;
    rsp_campaign c;
    write_text("file", "x");
    assert_int_equal(rsp_campaign_open(&c, "file", "local", NULL), RSP_IO);
    rsp_campaign_close(&c);
}

static void what_it_is_about_is_read_as_it_was_written(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_campaign_about first = sample_about;
    rsp_campaign_about again = {0};
    assert_ok(rsp_campaign_open(&c, "one", "local", NULL));
    assert_false(rsp_campaign_exists("one"));
    first.stub = "exec:a \"quoted\" stub\n\xc3\xa4";
    assert_ok(rsp_campaign_write_about(&c, &first, NULL));
    assert_true(rsp_campaign_exists("one"));
    assert_ok(rsp_campaign_read_about(&c, &again, NULL));
    assert_string_equal(again.stub, first.stub);
    assert_string_equal(again.program, "scratch");
    assert_string_equal(again.id, first.id);
    assert_int_equal(again.seed, 7);
    rsp_campaign_close(&c);
}

static void folder_stands_for_an_id_that_is_missing(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_campaign_about about;
    assert_ok(rsp_campaign_open(&c, "old", "local", NULL));
    write_text("old/campaign.json", "{\"format\": 1, \"stub\": \"reference\"}");
    assert_ok(rsp_campaign_read_about(&c, &about, NULL));
    assert_string_equal(about.id, "old");
    assert_string_equal(about.program, "");
    rsp_campaign_close(&c);
}

static void damaged_campaigns_are_refused_with_their_path(void **state) {
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{}",
                                        "null",
                                        "{\"stub\": 1}",
                                        "{\"stub\": null, \"seed\": 1}",
                                        "{\"stub\": \"x\", \"format\": 2}",
                                        "{\"stub\": \"x\", \"format\": 999999999999999999}",
                                        "\xff\xfe"};
    (void)state;
    rsp_campaign c;
    assert_ok(rsp_campaign_open(&c, "bad", "local", NULL));
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++) {
        rsp_campaign_about about;
        rsp_error error = {0};
        write_text("bad/campaign.json", texts[i]);
        assert_int_equal(rsp_campaign_read_about(&c, &about, &error), RSP_BAD_FILE);
        assert_memory_equal(error.msg, "bad/campaign.json", 17);
        assert_int_equal(rsp_campaign_read_about(&c, &about, NULL), RSP_BAD_FILE);
    }
    rsp_campaign_close(&c);
}

static void campaign_has_begun_when_something_was_written(void **state) {
    (void)state;
    rsp_campaign c;
    sample_open(&c, "one");
    write_text("one/journal/local-0.now", "");
    assert_false(rsp_campaign_has_begun(&c));
    sample_keep(&c, "g");
    assert_true(rsp_campaign_has_begun(&c));
    rsp_campaign_close(&c);
}

static bool take_one(void *ctx, const rsp_messages *list) {
    rsp_messages_write(ctx, list);
    rsp_buf_push(ctx, ';');
    return true;
}

static bool take_none(void *ctx, const rsp_messages *list) {
    (void)ctx;
    (void)list;
    return false;
}

static void sequence_is_kept_once_and_read_in_the_order_of_names(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_buf seen = {0};
    rsp_buf again = {0};
    sample_open(&c, "one");
    sample_keep(&c, "g");
    sample_keep(&c, "qSupported");
    sample_keep(&c, "g");
    assert_int_equal(rsp_corpus_folder_count(&c), 2);
    assert_ok(rsp_corpus_folder_each(&c, take_one, &seen, NULL));
    assert_ok(rsp_corpus_folder_each(&c, take_one, &again, NULL));
    assert_int_equal(seen.len, strlen("$g\n;$qSupported\n;"));
    assert_bytes(rsp_buf_bytes(&seen), rsp_buf_bytes(&again));
    assert_int_equal(rsp_corpus_folder_each(&c, take_none, NULL, NULL), RSP_LIMIT);
    rsp_buf_free(&seen);
    rsp_buf_free(&again);
    rsp_campaign_close(&c);
}

static void hostile_names_in_the_corpus_are_read_or_refused(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_buf seen = {0};
    rsp_error error = {0};
    char longest[300];
    sample_open(&c, "one");
    write_text("one/corpus/%s%n\n'\".txt", "$g\n");
    write_text("one/corpus/.hidden", "$s\n");
    memset(longest, 'x', sizeof longest);
    (void)snprintf(longest, 12, "one/corpus/");
    longest[11] = 'x';
    longest[11 + 199] = 0;
    write_text(longest, "$?\n");
    assert_ok(rsp_corpus_folder_each(&c, take_one, &seen, &error));
    assert_bytes_lit(rsp_buf_bytes(&seen), "$g\n;$?\n;");
    assert_int_equal(mkdir("one/corpus/folder", 0700), 0);
    assert_int_equal(rsp_corpus_folder_each(&c, take_one, &seen, &error), RSP_BAD_FILE);
    rsp_buf_free(&seen);
    rsp_campaign_close(&c);
}

/* Longer than what a path's part is cut to elsewhere, and within a file system's limit. */
static void corpus_file_of_the_longest_name_is_read(void **state) {
    (void)state;
    rsp_campaign c;
    rsp_buf seen = {0};
    char path[300] = "one/corpus/";
    sample_open(&c, "one");
    memset(path + 11, 'y', 250);
    (void)snprintf(path + 261, 5, ".txt");
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && write(fd, "$g\n", 3) == 3 && close(fd) == 0);
    assert_ok(rsp_corpus_folder_each(&c, take_one, &seen, NULL));
    assert_bytes_lit(rsp_buf_bytes(&seen), "$g\n;");
    rsp_buf_free(&seen);
    rsp_campaign_close(&c);
}

static void nodes_are_names_of_files(void **state) {
    static const char *const good[] = {"a", "local", "host.example-1_x", "0"};
    static const char *const bad[] = {"", ".", "..", "-x", "a/b", "a b", "\xc3\xa4", "a\n"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(good); i++)
        assert_ok(rsp_campaign_check_node(good[i], NULL));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_int_equal(rsp_campaign_check_node(bad[i], NULL), RSP_USAGE);
}

/* What another program gets that locks the campaign under this node's name. */
static rsp_status lock_elsewhere(const char *folder, const char *node) {
    int ended = 0;
    pid_t child = fork();
    if (child == 0) {
        rsp_campaign c;
        rsp_status status = rsp_campaign_open(&c, folder, node, NULL);
        _exit(status == RSP_OK ? (int)rsp_campaign_lock(&c, NULL) : 99);
    }
    assert_true(child > 0 && waitpid(child, &ended, 0) == child && WIFEXITED(ended));
    return (rsp_status)WEXITSTATUS(ended);
}

static void one_program_at_a_time_uses_a_node(void **state) {
    (void)state;
    rsp_campaign c;
    char node[80];
    char other[80];
    memset(node, 'n', sizeof node);
    memset(other, 'n', sizeof other);
    (void)snprintf(node + 70, 5, "-one");
    (void)snprintf(other + 70, 5, "-two");
    assert_ok(rsp_campaign_open(&c, "one", node, NULL));
    assert_ok(rsp_campaign_lock(&c, NULL));
    assert_int_equal(lock_elsewhere("one", node), RSP_USAGE);
    assert_ok(lock_elsewhere("one", other)); /* its first 70 characters are the same */
    rsp_campaign_close(&c);
    assert_ok(lock_elsewhere("one", node));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(folder_with_something_else_is_left_alone),
        folder_test(folder_that_is_a_file_is_refused),
        folder_test(what_it_is_about_is_read_as_it_was_written),
        folder_test(folder_stands_for_an_id_that_is_missing),
        folder_test(damaged_campaigns_are_refused_with_their_path),
        folder_test(campaign_has_begun_when_something_was_written),
        folder_test(sequence_is_kept_once_and_read_in_the_order_of_names),
        folder_test(hostile_names_in_the_corpus_are_read_or_refused),
        folder_test(corpus_file_of_the_longest_name_is_read),
        folder_test(nodes_are_names_of_files),
        folder_test(one_program_at_a_time_uses_a_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
