/* Each connection has a port of its own for the debugger, so that connections of one file never mix.
 * Each piece is written at once, so the record survives us. Of two sides, the proxy has its own address.
 * See recorder.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy/recorder.h"

enum { DEFAULT_PORT = 1234, FIRST_CLIENT_PORT = 40000, FIRST_STUB_SIDE_PORT = 50000, NUM_PORTS = 10000 };

static rsp_tcp_endpoint loopback(unsigned port) {
    return rsp_tcp_endpoint_ipv4(UINT32_C(0x7f000001), (uint16_t)port);
}

/* Writes the collected blocks. */
static void flush(rsp_recorder *r) {
    if (r->status == RSP_OK)
        r->status = r->out.status;
    if (r->status == RSP_OK && r->out.len > 0)
        r->status = r->options.write(r->options.ctx, rsp_buf_bytes(&r->out));
    if (r->status == RSP_OK)
        r->bytes += r->out.len;
    rsp_buf_clear(&r->out);
}

rsp_status rsp_recorder_begin(rsp_recorder *r, const rsp_recorder_options *options) {
    *r = (rsp_recorder){.options = *options, .out = {.mem = options->mem}};
    if (!r->options.proxy_port)
        r->options.proxy_port = DEFAULT_PORT;
    if (!r->options.stub_port || r->options.stub_port == r->options.proxy_port)
        r->options.stub_port =
            (uint16_t)(r->options.proxy_port < UINT16_MAX ? r->options.proxy_port + 1 : DEFAULT_PORT);
    rsp_recording_file(&r->out, "stubborn proxy");
    flush(r);
    return r->status;
}

void rsp_recorder_free(rsp_recorder *r) {
    if (r)
        rsp_buf_free(&r->out);
}

static uint64_t since_1970(const rsp_recorder *r, uint64_t now_ns) {
    return rsp_deadline(r->options.epoch_ns, now_ns);
}

static int num_flows(const rsp_recorder *r) {
    return r->options.both ? RSP_PROXY_ENDS : 1;
}

void rsp_recorder_connect(rsp_recorder *r, uint64_t now_ns) {
    uint16_t number = r->connections++ % NUM_PORTS;
    const uint16_t to_stub = (uint16_t)(FIRST_STUB_SIDE_PORT + number);
    r->flows[RSP_PROXY_CLIENT] =
        (rsp_recording){.client = loopback(FIRST_CLIENT_PORT + (unsigned)number),
                        .stub = r->options.both ? rsp_recording_proxy(r->options.proxy_port)
                                                : loopback(r->options.proxy_port)};
    r->flows[RSP_PROXY_STUB] =
        (rsp_recording){.client = rsp_recording_proxy(to_stub), .stub = loopback(r->options.stub_port)};
    for (int i = 0; i < num_flows(r); i++)
        rsp_recording_open(&r->flows[i], &r->out, since_1970(r, now_ns));
    flush(r);
}

void rsp_recorder_piece(rsp_recorder *r, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes piece) {
    /* Towards the stub: bytes received from the debugger, and bytes that we send to the stub. */
    bool to_stub = (end == RSP_PROXY_CLIENT) != sent;
    rsp_recording *flow = &r->flows[r->options.both ? end : RSP_PROXY_CLIENT];
    if (sent && !r->options.both)
        return;
    rsp_recording_data(flow, &r->out, since_1970(r, now_ns), to_stub ? RSP_TO_STUB : RSP_TO_CLIENT, piece,
                       rsp_bytes_make(NULL, 0));
    flush(r);
}

void rsp_recorder_close(rsp_recorder *r, rsp_proxy_end who, bool broken, uint64_t now_ns) {
    rsp_direction first = who == RSP_PROXY_CLIENT ? RSP_TO_STUB : RSP_TO_CLIENT;
    rsp_direction second = who == RSP_PROXY_CLIENT ? RSP_TO_CLIENT : RSP_TO_STUB;
    uint64_t at_ns = since_1970(r, now_ns);
    for (int i = 0; i < num_flows(r); i++) {
        if (broken) {
            rsp_recording_reset(&r->flows[i], &r->out, at_ns, first);
            continue;
        }
        rsp_recording_fin(&r->flows[i], &r->out, at_ns, first);
        rsp_recording_fin(&r->flows[i], &r->out, at_ns, second);
    }
    flush(r);
}
