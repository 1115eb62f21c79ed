/* Seeds: message lists, folders, scenarios, bytes of a client; and what is none of these.
 * Captures are read by the capture layer, which has tests of its own.
 * See seed_files.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "buggy_peer.h"
#include "in_folder.h"

#include "campaign/seed_files.h"
#include "core/limits.h"
#include <sys/stat.h>

typedef struct seeds {
    rsp_buf texts;
    size_t most; /* taken; 0: all */
    size_t num;
} seeds;

static bool take(void *ctx, const rsp_messages *list) {
    seeds *s = ctx;
    rsp_messages_write(&s->texts, list);
    rsp_buf_push(&s->texts, ';');
    return ++s->num != s->most;
}

static rsp_status make_stub(void *ctx, rsp_peer *out_peer, const char *program, rsp_error *error) {
    buggy *b = ctx;
    (void)error;
    assert_string_equal(program, "scratch");
    buggy_free(b);
    *b = (buggy){.bug = BUG_NONE};
    *out_peer = buggy_peer(b);
    return RSP_OK;
}

static rsp_status no_image(void *ctx, const char *program, rsp_bytes *out_elf) {
    (void)ctx;
    (void)program;
    *out_elf = RSP_LIT("");
    return RSP_NOT_FOUND;
}

static const char *no_path(void *ctx, const char *program) {
    (void)ctx;
    (void)program;
    return NULL;
}

static void read_seeds(seeds *s, const char *path, rsp_status expected) {
    size_t num = 99;
    rsp_error error = {0};
    rsp_buf_clear(&s->texts);
    s->num = 0;
    assert_int_equal(rsp_seed_files_read(path, NULL, take, s, &num, &error), expected);
    assert_int_equal(num, s->num);
    assert_true(expected == RSP_OK || error.msg[0]);
}

static void lists_of_a_folder_are_taken_in_the_order_of_names(void **state) {
    (void)state;
    seeds s = {0};
    assert_int_equal(mkdir("seeds", 0700), 0);
    write_text("seeds/b.txt", "$g\n!\n");
    write_text("seeds/a\n.txt", "$qC\n");
    write_text("seeds/empty.txt", "");
    write_text("seeds/readme.md", "no seed\n");
    write_text("seeds/.hidden.txt", "$s\n");
    read_seeds(&s, "seeds", RSP_OK);
    assert_string_equal(rsp_buf_cstr(&s.texts), "$qC\n;$g\n!\n;");
    s.most = 1;
    read_seeds(&s, "seeds", RSP_OK);
    assert_int_equal(s.num, 1);
    s.most = 0;
    read_seeds(&s, "seeds/b.txt", RSP_OK);
    assert_string_equal(rsp_buf_cstr(&s.texts), "$g\n!\n;");
    rsp_buf_free(&s.texts);
}

static void what_is_no_seed_is_refused(void **state) {
    (void)state;
    seeds s = {0};
    read_seeds(&s, "nowhere", RSP_NOT_FOUND);
    write_text("no.pcap", "this is no capture");
    read_seeds(&s, "no.pcap", RSP_BAD_FILE);
    write_text("one.yaml", "x: 1\n");
    read_seeds(&s, "one.yaml", RSP_UNSUPPORTED); /* there is no stub to run it on */
    rsp_buf_free(&s.texts);
}

static void bytes_of_a_client_become_messages_at_any_cut(void **state) {
    static const char bytes[] = "+$g#67$g#00\x03-$qC#b4junk";
    (void)state;
    rsp_messages whole = {0};
    rsp_buf text = {0};
    assert_true(rsp_seed_files_bytes(&whole, rsp_bytes_str(bytes)));
    rsp_messages_write(&text, &whole);
    assert_string_equal(rsp_buf_cstr(&text), "$g\n#g\n!\n=-\n$qC\n=junk\n");
    for (size_t cut = 0; cut < sizeof bytes; cut++) { /* what was recorded may begin anywhere */
        rsp_messages part = {0};
        assert_true(rsp_seed_files_bytes(&part, rsp_bytes_from(rsp_bytes_str(bytes), cut)));
        rsp_messages_free(&part);
    }
    rsp_messages_free(&whole);
    rsp_buf_free(&text);
}

static void full_list_takes_no_more_bytes(void **state) {
    (void)state;
    rsp_messages list = {0};
    for (int i = 0; i < RSP_LIMIT_MESSAGES; i++)
        assert_true(rsp_seed_files_bytes(&list, RSP_LIT("$g#67")));
    assert_false(rsp_seed_files_bytes(&list, RSP_LIT("$g#67")));
    assert_int_equal(list.num, RSP_LIMIT_MESSAGES);
    rsp_messages_free(&list);
}

static void scenario_becomes_what_the_runner_sends(void **state) {
    (void)state;
    seeds s = {0};
    size_t num = 0;
    buggy stub = {.bug = BUG_NONE};
    const rsp_seed_stubs stubs = {
        .make = make_stub, .image = no_image, .program_path = no_path, .ctx = &stub};
    rsp_error error = {0};
    assert_int_equal(mkdir("suite", 0700), 0);
    write_text("suite/one.yaml", "scenario: memory/one\ntitle: Memory can be read\ncovers: [MEM-001]\n"
                                 "steps:\n  - send: m0,4\n");
    rsp_status status = rsp_seed_files_read("suite", &stubs, take, &s, &num, &error);
    if (status != RSP_OK)
        print_error("%s\n", error.msg);
    assert_ok(status);
    assert_int_equal(num, 1);
    assert_non_null(strstr(rsp_buf_cstr(&s.texts), "$m0,4\n"));
    rsp_buf_free(&s.texts);
    buggy_free(&stub);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(lists_of_a_folder_are_taken_in_the_order_of_names),
        folder_test(what_is_no_seed_is_refused),
        cmocka_unit_test(bytes_of_a_client_become_messages_at_any_cut),
        cmocka_unit_test(full_list_takes_no_more_bytes),
        folder_test(scenario_becomes_what_the_runner_sends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
