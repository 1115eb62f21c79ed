/* A window is as large as any packet takes.
 * The stub decides how much of it comes, and when the object ends.
 * See client/client_object.h. */
/* SPDX-License-Identifier: MIT */
#include "client/client_object.h"

#include "operation/long_list.h"

#include "codec/feature.h"
#include "codec/qxfer.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { WINDOW_BYTES = 0xfff };

static bool is_announced(const rsp_client *client, rsp_bytes object, const rsp_mem *mem) {
    rsp_buf feature = {.mem = mem};
    rsp_buf_printf(&feature, "%s:%.*s:read", rsp_packet_text(RSP_PACKET_QXFER), (int)object.len,
                   (const char *)object.ptr);
    bool yes =
        feature.status == RSP_OK && rsp_feature_yes(rsp_client_features(client), rsp_buf_bytes(&feature));
    rsp_buf_free(&feature);
    return yes;
}

static rsp_status read_window(rsp_client *client, const rsp_qxfer *request, rsp_qxfer_reply *reply,
                              const rsp_mem *mem, rsp_error *error) {
    rsp_buf text = {.mem = mem};
    rsp_bytes answer = {0};
    rsp_qxfer_build(&text, request);
    rsp_status status =
        text.status == RSP_OK ? rsp_client_packet(client, rsp_buf_bytes(&text), &answer) : text.status;
    rsp_buf_free(&text);
    return status == RSP_OK ? rsp_qxfer_reply_parse(reply, answer, error) : status;
}

rsp_status rsp_client_read_object(rsp_client *client, rsp_bytes object, rsp_bytes annex, rsp_buf *out,
                                  rsp_error *error) {
    rsp_qxfer request = {
        .object = object, .operation = RSP_LIT("read"), .annex = annex, .length = WINDOW_BYTES};
    rsp_qxfer_reply reply = {0};
    const size_t before = out->len;
    long_list whole = long_list_begin(client, "the object");
    rsp_status status = is_announced(client, object, out->mem) ? RSP_OK : RSP_UNSUPPORTED;
    while (status == RSP_OK && !reply.last) {
        status = read_window(client, &request, &reply, out->mem, error);
        if (status != RSP_OK)
            return status;
        rsp_buf_append(out, reply.data);
        request.offset += reply.data.len;
        if (out->status != RSP_OK || out->len > RSP_LIMIT_XFER_BYTES)
            status = RSP_LIMIT;
        else if (reply.data.len == 0 && !reply.last)
            status = rsp_fail(error, RSP_MALFORMED, "an empty window that is not the last one");
        else if (!reply.last)
            status = long_list_goes_on_with(client, &whole, out->len - before, error);
    }
    return status;
}

rsp_status rsp_client_read_description(rsp_client *client, const rsp_mem *mem) {
    rsp_buf text = {.mem = mem};
    rsp_error ignored;
    const rsp_status status =
        rsp_client_read_object(client, RSP_LIT("features"), RSP_LIT("target.xml"), &text, &ignored);
    rsp_buf_free(&text);
    return status == RSP_CANCELLED ? status : rsp_session_state(rsp_client_session(client));
}
