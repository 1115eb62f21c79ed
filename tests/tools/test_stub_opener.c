/* A worker's stubs: in this process, by address, kept, in advance; and what each can not have.
 * The reference stub answers for real, in virtual time. Other stubs are `cat`, which echoes.
 * See stubs/stub_opener.h and stubs/spare_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stubs/spare_stub.h"
#include "stubs/stub_opener.h"

#include "link/link_control.h"
#include <rsp/session.h>

typedef struct world {
    stub_config config;
    stub_opener *opener;
    rsp_error error;
} world;

static void begin(world *w, const char *text) {
    rsp_diagnostics diagnostics = {0};
    *w = (world){0};
    assert_ok(stub_config_init(&w->config, text, NULL, NULL, &diagnostics, &w->error));
    rsp_diagnostics_free(&diagnostics);
    w->opener = stub_opener_new(&w->config);
    assert_non_null(w->opener);
}

static void end(world *w) {
    stub_opener_free(w->opener);
    stub_config_free(&w->config);
}

/* Asks once; the answer is OK, or this outcome. */
static void ask(rsp_link *link, const char *request, const char *answer) {
    rsp_session *session = rsp_session_new(link, NULL);
    rsp_answer got;
    assert_non_null(session);
    assert_ok(rsp_session_request(session, rsp_bytes_str(request), &got));
    assert_bytes(got.payload, rsp_bytes_str(answer));
    rsp_session_free(session);
}

static void refused(world *w, const rsp_stub_request *request, rsp_status status, const char *message) {
    rsp_link *link = NULL;
    w->error = (rsp_error){0};
    assert_int_equal(stub_opener_open(w->opener, &link, request, &w->error), status);
    assert_null(link);
    if (!strstr(w->error.msg, message))
        fail_msg("expected \"%s\", got \"%s\"", message, w->error.msg);
}

static void the_reference_stub_is_fresh_each_time(void **state) {
    static const char *const off[] = {"offer-no-ack=off"};
    world w;
    rsp_link *first = NULL;
    rsp_link *second = NULL;
    (void)state;
    begin(&w, "reference");
    assert_ok(stub_opener_open(w.opener, &first, &(rsp_stub_request){.program = "hello"}, &w.error));
    assert_true(rsp_link_is_virtual(first));
    ask(first, "QStartNoAckMode", "OK");
    /* Another one beside it, with an option of its own. */
    const rsp_stub_request plain = {.program = "hello", .options = off, .num_options = 1};
    assert_ok(stub_opener_open(w.opener, &second, &plain, &w.error));
    ask(second, "QStartNoAckMode", "");
    stub_opener_closing(w.opener, first);
    rsp_link_close(first);
    stub_opener_closing(w.opener, second);
    rsp_link_close(second);
    assert_ok(stub_opener_open(w.opener, &first, &(rsp_stub_request){.program = ""}, &w.error));
    ask(first, "vMustReplyEmpty", "");
    stub_opener_closing(w.opener, first);
    rsp_link_close(first);
    end(&w);
}

static void the_reference_stub_says_what_it_can_not_have(void **state) {
    static const char *const options[] = {"nonesuch=1", "run-length=perhaps"};
    world w;
    (void)state;
    begin(&w, "reference");
    refused(&w, &(rsp_stub_request){.program = "helo"}, RSP_NOT_FOUND, "hello");
    refused(&w, &(rsp_stub_request){.program = "", .options = options, .num_options = 1}, RSP_UNSUPPORTED,
            "nonesuch");
    refused(&w, &(rsp_stub_request){.program = "", .options = options + 1, .num_options = 1}, RSP_USAGE,
            "run-length perhaps: expected on|off");
    refused(&w, &(rsp_stub_request){.program = "", .play = RSP_PLAY_STUB}, RSP_UNSUPPORTED,
            "tests a debugger; name one with --debugger or --listen");
    end(&w);
}

static void a_kept_connection_is_lent(void **state) {
    world w;
    rsp_link *kept = NULL;
    rsp_link *lent = NULL;
    (void)state;
    begin(&w, "reference");
    assert_ok(stub_opener_open(w.opener, &kept, &(rsp_stub_request){.program = "hello"}, &w.error));
    const rsp_stub_request again = {.program = "hello", .kept = kept};
    assert_ok(stub_opener_open(w.opener, &lent, &again, &w.error));
    ask(lent, "qC", "QC2a1");
    rsp_link_close(lent);
    ask(kept, "qC", "QC2a1"); /* still open */
    stub_opener_closing(w.opener, kept);
    rsp_link_close(kept);
    end(&w);
}

static void the_provider_knows_programs_and_options(void **state) {
    world w;
    rsp_bytes elf = {0};
    (void)state;
    begin(&w, "reference");
    rsp_stub_provider p = stub_opener_provider(w.opener);
    assert_ok(p.image(p.ctx, "hello", &elf));
    assert_true(rsp_bytes_starts(elf, RSP_LIT("\177ELF")));
    assert_int_equal(p.image(p.ctx, "nonesuch", &elf), RSP_NOT_FOUND);
    assert_string_equal(p.program_path(p.ctx, "hello"), "/bin/hello");
    assert_string_equal(p.program_path(p.ctx, ""), "/bin/scratch");
    assert_true(p.has_option(p.ctx, "run-length"));
    assert_false(p.has_option(p.ctx, "nonesuch"));
    end(&w);
    begin(&w, "pipe:cat");
    p = stub_opener_provider(w.opener);
    assert_int_equal(p.image(p.ctx, "hello", &elf), RSP_NOT_FOUND);
    assert_null(p.program_path(p.ctx, "hello"));
    assert_false(p.has_option(p.ctx, "run-length"));
    end(&w);
}

static void a_stub_of_somebody_else_runs_what_it_likes(void **state) {
    static const char *const options[] = {"run-length=off"};
    world w;
    rsp_link *link = NULL;
    rsp_buf heard = {0};
    (void)state;
    begin(&w, "pipe:cat");
    refused(&w, &(rsp_stub_request){.program = "hello"}, RSP_UNSUPPORTED,
            "needs program 'hello', and pipe:cat has its own program");
    refused(&w, &(rsp_stub_request){.program = RSP_PROGRAM_NONE}, RSP_UNSUPPORTED,
            "needs a stub without a program, and pipe:cat has one");
    refused(&w, &(rsp_stub_request){.program = "", .options = options, .num_options = 1}, RSP_UNSUPPORTED,
            "this stub has no option run-length=off");
    assert_ok(stub_opener_open(w.opener, &link, &(rsp_stub_request){.program = ""}, &w.error));
    assert_ok(rsp_link_send(link, RSP_LIT("+"), RSP_NEVER_NS));
    assert_ok(rsp_link_recv(link, &heard, 1, RSP_NEVER_NS));
    assert_bytes(rsp_buf_bytes(&heard), RSP_LIT("+"));
    rsp_buf_free(&heard);
    stub_opener_closing(w.opener, link);
    rsp_link_close(link);
    end(&w);
}

static void a_stub_that_is_gone_is_tried_again_until_the_end(void **state) {
    static volatile sig_atomic_t stop;
    world w;
    rsp_link *link = NULL;
    (void)state;
    begin(&w, "unix:/nonexistent/socket");
    assert_int_equal(stub_opener_open_again(w.opener, &link, &(rsp_stub_request){.program = ""}, 0, &w.error),
                     RSP_CONNECT); /* the end is past: once */
    stop = 1;
    w.config.link.stop = &stop;
    assert_int_equal(
        stub_opener_open_again(w.opener, &link, &(rsp_stub_request){.program = ""}, RSP_NEVER_NS, &w.error),
        RSP_CANCELLED);
    end(&w);
}

static void a_spare_is_taken_by_its_text_and_environment(void **state) {
    static const char *const ours[] = {"NAME=value", NULL};
    const rsp_link_options link = {0};
    stub_start_options how = {.link = &link};
    spare_stub spare = {0};
    rsp_link *taken = NULL;
    (void)state;
    assert_true(spare_stub_wanted(&spare));
    assert_false(spare_stub_take(&spare, &how, &taken, RSP_LIT("")));
    spare_stub_start(&spare, &how, RSP_LIT("exec:cat {socket}"));
    assert_non_null(spare.link);
    assert_false(spare_stub_wanted(&spare));
    assert_false(spare_stub_take(&spare, &how, &taken, RSP_LIT("exec:cat {port}"))); /* stays */
    assert_non_null(spare.link);
    how.environment = ours; /* what was started without it is of no use any more */
    assert_false(spare_stub_take(&spare, &how, &taken, RSP_LIT("exec:cat {socket}")));
    assert_null(spare.link);
    assert_true(spare_stub_wanted(&spare));
    spare_stub_free(&spare);
}

static void spares_that_never_come_up_are_given_up(void **state) {
    const rsp_link_options link = {0};
    const stub_start_options how = {.link = &link};
    spare_stub spare = {0};
    unsigned started = 0;
    (void)state;
    for (; started < 10 && spare_stub_wanted(&spare); started++)
        spare_stub_start(&spare, &how, RSP_LIT("exec:/nonexistent/stub {socket}"));
    assert_int_equal(started, 3);
    spare_stub_free(&spare);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_stub_is_fresh_each_time),
        cmocka_unit_test(the_reference_stub_says_what_it_can_not_have),
        cmocka_unit_test(a_kept_connection_is_lent),
        cmocka_unit_test(the_provider_knows_programs_and_options),
        cmocka_unit_test(a_stub_of_somebody_else_runs_what_it_likes),
        cmocka_unit_test(a_stub_that_is_gone_is_tried_again_until_the_end),
        cmocka_unit_test(a_spare_is_taken_by_its_text_and_environment),
        cmocka_unit_test(spares_that_never_come_up_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
