/* A packet is gone around when a result has told that it is silent or deadly.
 * Scenarios about it send it, and its first reply ends it.
 * See ends/detour.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ends/detour.h"

#include <rsp/clock.h>
#include <rsp/packet_ids.h>

static const rsp_manners nothing_known;

static const char *reason(const detour *d, const patience *p, const char *payload) {
    return detour_reason(d, p, &nothing_known, rsp_bytes_str(payload));
}

static void miss(patience *p, rsp_packet_id packet, unsigned times) {
    for (unsigned i = 0; i < times; i++)
        patience_learn(p, packet, false, 2 * RSP_NS_PER_S);
}

static void silent_packet_is_gone_around_once_it_is_told(void **state) {
    (void)state;
    patience p = {.on = true};
    detour d = {.num_covers = 0};
    const rsp_symptom silent = {.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_QC};
    miss(&p, RSP_PACKET_QC, 2);
    assert_null(reason(&d, &p, "qC")); /* no result tells it yet */
    detour_learn(&d, &silent);
    assert_string_equal(reason(&d, &p, "qC"), "gets no reply");
    assert_null(reason(&d, &p, "?"));
    patience_learn(&p, RSP_PACKET_QC, true, 1);
    assert_null(reason(&d, &p, "qC"));
}

static void one_silence_is_enough_where_unknown_packets_are_silent(void **state) {
    (void)state;
    patience p = {.on = true};
    detour d = {.num_covers = 0};
    detour_learn(&d, &(rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_QC});
    miss(&p, RSP_PACKET_QC, 1);
    assert_null(reason(&d, &p, "qC"));
    p.unknowns_silent = true;
    assert_non_null(reason(&d, &p, "qC"));
}

static void scenarios_about_the_packet_send_it(void **state) {
    (void)state;
    static const char *const about[] = {"FRAME-001", "THR-001"};
    static const char *const other[] = {"FRAME-001", "STOP-001"};
    patience p = {.on = true};
    detour d = {.num_covers = 0};
    detour_learn(&d, &(rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_QC});
    detour_begin(&d, other, 2);
    assert_string_equal(reason(&d, &p, "qC"), "ends the stub");
    detour_begin(&d, about, 2);
    assert_null(reason(&d, &p, "qC"));
}

/* What else was odd may be why. */
static void odd_requests_prove_nothing(void **state) {
    (void)state;
    const rsp_symptom odd[] = {
        {.came = RSP_CAME_DIED, .packet = RSP_PACKET_QC, .oddity = RSP_ODDITY_DAMAGED},
        {.came = RSP_CAME_DIED, .packet = RSP_PACKET_QC, .suspect = RSP_ODDITY_MALFORMED},
        {.came = RSP_CAME_DIED, .packet = RSP_PACKET_QC, .beside = RSP_BESIDE_BATCHED},
        {.came = RSP_CAME_ERROR, .packet = RSP_PACKET_QC},
    };
    patience p = {.on = true};
    for (size_t i = 0; i < RSP_ARRAY_LEN(odd); i++) {
        detour d = {.num_covers = 0};
        detour_learn(&d, &odd[i]);
        assert_null(reason(&d, &p, "qC"));
    }
}

/* A program that runs on is no silence, and without patience nothing is left out. */
static void running_program_is_not_silent(void **state) {
    (void)state;
    patience p = {.on = true};
    detour d = {.num_covers = 0};
    detour_learn(&d, &(rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_CONTINUE});
    miss(&p, RSP_PACKET_CONTINUE, 3);
    assert_null(reason(&d, &p, "c"));
    detour_learn(&d, &(rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_QC});
    p.on = false;
    assert_null(reason(&d, &p, "qC"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silent_packet_is_gone_around_once_it_is_told),
        cmocka_unit_test(one_silence_is_enough_where_unknown_packets_are_silent),
        cmocka_unit_test(scenarios_about_the_packet_send_it),
        cmocka_unit_test(odd_requests_prove_nothing),
        cmocka_unit_test(running_program_is_not_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
