/* A provider that asks for no program whatever is asked of it, and finds programs' files in its folder.
 * What the stub in front of which it stands is told, is written down.
 * See tools/stubs/running_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/file_writer.h"
#include "in_folder.h"
#include "stubs/running_stub.h"

typedef struct told {
    rsp_stub_request request;
    unsigned last_words;
} told;

static rsp_status open_nothing(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                               rsp_error *error) {
    told *t = ctx;
    t->request = *request;
    *out_link = NULL;
    return rsp_fail(error, RSP_CONNECT, "nobody");
}

static void count_last_words(void *ctx, rsp_link *link, rsp_buf *out) {
    told *t = ctx;
    (void)link;
    (void)out;
    t->last_words++;
}

static void no_program_is_asked_for(void **state) {
    (void)state;
    static const char *const arguments[] = {"one"};
    told t = {0};
    running_stub stub = {.stubs = {.open = open_nothing, .last_words = count_last_words, .ctx = &t}};
    const rsp_stub_provider p = running_stub_provider(&stub);
    const rsp_stub_request request = {
        .program = "hello", .arguments = arguments, .num_arguments = 1, .seed = 7};
    rsp_link *link = NULL;
    rsp_error error = {0};
    assert_int_equal(p.open(p.ctx, &link, &request, &error), RSP_CONNECT);
    assert_string_equal(t.request.program, "");
    assert_int_equal(t.request.num_arguments, 0);
    assert_int_equal(t.request.seed, 7);
    p.last_words(p.ctx, NULL, NULL);
    assert_int_equal(t.last_words, 1);
    stub.stubs.last_words = NULL;
    p.last_words(p.ctx, NULL, NULL);
    running_stub_free(&stub);
}

static void images_are_files_of_the_folder(void **state) {
    (void)state;
    rsp_error error = {0};
    rsp_bytes elf = {0};
    running_stub stub = {.debuggees = "."};
    const rsp_stub_provider p = running_stub_provider(&stub);
    assert_int_equal(p.image(p.ctx, "hello", &elf), RSP_NOT_FOUND);
    assert_ok(rsp_file_write("hello", RSP_LIT("ELF of hello"), &error));
    assert_ok(rsp_file_write("other", RSP_LIT("another"), &error));
    assert_int_equal(p.image(p.ctx, "hello", &elf), RSP_OK);
    assert_bytes(elf, RSP_LIT("ELF of hello"));
    assert_int_equal(p.image(p.ctx, "other", &elf), RSP_OK);
    assert_bytes(elf, RSP_LIT("another"));
    running_stub_free(&stub);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_program_is_asked_for),
        folder_test(images_are_files_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
