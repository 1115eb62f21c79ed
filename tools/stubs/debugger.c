/* Waits for debuggers: for one that its user starts, who is told where; and for one that we start.
 * A debugger that we start gets a port of its own: nobody who comes late is taken for the next one.
 * See debugger.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/debugger.h"
#include "cli/io.h"

#include <stdio.h>

static void tell_where(const stub_config *s, const rsp_listener *listener) {
    rsp_buf where = {0};
    rsp_listener_describe(listener, &where);
    const char *place = rsp_buf_cstr(&where);
    const char *typed = strncmp(place, "tcp:", 4) == 0 ? place + 4 : place + 5; /* behind unix: */
    io_say(stderr, "waiting %.3g s for a debugger at %s\n  in GDB:  target remote %s\n  in LLDB: %s%s\n",
           (double)s->wait_ns / (double)RSP_NS_PER_S, place, typed,
           typed == place + 4 ? "gdb-remote " : "process connect unix-connect://", typed);
    rsp_buf_free(&where);
}

static rsp_status accept_debugger(const stub_config *s, rsp_listener **listener, rsp_link **out_link,
                                  rsp_error *error) {
    rsp_listener_options options = {.link = s->link};
    if (!*listener) {
        rsp_status status = rsp_listener_open(listener, &s->address, &options, error);
        if (status != RSP_OK)
            return rsp_fail(error, RSP_CONNECT, "--listen: %s", error->msg);
    }
    tell_where(s, *listener);
    rsp_clock clock = rsp_listener_clock(*listener);
    rsp_status status =
        rsp_listener_accept(*listener, out_link, rsp_deadline(rsp_clock_now(&clock), s->wait_ns));
    if (status == RSP_TIMEOUT)
        return rsp_fail(error, RSP_CONNECT, "no debugger came within %.3g s",
                        (double)s->wait_ns / (double)RSP_NS_PER_S);
    return status == RSP_OK || status == RSP_CANCELLED
               ? status
               : rsp_fail(error, RSP_CONNECT, "no debugger can be accepted: %s", rsp_status_text(status));
}

static rsp_status start_debugger(const stub_config *s, rsp_listener **listener, rsp_link **out_link,
                                 const rsp_stub_request *request, rsp_error *error) {
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_listener_options options = {.link = s->link};
    rsp_arena arena = {0};
    rsp_buf command = {0};
    rsp_address address = {0};
    rsp_listener_close(*listener);
    rsp_status status = rsp_listener_open(listener, &any_port, &options, error);
    if (status == RSP_OK)
        status = stub_config_expand(s, &command, s->command, request, error);
    if (status == RSP_OK)
        status = rsp_address_parse(&address, &arena, rsp_buf_cstr(&command), error);
    if (status == RSP_OK) {
        rsp_clock clock = rsp_listener_clock(*listener);
        status = rsp_listener_spawn(*listener, out_link, &address,
                                    rsp_deadline(rsp_clock_now(&clock), s->wait_ns), error);
    }
    rsp_buf_free(&command);
    rsp_arena_free(&arena);
    return status == RSP_TIMEOUT ? RSP_CONNECT : status;
}

rsp_status debugger_open(const stub_config *s, rsp_listener **listener, rsp_link **out_link,
                         const rsp_stub_request *request, rsp_error *error) {
    return s->kind == STUB_CONFIG_LISTEN ? accept_debugger(s, listener, out_link, error)
                                         : start_debugger(s, listener, out_link, request, error);
}
