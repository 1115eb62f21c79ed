/* What stands out in figures that are written down here, and what does not.
 * A share that is small, or of too few round trips, is no finding.
 * See reports/capture/capture_finding.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/capture/capture_finding.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>

static void add_kind(rsp_analysis *a, rsp_quantiles *q, rsp_packet_id packet, unsigned count) {
    a->latencies.kinds[packet] = q;
    for (unsigned i = 0; i < count; i++)
        rsp_quantiles_add(q, RSP_NS_PER_MS);
}

static void expect(const rsp_analysis *a, const char *label, const char *text) {
    rsp_capture_finding found[RSP_CAPTURE_FINDINGS];
    rsp_arena arena = {0};
    const size_t num = rsp_capture_findings(found, &arena, a);
    assert_int_equal(num, label ? 1 : 0);
    if (label) {
        assert_string_equal(found[0].label, label);
        assert_string_equal(found[0].text, text);
    }
    rsp_arena_free(&arena);
}

static void families_of_packets_are_added_up(void **state) {
    (void)state;
    rsp_analysis a = {.metrics.round_trips = 300};
    rsp_quantiles q[3] = {{0}};
    expect(&a, NULL, NULL);
    add_kind(&a, &q[0], RSP_PACKET_VFILE_PREAD, 4);
    add_kind(&a, &q[1], RSP_PACKET_QSYMBOL, 4);
    expect(&a, NULL, NULL); /* four of each are too few */
    add_kind(&a, &q[2], RSP_PACKET_VFILE_OPEN, 2);
    expect(&a, "files", "6 of 300 round trips read files over the link (vFile, 6 ms)");
    a.metrics.round_trips = 301;
    expect(&a, NULL, NULL); /* less than one in fifty */
    for (size_t i = 0; i < RSP_ARRAY_LEN(q); i++)
        rsp_quantiles_free(&q[i]);
}

static void each_kind_of_finding_has_its_place(void **state) {
    (void)state;
    static const char *const labels[] = {"nagle", "redundant", "files", "symbols", "incomplete"};
    rsp_analysis a = {.metrics.round_trips = 20,
                      .delayed_acks = 6,
                      .latencies.owed.count = 20,
                      .memory.num = 9,
                      .memory.redundant = 2,
                      .memory.redundant_bytes = 1,
                      .status = RSP_NO_MEMORY};
    rsp_quantiles q[2] = {{0}};
    rsp_capture_finding found[RSP_CAPTURE_FINDINGS];
    rsp_arena arena = {0};
    add_kind(&a, &q[0], RSP_PACKET_VFILE_PREAD, 5);
    add_kind(&a, &q[1], RSP_PACKET_QSYMBOL, 5);
    assert_int_equal(rsp_capture_findings(found, &arena, &a), RSP_ARRAY_LEN(labels));
    for (size_t i = 0; i < RSP_ARRAY_LEN(labels); i++)
        assert_string_equal(found[i].label, labels[i]);
    assert_string_equal(found[1].text, "2 of 9 memory reads had been made in the same stop already (1 byte)");
    rsp_arena_free(&arena);
    for (size_t i = 0; i < RSP_ARRAY_LEN(q); i++)
        rsp_quantiles_free(&q[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_of_packets_are_added_up),
        cmocka_unit_test(each_kind_of_finding_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
