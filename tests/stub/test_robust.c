/* Hostile input, failing allocations, long conversations in all splits, every fault switched on.
 * Whatever comes, one reply a request and no crash.
 * Source: requirements ROBUST-001..024. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "needs_faults.h"
#include "stub_script.h"

#include "codec/packet_schema.h"
#include "core/mem.h"
#include "core/rng.h"
#include "stub/faults/fault_list.h"
#include <rsp/frame.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const char *const script[] = {"FORKED 1.1 a1.a1",    "SIGNALLED 1.2 f",
                                     "OUTPUT hello",        "BREAK_SOFTWARE a1.a1",
                                     "WATCH_READ 1.1 40",   "EXECED a1.a1 /bin/long/path",
                                     "THREAD_EXITED 1.2 3", "PROCESS_EXITED a1 4"};

static void push_script(fake_target *fake) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(script); i++)
        fake_say(fake, script[i], false);
}

/* Requests that touch most of the stub, some of them malformed. */
static const char *const requests[] = {
    "qSupported:multiprocess+;swbreak+;fork-events+;exec-events+;no-resumed+",
    "QListThreadsInStopReply",
    "QThreadSuffixSupported",
    "?",
    "qfThreadInfo",
    "Hgp1.1",
    "g",
    "m1000,40",
    "x1000,40",
    "Z0,1000,4",
    "vCont;c",
    "?",
    "qThreadExtraInfo,p1.1",
    "jThreadsInfo",
    "QPassSignals:e;f",
    "vCont;s:p1.1",
    "?",
    "vKill;2",
    "QNonStop:1",
    "vCont;c",
    "vStopped",
    "vStopped",
    "?",
    "vStopped",
    "vCont;t",
    "vStopped",
    "vStdio",
    "QNonStop:0",
    "?",
    "vRun;2f78;61",
    "QEnvironmentHexEncoded:413d42",
    "vRun;2f79",
    "qExecAndArgs",
    "vCont;c",
    "T1",
    "zz",
    "c",
    "k",
    "?"};

static void say(rsp_buf *wire, const char *payload) {
    rsp_frame_packet(wire, rsp_bytes_str(payload));
}

/* The whole conversation with a run of the target after each request; the status of the first failure. */
static rsp_status converse(rsp_stub *stub, rsp_buf *out, size_t piece) {
    rsp_buf wire = {0};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests) && status == RSP_OK; i++) {
        rsp_buf_clear(&wire);
        say(&wire, requests[i]);
        rsp_bytes in = rsp_buf_bytes(&wire);
        while (in.len && status == RSP_OK) {
            status = rsp_stub_input(stub, rsp_bytes_sub(in, 0, piece), out);
            in = rsp_bytes_from(in, piece);
        }
        if (status == RSP_OK)
            status = rsp_stub_run(stub, 100, out);
    }
    rsp_buf_free(&wire);
    return status;
}

static void any_split_gives_the_same_bytes(void **state) {
    (void)state;
    rsp_buf whole = {0};
    for (size_t piece = 1000; piece > 0; piece = piece == 1000 ? 40 : piece - 1) {
        stub_script t;
        script_init(&t);
        t.options.run_length = true;
        push_script(t.fake);
        script_start(&t);
        assert_ok(converse(t.stub, &t.out, piece));
        if (piece == 1000)
            rsp_buf_append(&whole, rsp_buf_bytes(&t.out));
        else
            assert_bytes(rsp_buf_bytes(&t.out), rsp_buf_bytes(&whole));
        script_end(&t);
    }
    assert_true(whole.len > 1000);
    rsp_buf_free(&whole);
}

/* Fails the n-th allocation, for every n, once and for good. */
static void failing_allocations_do_no_harm(void **state) {
    (void)state;
    for (int from_then_on = 0; from_then_on < 2; from_then_on++) {
        for (uint64_t fail_at = 1;; fail_at++) {
            rsp_mem_fuzzed fuzzed;
            stub_script t;
            rsp_mem_fuzzed_init(&fuzzed, fail_at, from_then_on);
            script_init(&t);
            push_script(t.fake);
            t.options.mem = &fuzzed.mem;
            rsp_error error = {0};
            t.stub = rsp_stub_new(&t.options, &error);
            if (t.stub) {
                rsp_stub_connect(t.stub);
                rsp_status status = converse(t.stub, &t.out, 1000);
                assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
                rsp_stub_disconnect(t.stub);
            } else {
                assert_int_equal(error.status, RSP_NO_MEMORY);
            }
            script_end(&t);
            if (fuzzed.count < fail_at)
                break;
        }
    }
}

/* Every request of the table cut at every byte: one reply or, for those that run or end, none. */
static void truncated_requests_get_one_reply(void **state) {
    (void)state;
    const char *const samples[] = {"vCont;s:p1.1;c:p1.-1",
                                   "Hgp1.1",
                                   "Tp1.1",
                                   "QThreadOptions;3:p1.1",
                                   "vAttach;1f",
                                   "D;1",
                                   "qThreadExtraInfo,p1.1",
                                   "QEnvironmentHexEncoded:413d42",
                                   "QCatchSyscalls:1;5d;40",
                                   "A4,0,2f62,2,1,78",
                                   "vRun;2f62;61",
                                   "C0f;1000",
                                   "QPassSignals:1;2",
                                   "qAttached:1",
                                   "jThreadExtendedInfo:{\"thread\":1}]",
                                   "QSetWorkingDir:2f",
                                   "QNonStop:1",
                                   "vKill;1"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(samples); i++) {
        for (size_t len = 0; len <= strlen(samples[i]); len++) {
            stub_script t;
            rsp_buf wire = {0};
            script_init(&t);
            script_start(&t);
            rsp_frame_packet(&wire, rsp_bytes_make(samples[i], len));
            assert_ok(rsp_stub_input(t.stub, rsp_buf_bytes(&wire), &t.out));
            rsp_buf_free(&wire);
            assert_true(t.out.len > 0 && t.out.ptr[0] == '+');
            size_t packets = 0;
            for (size_t k = 0; k < t.out.len; k++)
                packets += t.out.ptr[k] == '#';
            assert_true(packets <= 1);
            script_end(&t);
        }
    }
}

static uint64_t next_random(void *ctx) {
    return rsp_rng_next(ctx);
}

static void random_requests_are_survived(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (int round = 0; round < 20; round++) {
        stub_script t;
        script_init(&t);
        push_script(t.fake);
        script_start(&t);
        for (int i = 0; i < 300 && !rsp_stub_finished(t.stub); i++) {
            rsp_buf payload = {0};
            rsp_buf wire = {0};
            const rsp_packet_row *row =
                rsp_packet_by_id((rsp_packet_id)(1 + rsp_rng_next(&rng) % (RSP_PACKET_END - 1)));
            rsp_packet_sample(&payload, row, next_random, &rng);
            if (rsp_rng_next(&rng) % 4 == 0 && payload.len)
                payload.ptr[rsp_rng_next(&rng) % payload.len] = (uint8_t)(rsp_rng_next(&rng) % 256);
            if (rsp_rng_next(&rng) % 8 == 0)
                rsp_buf_push(&wire, 3);
            rsp_frame_packet(&wire, rsp_buf_bytes(&payload));
            assert_ok(rsp_stub_input(t.stub, rsp_buf_bytes(&wire), &t.out));
            assert_ok(rsp_stub_run(t.stub, 10, &t.out));
            rsp_buf_clear(&t.out);
            rsp_buf_free(&payload);
            rsp_buf_free(&wire);
        }
        script_end(&t);
    }
}

static void noise_gets_no_packets(void **state) {
    (void)state;
    stub_script t;
    script_init(&t);
    script_start(&t);
    for (int i = 0; i < 256; i++) {
        uint8_t byte = (uint8_t)i;
        if (byte != '$')
            assert_ok(rsp_stub_input(t.stub, rsp_bytes_make(&byte, 1), &t.out));
    }
    assert_int_equal(t.out.len, 0);
    SCRIPT(&t, "> qC", "< QC1");
    script_end(&t);
}

/* The defects must not crash either: a suite runs against each. */
static void every_fault_survives_the_conversation(void **state) {
    (void)state;
    for (int fault = RSP_FAULT_NONE + 1; fault < RSP_FAULT_COUNT; fault++) {
        stub_script t;
        script_init(&t);
        t.options.run_length = true;
        t.options.fault = (rsp_fault)fault;
        push_script(t.fake);
        script_start(&t);
        assert_ok(converse(t.stub, &t.out, 1000));
        assert_ok(converse(t.stub, &t.out, 7));
        rsp_stub_disconnect(t.stub);
        rsp_stub_connect(t.stub);
        /* Where framing and dispatch have their defects: acks, junk, damage, upper case, colliding names. */
        assert_ok(
            rsp_stub_input(t.stub, RSP_LIT("+-\3$qC#b4-++-xyz$qC#zz$qC#B4$qC#00$#00$m0,4$qC#b4"), &t.out));
        const char *const odd[] = {
            "qSupportedX", "01:qC", "qCRC:1000,4", "vMustReplyEmpty", "bs", "QStartNoAckMode", "m0,1",
            "T9",          "D"};
        rsp_buf wire = {0};
        for (size_t i = 0; i < RSP_ARRAY_LEN(odd); i++)
            say(&wire, odd[i]);
        assert_ok(rsp_stub_input(t.stub, rsp_buf_bytes(&wire), &t.out));
        assert_ok(rsp_stub_input(t.stub, RSP_LIT("-$qC#00"), &t.out));
        rsp_buf_free(&wire);
        script_end(&t);
    }
}

static void fault_names_are_unique_and_found(void **state) {
    (void)state;
    needs_faults();
    for (int fault = RSP_FAULT_NONE + 1; fault < RSP_FAULT_COUNT; fault++) {
        const rsp_fault_info *info = rsp_fault_get((rsp_fault)fault);
        assert_non_null(info);
        assert_ptr_equal(rsp_fault_find(rsp_bytes_str(info->name)), info);
        assert_true(info->requirement[0] && info->text[0]);
    }
    assert_null(rsp_fault_get(RSP_FAULT_NONE));
    assert_null(rsp_fault_get(RSP_FAULT_COUNT));
    assert_null(rsp_fault_find(RSP_LIT("no-such-fault")));
}

/* The backlog is bounded: what does not fit is not acknowledged, so that the client sends it again. */
static void a_flood_while_running_is_bounded(void **state) {
    (void)state;
    stub_script t;
    script_init(&t);
    t.options.packet_bytes = 256;
    script_start(&t);
    SCRIPT(&t, "> c");
    for (int i = 0; i < 1000; i++)
        assert_ok(rsp_stub_input(t.stub, RSP_LIT("$qC#b4"), &t.out));
    assert_int_equal(t.out.len, 512 / 6);
    rsp_buf_clear(&t.out);
    SCRIPT(&t, "! $qC#00", "= -");
    assert_ok(rsp_stub_input(t.stub, RSP_LIT("\3"), &t.out));
    size_t packets = 0;
    for (size_t k = 0; k < t.out.len; k++)
        packets += t.out.ptr[k] == '#';
    assert_int_equal(packets, 512 / 6 + 1);
    script_end(&t);
}

/* It is answered behind the stop as others are, or all replies to come would seem to be one late. */
static void too_long_while_running_is_refused_behind_the_stop(void **state) {
    (void)state;
    stub_script t;
    rsp_buf payload = {0};
    rsp_buf wire = {0};
    script_init(&t);
    t.options.packet_bytes = 256;
    script_start(&t);
    SCRIPT(&t, "> c");
    memset(rsp_buf_extend(&payload, 300), 'm', 300);
    rsp_frame_packet(&wire, rsp_buf_bytes(&payload));
    assert_ok(rsp_stub_input(t.stub, rsp_buf_bytes(&wire), &t.out));
    assert_int_equal(t.out.len, 1);
    assert_int_equal(t.out.ptr[0], '+');
    rsp_buf_clear(&t.out);
    assert_ok(rsp_stub_input(t.stub, RSP_LIT("\3"), &t.out));
    rsp_bytes said = rsp_buf_bytes(&t.out);
    size_t stop = rsp_bytes_search(said, RSP_LIT("$T02"));
    size_t error = rsp_bytes_search(said, RSP_LIT("$E"));
    assert_true(stop < error && error < said.len);
    rsp_buf_free(&payload);
    rsp_buf_free(&wire);
    script_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_split_gives_the_same_bytes),
        cmocka_unit_test(failing_allocations_do_no_harm),
        cmocka_unit_test(truncated_requests_get_one_reply),
        cmocka_unit_test(random_requests_are_survived),
        cmocka_unit_test(noise_gets_no_packets),
        cmocka_unit_test(every_fault_survives_the_conversation),
        cmocka_unit_test(fault_names_are_unique_and_found),
        cmocka_unit_test(a_flood_while_running_is_bounded),
        cmocka_unit_test(too_long_while_running_is_refused_behind_the_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
