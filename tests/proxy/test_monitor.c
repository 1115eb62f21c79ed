/* Live counts and findings: as bytes pass, over several connections, whatever the cuts.
 * The rules themselves are tested in tests/trace.
 * See monitor.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include "proxy/monitor.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef struct told {
    unsigned num;
    rsp_rule_id last;
    uint64_t entry_end;
} told;

static void found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation) {
    told *t = ctx;
    rsp_entry entry;
    assert_true(rsp_transcript_get(transcript, violation->entry, &entry));
    assert_true(violation->message[0] != '\0');
    t->num++;
    t->last = violation->rule;
    t->entry_end = rsp_transcript_end(transcript);
}

static rsp_monitor *open_monitor(told *t) {
    rsp_monitor *m = rsp_monitor_new(&(rsp_monitor_options){.found = found, .ctx = t});
    assert_non_null(m);
    rsp_monitor_connect(m, 0, "tcp");
    return m;
}

static void round_trips_and_bytes_are_counted_as_they_pass(void **state) {
    (void)state;
    told t = {0};
    rsp_monitor *m = open_monitor(&t);
    rsp_monitor_feed(m, RSP_TO_STUB, 1, RSP_LIT("$qC#b4"));
    rsp_bytes request;
    assert_true(rsp_monitor_waiting(m, &request));
    assert_bytes_lit(request, "qC");
    rsp_monitor_feed(m, RSP_TO_CLIENT, 2, RSP_LIT("+$QC1#"));
    assert_int_equal(rsp_monitor_pending(m, RSP_TO_CLIENT), 5);
    rsp_monitor_feed(m, RSP_TO_CLIENT, 3, RSP_LIT("c5"));
    rsp_monitor_feed(m, RSP_TO_STUB, 4, RSP_LIT("+"));
    assert_false(rsp_monitor_waiting(m, &request));
    const rsp_metrics *metrics = rsp_monitor_metrics(m);
    assert_int_equal(metrics->round_trips, 1);
    assert_int_equal(metrics->kind_count[RSP_PACKET_QC], 1);
    assert_int_equal(metrics->kind_ns[RSP_PACKET_QC], 2);
    assert_int_equal(metrics->bytes_to_stub, 7);
    assert_int_equal(metrics->bytes_from_stub, 8);
    assert_int_equal(t.num, 0);
    assert_ok(rsp_monitor_status(m));
    rsp_monitor_free(m);
}

static void a_broken_rule_is_told_at_once_and_once(void **state) {
    (void)state;
    told t = {0};
    rsp_monitor *m = open_monitor(&t);
    rsp_monitor_feed(m, RSP_TO_STUB, 1, RSP_LIT("$qC#b4"));
    rsp_monitor_feed(m, RSP_TO_CLIENT, 2, RSP_LIT("+$QC1#00"));
    assert_true(t.num > 0);
    assert_int_equal(t.last, RSP_RULE_CHECKSUM);
    assert_int_equal(t.entry_end, 3);
    unsigned before = t.num;
    rsp_monitor_feed(m, RSP_TO_STUB, 3, RSP_LIT("+$qC#b4"));
    rsp_monitor_feed(m, RSP_TO_CLIENT, 4, RSP_LIT("+$QC1#c5"));
    assert_int_equal(t.num, before);
    assert_int_equal(rsp_monitor_broken(m, RSP_LEVEL_MUST), 1);
    assert_int_equal(rsp_monitor_broken(m, RSP_LEVEL_SHOULD), 0);
    rsp_monitor_free(m);
}

static void connections_add_up_and_begin_anew(void **state) {
    (void)state;
    told t = {0};
    rsp_monitor *m = open_monitor(&t);
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            rsp_monitor_connect(m, 10 * (uint64_t)i, "again");
        rsp_monitor_feed(m, RSP_TO_STUB, 10 * (uint64_t)i + 1, RSP_LIT("$QStartNoAckMode#b0"));
        rsp_monitor_feed(m, RSP_TO_CLIENT, 10 * (uint64_t)i + 2, RSP_LIT("+$OK#9a"));
        rsp_monitor_feed(m, RSP_TO_STUB, 10 * (uint64_t)i + 3, RSP_LIT("+$g#67$m"));
        rsp_monitor_close(m, 10 * (uint64_t)i + 4, "gone");
    }
    assert_int_equal(rsp_monitor_metrics(m)->round_trips, 3);
    assert_int_equal(rsp_monitor_metrics(m)->connections, 3);
    assert_int_equal(rsp_monitor_metrics(m)->unanswered, 3);
    assert_int_equal(t.num, 0);
    rsp_monitor_free(m);
}

static void without_memory_nothing_breaks(void **state) {
    (void)state;
    bool passed = false;
    for (uint64_t fail_at = 1; !passed; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        rsp_monitor *m = rsp_monitor_new(&(rsp_monitor_options){.mem = &fuzzed.mem});
        if (m) {
            rsp_monitor_feed(m, RSP_TO_STUB, 1, RSP_LIT("$qC#b4"));
            rsp_monitor_feed(m, RSP_TO_CLIENT, 2, RSP_LIT("+$QC1#00"));
            rsp_status status = rsp_monitor_status(m);
            assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        }
        passed = fuzzed.count < fail_at;
        rsp_monitor_free(m);
        assert_true(fail_at < 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips_and_bytes_are_counted_as_they_pass),
        cmocka_unit_test(a_broken_rule_is_told_at_once_and_once),
        cmocka_unit_test(connections_add_up_and_begin_anew),
        cmocka_unit_test(without_memory_nothing_breaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
