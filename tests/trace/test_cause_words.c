/* What a cause is called: by what was sent and what came, by the smallest that shows it, and what it may
 * hide. Runs as tables of results. See cause.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include "trace/cause.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void add(rsp_run *run, const rsp_result *result) {
    assert_ok(rsp_run_add(run, result));
}

/* gdbstub's armv4t: the title of a scenario says nothing of what was wrong. */
static void wrong_reply_is_named_by_request_reply_and_what_is_due(void **state) {
    (void)state;
    static const struct {
        rsp_symptom symptom;
        const char *message, *got, *what;
    } rows[] = {
        {{.came = RSP_CAME_OTHER, .packet = RSP_PACKET_VFILE_PREAD, .asked = "vFile:pread:1,1,0"},
         "expected the reply 'F1;0'",
         "F14;0123456789abcdefghij",
         "vFile:pread:1,1,0 is answered F14;0123456789abcdefghij, not F1;0"},
        {{.came = RSP_CAME_OTHER, .packet = RSP_PACKET_VFILE_PREAD, .asked = "vFile:pread:0,10,0"},
         "expected F-1 and an error number, got another reply",
         "F10;\\x7fELF\\x01\\x01\\x01\\x00\\x00\\x00\\x00",
         "vFile:pread:0,10,0 is answered F10;\\x7fELF\\x01\\x01\\x01\\x00\\x00\\x00\\x00 where F-1 and an "
         "error "
         "number is due"},
        {{.came = RSP_CAME_OTHER, .asked = "qA"},
         "expected an error, got another reply",
         "01234567890123456789012345678901234567\\x00\\x00",
         "qA is answered 01234567890123456789012345678901234567... where an error is due"},
        {{.came = RSP_CAME_STOP, .packet = RSP_PACKET_REVERSE_STEP, .asked = "bs"},
         "expected one of 2 replies: expected an error, got another",
         "S05",
         "bs is answered S05 where something else is due"},
        {{.came = RSP_CAME_OTHER, .asked = "m0,2"},
         "expected 24 in byte 0, got 2a",
         "2a2a",
         "it works: expected 24 in byte 0, got 2a"},
        {{.came = RSP_CAME_OTHER, .asked = "m0,2", .beside = RSP_BESIDE_BATCHED},
         "expected an error, got another reply",
         "2a2a",
         "it works: expected an error, got another reply"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        run.metrics.kind_good[rows[i].symptom.packet] = 9;
        add(&run, &(rsp_result){.scenario = "a/b",
                                .requirements = "HOSTIO-005",
                                .verdict = RSP_VERDICT_FAIL,
                                .title = "it works",
                                .message = rows[i].message,
                                .got = rows[i].got,
                                .symptom = rows[i].symptom});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

/* msp430-emu-uctf: reads of gigabytes show it best, and 0x1000 bytes are enough. */
static void shortest_read_that_ends_the_stub_is_named(void **state) {
    (void)state;
    static const struct {
        uint64_t survived, lengths[2];
        const char *what;
    } rows[] = {
        {0x500, {0x7fffffff, 0x1000}, "m of 0x1000 bytes and more ends the stub"},
        {0x500, {0x7fffffff, 0x800}, "m of more than 0x500 bytes ends the stub"},
        {0x500, {0x7fffffff, 0x7fffffff}, "m of 0x7fffffff bytes ends the stub"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {.metrics = {.most_read = rows[i].survived}};
        run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
        for (size_t k = 0; k < RSP_ARRAY_LEN(rows[i].lengths); k++)
            add(&run, &(rsp_result){.scenario = k ? "memory/some" : "memory/many",
                                    .requirements = "MEM-015",
                                    .verdict = RSP_VERDICT_CRASH,
                                    .message = "the stub died",
                                    .cost.packets = 9 * k,
                                    .symptom = {.came = RSP_CAME_DIED,
                                                .packet = RSP_PACKET_READ_MEMORY,
                                                .length = rows[i].lengths[k]}});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, 1);
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_reply_is_named_by_request_reply_and_what_is_due),
        cmocka_unit_test(shortest_read_that_ends_the_stub_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
