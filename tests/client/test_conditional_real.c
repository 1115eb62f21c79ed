/* Conditional breakpoints on gdbserver, lldb-server and QEMU, in each way that they allow, at the program's
 * entry: there the stack begins with the number of arguments, which makes a true condition and a false one.
 * A stub that is not installed is left out; see tests/interop/README.md. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include <rsp/conditional.h>
#include <stdio.h>

enum { AT_ENTRY_KEY = 9 };

typedef struct real_stub {
    const char *program;
    const char *address; /* %s is the folder of debuggees */
    rsp_way best;
    const char *why; /* part of the reason why it is no better */
    uint64_t offset; /* of the site from the entry: a program that stands at a site passes it */
} real_stub;

static const real_stub stubs[] = {
    {"gdbserver", "exec:gdbserver 127.0.0.1:{port} %s/host/scratch", RSP_WAY_STUB, "no compiler", 0},
    {"lldb-server-19", "exec:lldb-server-19 gdbserver 127.0.0.1:{port} -- %s/host/scratch", RSP_WAY_HOST,
     "no compiler", 0},
    {"qemu-riscv64", "exec:qemu-riscv64 -g {port} %s/riscv64/scratch", RSP_WAY_HOST, "no memory for code", 4},
};

static bool installed(const char *program) {
    char command[80];
    (void)snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0; /* NOLINT(cert-env33-c): a name from the table above */
}

typedef struct world {
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
    rsp_conditionals *set;
} world;

static void open_world(world *w, const real_stub *stub) {
    char address[512];
    const char *folder = getenv("RSP_DEBUGGEES");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    (void)snprintf(address, sizeof address, stub->address, folder ? folder : "build/dev/corpora");
#pragma GCC diagnostic pop
    const rsp_session_options session = {.timeout_ns = LONG_NS, .collect_console = true};
    *w = (world){.link = open_text(address, NULL)};
    w->session = rsp_session_new(w->link, &session);
    w->client = rsp_client_new(w->session, NULL);
    assert_non_null(w->client);
    if (rsp_client_connect(w->client) != RSP_OK)
        fail_msg("%s: %s", stub->program, rsp_client_error(w->client)->msg);
    w->set = rsp_conditionals_new(w->client, NULL);
}

static void close_world(world *w) {
    (void)!rsp_client_kill(w->client, 0);
    rsp_conditionals_free(w->set);
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

static uint64_t entry_of(world *w) {
    rsp_bytes reply;
    assert_ok(rsp_client_packet(w->client, RSP_LIT("qXfer:auxv:read::0,300"), &reply));
    for (size_t at = 1; at + 16 <= reply.len; at += 16)
        if (number(reply.ptr + at) == AT_ENTRY_KEY)
            return number(reply.ptr + at + 8);
    fail_msg("no AT_ENTRY");
    return 0;
}

/* Runs with the condition in this way: to the entry when it is true, else to the end. */
static void run_way(const real_stub *stub, rsp_way way, bool truth) {
    world w;
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_info info;
    rsp_conditional_stop stop;
    open_world(&w, stub);
    const rsp_conditional_request request = {.address = entry_of(&w) + stub->offset,
                                             .condition = truth ? RSP_LIT("u64[$sp] == 1 && s8($sp) % 8 == 0")
                                                                : RSP_LIT("u64[$sp] /u 2"),
                                             .way = way,
                                             .expected_hits = UINT64_MAX}; /* tried at once */
    if (rsp_conditional_breakpoint(w.set, &breakpoint, &request) != RSP_OK)
        fail_msg("%s: %s", stub->program, rsp_conditionals_error(w.set)->msg);
    rsp_conditional_get(breakpoint, &info);
    assert_int_equal(info.way, way > stub->best ? way : stub->best);
    if (way == RSP_WAY_INFERIOR)
        assert_non_null(strstr(info.reason[RSP_WAY_INFERIOR], stub->why));
    if (rsp_conditionals_run(w.set, NULL, LONG_NS, &stop) != RSP_OK)
        fail_msg("%s, %s: %s", stub->program, rsp_way_name(way), rsp_conditionals_error(w.set)->msg);
    rsp_conditional_get(breakpoint, &info);
    assert_ptr_equal(stop.breakpoint, truth ? breakpoint : NULL);
    assert_int_equal(stop.outcome, RSP_OK);
    assert_int_equal(info.counts.hits, truth || info.way == RSP_WAY_HOST);
    assert_int_equal(info.counts.lies, 0);
    if (truth) {
        assert_int_equal(stop.pc, request.address);
        assert_ok(rsp_conditionals_run(w.set, NULL, LONG_NS, &stop));
    }
    assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop.stop->status, 0);
    close_world(&w);
}

static void conditions_work_on_real_stubs(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(stubs) * RSP_WAY_COUNT; i++) {
        const real_stub *stub = &stubs[i / RSP_WAY_COUNT];
        if (!installed(stub->program))
            continue;
        run_way(stub, (rsp_way)(i % RSP_WAY_COUNT), true);
        run_way(stub, (rsp_way)(i % RSP_WAY_COUNT), false);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_work_on_real_stubs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
