/* What becomes of clients and of a program whose client leaves: with real programs.
 * The program is tests/support/fake_stub.c.
 * See manners/manners.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "manners/manners.h"
#include <stdio.h>

#define ON_PORT "exec:" FAKE_STUB " --port {port} "
#define ON_STDIO "pipe:" FAKE_STUB " --stdio "

typedef struct way {
    const char *way;
    const char *mode;
} way;

static rsp_status open_way(void *ctx, rsp_link **out_link, rsp_error *error) {
    const way *w = ctx;
    char text[4096];
    (void)error;
    (void)snprintf(text, sizeof text, "%s%s", w->way, w->mode);
    *out_link = open_text(text, NULL);
    return RSP_OK;
}

static void lives_of_programs_are_told_apart(void **state) {
    (void)state;
    static const struct row {
        way how;
        rsp_life life;
    } rows[] = {
        {{ON_PORT, "ok"}, RSP_LIFE_STAYS},
        {{ON_PORT, "once"}, RSP_LIFE_EXITS},
        {{ON_PORT, "second-is-deaf"}, RSP_LIFE_DEAF},
        {{ON_STDIO, "ok"}, RSP_LIFE_ONCE},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        way how = rows[i].how;
        bool deaf = rows[i].life == RSP_LIFE_DEAF;
        rsp_manners m;
        rsp_error error = {0};
        const rsp_manners_options options = {.open = open_way,
                                             .ctx = &how,
                                             .quiet_ns = RSP_NS_PER_MS,
                                             .timeout_ns = deaf ? RSP_NS_PER_S : LONG_NS};
        assert_ok(rsp_manners_look(&m, &options, &error));
        assert_string_equal(rsp_life_text(m.clients.life), rsp_life_text(rows[i].life));
        assert_int_equal(m.line.acks, RSP_ACKS_FIRST);
        assert_int_equal(m.line.greeting.len, 0);
        rsp_manners_free(&m);
    }
}

int main(void) {
    (void)alarm(200);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lives_of_programs_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
