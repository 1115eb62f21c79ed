/* One connection after the other, until the stub takes no more of them: then nobody listens, as behind a stub
 * that has ended.
 * See bridge.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/bridge.h"

#include "link/link_control.h"

enum { EARLY_BYTES = 64 * 1024, EARLY_S = 5 };

static bool stub_again(rsp_bridge *b) {
    rsp_link_shut(b->stub);
    const uint64_t until = rsp_deadline(rsp_link_now(b->stub), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    return rsp_link_reconnect_soon(b->stub, until, NULL) == RSP_OK;
}

/* The stub was connected to before the debugger was started: OpenOCD closes on a client that says nothing for
 * a second. It is connected to once more; else the debugger gets what the stub said meanwhile. */
static void catch_up(rsp_bridge *b, rsp_link *debugger) {
    rsp_buf early = {0};
    rsp_status status = RSP_OK;
    while (status == RSP_OK && early.len < EARLY_BYTES)
        status = rsp_link_recv(b->stub, &early, EARLY_BYTES, 0);
    if (rsp_link_is_gone(status))
        (void)stub_again(b);
    else if (early.len > 0)
        (void)!rsp_link_send(debugger, rsp_buf_bytes(&early),
                             rsp_deadline(rsp_link_now(debugger), EARLY_S * RSP_NS_PER_S));
    rsp_buf_free(&early);
}

static void serve(rsp_bridge *b, rsp_link *debugger) {
    rsp_proxy_ended ended = {0};
    rsp_proxy_service_tap(&b->service, debugger, RSP_PROXY_CLIENT);
    rsp_proxy_service_tap(&b->service, b->stub, RSP_PROXY_STUB);
    if (b->connections == 0)
        catch_up(b, debugger);
    rsp_proxy_service_relay(&b->service, debugger, b->stub, &ended);
    b->connections++;
}

static void *work(void *ctx) {
    rsp_bridge *b = ctx;
    bool served = true;
    while (served && !b->stop) {
        rsp_link *debugger = NULL;
        if (rsp_listener_accept(b->listener, &debugger, RSP_NEVER_NS) != RSP_OK)
            break;
        serve(b, debugger);
        rsp_link_close(debugger);
        served = !b->stop && stub_again(b);
    }
    rsp_listener_close(b->listener);
    b->listener = NULL;
    return NULL;
}

static rsp_status listen_and_serve(rsp_bridge *b, rsp_error *error) {
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    const rsp_listener_options options = {.link = {.stop = &b->stop}};
    const rsp_status status = rsp_listener_open(&b->listener, &any_port, &options, error);
    if (status != RSP_OK)
        return status;
    b->port = rsp_listener_port(b->listener);
    b->runs = pthread_create(&b->thread, NULL, work, b) == 0;
    return b->runs ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no thread for the bridge to a debugger");
}

rsp_status rsp_bridge_open(rsp_bridge *b, rsp_link *stub, rsp_recorder *recorder, rsp_error *error) {
    const rsp_proxy_service_options options = {.stub_name = "stub", .client = true};
    *b = (rsp_bridge){.stub = stub};
    rsp_status status = rsp_proxy_service_init(&b->service, &options);
    b->service.recorder = recorder;
    if (status == RSP_OK)
        status = listen_and_serve(b, error);
    if (status != RSP_OK)
        rsp_bridge_close(b);
    return status;
}

void rsp_bridge_end(rsp_bridge *b) {
    b->stop = 1;
    if (b->runs)
        (void)pthread_join(b->thread, NULL);
    rsp_listener_close(b->listener);
    b->listener = NULL;
    b->runs = false;
}

void rsp_bridge_close(rsp_bridge *b) {
    rsp_bridge_end(b);
    rsp_proxy_service_free(&b->service);
    *b = (rsp_bridge){0};
}
