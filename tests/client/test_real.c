/* The client on gdbserver, lldb-server and QEMU: connect, read, breakpoint at the entry, step over it, leave.
 * None of the three has a batched packet that the other lacks, so every fallback is met in the wild.
 * A stub that is not installed is left out; see tests/interop/README.md. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include <inttypes.h>
#include <rsp/client_request.h>
#include <rsp/hex.h>
#include <stdio.h>

enum { AT_NULL_KEY = 0, AT_ENTRY_KEY = 9 };

typedef struct real_stub {
    const char *program;
    const char *address; /* %s is the folder of debuggees */
    uint64_t pc;
    uint64_t sp;
    uint64_t kind; /* of a software breakpoint */
    bool no_ack;   /* with acks it forgets a request that comes together with the '+' of a stop reply */
} real_stub;

static const real_stub stubs[] = {
    {"gdbserver", "exec:gdbserver 127.0.0.1:{port} %s/host/scratch", 0x10, 7, 1, false},
    {"lldb-server-19", "exec:lldb-server-19 gdbserver 127.0.0.1:{port} -- %s/host/scratch", 0x10, 7, 1, true},
    {"qemu-riscv64", "exec:qemu-riscv64 -g {port} %s/riscv64/scratch", 0x20, 2, 4, false},
};

static bool installed(const char *program) {
    char command[80];
    (void)snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0; /* NOLINT(cert-env33-c): a name from the table above */
}

typedef struct world {
    const real_stub *stub;
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
} world;

static void open_world(world *w, const real_stub *stub, rsp_client_options options) {
    char address[512];
    const char *folder = getenv("RSP_DEBUGGEES");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    (void)snprintf(address, sizeof address, stub->address, folder ? folder : "build/dev/corpora");
#pragma GCC diagnostic pop
    const rsp_session_options session = {.timeout_ns = LONG_NS, .collect_console = true};
    *w = (world){.stub = stub, .link = open_text(address, NULL)};
    w->session = rsp_session_new(w->link, &session);
    w->client = rsp_client_new(w->session, &options);
    assert_non_null(w->client);
    if (rsp_client_connect(w->client) != RSP_OK)
        fail_msg("%s: %s", stub->program, rsp_client_error(w->client)->msg);
    assert_true(rsp_client_has_program(w->client));
}

static void close_world(world *w) {
    (void)!rsp_client_kill(w->client, 0);
    rsp_client_free(w->client);
    rsp_session_free(w->session);
    rsp_link_close(w->link);
}

static uint64_t number(const uint8_t *bytes) {
    uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static uint64_t reg(world *w, uint64_t num) {
    uint8_t bytes[8] = {0};
    size_t len = 0;
    if (rsp_client_read_register(w->client, (rsp_ptid){0}, num, bytes, sizeof bytes, &len) != RSP_OK)
        fail_msg("%s: %s", w->stub->program, rsp_client_error(w->client)->msg);
    assert_int_equal(len, 8);
    return number(bytes);
}

/* Where the program begins, from the vector that the kernel gave it. */
static uint64_t entry_of(world *w) {
    rsp_bytes reply;
    assert_ok(rsp_client_packet(w->client, RSP_LIT("qXfer:auxv:read::0,300"), &reply));
    for (size_t at = 1; at + 16 <= reply.len; at += 16)
        if (number(reply.ptr + at) == AT_ENTRY_KEY)
            return number(reply.ptr + at + 8);
    fail_msg("%s: no AT_ENTRY", w->stub->program);
    return 0;
}

static void read_both_ways(world *w, uint64_t entry) {
    uint8_t code[64];
    uint8_t stack[64];
    uint8_t again[64];
    rsp_read reads[] = {{.addr = entry, .len = 64, .out = code},
                        {.addr = reg(w, w->stub->sp), .len = 64, .out = stack},
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
static void write_back(world *w) {
    uint64_t before = reg(w, w->stub->sp);
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(before >> (8 * i));
    if (rsp_client_write_register(w->client, (rsp_ptid){0}, w->stub->sp, rsp_bytes_make(bytes, 8)) != RSP_OK)
        fail_msg("%s: %s", w->stub->program, rsp_client_error(w->client)->msg);
    assert_int_equal(reg(w, w->stub->sp), before);
}

static void client_works_on_real_stubs(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(stubs); i++) {
        if (!installed(stubs[i].program))
            continue;
        for (unsigned plain = 0; plain < 2; plain++) {
            world w;
            const rsp_stop_reply *stop = NULL;
            const uint32_t acks = stubs[i].no_ack ? 0 : RSP_USE_BIT(RSP_USE_NO_ACK);
            const uint32_t off = RSP_USE_BIT(RSP_USE_BINARY_READ) | acks;
            open_world(&w, &stubs[i], (rsp_client_options){.off = plain ? off : 0});
            const rsp_site site = {.addr = entry_of(&w), .kind = stubs[i].kind};
            const rsp_site next = {.addr = site.addr + 4, .kind = stubs[i].kind};
            read_both_ways(&w, site.addr);
            assert_ok(rsp_client_enable_site(w.client, &site, NULL, 0));
            assert_ok(rsp_client_enable_site(w.client, &next, NULL, 0));
            assert_ok(rsp_client_disable_site(w.client, &next));
            if (rsp_client_run(w.client, NULL, LONG_NS, &stop) != RSP_OK)
                fail_msg("%s: %s", stubs[i].program, rsp_client_error(w.client)->msg);
            assert_int_equal(stop->signal, 5);
            assert_int_equal(reg(&w, stubs[i].pc), site.addr);
            assert_true(rsp_client_site_physically_enabled(w.client, &site));
            assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, site.addr, LONG_NS, &stop));
            assert_true(reg(&w, stubs[i].pc) != site.addr);
            assert_ok(rsp_client_disable_site(w.client, &site));
            write_back(&w);
            assert_ok(rsp_client_run(w.client, NULL, LONG_NS, &stop));
            assert_int_equal(stop->kind, RSP_STOP_EXITED);
            assert_int_equal(stop->status, 0);
            close_world(&w);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_works_on_real_stubs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
