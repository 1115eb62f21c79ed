/* Acknowledgments and bytes that are no packet are there, too: what was sent and received, in its order.
 * Each connection has a port of its own on the client's side.
 * See standalone.h. */
/* SPDX-License-Identifier: MIT */
#include "standalone.h"

#include "capture/recording.h"

enum { CLIENT_PORT = 50000, STUB_PORT = 1234, MOST_PORTS = 10000 };

static rsp_recording connection(uint32_t number) {
    return (rsp_recording){
        .client = rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, (uint16_t)(CLIENT_PORT + number % MOST_PORTS)),
        .stub = rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, STUB_PORT)};
}

static void end(rsp_recording *r, rsp_buf *out, uint64_t time_ns) {
    rsp_recording_fin(r, out, time_ns, RSP_TO_STUB);
    rsp_recording_fin(r, out, time_ns, RSP_TO_CLIENT);
}

void rsp_standalone_capture(rsp_buf *out, const rsp_transcript *transcript, uint64_t unix_ns,
                            const char *application) {
    rsp_recording now = connection(0);
    uint32_t number = 0;
    uint64_t begun_ns = 0;
    uint64_t at_ns = unix_ns;
    rsp_recording_file(out, application);
    for (uint64_t i = rsp_transcript_first(transcript); i < rsp_transcript_end(transcript); i++) {
        rsp_entry e;
        if (!rsp_transcript_get(transcript, i, &e))
            continue;
        begun_ns = begun_ns ? begun_ns : e.time_ns;
        at_ns = unix_ns + (e.time_ns - begun_ns);
        if (e.connection != number) {
            end(&now, out, at_ns);
            number = e.connection;
            now = connection(number);
        }
        rsp_recording_data(&now, out, at_ns, e.direction, e.raw, (rsp_bytes){0});
    }
    end(&now, out, at_ns);
}
