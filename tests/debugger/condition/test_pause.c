/* Threads that run stand still for a moment: each is asked once, those that stood for our sake go on, and a
 * stop that is the thread's own is kept for whoever waits for it. The stub is a table.
 * See pause.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "client/operation/client_state.h"
#include "condition/run/pause.h"

static const liar_line lines[] = {{"qSupported", "QNonStop+"},
                                  {"vCont?", "vCont;c;C;s;S;t"},
                                  {"vCont;", "OK"},
                                  {"QNonStop", "OK"},
                                  {"?", "OK"},
                                  {"H", "OK"},
                                  {"vStopped", "OK"},
                                  {"qfThreadInfo", "m1,2"},
                                  {"qsThreadInfo", "l"}};

static const rsp_ptid other = {0, 2};

/* Thread 1 stands, thread 2 runs until `stop` is said behind an answer. */
static void begin(liar *l, const char *stop, const char *behind, size_t answers) {
    rsp_buf first = {0};
    const rsp_stop_reply *reply = NULL;
    liar_open(l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){.non_stop = true});
    assert_ok(rsp_client_connect(l->client));
    rsp_frame_notification(&first, RSP_LIT("Stop:T05thread:1;"));
    assert_ok(rsp_session_input(l->session, 0, rsp_buf_bytes(&first)));
    assert_ok(rsp_client_wait_stop(l->client, 0, &reply));
    rsp_buf_free(&first);
    l->notification = stop;
    l->behind = behind;
    l->answers = answers;
}

static void end(liar *l, condition_pause *pause) {
    pause_free(pause, NULL);
    liar_close(l);
}

static void threads_that_stood_for_our_sake_go_on(void **state) {
    (void)state;
    condition_pause pause = {0};
    liar l;
    begin(&l, "Stop:T00thread:2;", "vCont;t", 1);
    assert_ok(pause_begin(&pause, l.client, 0, NULL));
    assert_int_equal(pause.num, 1);
    assert_true(rsp_ptid_equal(pause.threads[0], other));
    assert_null(client_stops_find(l.client, other)); /* it is nobody's business */
    assert_ok(pause_end(&pause, l.client));
    assert_int_equal(liar_count(&l, "vCont;t"), 1);
    assert_int_equal(liar_count(&l, "vCont;c:2"), 1);
    assert_int_equal(liar_count(&l, "vCont;c"), 1);
    end(&l, &pause);
}

/* A breakpoint, or a signal, met before the request came. */
static void stop_of_its_own_is_kept(void **state) {
    (void)state;
    static const char *const stops[] = {"Stop:T05thread:2;swbreak:;", "Stop:T0bthread:2;",
                                        "Stop:T00thread:2;watch:1000;"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(stops); i++) {
        condition_pause pause = {0};
        const rsp_stop_reply *reply = NULL;
        liar l;
        begin(&l, stops[i], "vCont;t", 1);
        assert_ok(pause_begin(&pause, l.client, 0, NULL));
        assert_int_equal(pause.num, 0);
        assert_ok(pause_end(&pause, l.client));
        assert_int_equal(liar_count(&l, "vCont;c"), 0);
        assert_ok(rsp_client_wait_stop(l.client, 0, &reply));
        assert_true(rsp_ptid_equal(reply->thread, other));
        end(&l, &pause);
    }
}

/* One that takes its time is not asked again. */
static void thread_is_asked_once(void **state) {
    (void)state;
    condition_pause pause = {0};
    liar l;
    begin(&l, "Stop:T00thread:2;", "qfThreadInfo", 3);
    assert_ok(pause_begin(&pause, l.client, 0, NULL));
    assert_int_equal(pause.num, 1);
    assert_true(liar_count(&l, "qfThreadInfo") >= 3);
    assert_int_equal(liar_count(&l, "vCont;t"), 1);
    assert_ok(pause_end(&pause, l.client));
    assert_int_equal(liar_count(&l, "vCont;c"), 1);
    end(&l, &pause);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_stood_for_our_sake_go_on),
        cmocka_unit_test(stop_of_its_own_is_kept),
        cmocka_unit_test(thread_is_asked_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
