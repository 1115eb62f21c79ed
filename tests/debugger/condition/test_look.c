/* What a stop says of the code beside the program: with the end of a process, or its exec, that code is gone.
 * Breakpoints stay. The stub is a table.
 * See look.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "condition/run/set.h"

enum { SITE = 0x1000, COPY = 0x2000 };

static const char *const ends[] = {"W00", "X09", "T05thread:1;exec:2f61;", "T05thread:1;reason:exec;"};

/* A copy of the site's instruction, as if passing over the breakpoint had cost enough for one. */
static const rsp_trampoline copy = {.machine = RSP_KIND_X86_64,
                                    .site = SITE,
                                    .code = COPY,
                                    .moved = COPY,
                                    .moved_end = COPY + 16,
                                    .end = COPY + 16};

static void check_end(const char *end) {
    const liar_line lines[] = {{"qSupported", "PacketSize=400;exec-events+"},
                               {"vCont?", "vCont;c;C;s;S"},
                               {"?", "T05thread:1;10:0005000000000000;"},
                               {"p10", "0005000000000000"},
                               {"Z", "OK"},
                               {"z", "OK"},
                               {"H", "OK"},
                               {"vCont;c", end}};
    const rsp_conditionals_options options = {.kind = RSP_KIND_X86_64};
    const rsp_conditional_request request = {
        .address = SITE, .kind = 1, .condition = RSP_LIT("1"), .way = RSP_WAY_HOST, .only = true};
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_stop stop;
    liar l;
    liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    assert_ok(rsp_client_connect(l.client));
    rsp_conditionals *set = rsp_conditionals_new(l.client, &options);
    assert_non_null(set);
    assert_ok(rsp_conditional_breakpoint(set, &breakpoint, &request));
    breakpoint->copy.map = copy;
    breakpoint->copy_refused = true;
    assert_ok(rsp_conditionals_run(set, NULL, 0, &stop));
    if (breakpoint->copy.map.code != 0 || breakpoint->copy_refused)
        fail_msg("%s: the copy is believed to be there", end);
    assert_ptr_equal(set->first, breakpoint);
    rsp_conditionals_free(set);
    liar_close(&l);
}

static void code_beside_the_program_ends_with_it(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(ends); i++)
        check_end(ends[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_beside_the_program_ends_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
