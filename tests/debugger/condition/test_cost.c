/* What conditions cost: time that the program ran with one in the stub, from when it was resumed and without
 * the round trips. In virtual time, against a table.
 * See cost.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "condition/run/cost.h"
#include <rsp/clock.h>

enum { REQUESTS_BEFORE = 60 };

static const uint64_t far_ns = 20 * RSP_NS_PER_MS;

static void ask(liar *l) {
    rsp_bytes reply;
    assert_ok(rsp_client_packet(l->client, RSP_LIT("qC"), &reply));
}

/* Requests before the run have taken longer than the move would. */
static void time_before_a_run_is_no_cost_of_its_conditions(void **state) {
    (void)state;
    const liar_line lines[] = {
        {"qSupported", "PacketSize=400"}, {"vCont?", "vCont;c;C;s;S"}, {"?", "T05thread:1;"}, {"qC", "QC1"}};
    liar l;
    liar_open_far(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0}, far_ns);
    assert_ok(rsp_client_connect(l.client));
    rsp_conditional stub = {.way = RSP_WAY_STUB, .by_cost = true};
    rsp_conditionals set = {.client = l.client, .first = &stub};
    for (size_t i = 0; i < REQUESTS_BEFORE; i++) {
        cost_moment since = cost_now(&set);
        ask(&l);
        cost_add_requests(&set, &since);
    }
    assert_true(set.rtt_known);
    assert_int_equal(set.rtt_ns, far_ns);
    cost_moment resumed = cost_now(&set);
    ask(&l);
    cost_add_run(&set, &resumed);
    assert_int_equal(stub.stub_ns, 0);
    assert_false(cost_pays(&set, &stub));
    set.rtt_ns = far_ns / 4; /* the rest of the time is the program's */
    resumed = cost_now(&set);
    ask(&l);
    cost_add_run(&set, &resumed);
    assert_int_equal(stub.stub_ns, far_ns - far_ns / 4);
    liar_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_before_a_run_is_no_cost_of_its_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
