/* The client on a stub that debuggers use: started with a debuggee, connected, killed at the end.
 * Included behind rsp_test.h. A stub that is not installed is left out; see tests/interop/README.md.
 * The folder of debuggees is in the environment (RSP_DEBUGGEES). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REAL_STUB_H
#define RSP_REAL_STUB_H

#include "link_test.h"

#include "client/client_request.h"
#include <stdio.h>

enum { AT_NULL_KEY = 0, AT_ENTRY_KEY = 9 };

typedef struct real_stub {
    const char *program;
    const char *address; /* up to the folder of debuggees */
    const char *debuggee;
} real_stub;

static const real_stub real_gdbserver = {"gdbserver", "exec:gdbserver 127.0.0.1:{port} ", "host/scratch"};
static const real_stub real_lldb_server = {
    "lldb-server-19", "exec:lldb-server-19 gdbserver 127.0.0.1:{port} -- ", "host/scratch"};
static const real_stub real_qemu = {"qemu-riscv64", "exec:qemu-riscv64 -g {port} ", "riscv64/scratch"};

static inline bool real_installed(const real_stub *stub) {
    char command[80];
    (void)snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", stub->program);
    return system(command) == 0; /* NOLINT(cert-env33-c): a name from the table above */
}

typedef struct real_world {
    const real_stub *stub;
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
} real_world;

static inline void real_open(real_world *w, const real_stub *stub, rsp_client_options options) {
    char address[512];
    const char *folder = getenv("RSP_DEBUGGEES");
    (void)snprintf(address, sizeof address, "%s%s/%s", stub->address, folder ? folder : "build/dev/corpora",
                   stub->debuggee);
    const rsp_session_options session = {.timeout_ns = LONG_NS, .collect_console = true};
    *w = (real_world){.stub = stub, .link = open_text(address, NULL)};
    w->session = rsp_session_new(w->link, &session);
    w->client = rsp_client_new(w->session, &options);
    assert_non_null(w->client);
    if (rsp_client_connect(w->client) != RSP_OK)
        fail_msg("%s: %s", stub->program, rsp_client_error(w->client)->msg);
    assert_true(rsp_client_has_program(w->client));
}

static inline void real_close(real_world *w) {
    (void)!rsp_client_kill(w->client, 0);
    rsp_client_free(w->client);
    rsp_session_free(w->session);
    rsp_link_close(w->link);
}

/* Eight bytes, little-endian. */
static inline uint64_t real_number(const uint8_t *bytes) {
    uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

/* Where the program begins, from the vector that the kernel gave it. */
static inline uint64_t real_entry(real_world *w) {
    rsp_bytes reply;
    assert_ok(rsp_client_packet(w->client, RSP_LIT("qXfer:auxv:read::0,300"), &reply));
    for (size_t at = 1; at + 16 <= reply.len; at += 16)
        if (real_number(reply.ptr + at) == AT_ENTRY_KEY)
            return real_number(reply.ptr + at + 8);
    fail_msg("%s: no AT_ENTRY", w->stub->program);
    return 0;
}

#endif
