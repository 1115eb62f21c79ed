/* Parts added up are what one analysis of all files counts; conversations beyond the limit.
 * Each part is an analysis of one capture made here.
 * See capture/capture_sum.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture_wire.h"

#include "capture/capture_sum.h"
#include "core/arena.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum { STEP_NS = 1000000 };

/* A capture with `num` conversations of `reads` reads each, begun `start_ms` after the usual time. */
static void make_capture(rsp_buf *out, int num, int reads, uint64_t start_ms) {
    capture_wire w;
    capture_wire_begin(&w);
    w.now_ns += start_ms * STEP_NS;
    for (int i = 0; i < num; i++) {
        w.ports[0] = (uint16_t)(40000 + i);
        capture_wire_open(&w);
        capture_wire_ask(&w, "qSupported", "PacketSize=1000");
        for (int k = 0; k < reads; k++)
            capture_wire_ask(&w, "m1000,4", "00000000");
        capture_wire_ask(&w, "c", "W00");
        capture_wire_close(&w);
    }
    *out = w.file;
}

static void feed(rsp_conversations *c, rsp_bytes file) {
    rsp_error error = {0};
    rsp_segment s;
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "test", &error);
    assert_non_null(pcap);
    while (rsp_pcap_next(pcap, &s, &error) == RSP_OK)
        rsp_conversations_feed(c, &s);
    rsp_conversations_finish(c);
    rsp_pcap_close(pcap);
}

static void copy_analysis(rsp_analysis *out, const rsp_analysis *from) {
    *out = (rsp_analysis){0};
    rsp_analysis_merge(out, from);
}

/* What an analysis of one file found, as a part. */
static rsp_capture_sum part_of(rsp_bytes file, const char *path) {
    rsp_conversations *c = rsp_conversations_new(NULL);
    assert_non_null(c);
    feed(c, file);
    const rsp_capture_totals *totals = rsp_conversations_totals(c);
    rsp_capture_sum part = {
        .totals = *totals, .conversation_count = rsp_conversations_count(c), .num_files = 1};
    copy_analysis(&part.totals.analysis, &totals->analysis);
    part.files = calloc(1, sizeof *part.files);
    assert_non_null(part.files);
    part.files[0] = (rsp_capture_file){.path = rsp_arena_str(&part.texts, path),
                                       .link = "EN10MB",
                                       .unit = "frame",
                                       .start_ns = totals->start_ns,
                                       .end_ns = totals->end_ns};
    for (size_t i = 0; i < rsp_conversations_kept(c); i++) {
        rsp_conversation *copy = malloc(sizeof *copy);
        assert_non_null(copy);
        *copy = *rsp_conversations_get(c, i);
        copy_analysis(&copy->analysis, &rsp_conversations_get(c, i)->analysis);
        part.conversations[part.num_conversations++] = copy;
    }
    rsp_conversations_free(c);
    return part;
}

static void assert_same_analysis(rsp_analysis *got, rsp_analysis *want) {
    assert_memory_equal(&got->metrics, &want->metrics, sizeof got->metrics);
    assert_memory_equal(got->phase_ns, want->phase_ns, sizeof got->phase_ns);
    assert_memory_equal(got->action_ns, want->action_ns, sizeof got->action_ns);
    assert_memory_equal(got->batches, want->batches, sizeof got->batches);
    assert_int_equal(got->memory.num, want->memory.num);
    assert_int_equal(got->memory.redundant, want->memory.redundant);
    assert_int_equal(got->latencies.owed.count, want->latencies.owed.count);
    for (unsigned permille = 0; permille <= 1000; permille += 100)
        assert_int_equal(rsp_quantiles_at(&got->latencies.owed, permille),
                         rsp_quantiles_at(&want->latencies.owed, permille));
    for (int i = 0; i < RSP_PACKET_END; i++) {
        assert_int_equal(got->latencies.kinds[i] != NULL, want->latencies.kinds[i] != NULL);
        if (want->latencies.kinds[i])
            assert_int_equal(got->latencies.kinds[i]->count, want->latencies.kinds[i]->count);
    }
}

static void parts_added_up_are_the_whole(void **state) {
    (void)state;
    static const struct {
        int num;
        int reads;
        uint64_t start_ms;
    } files[] = {{1, 3, 5000}, {2, 7, 0}, {3, 1, 90000}};
    rsp_conversations *whole = rsp_conversations_new(NULL);
    rsp_capture_sum sum = {0};
    assert_non_null(whole);
    for (size_t i = 0; i < RSP_ARRAY_LEN(files); i++) {
        rsp_buf file;
        make_capture(&file, files[i].num, files[i].reads, files[i].start_ms);
        feed(whole, rsp_buf_bytes(&file));
        rsp_capture_sum part = part_of(rsp_buf_bytes(&file), "part.pcap");
        assert_int_equal(rsp_capture_sum_add(&sum, &part), RSP_OK);
        assert_int_equal(part.num_files + part.num_conversations, 0);
        rsp_buf_free(&file);
    }
    rsp_capture_totals *want = rsp_conversations_totals(whole);
    assert_int_equal(sum.totals.flows, want->flows);
    assert_int_equal(sum.totals.start_ns, want->start_ns);
    assert_int_equal(sum.totals.end_ns, want->end_ns);
    assert_memory_equal(&sum.totals.tcp, &want->tcp, sizeof want->tcp);
    assert_same_analysis(&sum.totals.analysis, &want->analysis);
    assert_int_equal(sum.conversation_count, 6);
    assert_int_equal(sum.num_conversations, rsp_conversations_kept(whole));
    for (size_t i = 0; i < sum.num_conversations; i++) {
        rsp_conversation *one = rsp_conversations_get(whole, i);
        assert_int_equal(sum.conversations[i]->number, one->number);
        assert_same_analysis(&sum.conversations[i]->analysis, &one->analysis);
    }
    rsp_conversations_free(whole);
    rsp_capture_sum_free(&sum);
}

static void files_and_slow_exchanges_are_numbered_on(void **state) {
    (void)state;
    rsp_capture_sum sum = {0};
    for (int i = 0; i < 3; i++) {
        rsp_buf file;
        make_capture(&file, 2, 1, 0);
        rsp_capture_sum part = part_of(rsp_buf_bytes(&file), "part.pcap");
        assert_int_equal(rsp_capture_sum_add(&sum, &part), RSP_OK);
        rsp_buf_free(&file);
    }
    assert_int_equal(sum.num_files, 3);
    for (uint64_t number = 0; number < 6; number++) {
        const rsp_conversation *c = sum.conversations[number];
        assert_ptr_equal(rsp_capture_file_of(sum.files, sum.num_files, number), &sum.files[number / 2]);
        for (size_t k = 0; k < c->analysis.num_slowest; k++)
            assert_int_equal(c->analysis.slowest[k].conversation, number);
    }
    assert_string_equal(sum.files[2].path, "part.pcap");
    assert_int_equal(rsp_capture_files_ns(sum.files, 3), 3 * (sum.files[0].end_ns - sum.files[0].start_ns));
    rsp_capture_sum_free(&sum);
}

static void conversations_beyond_the_limit_are_in_the_totals_only(void **state) {
    (void)state;
    enum { EACH = RSP_LIMIT_CAPTURE_CONVERSATIONS / 2 };
    rsp_capture_sum sum = {0};
    for (int i = 0; i < 3; i++) {
        rsp_buf file;
        make_capture(&file, i < 2 ? EACH : 1, 1, 0);
        rsp_capture_sum part = part_of(rsp_buf_bytes(&file), "part.pcap");
        assert_int_equal(rsp_capture_sum_add(&sum, &part), RSP_OK);
        rsp_buf_free(&file);
        assert_int_equal(sum.num_conversations, i == 0 ? EACH : 2 * EACH);
    }
    assert_int_equal(sum.conversation_count, 2 * EACH + 1);
    assert_int_equal(sum.totals.analysis.memory.num, 2 * EACH + 1);
    rsp_capture_sum_free(&sum);
}

static void savings_are_those_of_the_whole_or_unknown(void **state) {
    (void)state;
    rsp_capture_sum sum = {0};
    rsp_capture_sum first = {.whatif = {.reads = {.packets = 7, .best = 2, .worst = 3}, .stops = 4}};
    rsp_capture_sum second = {.whatif = {.reads = {.packets = 5, .best = 1, .worst = 5}, .stops = 1}};
    rsp_capture_sum without = {.no_whatif = true};
    assert_int_equal(rsp_capture_sum_add(&sum, &first), RSP_OK);
    assert_int_equal(rsp_capture_sum_add(&sum, &second), RSP_OK);
    assert_false(sum.no_whatif);
    assert_int_equal(sum.whatif.reads.packets, 12);
    assert_int_equal(sum.whatif.reads.best, 3);
    assert_int_equal(sum.whatif.stops, 5);
    assert_int_equal(rsp_capture_sum_add(&sum, &without), RSP_OK);
    assert_true(sum.no_whatif);
    rsp_capture_sum_free(&sum);
}

static void an_empty_part_adds_nothing(void **state) {
    (void)state;
    rsp_capture_sum sum = {0};
    rsp_capture_sum part = {0};
    assert_int_equal(rsp_capture_sum_add(&sum, &part), RSP_OK);
    assert_int_equal(sum.num_files + sum.num_conversations + sum.conversation_count, 0);
    assert_int_equal(rsp_capture_files_ns(sum.files, sum.num_files), 0);
    rsp_capture_sum_free(&sum);
}

static void sum_takes_over_the_first_failure_of_its_parts(void **state) {
    (void)state;
    const rsp_analysis failed = {.status = RSP_NO_MEMORY};
    const rsp_analysis later = {.status = RSP_LIMIT};
    rsp_analysis sum = {0};
    rsp_analysis_merge(&sum, &failed);
    assert_int_equal(sum.status, RSP_NO_MEMORY);
    rsp_analysis_merge(&sum, &later);
    assert_int_equal(sum.status, RSP_NO_MEMORY);
    rsp_analysis_free(&sum);
}

static void slow_requests_are_kept_with_their_text(void **state) {
    (void)state;
    rsp_buf file;
    make_capture(&file, 1, 3, 0);
    rsp_conversations *c = rsp_conversations_new(NULL);
    assert_non_null(c);
    feed(c, rsp_buf_bytes(&file));
    const rsp_analysis *a = &rsp_conversations_totals(c)->analysis;
    size_t reads = 0;
    for (size_t i = 0; i < a->num_slowest; i++)
        if (a->slowest[i].packet == RSP_PACKET_READ_MEMORY) {
            assert_int_equal(a->slowest[i].request_len, 7);
            assert_memory_equal(a->slowest[i].request, "m1000,4", 7);
            reads++;
        }
    assert_int_equal(reads, 3);
    rsp_conversations_free(c);
    rsp_buf_free(&file);
}

static void capture_has_the_name_of_its_link(void **state) {
    (void)state;
    rsp_buf file;
    make_capture(&file, 1, 1, 0);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(&file), "test", &error);
    assert_non_null(pcap);
    const char *link = rsp_pcap_link_name(pcap);
    assert_non_null(link);
    assert_string_equal(link, "EN10MB");
    rsp_pcap_close(pcap);
    rsp_buf_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_added_up_are_the_whole),
        cmocka_unit_test(files_and_slow_exchanges_are_numbered_on),
        cmocka_unit_test(conversations_beyond_the_limit_are_in_the_totals_only),
        cmocka_unit_test(savings_are_those_of_the_whole_or_unknown),
        cmocka_unit_test(an_empty_part_adds_nothing),
        cmocka_unit_test(sum_takes_over_the_first_failure_of_its_parts),
        cmocka_unit_test(slow_requests_are_kept_with_their_text),
        cmocka_unit_test(capture_has_the_name_of_its_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
