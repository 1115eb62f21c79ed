/* The name of a thread: from the last stop, else from the stub's list, else from what it tells of one thread.
 * The stub is a table. Source: GDB manual, qThreadExtraInfo, qXfer:threads:read.
 * See client_thread.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "client/client_thread.h"
#include "core/limits.h"

#define THREADS "l<threads><thread id=\"1\" name=\"main\"/><thread id=\"2\"/></threads>"

typedef struct name_case {
    const char *name;
    const char *stop;
    const char *list; /* NULL: the stub has none */
    const char *text; /* of the thread that is asked for */
    int64_t tid;
    rsp_status status;
    const char *expected;
    size_t num_asked; /* by qThreadExtraInfo */
} name_case;

static const name_case cases[] = {
    {"of the stop", "T05thread:1;name:here;", THREADS, "78", 1, RSP_OK, "here", 0},
    {"in hex, of the stop", "T05thread:1;hexname:68657265;", THREADS, "78", 1, RSP_OK, "here", 0},
    {"of another's stop", "T05thread:2;name:here;", THREADS, "78", 1, RSP_OK, "main", 0},
    {"of the list", "T05thread:1;", THREADS, "78", 1, RSP_OK, "main", 0},
    {"not in the list", "T05thread:1;", THREADS, "78", 2, RSP_NOT_FOUND, "", 0},
    {"a text", "T05thread:1;", NULL, "776f726b6572", 1, RSP_OK, "worker", 1},
    {"no text", "T05thread:1;", NULL, "", 1, RSP_NOT_FOUND, "", 1},
    {"a refusal", "T05thread:1;", NULL, "E01", 1, RSP_NOT_FOUND, "", 1},
    {"no hex", "T05thread:1;", NULL, "776x", 1, RSP_NOT_FOUND, "", 1},
};

static void check_name(const name_case *c) {
    liar l;
    rsp_buf out = {0};
    const liar_line lines[] = {
        {"qSupported", c->list ? "PacketSize=400;qXfer:threads:read+" : "PacketSize=400"},
        {"vCont?", "vCont;c;C;s;S"},
        {"?", c->stop},
        {"qXfer:threads:read::", c->list},
        {"qThreadExtraInfo,", c->text},
    };
    liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    assert_ok(rsp_client_connect(l.client));
    rsp_buf_str(&out, "is ");
    rsp_status status = rsp_client_thread_name(l.client, (rsp_ptid){0, c->tid}, &out);
    if (status != c->status || strcmp(rsp_buf_cstr(&out) + 3, c->expected) != 0)
        fail_msg("%s: %s, \"%s\"", c->name, rsp_status_name(status), rsp_buf_cstr(&out));
    if (liar_count(&l, "qThreadExtraInfo,1") != c->num_asked)
        fail_msg("%s: asked %zu times", c->name, liar_count(&l, "qThreadExtraInfo,1"));
    rsp_buf_free(&out);
    liar_close(&l);
}

static void name_comes_from_the_first_place_that_has_one(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        check_name(&cases[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_comes_from_the_first_place_that_has_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
