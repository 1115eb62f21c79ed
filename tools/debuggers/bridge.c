/* One connection after the other, until the stub takes no more of them: then nobody listens, as behind a stub
 * that has ended.
 * See bridge.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggers/bridge.h"

#include "link/link_control.h"
#include "proxy/relay.h"

static bool stub_again(bridge *b) {
    rsp_link_shut(b->stub);
    const uint64_t until = rsp_deadline(rsp_link_now(b->stub), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    return rsp_link_reconnect_soon(b->stub, until, NULL) == RSP_OK;
}

static void serve(bridge *b, rsp_link *debugger) {
    rsp_relay_end end;
    rsp_relay relay = {.proxy = rsp_proxy_new(NULL),
                       .links = {[RSP_PROXY_CLIENT] = debugger, [RSP_PROXY_STUB] = b->stub}};
    if (relay.proxy)
        rsp_relay_run(&relay, &end);
    rsp_proxy_free(relay.proxy);
}

static void *work(void *ctx) {
    bridge *b = ctx;
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

rsp_status bridge_open(bridge *b, rsp_link *stub, rsp_error *error) {
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    const rsp_listener_options options = {.link = {.stop = &b->stop}};
    *b = (bridge){.stub = stub};
    const rsp_status status = rsp_listener_open(&b->listener, &any_port, &options, error);
    if (status != RSP_OK)
        return status;
    b->port = rsp_listener_port(b->listener);
    b->runs = pthread_create(&b->thread, NULL, work, b) == 0;
    if (b->runs)
        return RSP_OK;
    rsp_listener_close(b->listener);
    b->listener = NULL;
    return rsp_fail(error, RSP_NO_MEMORY, "no thread for the bridge to a debugger");
}

void bridge_close(bridge *b) {
    b->stop = 1;
    if (b->runs)
        (void)pthread_join(b->thread, NULL);
    *b = (bridge){0};
}
