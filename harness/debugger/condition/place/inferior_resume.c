/* A plain packet: the client's last stop is to stay what it is, since all will be as it was.
 * A stub without vCont has one thread, as far as we can know.
 * See inferior_resume.h. */
/* SPDX-License-Identifier: MIT */
#include "inferior_resume.h"

#include "client/operation/client_state.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

/* Non-stop: the stop comes as a notification, and goes no further. */
static rsp_status fetch_stop(rsp_client *client, rsp_ptid thread, rsp_stop_reply *out, rsp_buf *text) {
    uint64_t until = rsp_session_now(rsp_client_session(client)) + CLIENT_STOP_TIMEOUT_NS;
    rsp_status status = RSP_OK;
    while (status == RSP_OK && !client_stops_find(client, thread))
        status = rsp_client_poll(client, until);
    if (status != RSP_OK)
        return status;
    if (!client_is_halted(client, thread)) /* its process has ended: that is for others, too */
        return RSP_UNEXPECTED;
    client_stop *stop = client_stops_take(client, thread);
    rsp_buf_append(text, rsp_bytes_make(stop->data, stop->len));
    rsp_mem_free(client->options.mem, stop);
    return text->status == RSP_OK ? rsp_stop_reply_parse(out, rsp_buf_bytes(text), NULL) : text->status;
}

static rsp_status take_reply(rsp_client *client, rsp_ptid thread, rsp_bytes reply, rsp_stop_reply *out,
                             rsp_buf *text) {
    if (rsp_client_is_non_stop(client))
        return rsp_bytes_equal(reply, RSP_LIT("OK")) ? fetch_stop(client, thread, out, text) : RSP_UNEXPECTED;
    if (!rsp_stop_reply_is(reply) || (reply.ptr[0] != 'T' && reply.ptr[0] != 'S'))
        return RSP_UNEXPECTED;
    return rsp_stop_reply_parse(out, reply, NULL);
}

/* The request in its one form or the other, and its reply. */
static rsp_status ask(rsp_client *client, rsp_ptid thread, const char *action, rsp_buf *request,
                      rsp_bytes *out_reply) {
    const bool vcont = (rsp_client_vcont(client) & RSP_VCONT_STEP) != 0;
    rsp_buf_clear(request);
    if (vcont)
        rsp_packet_begin(request, RSP_PACKET_VCONT);
    rsp_buf_str(request, action);
    if (vcont && thread.tid != 0) {
        rsp_buf_push(request, ':');
        rsp_ptid_append(request, thread, rsp_client_is_multiprocess(client));
    }
    rsp_status status = request->status;
    return status == RSP_OK ? rsp_client_packet(client, rsp_buf_bytes(request), out_reply) : status;
}

rsp_status inferior_resume(rsp_client *client, rsp_ptid thread, const char *action, const rsp_mem *mem,
                           uint8_t *out_signal) {
    rsp_buf request = {.mem = mem};
    rsp_buf text = {.mem = mem};
    rsp_bytes reply;
    rsp_stop_reply stop = {0};
    client_halted_resumed(client, thread);
    rsp_status status = ask(client, thread, action, &request, &reply);
    if (status == RSP_UNSUPPORTED && client_vcont_denied(client))
        status = ask(client, thread, action, &request, &reply);
    if (status == RSP_OK)
        status = take_reply(client, thread, reply, &stop, &text);
    client_registers_stale(client);
    *out_signal = stop.signal;
    rsp_buf_free(&text);
    rsp_buf_free(&request);
    return status;
}
