/* The client on gdbserver, lldb-server and QEMU: connect, read, breakpoint at the entry, step over it, leave.
 * None of the three has a batched packet that the other lacks, so every fallback is met in the wild.
 * A stub that is not installed is left out. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "real_stub.h"

#include "core/hex.h"
#include <inttypes.h>
#include <stdio.h>

typedef struct subject {
    const real_stub *stub;
    uint64_t pc;
    uint64_t sp;
    uint64_t kind; /* of a software breakpoint */
    bool no_ack;   /* with acks it forgets a request that comes together with the '+' of a stop reply */
} subject;

static const subject subjects[] = {
    {&real_gdbserver, 0x10, 7, 1, false},
    {&real_lldb_server, 0x10, 7, 1, true},
    {&real_qemu, 0x20, 2, 4, false},
};

static uint64_t reg(real_world *w, uint64_t num) {
    uint8_t bytes[8] = {0};
    size_t len = 0;
    if (rsp_client_read_register(w->client, (rsp_ptid){0}, num, bytes, sizeof bytes, &len) != RSP_OK)
        fail_msg("%s: %s", w->stub->program, rsp_client_error(w->client)->msg);
    assert_int_equal(len, 8);
    return real_number(bytes);
}

static void read_both_ways(real_world *w, uint64_t sp, uint64_t entry) {
    uint8_t code[64];
    uint8_t stack[64];
    uint8_t again[64];
    rsp_read reads[] = {{.addr = entry, .len = 64, .out = code},
                        {.addr = reg(w, sp), .len = 64, .out = stack},
                        {.addr = 8, .len = 8, .out = again}};
    assert_ok(rsp_read_memory_vectorized(w->client, 0, reads, 3));
    assert_int_equal(reads[0].num_read, 64);
    assert_int_equal(reads[1].num_read, 64);
    assert_int_equal(reads[2].status, RSP_FAULT);
    for (size_t i = 0; i < 64; i += 8) {
        rsp_bytes reply;
        char request[40];
        (void)snprintf(request, sizeof request, "m%" PRIx64 ",8", entry + i);
        assert_ok(rsp_client_packet(w->client, rsp_bytes_str(request), &reply));
        assert_int_equal(reply.len, 16);
        assert_ok(rsp_hex_decode_into(again + i, reply));
    }
    assert_memory_equal(again, code, 64);
}

/* The same value again: P, or G where there is only that. */
static void write_back(real_world *w, uint64_t sp) {
    uint64_t before = reg(w, sp);
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(before >> (8 * i));
    if (rsp_client_write_register(w->client, (rsp_ptid){0}, sp, rsp_bytes_make(bytes, 8)) != RSP_OK)
        fail_msg("%s: %s", w->stub->program, rsp_client_error(w->client)->msg);
    assert_int_equal(reg(w, sp), before);
}

static void client_works_on_real_stubs(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(subjects); i++) {
        const subject *s = &subjects[i];
        if (!real_installed(s->stub))
            continue;
        for (unsigned plain = 0; plain < 2; plain++) {
            real_world w;
            const rsp_stop_reply *stop = NULL;
            const uint32_t acks = s->no_ack ? 0 : RSP_USE_BIT(RSP_USE_NO_ACK);
            const uint32_t off = RSP_USE_BIT(RSP_USE_BINARY_READ) | acks;
            real_open(&w, s->stub, (rsp_client_options){.off = plain ? off : 0});
            const rsp_site site = {.addr = real_entry(&w), .kind = s->kind};
            const rsp_site next = {.addr = site.addr + 4, .kind = s->kind};
            read_both_ways(&w, s->sp, site.addr);
            assert_ok(rsp_client_enable_site(w.client, &site, NULL, 0));
            assert_ok(rsp_client_enable_site(w.client, &next, NULL, 0));
            assert_ok(rsp_client_disable_site(w.client, &next));
            if (rsp_client_run(w.client, NULL, LONG_NS, &stop) != RSP_OK)
                fail_msg("%s: %s", s->stub->program, rsp_client_error(w.client)->msg);
            assert_int_equal(stop->signal, 5);
            assert_int_equal(reg(&w, s->pc), site.addr);
            assert_true(rsp_client_site_physically_enabled(w.client, &site));
            assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, site.addr, LONG_NS, &stop));
            assert_true(reg(&w, s->pc) != site.addr);
            assert_ok(rsp_client_disable_site(w.client, &site));
            write_back(&w, s->sp);
            assert_ok(rsp_client_run(w.client, NULL, LONG_NS, &stop));
            assert_int_equal(stop->kind, RSP_STOP_EXITED);
            assert_int_equal(stop->status, 0);
            real_close(&w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_works_on_real_stubs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
