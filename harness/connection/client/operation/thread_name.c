/* The last stop may name its thread, and costs no packet. What the other two tell is not kept: a program may
 * rename a thread at any time.
 * See client_thread.h. */
/* SPDX-License-Identifier: MIT */
#include "client/client_thread.h"

#include "client/client_object.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* The stub's answer is that it cannot tell. */
static bool means_none(rsp_status status) {
    return status == RSP_UNSUPPORTED || status == RSP_REFUSED || status == RSP_MALFORMED ||
           status == RSP_LIMIT;
}

static rsp_status found(const rsp_buf *out, size_t before) {
    if (out->status != RSP_OK)
        return out->status;
    return out->len > before ? RSP_OK : RSP_NOT_FOUND;
}

/* Of the stop that was reported last. */
static rsp_status name_of_stop(rsp_client *client, rsp_ptid thread, rsp_buf *out) {
    const rsp_stop_reply *stop = rsp_client_stop(client);
    size_t before = out->len;
    if (!stop || !rsp_ptid_equal(thread, rsp_client_stop_thread(client)))
        return RSP_NOT_FOUND;
    rsp_buf_append(out, stop->name);
    if (out->len == before && rsp_hex_decode(out, stop->hexname) != RSP_OK)
        rsp_buf_truncate(out, before);
    return found(out, before);
}

rsp_status rsp_client_thread_list(rsp_client *client, rsp_arena *arena, rsp_listed_thread **out,
                                  size_t *out_num) {
    rsp_buf document = {0};
    *out_num = 0;
    *out = rsp_arena_alloc(arena, RSP_LIMIT_LISTED_THREADS * sizeof **out);
    rsp_status status = rsp_client_read_object(client, RSP_LIT("threads"), RSP_LIT(""), &document, NULL);
    if (status == RSP_OK && !*out)
        status = RSP_NO_MEMORY;
    if (status == RSP_OK)
        status =
            rsp_thread_list_read(rsp_buf_bytes(&document), arena, *out, RSP_LIMIT_LISTED_THREADS, out_num);
    rsp_buf_free(&document);
    return status;
}

static rsp_status name_in_list(rsp_client *client, rsp_ptid thread, rsp_buf *out) {
    rsp_arena arena = {0};
    rsp_listed_thread *listed = NULL;
    size_t num = 0;
    size_t before = out->len;
    rsp_status status = rsp_client_thread_list(client, &arena, &listed, &num);
    for (size_t i = 0; i < num && out->len == before; i++)
        if (listed[i].id.tid == thread.tid && (listed[i].id.pid == thread.pid || listed[i].id.pid == 0))
            rsp_buf_str(out, listed[i].name);
    rsp_arena_free(&arena);
    return status == RSP_OK ? found(out, before) : status;
}

rsp_status rsp_client_thread_text(rsp_client *client, rsp_ptid thread, rsp_buf *out) {
    rsp_buf request = {0};
    rsp_bytes reply = {0};
    size_t before = out->len;
    rsp_buf_str(&request, rsp_packet_text(RSP_PACKET_QTHREAD_EXTRA_INFO));
    rsp_buf_push(&request, ',');
    rsp_ptid_append(&request, thread, rsp_client_is_multiprocess(client));
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = rsp_client_packet(client, rsp_buf_bytes(&request), &reply);
    rsp_buf_free(&request);
    if (status != RSP_OK)
        return means_none(status) ? RSP_NOT_FOUND : status;
    if (rsp_hex_decode(out, rsp_bytes_sub(reply, 0, 2 * (size_t)RSP_LIMIT_THREAD_TEXT_BYTES)) != RSP_OK)
        rsp_buf_truncate(out, before);
    return found(out, before);
}

rsp_status rsp_client_thread_name(rsp_client *client, rsp_ptid thread, rsp_buf *out) {
    rsp_status status = name_of_stop(client, thread, out);
    if (status != RSP_NOT_FOUND)
        return status;
    status = name_in_list(client, thread, out);
    return means_none(status) ? rsp_client_thread_text(client, thread, out) : status;
}
