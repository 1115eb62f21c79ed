/* Counts on real captures of gdb, lldb and QEMU against what their README says.
 * The captures are not part of the repository: STUBBORN_CAPTURES names their folder, else ../shared/captures
 * is tried; without them the tests skip. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/conversation.h"
#include "capture/pcap.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct truth {
    const char *file;
    uint64_t frames;
    uint16_t port;
    uint64_t to_stub;
    uint64_t from_stub;
} truth;

static const char *const folders[] = {"../shared/captures", "../../shared/captures"};

static rsp_pcap *open_capture(const char *name) {
    const char *folder = getenv("STUBBORN_CAPTURES");
    rsp_error error = {0};
    char path[512];
    rsp_pcap *pcap = NULL;
    if (folder && snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
        pcap = rsp_pcap_open(path, &error);
    for (size_t i = 0; i < RSP_ARRAY_LEN(folders) && !pcap; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folders[i], name);
        pcap = rsp_pcap_open(path, &error);
    }
    return pcap;
}

static void check(const truth *want) {
    rsp_pcap *pcap = open_capture(want->file);
    if (!pcap)
        skip();
    rsp_conversations *c = rsp_conversations_new(NULL);
    assert_non_null(c);
    rsp_segment s;
    rsp_error error = {0};
    rsp_status status;
    while ((status = rsp_pcap_next(pcap, &s, &error)) == RSP_OK)
        rsp_conversations_feed(c, &s);
    rsp_conversations_finish(c);
    assert_int_equal(status, RSP_CLOSED);
    assert_int_equal(rsp_pcap_frames(pcap), want->frames);
    assert_int_equal(rsp_conversations_count(c), 1);
    rsp_capture_totals *t = rsp_conversations_totals(c);
    assert_int_equal(rsp_tcp_endpoint_port(&rsp_conversations_get(c, 0)->stub), want->port);
    assert_int_equal(t->analysis.metrics.packets_to_stub, want->to_stub);
    assert_int_equal(t->analysis.metrics.packets_from_stub, want->from_stub);
    assert_int_equal(t->analysis.metrics.notifications, 0);
    assert_int_equal(t->analysis.metrics.bad_checksums, 0);
    assert_int_equal(t->analysis.metrics.unsolicited, 0);
    assert_int_equal(t->tcp.gaps, 0);
    assert_int_equal(t->analysis.status, RSP_OK);
    /* The three phases together are the whole conversation. */
    uint64_t sum = 0;
    for (int i = 0; i < RSP_PHASES; i++)
        sum += t->analysis.phase_ns[i];
    assert_true(sum <= t->end_ns - t->start_ns);
    uint64_t trips = 0;
    for (int i = 0; i < RSP_ACTIONS; i++)
        trips += t->analysis.actions[i].sum;
    assert_int_equal(trips, t->analysis.metrics.round_trips);
    rsp_conversations_free(c);
    rsp_pcap_close(pcap);
}

static void gdb_with_gdbserver_is_counted_as_its_readme_says(void **state) {
    (void)state;
    check(&(truth){
        .file = "s1_allstop.pcap", .frames = 4010, .port = 41001, .to_stub = 1990, .from_stub = 1990});
}

static void lldb_with_lldb_server_is_counted_as_its_readme_says(void **state) {
    (void)state;
    check(&(truth){
        .file = "s3_batched.pcap", .frames = 4675, .port = 41020, .to_stub = 2328, .from_stub = 2329});
}

static void gdb_with_qemu_is_counted_as_its_readme_says(void **state) {
    (void)state;
    check(
        &(truth){.file = "s5_qemu.pcap", .frames = 15758, .port = 41040, .to_stub = 2625, .from_stub = 2625});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gdb_with_gdbserver_is_counted_as_its_readme_says),
        cmocka_unit_test(lldb_with_lldb_server_is_counted_as_its_readme_says),
        cmocka_unit_test(gdb_with_qemu_is_counted_as_its_readme_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
