/* A plain packet: the client's last stop is to stay what it is, since all will be as it was.
 * A stub without vCont has one thread, as far as we can know.
 * See inferior_resume.h. */
/* SPDX-License-Identifier: MIT */
#include "inferior_resume.h"

#include "operation/registers.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

rsp_status inferior_resume(rsp_client *client, rsp_ptid thread, const char *action, const rsp_mem *mem,
                           uint8_t *out_signal) {
    rsp_buf request = {.mem = mem};
    rsp_bytes reply;
    rsp_stop_reply stop = {0};
    bool vcont = (rsp_client_vcont(client) & RSP_VCONT_STEP) != 0;
    if (vcont)
        rsp_packet_begin(&request, RSP_PACKET_VCONT);
    rsp_buf_str(&request, action);
    if (vcont && thread.tid != 0) {
        rsp_buf_push(&request, ':');
        rsp_ptid_append(&request, thread, rsp_client_is_multiprocess(client));
    }
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = rsp_client_packet(client, rsp_buf_bytes(&request), &reply);
    if (status == RSP_OK && (!rsp_stop_reply_is(reply) || (reply.ptr[0] != 'T' && reply.ptr[0] != 'S')))
        status = RSP_UNEXPECTED;
    if (status == RSP_OK)
        status = rsp_stop_reply_parse(&stop, reply, NULL);
    client_registers_stale(client);
    *out_signal = stop.signal;
    rsp_buf_free(&request);
    return status;
}
