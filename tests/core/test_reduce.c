/* Lists of letters: what shows it are some of them, in any place, and the rest goes.
 * A trial that is too much ends it.
 * See core/reduce.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/reduce.h"

typedef struct letters {
    char text[32];
    const char *needed; /* letters that show it together */
    unsigned trials;
    unsigned most;
} letters;

static size_t length(void *ctx) {
    return strlen(((const letters *)ctx)->text);
}

static bool spent(void *ctx) {
    const letters *l = ctx;
    return l->trials >= l->most;
}

static bool without(void *ctx, size_t at, size_t num) {
    letters *l = ctx;
    char shorter[sizeof l->text] = "";
    l->trials++;
    assert_true(at + num <= strlen(l->text));
    memcpy(shorter, l->text, at);
    memcpy(shorter + at, l->text + at + num, strlen(l->text + at + num) + 1);
    for (const char *c = l->needed; *c; c++)
        if (!strchr(shorter, *c))
            return false;
    memcpy(l->text, shorter, sizeof shorter);
    return true;
}

static void reduce_keeps_what_shows_it(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *needed;
        size_t least;
        unsigned most;
        const char *left;
    } cases[] = {
        {"abcdefghij", "d", 1, 100, "d"},        {"abcdefghij", "aj", 1, 100, "aj"},
        {"abcdefghij", "", 1, 100, "j"},         {"abcdefghij", "", 0, 100, ""},
        {"abc", "abc", 1, 100, "abc"},           {"", "", 0, 100, ""},
        {"abcdefghij", "d", 1, 0, "abcdefghij"}, {"abcdefghij", "d", 1, 1, "abcdefghij"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        letters l = {.needed = cases[i].needed, .most = cases[i].most};
        memcpy(l.text, cases[i].text, strlen(cases[i].text) + 1);
        const rsp_reduce r = {.length = length, .without = without, .spent = spent, .ctx = &l};
        rsp_reduce_run(&r, cases[i].least);
        assert_string_equal(l.text, cases[i].left);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reduce_keeps_what_shows_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
