/* A debugger that comes again gets the stub's next connection, and so does one that comes after the stub has
 * closed. The stub is a listener of this thread.
 * See interop/bridge.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "interop/bridge.h"
#include "link/link_control.h"
#include <stdio.h>

enum { LONG_S = 20, MOST_BYTES = 64 };

/* A stub that listens, the link to it that the run has opened, and the stub's end of that. */
typedef struct world {
    rsp_listener *listener;
    rsp_link *stub;
    rsp_link *server;
    rsp_bridge bridge;
} world;

static rsp_link *connect_to(uint16_t port) {
    char text[64];
    rsp_link *link = NULL;
    rsp_error error = {0};
    (void)snprintf(text, sizeof text, "tcp:127.0.0.1:%u", (unsigned)port);
    assert_ok(rsp_link_open(&link, text, NULL, &error));
    return link;
}

static rsp_link *accept_next(world *w) {
    const rsp_clock clock = rsp_listener_clock(w->listener);
    rsp_link *link = NULL;
    assert_ok(
        rsp_listener_accept(w->listener, &link, rsp_deadline(rsp_clock_now(&clock), LONG_S * RSP_NS_PER_S)));
    return link;
}

static void open_world(world *w) {
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_error error = {0};
    *w = (world){0};
    assert_ok(rsp_listener_open(&w->listener, &any_port, NULL, &error));
    w->stub = connect_to(rsp_listener_port(w->listener));
    w->server = accept_next(w);
}

static void open_bridge(world *w) {
    rsp_error error = {0};
    assert_ok(rsp_bridge_open(&w->bridge, w->stub, NULL, &error));
}

static void close_world(world *w) {
    rsp_bridge_close(&w->bridge);
    rsp_link_close(w->server);
    rsp_link_close(w->stub);
    rsp_listener_close(w->listener);
}

static void say(rsp_link *link, const char *text) {
    assert_ok(
        rsp_link_send(link, rsp_bytes_str(text), rsp_deadline(rsp_link_now(link), LONG_S * RSP_NS_PER_S)));
}

static void hear(rsp_link *link, const char *text) {
    rsp_buf got = {0};
    while (got.len < strlen(text))
        assert_ok(
            rsp_link_recv(link, &got, MOST_BYTES, rsp_deadline(rsp_link_now(link), LONG_S * RSP_NS_PER_S)));
    assert_string_equal(rsp_buf_cstr(&got), text);
    rsp_buf_free(&got);
}

static void talk(rsp_link *debugger, rsp_link *server) {
    say(debugger, "$?#3f");
    hear(server, "$?#3f");
    say(server, "+$S05#b8");
    hear(debugger, "+$S05#b8");
}

static void a_debugger_that_comes_again_has_a_new_connection(void **state) {
    (void)state;
    world w;
    open_world(&w);
    open_bridge(&w);
    for (unsigned i = 0; i < 3; i++) {
        rsp_link *debugger = connect_to(w.bridge.port);
        talk(debugger, w.server);
        rsp_link_close(debugger);
        rsp_link *next = accept_next(&w);
        rsp_link_close(w.server);
        w.server = next;
    }
    rsp_bridge_end(&w.bridge);
    assert_int_equal(w.bridge.connections, 3);
    close_world(&w);
}

/* OpenOCD closes on a client that says nothing for a second, and debuggers take longer to start. */
static void a_stub_that_closed_meanwhile_is_connected_to_again(void **state) {
    (void)state;
    world w;
    open_world(&w);
    rsp_link_close(w.server);
    w.server = NULL;
    open_bridge(&w);
    rsp_link *debugger = connect_to(w.bridge.port);
    w.server = accept_next(&w);
    talk(debugger, w.server);
    rsp_link_close(debugger);
    close_world(&w);
}

static void what_the_stub_said_meanwhile_is_handed_on(void **state) {
    (void)state;
    world w;
    open_world(&w);
    say(w.server, "+");
    open_bridge(&w);
    rsp_link *debugger = connect_to(w.bridge.port);
    hear(debugger, "+");
    talk(debugger, w.server);
    rsp_link_close(debugger);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_debugger_that_comes_again_has_a_new_connection),
        cmocka_unit_test(a_stub_that_closed_meanwhile_is_connected_to_again),
        cmocka_unit_test(what_the_stub_said_meanwhile_is_handed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
