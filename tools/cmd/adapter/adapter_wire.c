/* Packets are counted by a monitor, whose figures another thread reads: an atomic copy after each round.
 * The shape lies on the adapter's side, as in `stubborn proxy`.
 * See adapter_wire.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_wire.h"

#include "core/arena.h"
#include "core/mem.h"
#include "link/address.h"
#include "link/listener.h"
#include "proxy/service.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct adapter_wire {
    rsp_listener *listener;
    rsp_proxy_service service;
    rsp_arena arena;
    const char *stub;
    uint64_t rtt_ns;
    pthread_t thread;
    bool running;
    volatile sig_atomic_t stop;
    atomic_uint_fast64_t packets;
    char trouble[160]; /* written before `troubled` */
    atomic_bool troubled;
};

static uint64_t count(void *ctx, uint64_t now_ns) {
    adapter_wire *w = ctx;
    const rsp_metrics *m = rsp_monitor_metrics(w->service.stub);
    (void)now_ns;
    atomic_store(&w->packets, m->packets_to_stub + m->packets_from_stub);
    return RSP_NEVER_NS;
}

static void note_trouble(adapter_wire *w, rsp_status status, const rsp_error *error) {
    if (atomic_load(&w->troubled) || status == RSP_CANCELLED)
        return;
    (void)snprintf(w->trouble, sizeof w->trouble, "%s", error->msg[0] ? error->msg : rsp_status_text(status));
    atomic_store(&w->troubled, true);
}

static void serve(adapter_wire *w, rsp_link *adapter) {
    const rsp_link_options options = {.stop = &w->stop};
    const rsp_shape shape = rsp_shape_rtt(w->rtt_ns);
    rsp_link *stub = NULL;
    rsp_error error = {0};
    rsp_proxy_ended ended = {0};
    rsp_status status = rsp_link_open(&stub, w->stub, &options, &error);
    if (status == RSP_OK && w->rtt_ns > 0)
        status = rsp_link_open_shaped(&adapter, adapter, &shape, NULL);
    if (status == RSP_OK)
        rsp_proxy_service_relay(&w->service, adapter, stub, &ended);
    else
        note_trouble(w, status, &error);
    rsp_link_close(adapter);
    rsp_link_close(stub);
}

static void *work(void *ctx) {
    adapter_wire *w = ctx;
    rsp_status status = RSP_OK;
    while (status == RSP_OK) {
        rsp_link *adapter = NULL;
        status = rsp_listener_accept(w->listener, &adapter, RSP_NEVER_NS);
        if (status == RSP_OK)
            serve(w, adapter);
    }
    return NULL;
}

static rsp_status listen_on_loopback(adapter_wire *w, rsp_error *error) {
    const rsp_listener_options options = {.link = {.stop = &w->stop}};
    rsp_address address = {0};
    const rsp_status status = rsp_address_parse(&address, &w->arena, "tcp:127.0.0.1:0", error);
    return status == RSP_OK ? rsp_listener_open(&w->listener, &address, &options, error) : status;
}

static rsp_status start(adapter_wire *w, const char *stub, uint64_t rtt_ns, rsp_error *error) {
    w->stub = rsp_arena_str(&w->arena, stub);
    w->rtt_ns = rtt_ns;
    const rsp_proxy_service_options options = {.stub_name = w->stub, .look = count, .ctx = w};
    rsp_status status = rsp_proxy_service_init(&w->service, &options);
    if (status == RSP_OK)
        status = listen_on_loopback(w, error);
    if (status == RSP_OK) {
        w->running = pthread_create(&w->thread, NULL, work, w) == 0;
        status = w->running ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no thread for the relay");
    }
    return status;
}

rsp_status adapter_wire_open(adapter_wire **out, const char *stub, uint64_t rtt_ns, rsp_error *error) {
    adapter_wire *w = rsp_mem_calloc(NULL, 1, sizeof *w);
    const rsp_status status = w ? start(w, stub, rtt_ns, error) : rsp_fail(error, RSP_NO_MEMORY, "no memory");
    *out = status == RSP_OK ? w : NULL;
    if (status != RSP_OK)
        adapter_wire_close(w);
    return status;
}

void adapter_wire_close(adapter_wire *w) {
    if (!w)
        return;
    w->stop = 1;
    if (w->running)
        (void)pthread_join(w->thread, NULL);
    rsp_listener_close(w->listener);
    rsp_proxy_service_free(&w->service);
    rsp_arena_free(&w->arena);
    rsp_mem_free(NULL, w);
}

uint16_t adapter_wire_port(const adapter_wire *w) {
    return rsp_listener_port(w->listener);
}

uint64_t adapter_wire_packets(const adapter_wire *w) {
    return atomic_load(&w->packets);
}

const char *adapter_wire_trouble(const adapter_wire *w) {
    return atomic_load(&w->troubled) ? w->trouble : "";
}
